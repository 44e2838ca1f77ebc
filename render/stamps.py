"""Stamps: small pictures that are painted once, cached, and pasted on a surface."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil
from typing import Final, Protocol

from PIL import Image

from maps.lru import LruCache
from render.canvas import Painter, Sprite, flat
from render.pen import CAP, Pen, drawn_width, text_width
from render.theme import FINE, Colour

LETTERS: Final = 2
"""How many times bigger texts are painted before they are shrunk.

The factor is less than `FINE`, because letters are already smooth.
"""
SPRITES: Final = LruCache[Hashable, Sprite](3000)
"""Texts, numbers and cards, which are small and equal in all games."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A rectangle of one color with something painted on it. Stamps with equal keys are equal."""

    key: Hashable
    width: int
    height: int
    ground: Colour
    paint: Painter
    fine: int = FINE


class Surface(Protocol):
    """A surface on which stamps are put."""

    def put(self, stamp: Stamp, x: float, y: float) -> None:
        """Put a stamp with its upper left corner at the pixel nearest to *x*, *y*."""


@dataclass(frozen=True, slots=True)
class Quick:
    """A canvas in the palette. Stamps are painted once and then pasted from a cache."""

    canvas: Image.Image
    kept: LruCache[Hashable, Sprite] = SPRITES

    def put(self, stamp: Stamp, x: float, y: float) -> None:
        """Paste a stamp, which is painted if it is not cached."""
        sprite = self.kept.get_or_make(
            stamp.key,
            lambda: flat(stamp.width, stamp.height, stamp.ground, stamp.paint, stamp.fine),
        )
        sprite.paste(self.canvas, round(x), round(y))


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a text."""

    size: float
    fill: Colour
    ground: Colour
    face: str = "bold"


def write(
    surface: Surface, x: float, y: float, words: str, style: Style, anchor: str = "lm"
) -> float:
    """Write a text on a background of one color, centered on *y*, and return its width."""
    if not words:
        return 0.0
    drawn = drawn_width(words, style.size, style.face, LETTERS)
    wide, high = ceil(drawn) + 2, ceil(style.size * 1.24)

    def paint(pen: Pen) -> None:
        pen.text(1, high / 2, words, style.size, style.fill, "lm", style.face)

    left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide
    key = ("text", words, style)
    surface.put(Stamp(key, wide, high, style.ground, paint, LETTERS), left, y - high / 2)
    return wide


def write_number(surface: Surface, x: float, y: float, number: int, style: Style) -> None:
    """Write a number centered on a point. The stamp is no bigger than its digits, to fit a disc."""
    text = str(number)
    wide, high = ceil(text_width(text, style.size, style.face)), ceil(style.size * CAP) + 2

    def paint(pen: Pen) -> None:
        pen.text(wide / 2, high / 2, text, style.size, style.fill, face=style.face)

    put_around(surface, Stamp(("number", text, style), wide, high, style.ground, paint), x, y)


def put_around(surface: Surface, stamp: Stamp, x: float, y: float) -> None:
    """Put a stamp with its center at a point."""
    surface.put(stamp, x - stamp.width / 2, y - stamp.height / 2)
