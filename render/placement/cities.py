"""The positions of harbors and of the signs of the viewer's tickets at cities.

Both avoid the names of cities.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import atan2, cos, pi, sin
from typing import Final

from engine.board import MapSpec
from engine.ids import CityId
from maps.editions import LANGUAGES
from maps.layout import Layout
from maps.lettering import labels
from maps.lines import Point
from maps.lru import LruCache
from render.layers.marks import RING
from render.layers.pieces import harbour_half
from render.pen import Box

HARBOUR: Final = 1.5
"""The size of a harbor, relative to its city's disc."""
BESIDE: Final = 0.85
"""How far a harbor moves sideways if its city's name is on the other side.

The unit is the harbor's size.
"""
ASIDE: Final = (0.0, BESIDE, -BESIDE)
HIGHER: Final = (0.0, 0.18, -0.18, 0.35, -0.35)
"""How far up or down a harbor may move from its city's center and still hide the disc.

The unit is the harbor's size.
"""
HARBOURS: Final = LruCache[tuple[str, int, CityId], tuple[Layout, Point]](256)
"""The positions of harbors, by edition, layout and city."""
AROUND: Final = 24
"""The number of directions that are tried for a sign beside a city."""
OUTWARD: Final = (0.0, 0.6, 1.4)
"""How far from the city's ring a sign may be, in multiples of half its height."""
STOPS: Final = LruCache[tuple[int, str, CityId, Point], tuple[Layout, tuple[Point, ...]]](512)
"""The possible positions of a sign, by layout, language, city and size; the best comes first."""


def harbour_place(spec: MapSpec, layout: Layout, city: CityId) -> tuple[float, float, float]:
    """Return the position and size of a harbor: over its city, and on no name if possible."""
    size = layout.city_radius * HARBOUR

    def make() -> tuple[Layout, Point]:
        return layout, _harbour(spec, layout, city, size)

    # Cache the layout too: while it is alive, no other layout can get its id.
    return *HARBOURS.get_or_make((spec.id, id(layout), city), make)[1], size


def harbour_box(spec: MapSpec, layout: Layout, city: CityId) -> Box:
    """Return the rectangle that a harbor takes, with a ring around it."""
    x, y, size = harbour_place(spec, layout, city)
    half, side = harbour_half(size)
    return box_around((x, y), (half + RING, side + RING))


def _harbour(spec: MapSpec, layout: Layout, city: CityId, size: float) -> Point:
    place, (half, side) = layout.places[city], harbour_half(size)
    anchor = place.label[2] if place.label else ""
    preferred = {"lm": -BESIDE, "rm": BESIDE}.get(anchor, 0.0)
    names = [thing.bounds for tongue in LANGUAGES for thing in labels(spec, layout, tongue)]

    def penalty(at: Point) -> tuple[float, float]:
        box = box_around((place.x + at[0] * size, place.y + at[1] * size), (half, side))
        return sum(shared(box, name) for name in names), abs(at[0] - preferred) + abs(at[1])

    x, y = min(product(ASIDE, HIGHER), key=penalty)
    return place.x + x * size, place.y + y * size


def stop_place(
    spec: MapSpec,
    layout: Layout,
    language: str,
    city: CityId,
    half: Point,
    taken: Sequence[Box] = (),
) -> Point:
    """Return the position of a sign beside a city; *half* is half its width and height.

    The sign is opposite the city's name if possible. It avoids names, cities and everything in
    *taken*. It covers tracks only if there is no other place.
    """

    def make() -> tuple[Layout, tuple[Point, ...]]:
        return layout, _stops(spec, layout, language, city, half)

    ranked = STOPS.get_or_make((id(layout), language, city, half), make)[1]
    free = (at for at in ranked if not _count_hidden(box_around(at, half), taken))
    return next(free, ranked[0])


def _stops(
    spec: MapSpec, layout: Layout, language: str, city: CityId, half: Point
) -> tuple[Point, ...]:
    """Return the positions for a sign, the best first.

    All of them hide no more names and cities than the best position does.
    """
    place, radius = layout.places[city], layout.city_radius + RING
    dx, dy, _ = place.label or (1.0, 1.0, "")
    preferred = atan2(-dy, -dx)
    names = [thing.bounds for thing in labels(spec, layout, language)]
    others = [(there.x, there.y) for name, there in layout.places.items() if name != city]
    hard = [*names, *(box_around(at, (radius, radius)) for at in others)]
    slots = [slot for track in layout.tracks.values() for slot in track.slots]
    spaces = [box_around((slot.x, slot.y), (slot.width / 2, slot.width / 2)) for slot in slots]

    def where(angle: float, out: float) -> Point:
        far = radius + 1 + out * half[1]
        return place.x + cos(angle) * (far + half[0]), place.y + sin(angle) * (far + half[1])

    def penalty(angle: float, out: float) -> tuple[int, float]:
        box = box_around(where(angle, out), half)
        outside = box[0] < 0 or box[1] < 0 or box[2] > layout.width or box[3] > layout.height
        aside = 3 * _count_hidden(box, spaces) + 8 * out - cos(angle - preferred)
        return _count_hidden(box, hard) + 9 * outside, aside

    angles = [2 * pi * step / AROUND for step in range(AROUND)]
    ranked = sorted((penalty(*choice), where(*choice)) for choice in product(angles, OUTWARD))
    least = ranked[0][0][0]
    return tuple(at for (hidden, _), at in ranked if hidden == least)


def _count_hidden(box: Box, things: Iterable[Box]) -> int:
    left, top, right, bottom = box
    return sum(
        left < thing[2] and thing[0] < right and top < thing[3] and thing[1] < bottom
        for thing in things
    )


def shared(a: Box, b: Box) -> float:
    """Return the area that two rectangles share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


def box_around(at: Point, half: Point) -> Box:
    """Return the rectangle around a point; *half* is half its width and height."""
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]
