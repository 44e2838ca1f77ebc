"""Advice for a player: possible paths, the routes a ticket still needs, useful claims.

All code that searches for a path on the board uses this module. Only the planning agent has its own
search (`engine.ai.terrain`), for speed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise, permutations
from typing import Final, NamedTuple, TypeAlias

from engine.board import MapSpec, Route
from engine.ids import WILD, CityId, RouteId, Seat, TicketId
from engine.options import claimable
from engine.questions import TicketChoice
from engine.ruleset import Rules
from engine.state import GameState
from engine.tariffs import Hand, Lack, Tariff
from engine.view import View, view_for

Links: TypeAlias = tuple[RouteId, ...]
Costs: TypeAlias = Mapping[RouteId, int]
"""The cost of each route. A route that is left out cannot be used."""
ORDERED: Final = 3
"""The largest number of tickets that are planned in every order."""
Missing: TypeAlias = Mapping[TicketId, Links | None]
"""The routes that each ticket still needs. They are empty if the ticket is completed, and None if
it cannot be completed any more."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The routes that a seat's tickets still need, and the routes that it could claim now."""

    missing: Missing
    builds: Links
    """The most useful routes first."""


def advise(rules: Rules, state: GameState, seat: Seat) -> Advice:
    """Return the advice for *seat*, which includes tickets that it has to choose from."""
    view = view_for(rules, state, seat)
    offered = view.waiting.offered if isinstance(view.waiting, TicketChoice) else ()
    closed = closed_to(rules, state, seat)
    missing = {
        ticket: missing_links(rules.spec, view, ticket, closed)
        for ticket in (*view.tickets, *offered)
    }
    near = near_links(rules.spec, view)
    return Advice(missing, useful_builds(claimable(rules, state, seat), missing, near))


def closed_to(rules: Rules, state: GameState, seat: Seat) -> Links:
    """Return the free routes that the rules forbid to this seat, whatever it has (C7, C8)."""
    free = [route for track, route in rules.spec.routes.items() if track not in state.owners]
    return tuple(route.id for route in free if rules.veto(state, seat, route))


def closed_to_all(rules: Rules, state: GameState) -> Links:
    """Return the free routes that the rules forbid to every seat, whatever it has (C8)."""
    shut = [closed_to(rules, state, Seat(number)) for number in range(rules.seats)]
    return tuple(track for track in shut[0] if all(track in others for others in shut[1:]))


def wanted_links(missing: Missing) -> Links:
    """Return the routes that the tickets still need, each only once."""
    return tuple(dict.fromkeys(track for links in missing.values() for track in links or ()))


def near_links(spec: MapSpec, view: View) -> Links:
    """Return the routes that touch the viewer's own routes."""
    own = [spec.routes[track] for track, owner in view.owners.items() if owner == view.viewer]
    cities = {city for route in own for city in route.ends}
    return tuple(route.id for route in spec.routes.values() if not cities.isdisjoint(route.ends))


def useful_builds(
    payable: Iterable[RouteId], missing: Missing, near: Collection[RouteId] = ()
) -> Links:
    """Return the payable routes: first those that tickets need, then those *near*, then others."""
    wanted = wanted_links(missing)
    return tuple(sorted(payable, key=lambda track: (track not in wanted, track not in near)))


def missing_links(
    spec: MapSpec, view: View, ticket: TicketId, closed: Collection[RouteId] = ()
) -> Links | None:
    """Return the free routes that complete a ticket of the viewer with the fewest pieces.

    The search connects the stops one after the other. The result is empty if the ticket is
    completed, and None if it cannot be completed any more. The caller names as *closed* the routes
    that the viewer may not claim any more: see `closed_to`.
    """
    return joint_links(spec, view, [ticket], closed)


def joint_links(
    spec: MapSpec, view: View, tickets: Sequence[TicketId], closed: Collection[RouteId] = ()
) -> Links | None:
    """Return the free routes that complete all these tickets of the viewer, each only once.

    Return None if one of the tickets cannot be completed any more.
    """
    return cheapest_links(spec, _costs_for(spec, view, closed), tickets)


def cheapest_links(spec: MapSpec, costs: Costs, tickets: Sequence[TicketId]) -> Links | None:
    """Return the routes that complete all these tickets, without routes that cost nothing.

    With up to `ORDERED` tickets, the search tries every order and returns the cheapest result.
    Return None if one of the tickets cannot be completed any more.
    """
    orders = permutations(tickets) if len(tickets) <= ORDERED else [tuple(tickets)]
    found: list[Links] = []
    for order in orders:
        left = dict(costs)
        laid: set[RouteId] = set()
        for ticket in order:
            if not _plan_ticket(spec, left, laid, ticket):
                return None
        found.append(tuple(track for track in spec.routes if track in laid))
    return min(found, key=lambda links: sum(costs[track] for track in links))


def lacks(tariff: Tariff, hand: Hand, wilds: int) -> Lack:
    """Return what *hand* lacks for a price if at most *wilds* wilds may pay for it."""
    return tariff.lacks({**hand, WILD: min(wilds, hand.get(WILD, 0))})


def _plan_ticket(
    spec: MapSpec, costs: dict[RouteId, int], laid: set[RouteId], ticket: TicketId
) -> bool:
    """Add to *laid* the routes that a ticket needs, and set their cost to 0.

    Return False if the ticket cannot be completed any more.
    """
    first, *others = spec.tickets[ticket].stops
    reached = first
    for stop in others:
        way = cheapest_way(spec, costs, reached, stop)
        if way is None:
            return False
        laid.update(track for track in way if costs[track])
        costs |= dict.fromkeys(laid, 0)
        reached = first if spec.cities[stop].is_end else stop
    return True


def spaces(spec: MapSpec, links: Links | None) -> int | None:
    """Return how many pieces the links need, or None if *links* is None."""
    return None if links is None else sum(spec.routes[track].length for track in links)


def joining_links(
    spec: MapSpec, owners: Mapping[RouteId, Seat], seat: Seat, ticket: TicketId
) -> Links | None:
    """Return the shortest own routes that connect a ticket's stops, or None if there are none.

    The result is only for display. The score sheet decides whether a ticket is completed and what
    it is worth.
    """
    own = {track: spec.routes[track].length for track, owner in owners.items() if owner == seat}
    legs = [cheapest_way(spec, own, a, b) for a, b in pairwise(spec.tickets[ticket].stops)]
    found: dict[RouteId, None] = {}
    for leg in legs:
        if leg is None:
            return None
        found.update(dict.fromkeys(leg))
    return tuple(found)


def cheapest_way(spec: MapSpec, costs: Costs, start: CityId, goal: CityId) -> Links | None:
    """Return the cheapest path between two cities as ordered routes, or None if there is none."""
    steps = _search(spec, costs, start, goal)
    if goal not in steps:
        return None
    way: list[RouteId] = []
    city = goal
    while city != start:
        _, city, track = steps[city]
        way.append(track)
    return tuple(reversed(way))


def distances(spec: MapSpec, start: CityId) -> dict[CityId, int]:
    """Return the length in spaces of the shortest path from *start* to each reachable city."""
    lengths = {track: route.length for track, route in spec.routes.items()}
    return {city: step.cost for city, step in _search(spec, lengths, start).items()}


class _Step(NamedTuple):
    """The last step of the cheapest path to a city."""

    cost: int
    """The cost of the whole path."""
    back: CityId
    track: RouteId


_NO_ROUTE = RouteId("")


def _search(
    spec: MapSpec, costs: Costs, start: CityId, goal: CityId | None = None
) -> dict[CityId, _Step]:
    """Return the cheapest step to each city, the nearest cities first, until the goal.

    No path leads through a country (G2).
    """
    near = _routes_by_city(spec)
    found: dict[CityId, _Step] = {}
    queue: list[tuple[int, CityId, CityId, RouteId]] = [(0, start, start, _NO_ROUTE)]
    while queue:
        cost, city, back, track = heappop(queue)
        if city in found:
            continue
        found[city] = _Step(cost, back, track)
        if city == goal:
            break
        if spec.cities[city].is_end and city != start:
            continue
        for route in near[city]:
            if route.id in costs:
                there = route.b if route.a == city else route.a
                heappush(queue, (cost + costs[route.id], there, city, route.id))
    return found


@lru_cache(maxsize=32)
def _routes_by_city(spec: MapSpec) -> Mapping[CityId, list[Route]]:
    """Return the routes that meet in each city."""
    near: dict[CityId, list[Route]] = {city: [] for city in spec.cities}
    for route in spec.routes.values():
        near[route.a].append(route)
        near[route.b].append(route)
    return near


def _costs_for(spec: MapSpec, view: View, closed: Collection[RouteId]) -> dict[RouteId, int]:
    """Return the pieces that each route still costs the viewer.

    Own routes cost 0. Routes of other players and *closed* routes are left out.
    """
    costs = {track: route.length for track, route in spec.routes.items() if track not in closed}
    for track, owner in view.owners.items():
        if owner == view.viewer:
            costs[track] = 0
        else:
            costs.pop(track, None)
    return costs
