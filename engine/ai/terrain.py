"""The board as a seat sees it now: its own routes, open routes and closed routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Final, NamedTuple

from engine.ai.atlas import Atlas, Group, Track
from engine.ids import RouteId, Seat

POINTS_WEIGHT: Final = 0.7
"""How much the points of a route count against its effort. Less than 1, because other routes would
bring points too."""
PIECE_WORTH: Final = 0.3
"""The worth of a piece, in points."""
LONELY_COST: Final = 1.0
"""The extra cost of a group with only one route left, because it may be lost."""
LEAST_SHARE: Final = 0.35
"""The share of its effort that even a group with many points costs, because it takes time and may
fail."""


class Terrain:
    """The open routes, costs and connections of a seat, updated claim by claim."""

    __slots__ = (
        "_label",
        "_owners",
        "_spurs",
        "atlas",
        "cost",
        "extra",
        "mine",
        "on_offer",
        "open",
        "reached",
        "seat",
        "touched",
    )

    def __init__(self, atlas: Atlas, seat: Seat) -> None:
        self.atlas = atlas
        self.seat = seat
        self._reset()

    def _reset(self) -> None:
        self._owners: Mapping[RouteId, Seat] = {}
        self.open: list[tuple[Track, ...]] = [group.tracks for group in self.atlas.groups]
        """For each group, the routes that this seat may still claim."""
        self.cost: list[float] = [self._price(number) for number in range(len(self.open))]
        """For each group, the cost of owning it: 0 if it is the seat's own, infinity if it is
        closed."""
        self.mine: set[int] = set()
        self.reached: set[int] = set()
        """The cities that own routes reach."""
        self.touched: dict[int, int] = {}
        """The cities that other seats' routes reach, with the number of those routes."""
        self.extra: list[int] = [self._attraction_points(group) for group in self.atlas.groups]
        """For each group, its score in addition to its length: attractions not yet reached (P6)."""
        self.on_offer: dict[RouteId, tuple[Group, Track]] = {
            track.id: (group, track) for group in self.atlas.by_points for track in group.tracks
        }
        """All routes that may be claimed, with their groups, those with most points first."""
        self._label: list[int] = list(range(len(self.atlas.cities)))
        self._spurs: dict[int, list[int]] = {}
        """For each country, the cities from which own routes lead into it (G2)."""

    def update(self, owners: Mapping[RouteId, Seat]) -> bool:
        """Apply the claims since the last update.

        Return whether the board continues the last one. If it does not continue (a step was undone,
        or this is another game), all claims are read again.
        """
        before = self._owners
        if owners == before:
            return True
        continues = before.items() <= owners.items()
        if not continues:
            self._reset()
        for track in [track for track in owners if track not in self._owners]:
            self._apply_claim(self.atlas.tracks[track], own=owners[track] == self.seat)
        self._owners = owners
        return continues

    def _apply_claim(self, track: Track, *, own: bool) -> None:
        number = track.group
        group = self.atlas.groups[number]
        if own:
            self._set_open(group, ())
            self.cost[number] = 0.0
            self.mine.add(number)
            self._mark_reached(group.a)
            self._mark_reached(group.b)
            self._join(group.a, group.b)
            return
        for city in (group.a, group.b):
            self.touched[city] = self.touched.get(city, 0) + 1
        if number not in self.mine:
            rest = tuple(other for other in self.open[number] if other is not track)
            self._set_open(group, () if self.atlas.one_track_only else rest)
            self.cost[number] = self._price(number)

    def _set_open(self, group: Group, tracks: tuple[Track, ...]) -> None:
        """Leave only these routes of a group open."""
        for track in self.open[group.number]:
            if track not in tracks:
                del self.on_offer[track.id]
        self.open[group.number] = tracks

    def _mark_reached(self, city: int) -> None:
        if city not in self.reached:
            self.reached.add(city)
            if self.atlas.sights[city]:
                for number, _ in self.atlas.near[city]:
                    self.extra[number] = self._attraction_points(self.atlas.groups[number])

    def _attraction_points(self, group: Group) -> int:
        sights = self.atlas.sights
        return sum(sights[city] for city in (group.a, group.b) if city not in self.reached)

    def _price(self, number: int) -> float:
        """Return the cost of a group that the seat does not own: its effort minus its points."""
        group, tracks = self.atlas.groups[number], self.open[number]
        if not tracks:
            return inf
        lonely = LONELY_COST if len(tracks) == 1 or self.atlas.one_track_only else 0.0
        effort = self.atlas.turn_worth * group.turns
        gain = POINTS_WEIGHT * group.points - PIECE_WORTH * group.length
        return max(LEAST_SHARE * effort, effort - gain) + lonely

    def _join(self, a: int, b: int) -> None:
        is_end = self.atlas.is_end
        if is_end[a]:
            a, b = b, a
        if is_end[b]:
            self._spurs.setdefault(b, []).append(a)
            return
        label = self._label
        old, new = label[b], label[a]
        if old != new:
            self._label = [new if one == old else one for one in label]

    def joined(self, a: int, b: int) -> bool:
        """Return whether own routes connect two cities."""
        if self._label[a] == self._label[b]:
            return True
        if not self._spurs:
            return False
        label = self._label
        ones = {label[city] for city in self._spurs.get(a, (a,))}
        return any(label[city] in ones for city in self._spurs.get(b, (b,)))

    def main_part(self) -> list[int]:
        """Return the cities of the largest connected part of the seat's own network."""
        label = self._label
        sizes: dict[int, list[int]] = {}
        for city in sorted(self.reached):
            sizes.setdefault(label[city], []).append(city)
        return max(sizes.values(), key=len, default=[])

    def contested(self, number: int) -> int:
        """Return how many routes of other seats end where this group ends."""
        group, touched = self.atlas.groups[number], self.touched
        return touched.get(group.a, 0) + touched.get(group.b, 0)


def cheapest_path(
    atlas: Atlas, cost: Sequence[float], source: int, goal: int
) -> tuple[int, ...] | None:
    """Return the groups of the cheapest connection, or None. It runs through no country (G2).

    `engine.advice` has a search with the same result. This one works on groups by number and takes
    a third of the time. A planner searches up to two hundred times per game.
    """
    near, is_end = atlas.near, atlas.is_end
    best = [inf] * len(near)
    came: list[tuple[int, int]] = [(-1, -1)] * len(near)
    best[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        so_far, city = heappop(heap)
        if city == goal:
            return _trace_path(came, goal)
        if so_far > best[city] or (is_end[city] and city != source):
            continue
        for number, other in near[city]:
            length = so_far + cost[number]
            if length < best[other]:
                best[other] = length
                came[other] = (number, city)
                heappush(heap, (length, other))
    return None


def _trace_path(came: Sequence[tuple[int, int]], goal: int) -> tuple[int, ...]:
    path = []
    number, city = came[goal]
    while number >= 0:
        path.append(number)
        number, city = came[city]
    return tuple(path)


class Way(NamedTuple):
    """The effort to connect a city to the seat's own network."""

    cost: float
    turns: float
    pieces: int


def ways_from_network(terrain: Terrain, cost: Sequence[float]) -> list[Way]:
    """Return for each city the cheapest path from the main part of the seat's own network."""
    atlas = terrain.atlas
    near, is_end, groups = atlas.near, atlas.is_end, atlas.groups
    ways = [_NO_WAY] * len(near)
    heap: list[tuple[Way, int]] = []
    for city in terrain.main_part():
        ways[city] = _HERE
        heappush(heap, (_HERE, city))
    while heap:
        way, city = heappop(heap)
        if way > ways[city] or (is_end[city] and way.cost > 0):
            continue
        for number, other in near[city]:
            length = way.cost + cost[number]
            if length < ways[other].cost:
                group = groups[number]
                if cost[number]:
                    there = Way(length, way.turns + group.turns, way.pieces + group.length)
                else:
                    there = way
                ways[other] = there
                heappush(heap, (there, other))
    return ways


_HERE: Final = Way(0.0, 0.0, 0)
_NO_WAY: Final = Way(inf, inf, 0)
