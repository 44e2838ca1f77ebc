"""The 256 colors of every picture, and the conversion of images to them and to PNG files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import chain, islice
from typing import Final

from PIL import Image

from render import theme
from render.theme import Colour, mixed

SIZE: Final = 256
UNUSED: Final = 255
"""An entry that no picture uses. It marks the unchanged pixels of an animated picture."""
LIMIT: Final = 400 * 1024
"""The size that no file should exceed, in bytes."""
RUNS: Final = 3
"""The fastest strategy of zlib, Z_RLE: runs of one color, which our pictures consist of."""
EFFORTS: Final = ((1, RUNS), (6, 0), (9, 0))
"""Compression levels and strategies for PNG: the fastest first, then the smaller results."""


@cache
def colours() -> tuple[Colour, ...]:
    """Return the theme's colors, and the blends between neighbors that make edges smooth."""
    found = dict.fromkeys(chain(_plain(), _blends()))
    if len(found) > UNUSED:
        raise ValueError(f"{len(found)} colours do not fit into a palette of {UNUSED}")
    return tuple(found)


def _plain() -> Iterator[Colour]:
    """Yield every color of the theme itself."""
    for value in vars(theme).values():
        if _is_colour(value):
            yield value
    yield from theme.FLAGS.values()
    for ink in theme.ROUTES.values():
        yield from (ink.fill, ink.pale, ink.line, ink.sign)
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
    """Yield a few blends between each two colors that touch.

    Every further blend costs bytes and is hardly visible.
    """
    fills = [ink.fill for ink in theme.ROUTES.values()] + [mark.fill for mark in theme.MARKS]
    for fill in fills:
        yield from _steps(fill, theme.INK, 0.5)
    for ground in (theme.LAND, theme.PAPER, theme.SEA, theme.PLATE_NOW):
        yield from _steps(ground, theme.INK, 0.33, 0.66)
    for ground in (theme.FOREIGN, theme.PARK):
        yield from _steps(ground, theme.INK, 0.5)
    for ground in (theme.PANEL, theme.PLATE):
        yield from _steps(ground, theme.PAPER, 0.33, 0.66)
    for fill in (theme.MARKED, theme.LINKS, theme.PORT, theme.ALARM):
        yield from _steps(fill, theme.PAPER, 0.5)
    for fill in (theme.DONE, theme.OPEN, theme.FAILED):
        yield from _steps(fill, theme.PAPER, 0.45)


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


@cache
def distinct() -> bytes:
    """Return the palette without duplicates: unused entries get colors that no picture uses.

    Use it only for saving. The GIF writer looks every entry up by its color, which is slow if
    entries are equal.
    """
    entries = colours()
    others = (colour for gray in range(256) if (colour := (gray, gray, gray)) not in entries)
    return bytes(part for entry in islice(chain(entries, others), SIZE) for part in entry)


def indexed(image: Image.Image) -> Image.Image:
    """Convert an RGB image to the palette: each pixel gets the nearest color."""
    return image.quantize(palette=_table(), dither=Image.Dither.NONE)


def png(image: Image.Image) -> bytes:
    """Return a picture as a PNG file, compressed harder only if it is bigger than `LIMIT`."""
    for level, strategy in EFFORTS:
        out = BytesIO()
        image.save(out, "PNG", compress_level=level, compress_type=strategy)
        if out.tell() <= LIMIT:
            break
    return out.getvalue()
