"""A plot of several series: a dot for each number on a common scale, a strip for each series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from render import theme
from render.canvas import painted
from render.palette import png
from render.pen import Box, Pen, fitted
from render.theme import Colour

WIDTH: Final = 1600
PAD: Final = 36
TITLE: Final = 150
STRIP: Final = 150
SCALE: Final = 92
LEFT: Final = 590
"""The right edge of the names of the strips."""
RIGHT: Final = 1370
"""The right edge of the dots. The middle of each strip follows as a number."""
DOT: Final = 8
ROWS: Final = 9
"""The rows of dots in a strip, so that equal values can be distinguished."""
APART: Final = 10
STEPS: Final = (1, 2, 5, 10)
"""The steps between marks of the scale, also multiplied by powers of ten."""
MARKS: Final = 8
"""The maximum number of steps on the scale."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A series of numbers."""

    name: str
    about: str
    values: Sequence[float]
    """The sorted numbers."""
    middle: float | None
    told: str
    """The middle as text, or the reason why there is none."""
    stressed: bool = False


@dataclass(frozen=True, slots=True)
class Spread:
    """Several series with a title and a description, as the caller words them."""

    title: str
    about: str
    unit: str
    strips: Sequence[Strip]


def plot_spread(spread: Spread) -> bytes:
    """Return the series one below the other, as a PNG."""
    high = TITLE + STRIP * len(spread.strips) + SCALE
    most = max((max(strip.values, default=0.0) for strip in spread.strips), default=0.0)
    marks = list(_marks(most))

    def paint(pen: Pen) -> None:
        pen.box((0, 0, WIDTH, high), theme.PANEL)
        _paint_title(pen, spread)
        _paint_scale(pen, marks, high, spread.unit)
        for number, strip in enumerate(spread.strips):
            top = TITLE + STRIP * number
            _paint_strip(pen, (PAD, top, WIDTH - PAD, top + STRIP), strip, marks[-1])

    return png(painted(WIDTH, high, paint))


def _marks(most: float) -> Iterator[int]:
    """Yield the marks of a scale, the last of which is at least *most*.

    >>> list(_marks(23.5)), list(_marks(0))
    ([0, 5, 10, 15, 20, 25], [0, 1])
    """
    most = max(most, 1.0)
    ten = 10 ** max(0, floor(log10(most / MARKS)))
    step = next(one * ten for one in STEPS if most / (one * ten) <= MARKS)
    yield from range(0, ceil(most / step) * step + 1, step)


def _paint_title(pen: Pen, spread: Spread) -> None:
    room = WIDTH - 2 * PAD
    title, size = fitted(spread.title, 62, "bold", room, 30)
    pen.text(PAD, 52, title, size, theme.PAPER, "lm", "bold")
    about, size = fitted(spread.about, 40, "semibold", room, 24)
    pen.text(PAD, 112, about, size, theme.FAINT, "lm")


def _paint_scale(pen: Pen, marks: Sequence[int], high: float, unit: str) -> None:
    bottom = high - SCALE + 8
    for mark in marks:
        x = _at(mark, marks[-1])
        pen.line(((x, TITLE), (x, bottom)), theme.PLATE, 3)
        pen.text(x, bottom + 34, str(mark), 42, theme.FAINT)
    pen.text(LEFT - PAD, bottom + 34, unit, 42, theme.FAINT, "rm")


def _paint_strip(pen: Pen, box: Box, strip: Strip, most: float) -> None:
    left, top, right, bottom = box
    y = (top + bottom) / 2
    ink = theme.GOLD if strip.stressed else theme.PAPER
    name, size = fitted(strip.name, 54, "bold", LEFT - left - PAD, 26)
    pen.text(left, y - 26, name, size, ink, "lm", "bold")
    about, size = fitted(strip.about, 36, "medium", LEFT - left - PAD, 24)
    pen.text(left, y + 28, about, size, theme.FAINT, "lm", "medium")
    _paint_dots(pen, y, strip, most, theme.GOLD if strip.stressed else theme.FAINT)
    if strip.middle is not None:
        x = _at(strip.middle, most)
        pen.box((x - 5, y - 54, x + 5, y + 54), theme.PAPER, 5)
    told, size = fitted(strip.told, 64, "bold", right - RIGHT - PAD, 30)
    pen.text(right, y, told, size, ink, "rm", "bold")
    pen.box((left, bottom - 1, right, bottom + 1), theme.PLATE)


def _paint_dots(pen: Pen, y: float, strip: Strip, most: float, fill: Colour) -> None:
    for number, value in enumerate(strip.values):
        row = number * 4 % ROWS - ROWS // 2  # Neighbors are in rows that are far apart.
        pen.disc(_at(value, most), y + row * APART, DOT, fill, theme.PANEL, 1.5)


def _at(value: float, most: float) -> float:
    return LEFT + (RIGHT - LEFT) * value / most
