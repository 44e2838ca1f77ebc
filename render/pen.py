"""A pen that draws on an image in its own units, independent of offset and resolution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.fonts import OTHER, font, is_right_to_left, runs
from render.shapes import Outline, arc, rounded
from render.theme import Colour

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]

CAP: Final = 0.70
"""The height of a capital letter, relative to the font size."""
LINE: Final = 0.98
"""The distance between lines of text, relative to the font size."""
OPAQUE: Final = 255
MEASURE: Final = 128
"""The font size at which widths are measured, so that they are equal at every scale."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen that draws in units: a unit is *zoom* pixels, and the origin is at *left*, *top*.

    *left* and *top* are in pixels.
    """

    image: Image.Image
    draw: ImageDraw.ImageDraw
    veil: ImageDraw.ImageDraw
    """Draws translucent shapes. It is slower than `draw`."""
    zoom: float
    left: float = 0.0
    top: float = 0.0

    @classmethod
    def on(cls, image: Image.Image, zoom: float = 1.0, left: float = 0, top: float = 0) -> Pen:
        """Return a pen for *image*. Translucent shapes let the background show through."""
        return cls(image, ImageDraw.Draw(image), ImageDraw.Draw(image, "RGBA"), zoom, left, top)

    def inside(self, x: float, y: float, scale: float = 1.0) -> Pen:
        """Return a pen on this image with its origin at *x*, *y* and with the unit *scale*."""
        left, top = self.left + x * self.zoom, self.top + y * self.zoom
        return Pen(self.image, self.draw, self.veil, self.zoom * scale, left, top)

    def sees(self, box: Box, reach: float = 0) -> bool:
        """Return whether any part of *box*, extended by *reach* on all sides, is on the image."""
        left, top = self._at((box[0] - reach, box[1] - reach))
        right, bottom = self._at((box[2] + reach, box[3] + reach))
        width, height = self.image.size
        return right >= 0 and bottom >= 0 and left <= width and top <= height

    def path(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """Draw a line through many points. It is fast, which coasts and borders need."""
        there = [self._at(point) for point in points]
        self.draw.line(there, fill=fill, width=max(1, round(width * self.zoom)))

    def polygon(
        self,
        outline: Sequence[Point],
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 0,
        alpha: int = OPAQUE,
    ) -> None:
        """Fill an outline, and draw a line along it."""
        points = [self._at(point) for point in outline]
        if fill is not None and alpha < OPAQUE:
            self.veil.polygon(points, fill=(*fill, alpha))
        elif fill is not None:
            self.draw.polygon(points, fill=fill)
        if edge is not None and width > 0:
            self._along([*points, points[0]], edge, width * self.zoom)

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """Draw a line with round corners and ends."""
        self._along([self._at(point) for point in points], fill, width * self.zoom)

    def band(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """Draw a broad line with round ends along gentle curves. It is fast: a single outline."""
        sides = [_offset_points(points, number, width / 2) for number in range(len(points))]
        outline = [*(left for left, _ in sides), *(right for _, right in reversed(sides))]
        self.polygon(outline, fill)
        self.dots((points[0], points[-1]), fill, width / 2)

    def dots(self, points: Sequence[Point], fill: Colour, radius: float) -> None:
        """Draw a disc at each of *points*."""
        for x, y in points:
            self.disc(x, y, radius, fill)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 0,
    ) -> None:
        """Draw a disc, with its edge inside it."""
        cx, cy = self._at((x, y))
        r = radius * self.zoom
        if edge is not None and width > 0:
            self.draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=edge)
            r -= width * self.zoom
        if fill is not None:
            self.draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=fill)

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        """Draw a circle."""
        cx, cy = self._at((x, y))
        r, w = radius * self.zoom, max(1, round(width * self.zoom))
        self.draw.ellipse((cx - r, cy - r, cx + r, cy + r), outline=colour, width=w)

    def box(
        self,
        box: Box,
        fill: Colour | None,
        radius: float = 0,
        edge: Colour | None = None,
        width: float = 0,
    ) -> None:
        """Draw a rectangle with round corners, with its edge inside it."""
        x0, y0, x1, y1 = box
        if x1 <= x0 or y1 <= y0:
            return
        if edge is not None and width > 0:
            self.draw.polygon(self._all(rounded(x0, y0, x1, y1, radius)), fill=edge)
            x0, y0, x1, y1 = x0 + width, y0 + width, x1 - width, y1 - width
            radius = max(0, radius - width)
        if fill is not None:
            self.draw.polygon(self._all(rounded(x0, y0, x1, y1, radius)), fill=fill)

    def pie(self, x: float, y: float, radius: float, colours: Sequence[Colour]) -> None:
        """Draw a disc of equal slices, clockwise from the top."""
        turn = 360 / len(colours)
        for number, fill in enumerate(colours):
            start = -90 + turn * number
            self.polygon(((x, y), *arc(x, y, radius, start, start + turn + 1, 10)), fill)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        fill: Colour,
        anchor: str = "mm",
        face: str = "semibold",
        halo: tuple[Colour, float] | None = None,
    ) -> None:
        """Write a text, which may have several lines. *anchor* is as in Pillow."""
        lines = words.split("\n")
        cap = size * CAP
        high = cap + (len(lines) - 1) * size * LINE
        top = {"t": y, "m": y - high / 2, "b": y - high}[anchor[1]]
        for number, line in enumerate(lines):
            base = top + cap + number * size * LINE
            wide = text_width(line, size, face)
            left = {"l": x, "m": x - wide / 2, "r": x - wide}[anchor[0]]
            self._write(left, base, line, size, fill, face, halo)

    def _write(
        self,
        left: float,
        base: float,
        line: str,
        size: float,
        fill: Colour,
        face: str,
        halo: tuple[Colour, float] | None,
    ) -> None:
        pixels = max(1, round(size * self.zoom))
        x, y = self._at((left, base))
        for chosen, part in _parts(line, face):
            shaped = is_right_to_left(part)
            letters = font(chosen, pixels, shaped=shaped)
            if halo:
                stroke = halo[1] * self.zoom
                self.draw.text(
                    (x, y), part, halo[0], letters, "ls", stroke_width=stroke, stroke_fill=halo[0]
                )
            self.draw.text((x, y), part, fill, letters, "ls")
            x += letters.getlength(part)

    def _along(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        self.draw.line(points, fill=fill, width=max(1, round(width)), joint="curve")
        if width > 2:
            r = width / 2
            for x, y in (points[0], points[-1]):
                self.draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def _at(self, point: Point) -> Point:
        return self.left + point[0] * self.zoom, self.top + point[1] * self.zoom

    def _all(self, outline: Outline) -> list[Point]:
        return [self._at(point) for point in outline]


def _offset_points(points: Sequence[Point], number: int, far: float) -> tuple[Point, Point]:
    """Return the two points at the distance *far* on both sides of a point of a line."""
    (x0, y0), (x1, y1) = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
    long = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (y1 - y0) / long * far, (x0 - x1) / long * far
    x, y = points[number]
    return (x + dx, y + dy), (x - dx, y - dy)


@lru_cache(maxsize=4096)
def text_width(line: str, size: float, face: str) -> float:
    """Return the width of a line of text, in the unit of *size*."""
    parts = _parts(line, face)
    wide = sum(
        font(chosen, MEASURE, shaped=is_right_to_left(part)).getlength(part)
        for chosen, part in parts
    )
    return wide * size / MEASURE


@lru_cache(maxsize=4096)
def drawn_width(line: str, size: float, face: str, zoom: float) -> float:
    """Return the drawn width of a line where a unit is *zoom* pixels.

    It differs from `text_width`, because letters are fitted to whole pixels there.
    """
    pixels = max(1, round(size * zoom))
    parts = ((font(f, pixels, shaped=is_right_to_left(p)), p) for f, p in _parts(line, face))
    return sum(letters.getlength(part) for letters, part in parts) / zoom


def fitted(words: str, size: float, face: str, room: float, least: float) -> tuple[str, float]:
    """Return a text and a size that fit into *room*: shrunk to *least* first, then cut."""
    wide = text_width(words, size, face)
    if wide <= room:
        return words, size
    size = max(least, size * room / wide)
    while words and text_width(words, size, face) > room + 0.5:
        words = words.rstrip("…")[:-1].rstrip() + "…" if len(words.rstrip("…")) > 1 else ""
    return words, size


def _parts(line: str, face: str) -> list[tuple[str, str]]:
    """Return the pairs of face and part of a line, in order from the left."""
    return runs(line, OTHER)[::-1] if is_right_to_left(line) else runs(line, face)
