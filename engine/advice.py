"""Advice to a player: which ways there are, what a ticket still needs, what is worth building.

Everything that looks for a way on the board asks here. Only the planning agent has a search of its
own (`engine.ai.terrain`), for its speed.
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
"""What each track costs; one that is left out is no way."""
ORDERED: Final = 3
"""Up to so many tickets are planned in every order."""
Missing: TypeAlias = Mapping[TicketId, Links | None]
"""The tracks each ticket still needs; none: it is fulfilled; None: no way is left."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat's tickets still need, and what it could build now."""

    missing: Missing
    builds: Links
    """The most useful ones first."""


def advise(rules: Rules, state: GameState, seat: Seat) -> Advice:
    """What *seat* might like to know: also of tickets that it is to choose from."""
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
    """The free tracks that no rule lets this seat claim any more, whatever it holds (C7, C8)."""
    free = [route for track, route in rules.spec.routes.items() if track not in state.owners]
    return tuple(route.id for route in free if rules.veto(state, seat, route))


def closed_to_all(rules: Rules, state: GameState) -> Links:
    """The free tracks that nobody may claim any more, whatever anybody holds (C8)."""
    shut = [closed_to(rules, state, Seat(number)) for number in range(rules.seats)]
    return tuple(track for track in shut[0] if all(track in others for others in shut[1:]))


def wanted_links(missing: Missing) -> Links:
    """The tracks that the tickets still need, each once."""
    return tuple(dict.fromkeys(track for links in missing.values() for track in links or ()))


def near_links(spec: MapSpec, view: View) -> Links:
    """The tracks that touch the viewer's own."""
    own = [spec.routes[track] for track, owner in view.owners.items() if owner == view.viewer]
    cities = {city for route in own for city in route.ends}
    return tuple(route.id for route in spec.routes.values() if not cities.isdisjoint(route.ends))


def useful_builds(
    payable: Iterable[RouteId], missing: Missing, near: Collection[RouteId] = ()
) -> Links:
    """The tracks that can be paid for now: those that tickets still need, those *near*, others."""
    wanted = wanted_links(missing)
    return tuple(sorted(payable, key=lambda track: (track not in wanted, track not in near)))


def missing_links(
    spec: MapSpec, view: View, ticket: TicketId, closed: Collection[RouteId] = ()
) -> Links | None:
    """The free tracks that would fulfil a ticket of the viewer with the fewest pieces.

    Stops are joined one after the other. Nothing: the ticket is fulfilled. None: no way is left.
    Tracks that the viewer may not claim any more are for the caller to name as *closed*: see
    `closed_to`.
    """
    return joint_links(spec, view, [ticket], closed)


def joint_links(
    spec: MapSpec, view: View, tickets: Sequence[TicketId], closed: Collection[RouteId] = ()
) -> Links | None:
    """The free tracks that would fulfil all these tickets of the viewer, each counted once.

    None: for one of them no way is left.
    """
    return cheapest_links(spec, _costs_for(spec, view, closed), tickets)


def cheapest_links(spec: MapSpec, costs: Costs, tickets: Sequence[TicketId]) -> Links | None:
    """The tracks that would fulfil all these tickets; those that cost nothing are left out.

    Of the orders in which few tickets can be planned the one that costs least is taken.
    None: for one of them no way is left.
    """
    orders = permutations(tickets) if len(tickets) <= ORDERED else [tuple(tickets)]
    found: list[Links] = []
    for order in orders:
        left = dict(costs)
        laid: set[RouteId] = set()
        for ticket in order:
            if not _lay(spec, left, laid, ticket):
                return None
        found.append(tuple(track for track in spec.routes if track in laid))
    return min(found, key=lambda links: sum(costs[track] for track in links))


def lacks(tariff: Tariff, hand: Hand, wilds: int) -> Lack:
    """What *hand* lacks for a price if at most so many *wilds* may go into it."""
    return tariff.lacks({**hand, WILD: min(wilds, hand.get(WILD, 0))})


def _lay(spec: MapSpec, costs: dict[RouteId, int], laid: set[RouteId], ticket: TicketId) -> bool:
    """Add to *laid* what a ticket needs, which then costs nothing; False: no way is left."""
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
    """How many pieces the links need; None if no way is left."""
    return None if links is None else sum(spec.routes[track].length for track in links)


def joining_links(
    spec: MapSpec, owners: Mapping[RouteId, Seat], seat: Seat, ticket: TicketId
) -> Links | None:
    """The own tracks that join a ticket's stops, the shortest; None: they are not joined.

    Only for showing: whether a ticket is fulfilled, and what it is worth, says the score sheet.
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
    """The tracks of the cheapest way between two cities, in its order; None: there is no way."""
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
    """The spaces of the shortest way from *start* to every city that can be reached."""
    lengths = {track: route.length for track, route in spec.routes.items()}
    return {city: step.cost for city, step in _search(spec, lengths, start).items()}


class _Step(NamedTuple):
    """The last step of the cheapest way to a city."""

    cost: int
    """Of the whole way."""
    back: CityId
    track: RouteId


_NOWHERE = RouteId("")


def _search(
    spec: MapSpec, costs: Costs, start: CityId, goal: CityId | None = None
) -> dict[CityId, _Step]:
    """The nearest cities first, until the goal; G2: no way leads through a country."""
    near = _near(spec)
    found: dict[CityId, _Step] = {}
    ahead: list[tuple[int, CityId, CityId, RouteId]] = [(0, start, start, _NOWHERE)]
    while ahead:
        cost, city, back, track = heappop(ahead)
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
                heappush(ahead, (cost + costs[route.id], there, city, route.id))
    return found


@lru_cache(maxsize=32)
def _near(spec: MapSpec) -> Mapping[CityId, list[Route]]:
    """The tracks that meet in each city."""
    near: dict[CityId, list[Route]] = {city: [] for city in spec.cities}
    for route in spec.routes.values():
        near[route.a].append(route)
        near[route.b].append(route)
    return near


def _costs_for(spec: MapSpec, view: View, closed: Collection[RouteId]) -> dict[RouteId, int]:
    """The pieces that each track still takes which the viewer has or may claim."""
    costs = {track: route.length for track, route in spec.routes.items() if track not in closed}
    for track, owner in view.owners.items():
        if owner == view.viewer:
            costs[track] = 0
        else:
            costs.pop(track, None)
    return costs
