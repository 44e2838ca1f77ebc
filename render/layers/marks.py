"""What is stressed: fresh claims, a route asked about, tickets, missing links, letters."""

from __future__ import annotations

from typing import Final

from maps.layout import Track
from render import theme
from render.pen import Pen
from render.theme import Mark

GLOW: Final = ((17.0, 70), (14.0, 110), (11.5, 255))
"""How far a glow reaches from the middle of its track, and how strong it is there."""


def paint_glow(pen: Pen, track: Track) -> None:
    """A warm light around a fresh claim."""
    reach = track.slots[0].width / 2
    for part in track.parts:
        pen.line(part, theme.GLOW_EDGE, 2 * (reach + 7.5))
        pen.line(part, theme.GLOW, 2 * (reach + 5.5))


def paint_marked(pen: Pen, track: Track) -> None:
    """A frame around a track asked about."""
    reach = track.slots[0].width / 2
    for part in track.parts:
        pen.line(part, theme.MARKED, 2 * (reach + 7.5))
        pen.line(part, theme.PAPER, 2 * (reach + 3.5))


def paint_closed(pen: Pen, track: Track) -> None:
    """A veil over a track that is closed."""


def paint_badge(pen: Pen, x: float, y: float, size: float, text: str, mark: Mark) -> None:
    """A number on a light disc, with the owner's colour around it."""
    pen.disc(x, y, size * 1.28, theme.INK)
    pen.disc(x, y, size * 1.18, mark.fill)
    pen.disc(x, y, size * 0.98, theme.GLOW, theme.INK, size * 0.08)
    pen.text(x, y, text, size * (1.5 if len(text) == 1 else 1.15), theme.INK, face="bold")


def paint_ring(pen: Pen, x: float, y: float, radius: float) -> None:
    """A ring around a city of one's own ticket."""
    pen.ring(x, y, radius + 9, theme.PAPER, 9)
    pen.ring(x, y, radius + 7.5, theme.MARKED, 6)


def paint_tag(pen: Pen, x: float, y: float, text: str, size: float, *, strong: bool) -> None:
    """A small sign with a letter or a number."""
    fill = theme.LINKS if strong else theme.PAPER
    ink = theme.PAPER if strong else theme.LINKS
    wide = size * (0.75 + 0.32 * max(0, len(text) - 1))
    pen.box((x - wide - 1.5, y - size * 0.8 - 1.5, x + wide + 1.5, y + size * 0.8 + 1.5), theme.PAPER, size * 0.6)
    pen.box((x - wide, y - size * 0.8, x + wide, y + size * 0.8), fill, size * 0.5, theme.LINKS, 2)
    pen.text(x, y, text, size * 1.2, ink, face="bold")
