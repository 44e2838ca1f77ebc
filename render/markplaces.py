"""Where numbers and letters stand on tracks: apart from each other, and beside the names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import atan2, cos, hypot, pi, sin
from typing import Final, TypeAlias

from engine.board import MapSpec
from engine.ids import CityId, RouteId
from engine.kept import Kept
from maps.editions import LANGUAGES
from maps.layout import Layout
from maps.lettering import labels
from maps.lines import Point
from render.pen import Box

APART: Final = 0.7
"""How much further out than its slot a mark stands, on parallel tracks of one space."""
RIM: Final = 1.3
"""A mark's rim reaches so far beyond its size."""
ASIDE: Final = (0.8, -0.8, 1.7, -1.7)
"""So far from its track, in its own size, a mark may stand where there is no room on it."""
TRIED: Final = 16
"""So many places of each track are tried with those of the tracks beside it."""
PLACES: Final = Kept[tuple[str, int], tuple[Layout, dict[RouteId, Point]]](16)
"""By layout: the place of every track's mark."""


def mark_size(layout: Layout, track: RouteId) -> float:
    """How big the mark of a track is."""
    return layout.font * (0.62 if len(layout.tracks[track].slots) > 1 else 0.44)


def mark_place(spec: MapSpec, layout: Layout, track: RouteId) -> Point:
    """Where the mark of a track stands: near its middle, and where it hides least."""

    def make() -> tuple[Layout, dict[RouteId, Point]]:
        return layout, _places(spec, layout)

    # The layout is kept too: as long as it lives, no other can have its id.
    return PLACES.get_or_make((spec.id, id(layout)), make)[1][track]


def _places(spec: MapSpec, layout: Layout) -> dict[RouteId, Point]:
    names = [thing.bounds for tongue in LANGUAGES for thing in labels(spec, layout, tongue)]
    groups: dict[str, list[RouteId]] = {}
    for track in layout.tracks:
        groups.setdefault(spec.routes[track].group, []).append(track)
    places: dict[RouteId, Point] = {}
    for beside in groups.values():
        ranked = [_ranked(layout, track, beside, names) for track in beside]
        best = min(product(*ranked), key=lambda chosen: _harm(layout, beside[0], chosen))
        places |= {track: at for track, (_, _, at) in zip(beside, best, strict=True)}
    return places


Choice: TypeAlias = tuple[int, float, Point]
"""How many names a place hides, how far it is from where one would look first, and the place."""


def _ranked(
    layout: Layout, track: RouteId, beside: list[RouteId], names: list[Box]
) -> list[Choice]:
    """The best places of a track, by itself."""
    size, wish = mark_size(layout, track) * RIM, _wish(layout, track, beside)
    options = list(_options(layout, track, wish))
    reach = size + max(_far(at, wish) for at in options)
    near = [name for name in names if _hides(wish, reach, name)]
    found = [(sum(_hides(at, size, name) for name in near), _far(at, wish), at) for at in options]
    return sorted(found)[:TRIED]


def _harm(layout: Layout, track: RouteId, chosen: Sequence[Choice]) -> tuple[int, int, int, float]:
    """How bad it is if parallel tracks have their marks here: too near each other before all."""
    size = mark_size(layout, track) * RIM
    away = [_far(one[2], other[2]) for one, other in combinations(chosen, 2)]
    near = sum(far < 2 * size for far in away)
    hidden = sum(choice[0] for choice in chosen)
    touching = sum(far < layout.font for far in away)
    return touching, hidden, near, sum(choice[1] for choice in chosen)


def _hides(at: Point, size: float, name: Box) -> bool:
    left, top, right, bottom = name
    near = min(max(at[0], left), right), min(max(at[1], top), bottom)
    return _far(at, near) < size


def _options(layout: Layout, track: RouteId, wish: Point) -> Iterator[Point]:
    yield wish
    slots = layout.tracks[track].slots
    yield from ((slot.x, slot.y) for slot in slots)
    yield from (((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(slots))
    size = mark_size(layout, track)
    for slot in slots:
        along, across = cos(slot.angle), sin(slot.angle)
        # A track of one space has little room beside it: its ends are tried too.
        for step in (0.0, 0.5, -0.5) if len(slots) == 1 else (0.0,):
            x, y = slot.x + along * slot.length * step, slot.y + across * slot.length * step
            for side in (aside * size for aside in ASIDE):
                yield x - across * side, y + along * side


def _wish(layout: Layout, track: RouteId, beside: list[RouteId]) -> Point:
    """The middle of a track; where some lie side by side, each has a place of its own.

    So marks of parallel tracks never hide each other: they stand on other slots, and on tracks
    of one space further out.
    """
    slots = layout.tracks[track].slots
    if len(beside) == 1:
        return layout.tracks[track].middle.x, layout.tracks[track].middle.y
    if len(slots) == 1:
        others = [layout.tracks[other].slots[0] for other in beside]
        x = sum(slot.x for slot in others) / len(others)
        y = sum(slot.y for slot in others) / len(others)
        return slots[0].x + (slots[0].x - x) * APART, slots[0].y + (slots[0].y - y) * APART
    reach = min(2.0, (len(slots) - 1) / (len(beside) - 1))
    place = (len(slots) - 1) / 2 + (beside.index(track) - (len(beside) - 1) / 2) * reach
    return slots[round(place)].x, slots[round(place)].y


def _far(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


# Signs beside cities.

AROUND: Final = 24
"""So many directions are tried for a sign beside a city."""
RING: Final = 10.0
"""A sign stands outside the ring around its city."""
STOPS: Final = Kept[tuple[int, str, CityId, Point], tuple[Layout, Point]](512)
"""By layout, language, city and size of the sign: where it stands."""


def stop_place(
    spec: MapSpec, layout: Layout, language: str, city: CityId, half: Point
) -> tuple[float, float]:
    """Where a sign of this size, half of it to each side, stands beside a city.

    Opposite its name if it can: but on no name, no city, and on tracks only where it must.
    """

    def make() -> tuple[Layout, Point]:
        return layout, _beside_city(spec, layout, language, city, half)

    return STOPS.get_or_make((id(layout), language, city, half), make)[1]


def _beside_city(spec: MapSpec, layout: Layout, language: str, city: CityId, half: Point) -> Point:
    place, far = layout.places[city], layout.city_radius + RING
    dx, dy, _ = place.label or (1.0, 1.0, "")
    wish, reach = atan2(-dy, -dx), far + 2 * max(half) + layout.font
    names = [thing.bounds for thing in labels(spec, layout, language)]
    names = [name for name in names if _hides((place.x, place.y), reach, name)]
    radius, here = layout.city_radius, (place.x, place.y)
    cities = [(there.x, there.y) for name, there in layout.places.items() if name != city]
    spaces = [slot for track in layout.tracks.values() for slot in track.slots]
    discs = [_square(at, radius) for at in cities if _far(here, at) < reach + radius]
    slots = [
        _square((slot.x, slot.y), slot.width / 2)
        for slot in spaces
        if _far(here, (slot.x, slot.y)) < reach + slot.width
    ]

    def harm(angle: float) -> float:
        x, y = place.x + cos(angle) * (far + half[0]), place.y + sin(angle) * (far + half[1])
        box = (x - half[0], y - half[1], x + half[0], y + half[1])
        outside = box[0] < 0 or box[1] < 0 or box[2] > layout.width or box[3] > layout.height
        hidden = sum(_overlap(box, thing) for thing in (*names, *discs))
        on_tracks = sum(_overlap(box, slot) for slot in slots)
        return 100 * outside + 20 * hidden + 3 * on_tracks - cos(angle - wish)

    best = min((2 * pi * step / AROUND for step in range(AROUND)), key=harm)
    return place.x + cos(best) * (far + half[0]), place.y + sin(best) * (far + half[1])


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _square(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half
