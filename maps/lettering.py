"""The names on a board: how big they are, and which room they take.

Widths are those of the shipped font, written down: who asks where names stand needs no font.
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
"""How wide a letter is, in hundredths of the font's size."""
WIDEST: Final = 80

CAP: Final = 0.70
"""How high a capital is, of the font's size."""
LINE: Final = 0.98
"""How far lines stand apart."""
TAIL: Final = 0.19
"""How far letters such as g and y reach below the line."""
TAILED: Final = frozenset("gjpqyç,;Q")
AIR: Final = 3.0
"""So much room a name keeps to everything."""
FLAG: Final = 1.75
"""A flag stands before a country's name, so much wider than the name's size."""
COUNTRY: Final = 1.15
"""A country's name is so much bigger, in capitals."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the board that takes room."""

    name: str
    outline: Outline
    owner: str
    """Things of one owner may touch: the slots of a track, a city and its spots."""

    @property
    def bounds(self) -> Box:
        """The upright rectangle around it."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(xs), min(ys), max(xs), max(ys)


def labels(spec: MapSpec, layout: Layout, language: str) -> list[Thing]:
    """All names, as written in *language*."""
    found = []
    for name, place in layout.places.items():
        outline = label_box(place, spec.cities[name], layout.font, language)
        if outline:
            found.append(Thing(f"name of {name}", outline, f"name of {name}"))
    return found + tags(spec, layout, layout.font, language)


def tags(spec: MapSpec, layout: Layout, font: float, language: str) -> list[Thing]:
    """All names at the edge of the world."""
    found = []
    for track_name, track in layout.tracks.items():
        for tag in track.tags:
            words = spec.cities[tag.city].name(language)
            outline = text_box(tag.at, words, font, tag.anchor)
            at = f"tag {tag.city} of {track_name}"
            found.append(Thing(at, outline, at))
    return found


def label_box(place: Place, city: City, size: float, language: str) -> Outline | None:
    """The rectangle of a city's name, with the air around it."""
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
    """The rectangle of a text, with the air around it."""
    lines = words.split("\n")
    wide = max(text_width(line) for line in lines) * size
    high = size * (CAP + (len(lines) - 1) * LINE)
    left = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide - AIR
    top = at[1] - {"t": 0.0, "m": 0.5, "b": 1.0}[anchor[1]] * high - AIR
    tail = TAIL * size if TAILED.intersection(lines[-1]) else 0
    right, bottom = left + wide + 2 * AIR, top + high + 2 * AIR + tail
    return (left, top), (right, top), (right, bottom), (left, bottom)


def text_width(line: str) -> float:
    """How wide a line is in a font of size one."""
    return sum(WIDTHS.get(char, WIDEST) for char in line) / 100
