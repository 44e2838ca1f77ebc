"""Marks on a board: new claims, routes asked about, tickets, missing links and letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.board import Route
from maps.layout import Track
from maps.lines import Point
from render import theme
from render.layers.slots import WATERBORNE
from render.pen import Box, Pen
from render.shapes import placed, rounded
from render.stamps import Style
from render.theme import Colour, Mark

VEIL: Final = 165
"""The opacity of a veil, of 255."""
RING: Final = 9.0
"""How far the ring around a stop of the viewer's ticket reaches beyond what it surrounds."""
HATCH: Final = 9.0
"""The distance between the strokes of a hatch."""


def paint_glow(pen: Pen, track: Track, part: Sequence[Point]) -> None:
    """Paint a warm light around a part of a new claim."""
    reach = track.slots[0].width / 2
    pen.band(part, theme.GLOW_EDGE, 2 * (reach + 10.5))
    pen.band(part, theme.GLOW, 2 * (reach + 8.5))


def paint_marked(pen: Pen, track: Track, part: Sequence[Point]) -> None:
    """Paint a frame around a part of a track that the viewer asked about."""
    reach = track.slots[0].width / 2
    pen.band(part, theme.MARKED, 2 * (reach + 7.5))
    pen.band(part, theme.PAPER, 2 * (reach + 3.5))


def paint_closed(pen: Pen, track: Track, ground: Colour) -> None:
    """Paint a veil in the background's color over a closed track, and a hatch on its slots."""
    for slot in track.slots:
        half, side = slot.length / 2, slot.width / 2 - 1
        veil = placed(rounded(-half, -side, half, side, 3), slot.x, slot.y, 1, slot.angle)
        pen.polygon(veil, ground, alpha=VEIL)
        count = max(2, round(slot.length / HATCH))
        step = slot.length / count
        for number in range(count):
            x = -half + step * (number + 0.5)
            stroke = ((x - step * 0.4, side - 1), (x + step * 0.4, 1 - side))
            pen.line(placed(stroke, slot.x, slot.y, 1, slot.angle), theme.COUNTRY, 1.7)


def closed_ground(route: Route) -> Colour:
    """Return the color that a closed track fades into."""
    return theme.SEA if route.piece == WATERBORNE else theme.LAND


def paint_badge(pen: Pen, x: float, y: float, size: float, mark: Mark) -> None:
    """Paint a light disc for a number, with the owner's color around it."""
    pen.disc(x, y, size * 1.28, theme.INK)
    pen.disc(x, y, size * 1.18, mark.fill)
    pen.disc(x, y, size * 0.98, theme.INK)
    pen.disc(x, y, size * 0.9, theme.GLOW)


def badge_style(size: float, number: int) -> Style:
    """Return the style of the number on a badge."""
    return Style(size * (1.5 if number < 10 else 1.1), theme.INK, theme.GLOW)


def paint_ring(pen: Pen, x: float, y: float, radius: float) -> None:
    """Paint a ring around a stop of the viewer's ticket."""
    pen.ring(x, y, radius + RING, theme.PAPER, 9)
    pen.ring(x, y, radius + RING - 1.5, theme.MARKED, 6)


def paint_collar(pen: Pen, x: float, y: float, half: Point) -> None:
    """Paint the ring around a harbor, which is pasted over the ring afterwards."""
    for more, fill in ((RING - 1, theme.PAPER), (RING - 2.5, theme.MARKED), (1.5, theme.PAPER)):
        wide, high = half[0] + more, half[1] + more
        pen.box((x - wide, y - high, x + wide, y + high), fill, high)


def paint_tag(pen: Pen, x: float, y: float, text: str, size: float, fill: Colour) -> None:
    """Paint a small sign with a letter or a number."""
    left, top, right, bottom = box = tag_box(x, y, text, size)
    pen.box(box, theme.PAPER, size * 0.6)
    pen.box((left + 2, top + 2, right - 2, bottom - 2), fill, size * 0.5)
    pen.text(x, y, text, size * 1.35, theme.PAPER, face="bold")


def tag_box(x: float, y: float, text: str, size: float) -> Box:
    """Return the rectangle that a small sign takes."""
    wide = size * (0.82 + 0.34 * max(0, len(text) - 1)) + 2
    high = size * 0.86 + 2
    return x - wide, y - high, x + wide, y + high


def paint_link(pen: Pen, track: Track, part: Sequence[Point]) -> None:
    """Paint a halo beside a part of a track that a ticket still needs.

    The color of the track stays visible.
    """
    reach = track.slots[0].width / 2
    pen.band(part, theme.PAPER, 2 * (reach + 11))
    pen.band(part, theme.LINKS, 2 * (reach + 9.5))
    pen.band(part, theme.LINKS_PALE, 2 * (reach + 4.5))


def paint_path(pen: Pen, track: Track, part: Sequence[Point]) -> None:
    """Paint a bright frame around a part of the longest path. Its pieces do not change."""
    reach = track.slots[0].width / 2
    pen.band(part, theme.PAPER, 2 * (reach + 14))
    pen.band(part, theme.MARKED, 2 * (reach + 12))
    pen.band(part, theme.PAPER, 2 * (reach + 5.5))
