"""The free spaces of the tracks, with color and symbol.

Spaces for ships have the shape of ships. Spaces on rough ground have teeth.
"""

from __future__ import annotations

from math import cos, sin
from typing import Final

from engine.board import Route
from maps.layout import Layout, Slot
from render import theme
from render.pen import Pen
from render.shapes import (
    PEAK,
    SNOW,
    SYMBOLS,
    Outline,
    hull,
    jagged,
    placed,
    rounded,
)

EDGE: Final = 1.8
RIM: Final = 1.2
"""How far the light rim of spaces for ships, on dark water, reaches beyond the edge."""
SLIM: Final = 1.6
"""How much narrower a free space is than its slot, on each side. Pieces fill the whole slot."""
SYMBOL: Final = 0.32
"""Half the size of a symbol, relative to the slot's width."""
WATERBORNE: Final = "ship"


def paint_slots(pen: Pen, layout: Layout, routes: list[Route]) -> None:
    """Paint every space of *routes* as free."""
    for route in routes:
        for slot in layout.tracks[route.id].slots:
            if pen.sees((slot.x, slot.y, slot.x, slot.y), slot.length):
                paint_slot(pen, slot, route)


def paint_slot(pen: Pen, slot: Slot, route: Route) -> None:
    """Paint a free space."""
    if route.rough:
        _paint_rough(pen, slot, route)
        return
    ink = theme.ROUTES[route.colour]
    if route.piece == WATERBORNE:
        pen.polygon(_space_outline(slot, route, RIM + EDGE / 2), theme.PAPER)
    pen.polygon(_space_outline(slot, route, EDGE / 2), ink.line)
    pen.polygon(_space_outline(slot, route, -EDGE / 2), ink.pale)
    if ink.symbol:
        symbol = placed(SYMBOLS[ink.symbol], slot.x, slot.y, slot.width * SYMBOL)
        pen.polygon(symbol, ink.sign)


def _space_outline(slot: Slot, route: Route, grow: float) -> Outline:
    """Return the board outline of a space, extended by *grow* on all sides."""
    long, wide = slot.length - SLIM + 2 * grow, slot.width - 2 * SLIM + 2 * grow
    if route.piece == WATERBORNE:
        outline = hull(long + 4, wide + 1)
    else:
        outline = rounded(-long / 2, -wide / 2, long / 2, wide / 2, 3.5 + grow)
    return placed(outline, slot.x, slot.y, 1, slot.angle)


def _paint_rough(pen: Pen, slot: Slot, route: Route) -> None:
    """Paint a space with teeth like a saw and two snowy peaks, because it costs two cards (C11)."""
    wide = slot.width - 4
    teeth = jagged(slot.length, wide, slot.width * 0.4)
    pen.polygon(placed(teeth, slot.x, slot.y, 1, slot.angle), theme.ROUGH)
    half, side = slot.length / 2 - 1.6, wide / 2 - 1.2
    inner = rounded(-half, -side, half, side, 1.5)
    pen.polygon(placed(inner, slot.x, slot.y, 1, slot.angle), theme.ROUTES[route.colour].pale)
    size = slot.width * 0.36
    for share in (-0.24, 0.24):
        x = slot.x + cos(slot.angle) * slot.length * share
        y = slot.y + sin(slot.angle) * slot.length * share
        pen.polygon(placed(PEAK, x, y, size), theme.INK)
        pen.polygon(placed(SNOW, x, y, size), theme.PAPER)
