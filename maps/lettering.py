"""The names on a board: their sizes and the rectangles they take.

The widths of the shipped font are listed here, so that a caller can place names without the font.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.board import City, MapSpec
from maps.layout import Layout, Place
from maps.lines import Point

Box: TypeAlias = tuple[float, float, float, float]
Outline: TypeAlias = tuple[Point, ...]

WIDTHS: Final[Mapping[str, int]] = {
    char: width
    for width, chars in {
        15: "'", 17: "’", 18: "|", 20: " íî", 22: "l", 23: ",j", 24: ".Ii", 27: ";", 30: "!():",
        31: "1", 33: "ft", 34: "r", 36: "-", 41: "z", 42: "/–", 44: "7", 45: "sy", 46: "+?v",
        47: "x", 48: "35689Zacekäéèçáåê", 49: "2FLghnouöüñóúô", 50: "bdpqø", 51: "0EJSß",
        52: "4QT", 53: "CPY", 54: "BDGORVXÖ", 55: "AKÄÅ", 56: "HUÜ", 59: "N", 61: "Ø", 63: "M",
        68: "w", 75: "m", 77: "W",
    }.items()
    for char in chars
}  # fmt: skip
"""The width of each letter, in hundredths of the font size."""
WIDEST: Final = 80

CAP: Final = 0.70
"""The height of a capital letter, relative to the font size."""
LINE: Final = 0.98
"""The distance between lines, relative to the font size."""
TAIL: Final = 0.19
"""How far letters such as g and y reach below the line, relative to the font size."""
TAILED: Final = frozenset("gjpqyç,;Q")
AIR: Final = 3.0
"""The free room around a name, in board units."""
FLAG: Final = 1.75
"""The room for the flag before a country's name, relative to the name's size."""
COUNTRY: Final = 1.15
"""The size of a country's name, which is in capitals, relative to other names."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing on the board that takes room."""

    name: str
    outline: Outline
    owner: str
    """Things of one owner may touch each other: the slots of a track, a city and its spots."""

    @property
    def bounds(self) -> Box:
        """The upright rectangle around the thing."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(xs), min(ys), max(xs), max(ys)


def labels(spec: MapSpec, layout: Layout, language: str) -> list[Thing]:
    """Return all names as they are written in *language*."""
    found = []
    for name, place in layout.places.items():
        outline = label_box(place, spec.cities[name], layout.font, language)
        if outline:
            found.append(Thing(f"name of {name}", outline, f"name of {name}"))
    return found + tags(spec, layout, layout.font, language)


def tags(spec: MapSpec, layout: Layout, font: float, language: str) -> list[Thing]:
    """Return all names at the edge of the world."""
    found = []
    for track_name, track in layout.tracks.items():
        for tag in track.tags:
            words = spec.cities[tag.city].name(language)
            outline = text_box(tag.at, words, font, tag.anchor)
            at = f"tag {tag.city} of {track_name}"
            found.append(Thing(at, outline, at))
    return found


def label_box(place: Place, city: City, size: float, language: str) -> Outline | None:
    """Return the rectangle of a city's name with the free room around it.

    Return None if the name is not written.
    """
    if place.label is None:
        return None
    words = place.words(city, language)
    if city.is_end:
        words, size = words.upper(), size * COUNTRY
    dx, dy, anchor = place.label
    box = text_box((place.x + dx, place.y + dy), words, size, anchor)
    return _with_flag(box, size) if place.flag else box


def _with_flag(box: Outline, size: float) -> Outline:
    (left, top), (right, _), (_, bottom), _ = box
    left -= FLAG * size
    return (left, top), (right, top), (right, bottom), (left, bottom)


def text_box(at: Point, words: str, size: float, anchor: str) -> Outline:
    """Return the rectangle of a text with the free room around it."""
    lines = words.split("\n")
    wide = max(text_width(line) for line in lines) * size
    high = size * (CAP + (len(lines) - 1) * LINE)
    left = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide - AIR
    top = at[1] - {"t": 0.0, "m": 0.5, "b": 1.0}[anchor[1]] * high - AIR
    tail = TAIL * size if TAILED.intersection(lines[-1]) else 0
    right, bottom = left + wide + 2 * AIR, top + high + 2 * AIR + tail
    return (left, top), (right, top), (right, bottom), (left, bottom)


def text_width(line: str) -> float:
    """Return the width of a line in a font of size 1."""
    return sum(WIDTHS.get(char, WIDEST) for char in line) / 100
