"""The geometric check of a layout: things that do not belong together must not touch.

The check names every pair of things that collide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Final

from engine.board import MapSpec
from maps.editions import LANGUAGES
from maps.layout import Layout, Slot
from maps.lettering import Outline, Thing, labels
from maps.lines import Point, box

UNEVEN: Final = 0.08
"""The greatest difference between the distances of a track's slots, relative to the greatest."""
ROUND: Final = 12
"""The number of corners of the polygon that stands for a disc."""


def faults(spec: MapSpec, layout: Layout) -> list[str]:
    """Return all faults of a layout, a line for each."""
    found = [*_miscounted(spec, layout), *_short(layout), *_uneven(layout)]
    for language in LANGUAGES:
        things = [*slots(layout), *discs(spec, layout), *labels(spec, layout, language)]
        found += [f"{thing.name} leaves the board" for thing in things if _outside(thing, layout)]
        found += [f"{a.name} touches {b.name}" for a, b in collisions(things)]
    return list(dict.fromkeys(found))


def slots(layout: Layout) -> list[Thing]:
    """Return all spaces of all tracks."""
    return [
        Thing(f"slot {number} of {name}", _slot(slot), name)
        for name, track in layout.tracks.items()
        for number, slot in enumerate(track.slots, 1)
    ]


def discs(spec: MapSpec, layout: Layout) -> list[Thing]:
    """Return all cities and end spots."""
    radius = layout.city_radius + 1
    cities = [
        (f"city {name}", name, (place.x, place.y))
        for name, place in layout.places.items()
        if not spec.cities[name].is_end
    ]
    spots = [(f"end spot {name}", name, at) for name, at in layout.spots.items()]
    return [Thing(name, disc(at, radius), owner) for name, owner, at in (*cities, *spots)]


def collisions(things: Sequence[Thing]) -> Iterator[tuple[Thing, Thing]]:
    """Yield every pair of things that touch and do not belong together."""
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
    """Return whether two convex outlines overlap, which means that no line separates them."""
    return not any(_separates(edge, a, b) for edge in (*_edges(a), *_edges(b)))


def disc(at: Point, radius: float) -> Outline:
    """Return a disc as a polygon."""
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


def _miscounted(spec: MapSpec, layout: Layout) -> Iterator[str]:
    for name, track in layout.tracks.items():
        drawn, spaces = len(track.slots), spec.routes[name].length
        if drawn != spaces:
            yield f"{drawn} slots of {name}, which has {spaces} spaces"


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
