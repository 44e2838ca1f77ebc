"""The free spaces of the tracks: colour and symbol, ships like ships, rough ground with teeth."""

from __future__ import annotations

from typing import Final

from engine.board import Route
from maps.layout import Layout, Slot
from render import theme
from render.pen import Pen
from render.shapes import (
    MOUNTAINS,
    SYMBOLS,
    Outline,
    hull,
    jagged,
    placed,
    rounded,
    stretched,
)
from render.theme import mixed

EDGE: Final = 1.5
RIM: Final = 1.2
"""How far the light rim of ships, on dark water, reaches beyond the edge."""
SYMBOL: Final = 0.36
"""Half the size of a symbol, of the slot's width."""
WATERBORNE: Final = "ship"


def paint_slots(pen: Pen, layout: Layout, routes: list[Route]) -> None:
    """Every space of *routes*, free."""
    for route in routes:
        for slot in layout.tracks[route.id].slots:
            if pen.sees((slot.x, slot.y, slot.x, slot.y), slot.length):
                paint_slot(pen, slot, route)


def paint_slot(pen: Pen, slot: Slot, route: Route) -> None:
    """One free space."""
    ink = theme.ROUTES[route.colour]
    edge = theme.ROUGH if route.rough else mixed(ink.fill, theme.INK, 0.68)
    if route.piece == WATERBORNE:
        pen.polygon(_laid(slot, route, RIM + EDGE / 2), theme.PAPER)
    pen.polygon(_laid(slot, route, EDGE / 2), edge)
    pen.polygon(_laid(slot, route, -EDGE * (1.1 if route.rough else 0.5)), ink.fill)
    if route.rough:
        _paint_mountains(pen, slot)
    elif ink.symbol:
        paint_symbol(pen, slot.x, slot.y, slot.width * SYMBOL, route.colour)


def paint_symbol(pen: Pen, x: float, y: float, size: float, name: str | None) -> None:
    """The symbol of a colour, in the ink that can be seen upon it."""
    ink = theme.ROUTES[name]
    if ink.symbol:
        pen.polygon(placed(SYMBOLS[ink.symbol], x, y, size), ink.mark)


def _laid(slot: Slot, route: Route, grow: float) -> Outline:
    """The outline of a space on the board, bigger by *grow* to all sides."""
    long, wide = slot.length + 2 * grow, slot.width + 2 * grow
    if route.rough:
        outline = jagged(long - 4, wide - 4, 5)
    elif route.piece == WATERBORNE:
        outline = hull(long + 4, wide + 1)
    else:
        outline = rounded(-long / 2, -wide / 2, long / 2, wide / 2, 3.5 + grow)
    return placed(outline, slot.x, slot.y, 1, slot.angle)


def _paint_mountains(pen: Pen, slot: Slot) -> None:
    for number, outline in enumerate(MOUNTAINS):
        high = slot.width * 0.46
        fill = mixed(theme.ROUGH, theme.INK, 0.5) if number else theme.ROUGH
        pen.polygon(stretched(outline, slot.x, slot.y, high * 1.4, high), fill)
        x, y = outline[1]
        snow = ((x, y), (x + 0.2, y + 0.42), (x, y + 0.3), (x - 0.2, y + 0.42))
        pen.polygon(stretched(snow, slot.x, slot.y, high * 1.4, high), theme.PAPER)
