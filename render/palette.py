"""The 256 colours of every picture, and the way into and out of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import chain
from typing import Final

from PIL import Image

from render import theme
from render.theme import Colour, mixed

SIZE: Final = 256
LEVEL: Final = 2
"""How hard PNG compresses: little, because a picture is sent once and then replaced."""


@cache
def colours() -> tuple[Colour, ...]:
    """The theme's colours, and between those that touch the steps that make edges smooth."""
    found = dict.fromkeys(chain(_plain(), _blends()))
    if len(found) > SIZE:
        raise ValueError(f"{len(found)} colours do not fit into a palette of {SIZE}")
    return tuple(found)


def _plain() -> Iterator[Colour]:
    """Every colour of the theme itself."""
    for value in vars(theme).values():
        if _is_colour(value):
            yield value
    yield from theme.FLAGS.values()
    for ink in theme.ROUTES.values():
        yield ink.fill
    for mark in theme.MARKS:
        yield mark.fill
        yield mark.deep


def _is_colour(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 3
        and all(isinstance(part, int) for part in value)
    )


def _blends() -> Iterator[Colour]:
    grounds = (theme.LAND, theme.FOREIGN, theme.SEA)
    fills = [ink.fill for ink in theme.ROUTES.values()] + [mark.fill for mark in theme.MARKS]
    for fill in fills:
        yield from _steps(fill, theme.INK, 0.35, 0.68)
        yield from _steps(fill, theme.PAPER, 0.5)
    for mark in theme.MARKS:
        yield from _steps(mark.fill, mark.deep, 0.5)
    for ground in grounds:
        yield from _steps(ground, theme.INK, 0.2, 0.4, 0.6, 0.8)
        yield from _steps(ground, theme.HALO, 0.5)
    yield from _steps(theme.PARK, theme.INK, 0.25, 0.5, 0.75)
    yield from _steps(theme.SEA, theme.COAST, 0.5)
    yield from _steps(theme.LAND, theme.COAST, 0.5)
    yield from _steps(theme.LAND, theme.BORDER, 0.5)
    yield from _steps(theme.LAND, theme.PARK, 0.5)
    yield from _steps(theme.PAPER, theme.INK, 0.2, 0.4, 0.6, 0.8)
    for fill in (theme.CITY, theme.PORT, theme.GOLD, theme.GLOW, theme.MARKED, theme.LINKS):
        yield from _steps(fill, theme.PAPER, 0.33, 0.66)
        yield from _steps(fill, theme.INK, 0.4)
    yield from _steps(theme.GLOW, theme.LAND, 0.33, 0.66)
    yield from _steps(theme.PANEL, theme.PAPER, 0.2, 0.4, 0.6, 0.8)
    yield from _steps(theme.PLATE, theme.PAPER, 0.2, 0.4, 0.6, 0.8)
    yield from _steps(theme.PLATE_NOW, theme.INK, 0.2, 0.4, 0.6, 0.8)
    yield from _steps(theme.ALARM, theme.PAPER, 0.33, 0.66)


def _steps(a: Colour, b: Colour, *shares: float) -> Iterator[Colour]:
    for share in shares:
        yield mixed(a, b, share)


@cache
def _table() -> Image.Image:
    table = Image.new("P", (1, 1))
    entries = colours()
    padded = [*entries, *[entries[-1]] * (SIZE - len(entries))]
    table.putpalette([part for entry in padded for part in entry])
    return table


def indexed(image: Image.Image) -> Image.Image:
    """An RGB image in the palette, each pixel in the nearest colour."""
    return image.quantize(palette=_table(), dither=Image.Dither.NONE)


def png(image: Image.Image) -> bytes:
    """A picture as a file."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()
