"""Does a layout look right? Nothing may touch what it does not belong to.

The check names every pair that collides. Widths of names are those of the shipped font.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Final, TypeAlias

from engine.board import City, MapSpec
from maps.editions import LANGUAGES
from maps.layout import Layout, Place, Slot
from maps.lines import Point, box

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
TAG: Final = 0.74
"""A name at the edge of the world is so much smaller."""
UNEVEN: Final = 0.08
"""So much may distances between the slots of a track differ, of their length."""
ROUND: Final = 12
"""Corners of the polygon that stands for a disc."""


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


def faults(spec: MapSpec, layout: Layout) -> list[str]:
    """Everything that is wrong with a layout, a line for each."""
    found = [*_short(layout), *_uneven(layout)]
    for language in LANGUAGES:
        things = [*slots(layout), *discs(spec, layout), *labels(spec, layout, language)]
        found += [f"{thing.name} leaves the board" for thing in things if _outside(thing, layout)]
        found += [f"{a.name} touches {b.name}" for a, b in collisions(things)]
    return list(dict.fromkeys(found))


def slots(layout: Layout) -> list[Thing]:
    """All spaces of all tracks."""
    return [
        Thing(f"slot {number} of {name}", _slot(slot), name)
        for name, track in layout.tracks.items()
        for number, slot in enumerate(track.slots, 1)
    ]


def discs(spec: MapSpec, layout: Layout) -> list[Thing]:
    """All cities and end spots."""
    radius = layout.city_radius + 1
    cities = [
        (f"city {name}", name, (place.x, place.y))
        for name, place in layout.places.items()
        if not spec.cities[name].is_end
    ]
    spots = [(f"end spot {name}", name, at) for name, at in layout.spots.items()]
    return [Thing(name, disc(at, radius), owner) for name, owner, at in (*cities, *spots)]


def labels(spec: MapSpec, layout: Layout, language: str) -> list[Thing]:
    """All names, as written in *language*."""
    found = []
    for name, place in layout.places.items():
        outline = label_box(place, spec.cities[name], layout.font, language)
        if outline:
            found.append(Thing(f"name of {name}", outline, f"name of {name}"))
    for track_name, track in layout.tracks.items():
        for tag in track.tags:
            words = spec.cities[tag.city].name(language)
            outline = text_box(tag.at, words, layout.font * TAG, tag.anchor)
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


def collisions(things: Sequence[Thing]) -> Iterator[tuple[Thing, Thing]]:
    """Every pair of things that touch and do not belong together."""
    bounds = {id(thing): thing.bounds for thing in things}
    ordered = sorted(things, key=lambda thing: bounds[id(thing)][0])
    for place, thing in enumerate(ordered):
        here = bounds[id(thing)]
        for other in ordered[place + 1 :]:
            there = bounds[id(other)]
            if there[0] > here[2]:
                break
            apart = there[1] > here[3] or there[3] < here[1] or thing.owner == other.owner
            if not apart and touch(thing.outline, other.outline):
                yield thing, other


def touch(a: Outline, b: Outline) -> bool:
    """Whether two convex outlines overlap: no line separates them."""
    return not any(_separates(edge, a, b) for edge in (*_edges(a), *_edges(b)))


def disc(at: Point, radius: float) -> Outline:
    """A disc as a polygon."""
    angles = (2 * pi * corner / ROUND for corner in range(ROUND))
    return tuple((at[0] + radius * cos(a), at[1] + radius * sin(a)) for a in angles)


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    return pairwise((*outline, outline[0]))


def _separates(edge: tuple[Point, Point], a: Outline, b: Outline) -> bool:
    (x0, y0), (x1, y1) = edge
    nx, ny = y1 - y0, x0 - x1
    on_a = [x * nx + y * ny for x, y in a]
    on_b = [x * nx + y * ny for x, y in b]
    return max(on_a) <= min(on_b) or max(on_b) <= min(on_a)


def _slot(slot: Slot) -> Outline:
    return box(slot.x, slot.y, slot.angle, slot.length, slot.width)


def _short(layout: Layout) -> Iterator[str]:
    for name, track in layout.tracks.items():
        shortest = min(slot.length for slot in track.slots)
        if shortest < layout.slot.min:
            yield f"slots of {name} are {shortest:.0f} long, less than {layout.slot.min:.0f}"


def _uneven(layout: Layout) -> Iterator[str]:
    for name, track in layout.tracks.items():
        steps = [dist((a.x, a.y), (b.x, b.y)) for a, b in pairwise(track.slots)]
        if steps and len(track.parts) == 1 and max(steps) - min(steps) > UNEVEN * max(steps):
            yield f"slots of {name} are {min(steps):.0f} to {max(steps):.0f} apart"


def _outside(thing: Thing, layout: Layout) -> bool:
    left, top, right, bottom = thing.bounds
    return left < 0 or top < 0 or right > layout.width or bottom > layout.height
