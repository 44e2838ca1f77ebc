"""The positions of numbers and letters on tracks: apart from each other and from names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import cos, hypot, sin
from typing import Final, TypeAlias

from engine.board import MapSpec
from engine.ids import RouteId
from maps.editions import LANGUAGES
from maps.layout import Layout
from maps.lettering import labels
from maps.lines import Point
from maps.lru import LruCache
from render.layers.marks import tag_box
from render.pen import Box
from render.placement.cities import box_around, harbour_box, shared

LETTER: Final = 0.66
"""The size of the letter of a claimable track, relative to the size of names."""
APART: Final = 0.7
"""How much farther out than its slot a mark is, on parallel tracks of one space."""
RIM: Final = 1.3
"""The radius of a mark with its rim, relative to its size."""
ASIDE: Final = (0.8, -0.8, 1.7, -1.7)
"""How far from its track a mark may be if there is no room on the track.

The unit is the mark's size.
"""
WORSE: Final = 9
"""The penalty for hiding a name. To cover another mark completely costs 1."""
BAD: Final = 3
"""The penalty for a position where a harbor may be built. Another mark costs 1."""
TRIED: Final = 16
"""How many positions of each track are combined with those of its parallel tracks."""
PLACES: Final = LruCache[tuple[str, int], tuple[Layout, dict[RouteId, Point]]](16)
"""The position of every track's mark, by edition and layout."""


def mark_size(layout: Layout, track: RouteId) -> float:
    """Return the size of the mark of a track."""
    return layout.font * (0.62 if len(layout.tracks[track].slots) > 1 else 0.44)


def mark_place(spec: MapSpec, layout: Layout, track: RouteId) -> Point:
    """Return the position of the mark of a track: near its middle, and where it hides least."""

    def make() -> tuple[Layout, dict[RouteId, Point]]:
        return layout, _places(spec, layout)

    # Cache the layout too: while it is alive, no other layout can get its id.
    return PLACES.get_or_make((spec.id, id(layout)), make)[1][track]


def _places(spec: MapSpec, layout: Layout) -> dict[RouteId, Point]:
    names = [thing.bounds for tongue in LANGUAGES for thing in labels(spec, layout, tongue)]
    harbours = [harbour_box(spec, layout, city.id) for city in spec.cities.values() if city.port]
    groups: dict[str, list[RouteId]] = {}
    for track in layout.tracks:
        groups.setdefault(spec.routes[track].group, []).append(track)
    places: dict[RouteId, Point] = {}
    # The first marks were placed before the others were known, so place every mark twice.
    for beside in (*groups.values(), *groups.values()):
        taken = [at for track, at in places.items() if track not in beside]
        ranked = [_best_places(layout, track, beside, (names, harbours, taken)) for track in beside]
        best = min(product(*ranked), key=lambda chosen: _joint_penalty(layout, beside[0], chosen))
        places |= {track: at for track, (_, _, at) in zip(beside, best, strict=True)}
    return places


def _letter(layout: Layout) -> float:
    """Return how far the letter of a claimable track reaches to each side."""
    return max(tag_box(0, 0, "M", layout.font * LETTER)[2:])


Choice: TypeAlias = tuple[float, float, Point]
"""A candidate position of a mark.

The parts are the penalty for hiding names and marks, the distance to the preferred position, and
the position.
"""


def _best_places(
    layout: Layout,
    track: RouteId,
    beside: list[RouteId],
    there: tuple[list[Box], list[Box], list[Point]],
) -> list[Choice]:
    """Return the best positions for a track by itself, away from names, harbors and marks."""
    names, harbours, taken = there
    size, preferred = mark_size(layout, track) * RIM, _preferred_place(layout, track, beside)
    options, room = list(_options(layout, track, preferred)), 2 * _letter(layout)
    reach = size + max(_distance(at, preferred) for at in options)
    near = [name for name in names if _hides(preferred, reach + room, name)]
    ports = [harbour for harbour in harbours if _hides(preferred, reach + room, harbour)]
    marks = [mark for mark in taken if _distance(mark, preferred) < reach + 2 * room]

    def penalty(at: Point) -> float:
        letter = box_around(at, (room / 2, room / 2))
        hidden = sum(_hides(at, size, name) or shared(letter, name) > 0 for name in near)
        on_ports = sum(shared(letter, harbour) for harbour in ports) / room**2
        touched = sum(_overlap(at, mark, room) for mark in marks)
        return WORSE * hidden + BAD * on_ports + touched

    return sorted((round(penalty(at), 3), _distance(at, preferred), at) for at in options)[:TRIED]


def _overlap(a: Point, b: Point, room: float) -> float:
    """Return how much two letters overlap, from 0 to 1."""
    wide, high = room - abs(a[0] - b[0]), room - abs(a[1] - b[1])
    return max(0.0, wide) * max(0.0, high) / room**2


def _joint_penalty(
    layout: Layout, track: RouteId, chosen: Sequence[Choice]
) -> tuple[int, float, int, float]:
    """Return the penalty for these positions of the marks of parallel tracks.

    Marks that touch each other count most.
    """
    size = mark_size(layout, track) * RIM
    hidden = sum(choice[0] for choice in chosen)
    room = 2 * _letter(layout)
    pairs = [(one[2], other[2]) for one, other in combinations(chosen, 2)]
    near = sum(_distance(a, b) < 2 * size for a, b in pairs)
    touching = sum(abs(a[0] - b[0]) < room and abs(a[1] - b[1]) < room for a, b in pairs)
    return touching, hidden, near, sum(choice[1] for choice in chosen)


def _hides(at: Point, size: float, thing: Box) -> bool:
    left, top, right, bottom = thing
    near = min(max(at[0], left), right), min(max(at[1], top), bottom)
    return _distance(at, near) < size


def _options(layout: Layout, track: RouteId, preferred: Point) -> Iterator[Point]:
    yield preferred
    slots = layout.tracks[track].slots
    yield from ((slot.x, slot.y) for slot in slots)
    yield from (((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(slots))
    size = mark_size(layout, track)
    for slot in slots:
        along, across = cos(slot.angle), sin(slot.angle)
        # A track of one space has little room beside it, so try its ends too.
        for step in (0.0, 0.5, -0.5) if len(slots) == 1 else (0.0,):
            x, y = slot.x + along * slot.length * step, slot.y + across * slot.length * step
            for side in (aside * size for aside in ASIDE):
                yield x - across * side, y + along * side


def _preferred_place(layout: Layout, track: RouteId, beside: list[RouteId]) -> Point:
    """Return the preferred position of a mark, which is the middle of a single track.

    Each of several parallel tracks has a different position, so that their marks do not hide each
    other. The marks are on different slots, or farther out on tracks of one space.
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


def _distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
