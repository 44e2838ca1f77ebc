"""The layout of a picture: the board, and the panel beside or below it.

A board always has the same camera, so it looks the same in every picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.board import MapSpec
from engine.errors import GameError
from engine.ids import CityId
from maps.editions import LANGUAGES
from maps.layout import Layout
from maps.lettering import Outline, label_box, text_box
from maps.lines import Point
from maps.spelling import hint, listed
from render.pen import Box, Pen
from render.theme import WIDEST

HEADER: Final = 66
BAR: Final = 300
"""The height of the panel below a wide board, in pixels."""
SIDE: Final = 600
"""The least width of the panel beside a high board, in pixels."""
HIGHEST: Final = 1640
"""The greatest height of a high board, in pixels.

Its picture is then as wide and nearly as high as that of a wide board, with names of that size.
"""
DISPLAY: Final = 260
"""The height of the face-up cards and decks beside a high board, in pixels."""
CLOSE: Final = 2.2
"""The scale of a close-up, relative to the picture of the whole board."""
CLOSE_SIZE: Final = (1500, 1100)
GROWS: Final = 2
"""A close-up grows at most 2 times for names that it would cut off.

That is enough for all regions. A name that the last growth brings in and cuts off is not written.
"""
AIR: Final = 8.0
"""The least distance between a name and the edges of a close-up, in board units."""
AROUND: Final = 260.0
"""How far a close-up of a city reaches above and below it, in board units at font size 27."""

PARTS: Final[Mapping[str, Box]] = {
    "north-west": (0, 0, 0.55, 0.55),
    "north-east": (0.45, 0, 1, 0.55),
    "south-west": (0, 0.45, 0.55, 1),
    "south-east": (0.45, 0.45, 1, 1),
    "north": (0.2, 0, 0.8, 0.55),
    "south": (0.2, 0.45, 0.8, 1),
    "west": (0, 0.2, 0.5, 0.8),
    "east": (0.5, 0.2, 1, 0.8),
    "centre": (0.25, 0.25, 0.75, 0.75),
}
"""Regions that every board has, as fractions of its width and height."""


class UnknownRegion(GameError):
    """The board has no region or city of this name."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The visible part of the board, and its position in the picture."""

    window: Box
    """In board units."""
    scale: float
    left: int = 0
    top: int = 0

    @property
    def width(self) -> int:
        """The width of the visible part, in pixels."""
        return round((self.window[2] - self.window[0]) * self.scale)

    @property
    def height(self) -> int:
        """The height of the visible part, in pixels."""
        return round((self.window[3] - self.window[1]) * self.scale)

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Return the position of a board point in the picture."""
        return (
            self.left + (x - self.window[0]) * self.scale,
            self.top + (y - self.window[1]) * self.scale,
        )

    def seen(self, box: Box) -> Box:
        """Return the visible part of a rectangle of the board, in pixels.

        If no part is visible, right is less than left, or bottom is less than top.
        """
        left, top = self.pixel(box[0], box[1])
        right, bottom = self.pixel(box[2], box[3])
        return (
            max(left, self.left),
            max(top, self.top),
            min(right, self.left + self.width),
            min(bottom, self.top + self.height),
        )

    def on_board(self, pen: Pen) -> Pen:
        """Turn a pen of the picture into a pen that draws in board units."""
        return pen.inside(*self.pixel(0, 0), self.scale)


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a picture and its parts, in pixels. Without a panel the boxes are None."""

    width: int
    height: int
    camera: Camera
    header: Box | None = None
    display: Box | None = None
    seats: Box | None = None
    is_wide: bool = True


def whole(layout: Layout) -> Frame:
    """Return the frame of a whole board with its panel.

    The panel is below a wide board and beside a high board, so every picture is landscape.
    """
    window = (0.0, 0.0, layout.width, layout.height)
    if layout.width > layout.height:
        camera = Camera(window, WIDEST / layout.width, 0, HEADER)
        bottom = HEADER + camera.height
        split = 650.0
        return Frame(
            WIDEST,
            bottom + BAR,
            camera,
            header=(0, 0, WIDEST, HEADER),
            display=(0, bottom, split, bottom + BAR),
            seats=(split, bottom, WIDEST, bottom + BAR),
        )
    camera = Camera(window, min(HIGHEST / layout.height, (WIDEST - SIDE) / layout.width))
    left, top = camera.width, HEADER * 2
    return Frame(
        WIDEST,
        camera.height,
        camera,
        header=(left, 0, WIDEST, top),
        display=(left, top, WIDEST, top + DISPLAY),
        seats=(left, top + DISPLAY, WIDEST, camera.height),
        is_wide=False,
    )


def names_size(layout: Layout) -> float:
    """Return the size of city names in the picture of a whole board, in pixels."""
    return layout.font * whole(layout).camera.scale


def private(layout: Layout) -> Frame:
    """Return the frame of a player's own map: a high board has its panel, a wide board none."""
    frame = whole(layout)
    return bare(layout) if frame.is_wide else frame


def bare(layout: Layout) -> Frame:
    """Return the frame of a whole board without a panel."""
    camera = whole(layout).camera
    camera = Camera(camera.window, camera.scale)
    return Frame(camera.width, camera.height, camera)


def close_up(spec: MapSpec, layout: Layout, region: str) -> Frame:
    """Return the frame of a close-up of a region of the layout, a compass direction or a city.

    Raises:
        UnknownRegion: The board has no region or city of this name. The message lists the regions.

    """
    window = _window(spec, layout, region.strip())
    for _ in range(GROWS):
        window = _with_names(spec, layout, window)
    left, top, right, bottom = window
    wide, high = right - left, bottom - top
    scale = min(CLOSE * whole(layout).camera.scale, CLOSE_SIZE[0] / wide, CLOSE_SIZE[1] / high)
    camera = Camera((left, top, right, bottom), scale)
    return Frame(camera.width, camera.height, camera)


def _with_names(spec: MapSpec, layout: Layout, window: Box) -> Box:
    """Return a window big enough to cut off no name whose city is in *window*.

    The bigger window may bring more cities into view.
    """
    boxes = [window]
    for at, name in _names(spec, layout):
        if within(window, *at):
            (x0, y0), _, (x1, y1), _ = name
            boxes.append((x0 - AIR, y0 - AIR, x1 + AIR, y1 + AIR))
    left, top, right, bottom = zip(*boxes, strict=True)
    return (
        max(0.0, min(left)),
        max(0.0, min(top)),
        min(layout.width, max(right)),
        min(layout.height, max(bottom)),
    )


def _names(spec: MapSpec, layout: Layout) -> Iterator[tuple[Point, Outline]]:
    """Yield the box of each name in each language, after the position of what it names."""
    for language in LANGUAGES:
        for name, place in layout.places.items():
            box = label_box(place, spec.cities[name], layout.font, language)
            if box:
                yield (place.x, place.y), box
        for tag in (tag for track in layout.tracks.values() for tag in track.tags):
            words = spec.cities[tag.city].name(language)
            yield tag.at, text_box(tag.at, words, layout.font, tag.anchor)


def within(window: Box, x: float, y: float) -> bool:
    """Return whether a point is in a part of the board."""
    return window[0] <= x <= window[2] and window[1] <= y <= window[3]


def holds(window: Box, name: Outline) -> bool:
    """Return whether a whole name is in a part of the board."""
    return all(within(window, *corner) for corner in name)


def regions(layout: Layout) -> list[str]:
    """Return the names of all regions of a board. A close-up can also show any of its cities."""
    return [*layout.regions, *PARTS]


def _window(spec: MapSpec, layout: Layout, region: str) -> Box:
    if region in layout.regions:
        return layout.regions[region].box
    if region in PARTS:
        left, top, right, bottom = PARTS[region]
        wide, high = layout.width, layout.height
        return left * wide, top * high, right * wide, bottom * high
    place = layout.places[_city(spec, layout, region)]
    around = AROUND * layout.font / 27
    left = min(max(place.x - around * 1.3, 0), layout.width - around * 2.6)
    top = min(max(place.y - around, 0), layout.height - around * 2)
    return left, top, left + around * 2.6, top + around * 2


def _city(spec: MapSpec, layout: Layout, name: str) -> CityId:
    """Return the city with this id, or with this name in any language."""
    for city in spec.cities.values():
        names = {city.id, *city.names.values(), city.printed}
        if name.casefold() in {word.casefold() for word in names if word}:
            return city.id
    known = regions(layout)
    near = hint(name, [*known, *spec.cities])
    raise UnknownRegion(f'no region or city "{name}"{near}; regions: {listed(known)}, or any city')
