"""The first layout of a board: cities as on the globe, moved apart until the tracks have room.

An author improves it by hand. Points are complex numbers here, because these can be added, turned
and scaled directly.
"""

from __future__ import annotations

from cmath import phase
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import atan, cos, radians
from statistics import mean, median
from typing import Final, TypeAlias

from engine.board import MapSpec, Route
from engine.ids import CityId
from maps.layout import SlotSize, key

SLOT: Final = SlotSize(width=16, min=26, max=44, gap=4, between=2)
RADIUS: Final = 16.0
FONT: Final = 26.0
LEAST: Final = 1300.0
"""The least length of the longer side of a board. A smaller board leaves no room for the panel."""
MARGIN: Final = 150.0
"""The room for names around the outermost cities."""
SPACE: Final = 42.0
"""The preferred length of a space of a track, with its gap."""
NEAR: Final = 90.0
"""The least distance between cities."""
CLEAR: Final = 34.0
"""The least distance between a city and tracks that pass by."""
ROUNDS: Final = 200
HOMESICK: Final = 0.01
"""The fraction of its way back to its position on the globe that a city moves in each round."""
STRIDE: Final = 12.0
"""The greatest distance that a point moves in a round.

Without this limit, points with many forces on them would fly apart.
"""
TURNED: Final = 0.15
"""The fraction of the missing angle between two tracks of a city that each round corrects."""

Points: TypeAlias = dict[str, complex]
Shifts: TypeAlias = Iterator[tuple[str, complex]]


@dataclass(frozen=True, slots=True)
class Strand:
    """The tracks between two points, side by side."""

    a: str
    b: str
    need: float
    """The least length of the strand."""
    half: float
    """Half the width of the strand."""


def propose(spec: MapSpec) -> dict[str, object]:
    """Return a whole layout in the format of `layout.json`. Its names are not placed yet."""
    strands = list(_strands(spec))
    at = _fit_to_board(_relax(_globe_positions(spec, strands), strands))
    width = round(max(point.real for point in at.values()) + MARGIN)
    height = round(max(point.imag for point in at.values()) + MARGIN)
    return {
        "board": {"width": width, "height": height},
        "slot": {name: getattr(SLOT, name) for name in SLOT.__struct_fields__},
        "city_radius": RADIUS,
        "font": FONT,
        "cities": {city: _place(spec, city, at) for city in spec.cities},
        "spots": {spot: _pair(at[spot]) for spot in _spots(spec)},
        "links": {
            key(route): {"wrap": _wrap(route, at, width)}
            for route in spec.routes.values()
            if route.wrap
        },
    }


def _spots(spec: MapSpec) -> dict[str, CityId]:
    """Return the country of each end spot."""
    return {
        route.spot: next(city for city in route.ends if route.spot.startswith(f"{city}-"))
        for route in spec.routes.values()
        if route.spot
    }


def _end(route: Route, city: CityId) -> str:
    """Return the point at which a track ends."""
    return route.spot if route.spot and route.spot.startswith(f"{city}-") else city


def _strands(spec: MapSpec) -> Iterator[Strand]:
    """Yield a strand for each line, except for lines that leave the board."""
    beside = Counter(key(route) for route in spec.routes.values())
    routes = {key(route): route for route in spec.routes.values() if not route.wrap}
    for name, route in routes.items():
        need = route.length * SPACE + 2 * (RADIUS + SLOT.gap)
        half = beside[name] * (SLOT.width + SLOT.between) / 2
        yield Strand(_end(route, route.a), _end(route, route.b), need, half)


def _globe_positions(spec: MapSpec, strands: list[Strand]) -> Points:
    """Return the positions on the globe, at a scale that is big enough for half of the tracks."""
    west = _west(spec)
    flat = cos(radians(mean(city.lat for city in spec.cities.values())))
    homes: Points = {
        id: complex((city.lon - west) % 360 * flat, -city.lat) for id, city in spec.cities.items()
    }
    for spot, country in _spots(spec).items():
        others = [s.b if s.a == spot else s.a for s in strands if spot in (s.a, s.b)]
        homes[spot] = homes[country] + 0.3 * (homes[others[0]] - homes[country])
    size = median(s.need / (abs(homes[s.a] - homes[s.b]) or 1) for s in strands)
    # Add a spiral that is too small to be visible. Without it, two points at the same position
    # could not be pushed apart.
    return {id: home * size + n * 1j**n / 10 for n, (id, home) in enumerate(homes.items())}


def _west(spec: MapSpec) -> float:
    """Return the longitude at which the board begins: after the widest gap between cities."""
    lons = sorted(city.lon for city in spec.cities.values())
    gaps = [(b - a, b) for a, b in pairwise([*lons, lons[0] + 360])]
    return max(gaps)[1] % 360


def _relax(homes: Points, strands: list[Strand]) -> Points:
    """Move all points until tracks are long enough and nothing is too close, as far as possible."""
    at = dict(homes)
    for _ in range(ROUNDS):
        moved: defaultdict[str, complex] = defaultdict(complex)
        for force in (
            _length_shifts(at, strands),
            _distance_shifts(at),
            _clearance_shifts(at, strands),
            _angle_shifts(at, strands),
        ):
            for point, shift in force:
                moved[point] += shift
        for point, home in homes.items():
            shift = moved[point] / 2 + HOMESICK * (home - at[point])
            at[point] += shift * min(1.0, STRIDE / (abs(shift) or 1.0))
    return at


def _length_shifts(at: Points, strands: list[Strand]) -> Shifts:
    """Yield shifts that push apart the ends of strands that are too short."""
    for strand in strands:
        way = at[strand.b] - at[strand.a]
        if abs(way) < strand.need:
            push = way / abs(way) * (strand.need - abs(way)) / 2
            yield strand.a, -push
            yield strand.b, push


def _distance_shifts(at: Points) -> Shifts:
    """Yield shifts that push apart cities that are too close to each other."""
    for (a, here), (b, there) in combinations(at.items(), 2):
        way = there - here
        if abs(way) < NEAR:
            push = way / abs(way) * (NEAR - abs(way)) / 2
            yield a, -push
            yield b, push


def _clearance_shifts(at: Points, strands: list[Strand]) -> Shifts:
    """Yield shifts that push apart cities and strands that pass by them."""
    for strand in strands:
        start, way = at[strand.a], at[strand.b] - at[strand.a]
        room = RADIUS + strand.half + CLEAR
        for point, here in at.items():
            along = ((here - start) * way.conjugate()).real / abs(way) ** 2
            away = here - (start + min(max(along, 0), 1) * way)
            if point not in (strand.a, strand.b) and abs(away) < room:
                push = (away / abs(away) if away else 1j) * (room - abs(away))
                yield point, push / 2
                yield strand.a, -push / 4
                yield strand.b, -push / 4


def _angle_shifts(at: Points, strands: list[Strand]) -> Shifts:
    """Yield shifts that turn apart strands that leave a city too close to each other."""
    ends: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    for strand in strands:
        ends[strand.a].append((strand.b, strand.half))
        ends[strand.b].append((strand.a, strand.half))
    rim = RADIUS + SLOT.gap
    for city, others in ends.items():
        for (a, half_a), (b, half_b) in combinations(others, 2):
            way_a, way_b = at[a] - at[city], at[b] - at[city]
            between = phase(way_b * way_a.conjugate())
            lacking = atan(half_a / rim) + atan(half_b / rim) - abs(between)
            if lacking > 0:
                turn = 1j * lacking * TURNED * (1 if between > 0 else -1)
                yield a, -turn * way_a
                yield b, turn * way_b


def _fit_to_board(at: Points) -> Points:
    """Move all points to the board's corner with a margin, and enlarge a board that is small."""
    left, top = (min(p.real for p in at.values()), min(p.imag for p in at.values()))
    wide, high = (max(p.real for p in at.values()) - left, max(p.imag for p in at.values()) - top)
    grown = max(1.0, (LEAST - 2 * MARGIN) / max(wide, high))
    corner = complex(left, top)
    return {id: (p - corner) * grown + complex(MARGIN, MARGIN) for id, p in at.items()}


def _place(spec: MapSpec, city: CityId, at: Mapping[str, complex]) -> dict[str, object]:
    x, y = _pair(at[city])
    label = [0, 0, "mm"] if spec.cities[city].is_end else [RADIUS + 5, 0, "lm"]
    return {"x": x, "y": y, "label": label}


def _wrap(route: Route, at: Mapping[str, complex], width: int) -> dict[str, object]:
    """Return straight lines: the first city to its nearest edge, the other edge to the second."""
    a, b = at[route.a], at[route.b]
    height = round((a.imag + b.imag) / 2)
    edges = ([0, height], [width, height]) if a.real < b.real else ([width, height], [0, height])
    return {"edge_a": edges[0], "edge_b": edges[1], "slots_a": route.length // 2}


def _pair(point: complex) -> tuple[int, int]:
    return round(point.real), round(point.imag)
