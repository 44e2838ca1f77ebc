"""What a ticket still needs: the cheapest tracks between what a seat owns and its stops."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from typing import TypeAlias

from engine.board import MapSpec, Route
from engine.ids import CityId, RouteId, TicketId
from engine.view import View

Links: TypeAlias = tuple[RouteId, ...]


def missing_links(
    spec: MapSpec, view: View, ticket: TicketId, closed: Collection[RouteId] = ()
) -> Links | None:
    """The free tracks that would fulfil a ticket of the viewer with the fewest pieces.

    Stops are joined one after the other. Nothing: the ticket is fulfilled. None: no way is left.
    Tracks that nobody may claim any more (C8) are for the caller to name as *closed*.
    """
    roads = _roads(spec, view, closed)
    laid: set[RouteId] = set()
    first, *others = spec.tickets[ticket].stops
    reached = first
    for stop in others:
        way = _way(spec, roads, laid, reached, stop)
        if way is None:
            return None
        laid.update(way)
        reached = first if spec.cities[stop].is_end else stop
    return tuple(track for track in spec.routes if track in laid)


def spaces(spec: MapSpec, links: Links | None) -> int | None:
    """How many pieces the links need; None if no way is left."""
    return None if links is None else sum(spec.routes[track].length for track in links)


Roads: TypeAlias = Mapping[CityId, list[tuple[CityId, Route, int]]]


def _roads(spec: MapSpec, view: View, closed: Collection[RouteId]) -> Roads:
    """From each city the tracks the viewer may use, with the pieces they still need."""
    owned = {spec.routes[track].group for track, seat in view.owners.items() if seat == view.viewer}
    roads: defaultdict[CityId, list[tuple[CityId, Route, int]]] = defaultdict(list)
    for track, route in spec.routes.items():
        owner = view.owners.get(track)
        is_own = owner is not None and owner == view.viewer
        is_free = owner is None and track not in closed and route.group not in owned
        if is_own or is_free:
            cost = 0 if is_own else route.length
            roads[route.a].append((route.b, route, cost))
            roads[route.b].append((route.a, route, cost))
    return roads


def _way(
    spec: MapSpec, roads: Roads, laid: Collection[RouteId], start: CityId, goal: CityId
) -> Links | None:
    """The tracks to lay on the cheapest way; G2: no way leads through a country."""
    came: dict[CityId, tuple[CityId, RouteId | None]] = {}
    open_ends: list[tuple[int, CityId, CityId, RouteId | None]] = [(0, start, start, None)]
    while open_ends:
        cost, city, back, track = heappop(open_ends)
        if city in came:
            continue
        came[city] = (back, track)
        if city == goal:
            return tuple(_back(came, goal, start))
        if spec.cities[city].is_end and city != start:
            continue
        for there, route, pieces in roads.get(city, ()):
            free = pieces == 0 or route.id in laid
            heappush(
                open_ends,
                (cost + (0 if free else pieces), there, city, None if free else route.id),
            )
    return None


def _back(
    came: Mapping[CityId, tuple[CityId, RouteId | None]], city: CityId, start: CityId
) -> Iterator[RouteId]:
    while city != start:
        city, track = came[city]
        if track is not None:
            yield track
