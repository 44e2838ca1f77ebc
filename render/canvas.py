"""Fast composition of pictures: paste cached sprites on a cached background.

Everything is painted `FINE` times too big and then shrunk, so that edges are smooth. That is
slow, so it is done once. The empty board is cached in the palette. Each thing that can be put on
the board is painted once over the background it will cover, cut out, and cached as a sprite.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, TypeAlias

from PIL import Image, ImageChops

from render.palette import indexed
from render.pen import Box, Pen
from render.theme import FINE, Colour

Painter: TypeAlias = Callable[[Pen], None]

STRIP: Final = 256
"""How many rows of a picture are painted at a time, to save memory."""
UNSEEN: Final = 3
"""A pixel counts as changed only if it differs by at least this value (of 255)."""
NOTHING: Final = (1, 254, 3)
"""A background color that no painter uses, so every painted pixel differs from it."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture in the palette, with its position.

    Without a mask it covers its whole box.
    """

    image: Image.Image
    at: tuple[int, int]
    mask: Image.Image | None = None

    def below(self, cover: Image.Image) -> Sprite:
        """Return a copy that is hidden wherever *cover*, a mask of the whole canvas, is set."""
        left, top = self.at
        there = cover.crop((left, top, left + self.image.width, top + self.image.height))
        free = ImageChops.invert(there)
        mask = free if self.mask is None else ImageChops.logical_and(self.mask, free)
        return Sprite(self.image, self.at, mask)

    def paste(self, canvas: Image.Image, dx: int = 0, dy: int = 0) -> None:
        """Paste the sprite on *canvas* at its position, moved by *dx* and *dy* pixels."""
        canvas.paste(self.image, (self.at[0] + dx, self.at[1] + dy), self.mask)


def plain(width: int, height: int, colour: Colour) -> Image.Image:
    """Return a picture in the palette that is filled with one color."""
    return indexed(Image.new("RGB", (1, 1), colour)).resize((width, height))


def painted(width: int, height: int, painter: Painter, fine: int = FINE) -> Image.Image:
    """Return a picture in the palette, painted *fine* times too big by strips, then shrunk."""
    return layered(width, height, painter, None, fine)[0]


def layered(
    width: int, height: int, under: Painter, over: Painter | None, fine: int = FINE
) -> tuple[Image.Image, Image.Image]:
    """Return a picture painted in two layers, and the mask of what the upper layer covers."""
    whole, cover = Image.new("P", (width, height)), Image.new("1", (width, height))
    for top in range(0, height, STRIP):
        rows = min(STRIP, height - top)
        big = Image.new("RGB", (width * fine, rows * fine))
        pen = Pen.on(big, fine, 0, -top * fine)
        under(pen)
        small = big.reduce(fine)
        if over is not None:
            over(pen)
            below, small = small, big.reduce(fine)
            cover.paste(_changed(below, small), (0, top))
        strip = indexed(small)
        if not top:
            whole.putpalette(strip.getpalette() or [])
        whole.paste(strip, (0, top))
    return whole, cover


def baked(
    ground: Image.Image, box: Box, painter: Painter, cover: Painter | None = None, fine: int = FINE
) -> Sprite:
    """Return what *painter* paints on a part of *ground* as a sprite. *ground* does not change.

    The sprite is painted twice. Painting on *ground* gives its colors. Painting on the unused
    color `NOTHING` gives its mask, also where its color happens to equal that of *ground*. The
    optional painter *cover* does the second step faster.
    """
    left, top = max(0, floor(box[0])), max(0, floor(box[1]))
    right, bottom = min(ground.width, ceil(box[2])), min(ground.height, ceil(box[3]))
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    before = ground.crop((left, top, right, bottom)).convert("RGB")
    big = before.resize((before.width * fine, before.height * fine), Image.Resampling.NEAREST)
    nothing = Image.new("RGB", big.size, NOTHING)
    painter(Pen.on(big, fine, -left * fine, -top * fine))
    (cover or painter)(Pen.on(nothing, fine, -left * fine, -top * fine))
    mask = _changed(Image.new("RGB", before.size, NOTHING), nothing.reduce(fine))
    return Sprite(indexed(big.reduce(fine)), (left, top), mask)


def _changed(before: Image.Image, after: Image.Image) -> Image.Image:
    """Return the mask of the pixels that differ."""
    return ImageChops.difference(before, after).convert("L").point(_SEEN, "1")


def laid(ground: Image.Image, box: Box, painter: Painter, fine: int = FINE) -> None:
    """Paint directly on a part of *ground*, for things that are drawn only once."""
    left, top, right, bottom = floor(box[0]), floor(box[1]), ceil(box[2]), ceil(box[3])
    for row in range(top, bottom, STRIP):
        strip = (left, row, right, min(row + STRIP, bottom))
        before = ground.crop(strip).convert("RGB")
        big = before.resize((before.width * fine, before.height * fine), Image.Resampling.NEAREST)
        painter(Pen.on(big, fine, -left * fine, -row * fine))
        ground.paste(indexed(big.reduce(fine)), strip)


_SEEN: Final = [0 if value < UNSEEN else 255 for value in range(256)]


def flat(
    width: int,
    height: int,
    ground: Colour,
    painter: Painter,
    fine: int = FINE,
) -> Sprite:
    """Return a sprite at the origin that covers its whole box, painted on one color."""
    big = Image.new("RGB", (width * fine, height * fine), ground)
    painter(Pen.on(big, fine))
    return Sprite(indexed(big.reduce(fine)), (0, 0))
