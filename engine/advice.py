"""Advice for a player: possible paths, the routes a ticket still needs, useful claims.

All code that searches for a path on the board uses this module. Only the planning agent has its own
search (`engine.ai.terrain`), for speed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, pairwise, permutations
from typing import Final, NamedTuple, TypeAlias

from engine.board import MapSpec
from engine.ids import WILD, CityId, Piece, RouteId, Seat, TicketId
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
MAX_PASSES: Final = 3
"""How often each way of a network is searched again, at most."""
Missing: TypeAlias = Mapping[TicketId, Links | None]
"""The routes that each ticket still needs. They are empty if the ticket is completed, and None if
it cannot be completed any more."""


MAX_TICKETS_TOGETHER: Final = 5
"""The largest number of offered tickets that are planned together."""


@dataclass(frozen=True, slots=True)
class TicketSum:
    """The pieces of each kind that some tickets need together with those in hand."""

    total: Mapping[Piece, int]
    held: Mapping[Piece, int]
    """The pieces that the tickets in hand need without them."""
    done: bool = False
    """Whether the tickets are completed already."""

    @property
    def extra(self) -> dict[Piece, int]:
        """The pieces that they need more than the tickets in hand."""
        return {piece: count - self.held[piece] for piece, count in self.total.items()}


Sums: TypeAlias = Mapping[tuple[int, ...], TicketSum | None]
"""What offered tickets need, by their places. None if they cannot be completed."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The routes that a seat's tickets still need, and the routes that it could claim now."""

    missing: Missing
    """The routes of each ticket in the common network. The network of a ticket on offer has the
    tickets in hand and that ticket only."""
    builds: Links
    """The most useful routes first."""
    network: Links = ()
    """The routes that all tickets need together, also those on offer."""


def advise(rules: Rules, state: GameState, seat: Seat) -> Advice:
    """Return the advice for *seat*, which includes tickets that it has to choose from."""
    view = view_for(rules, state, seat)
    offered = view.waiting.offered if isinstance(view.waiting, TicketChoice) else ()
    costs = _costs_for(rules.spec, view, closed_to(rules, state, seat))
    held = _plan_network(rules.spec, costs, view.tickets)
    missing = {**held, **_plan_offered(rules.spec, costs, view.tickets, offered)}
    network = _plan_network(rules.spec, costs, (*view.tickets, *offered)) if offered else held
    near = near_links(rules.spec, view)
    builds = useful_builds(claimable(rules, state, seat), network, near)
    return Advice(missing, builds, wanted_links(network))


def _plan_offered(
    spec: MapSpec, costs: Costs, held: Sequence[TicketId], offered: Sequence[TicketId]
) -> Missing:
    """Return the routes of each offered ticket if it is kept and no other one is."""
    return {key: _plan_network(spec, costs, (*held, key))[key] for key in offered}


def offer_sums(rules: Rules, state: GameState, seat: Seat) -> Sums:
    """Return what the offered tickets need: each of them, and the cheapest of each larger group.

    There is one group for each number of tickets that may be kept, up to `MAX_TICKETS_TOGETHER`.
    The tickets that the seat holds are planned with them.
    """
    question = state.waiting.get(seat)
    if not isinstance(question, TicketChoice):
        return {}
    view, closed = view_for(rules, state, seat), closed_to(rules, state, seat)

    def count(tickets: Sequence[TicketId]) -> dict[Piece, int]:
        network = plan_tickets(rules.spec, view, (*view.tickets, *tickets), closed)
        return count_pieces(rules.spec, wanted_links(network))

    held = count(())
    alone = plan_tickets(rules.spec, view, question.offered, closed)

    def sum_of(places: tuple[int, ...]) -> TicketSum | None:
        tickets = [question.offered[place] for place in places]
        if any(alone[ticket] is None for ticket in tickets):
            return None
        return TicketSum(count(tickets), held, not any(alone[ticket] for ticket in tickets))

    places = range(len(question.offered))
    found: dict[tuple[int, ...], TicketSum | None] = {(n,): sum_of((n,)) for n in places}
    for size in range(max(2, question.keep), MAX_TICKETS_TOGETHER + 1):
        groups = {group: sum_of(group) for group in combinations(places, size)}
        best = min(filter(groups.get, groups), key=lambda group: _size(groups[group]), default=None)
        if best is not None:
            found[best] = groups[best]
    return found


def _size(needs: TicketSum | None) -> int:
    return sum(needs.total.values()) if needs else 0


def count_pieces(spec: MapSpec, links: Links) -> dict[Piece, int]:
    """Count the pieces of each kind that the links need, also kinds that they do not need.

    The kinds come in the order of the decks that pay for them.
    """
    kinds = {str(route.piece): route.piece for route in spec.routes.values()}
    decks = {str(deck): 0 for deck in spec.decks}
    counts = dict.fromkeys((kinds[name] for name in {**decks, **kinds} if name in kinds), 0)
    for track in links:
        counts[spec.routes[track].piece] += spec.routes[track].length
    return counts


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


def plan_tickets(
    spec: MapSpec, view: View, tickets: Sequence[TicketId], closed: Collection[RouteId] = ()
) -> Missing:
    """Return the common network of these tickets: the free routes that each of them needs in it.

    This is the only planner. The choice of tickets, the map, suggested claims and plans use it. The
    result does not depend on the order of the tickets. Tickets that cannot be completed any more
    are None, and the others are planned without them.
    """
    return _plan_network(spec, _costs_for(spec, view, closed), tickets)


def joint_links(
    spec: MapSpec, view: View, tickets: Sequence[TicketId], closed: Collection[RouteId] = ()
) -> Links | None:
    """Return the free routes that complete all these tickets of the viewer, each only once.

    Return None if one of the tickets cannot be completed any more.
    """
    return cheapest_links(spec, _costs_for(spec, view, closed), tickets)


def cheapest_links(spec: MapSpec, costs: Costs, tickets: Sequence[TicketId]) -> Links | None:
    """Return the routes that complete all these tickets, without routes that cost nothing.

    Return None if one of the tickets cannot be completed any more.
    """
    network = _plan_network(spec, costs, tickets)
    if None in network.values():
        return None
    laid = {*wanted_links(network)}
    return tuple(track for track in spec.routes if track in laid)


def _plan_network(spec: MapSpec, costs: Costs, tickets: Iterable[TicketId]) -> Missing:
    """Return the way of each ticket in a cheap network that completes all of them.

    The search lays the tickets one after the other, in several orders, and takes the cheapest
    result. With up to `ORDERED` tickets, these are all orders.
    """
    alone = {key: _find_way(spec, costs, key) for key in sorted(tickets)}
    prices = {key: _price(costs, [way]) for key, way in alone.items() if way}
    cheap = sorted(prices, key=lambda key: prices[key])
    orders = permutations(cheap) if len(cheap) <= ORDERED else [tuple(cheap), tuple(cheap[::-1])]
    laid = [_lay_ways(spec, costs, alone, order) for order in orders]
    best = min(laid, key=lambda ways: _price(costs, ways.values()))
    return {key: best.get(key, way) for key, way in alone.items()}


def _lay_ways(
    spec: MapSpec, costs: Costs, alone: Missing, order: Sequence[TicketId]
) -> dict[TicketId, Links]:
    """Lay the tickets in this order. Then search each way again until nothing gets cheaper."""
    ways: dict[TicketId, Links] = {}
    for key in order:
        ways[key] = _find_way(spec, costs, key, ways.values()) or () if ways else alone[key] or ()
    price = _price(costs, ways.values())
    for _ in range(MAX_PASSES if len(order) > 1 else 0):
        for key in order:
            others = [way for other, way in ways.items() if other != key]
            ways[key] = _find_way(spec, costs, key, others) or ()
        before, price = price, _price(costs, ways.values())
        if price == before:
            break
    return ways


def _price(costs: Costs, ways: Iterable[Links]) -> int:
    """Return the cost of all routes of these ways, each only once."""
    return sum(costs[track] for track in {track for way in ways for track in way})


def lacks(tariff: Tariff, hand: Hand, wilds: int) -> Lack:
    """Return what *hand* lacks for a price if at most *wilds* wilds may pay for it."""
    return tariff.lacks({**hand, WILD: min(wilds, hand.get(WILD, 0))})


def _find_way(
    spec: MapSpec, costs: Costs, ticket: TicketId, laid: Iterable[Links] = ()
) -> Links | None:
    """Return the routes that a ticket needs, without routes that cost nothing.

    Routes of the ways that are *laid* already are free to use. Return None if the ticket cannot be
    completed any more.
    """
    left = {**costs, **dict.fromkeys((track for way in laid for track in way), 0)}
    found: dict[RouteId, None] = {}
    first, *others = spec.tickets[ticket].stops
    reached = first
    for stop in others:
        way = cheapest_way(spec, left, reached, stop)
        if way is None:
            return None
        left |= dict.fromkeys(way, 0)
        found |= dict.fromkeys(track for track in way if costs[track])
        reached = first if spec.cities[stop].is_end else stop
    return tuple(found)


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
    near = _neighbors(spec)
    found: dict[CityId, _Step] = {}
    queue: list[tuple[int, CityId, CityId, RouteId]] = [(0, start, start, _NO_ROUTE)]
    least: dict[CityId, int] = {}
    while queue:
        cost, city, back, track = heappop(queue)
        if city in found:
            continue
        found[city] = _Step(cost, back, track)
        if city == goal:
            break
        if spec.cities[city].is_end and city != start:
            continue
        for there, link in near[city]:
            price = costs.get(link)
            if price is not None and cost + price <= least.get(there, cost + price):
                least[there] = cost + price
                heappush(queue, (cost + price, there, city, link))
    return found


@lru_cache(maxsize=32)
def _neighbors(spec: MapSpec) -> Mapping[CityId, list[tuple[CityId, RouteId]]]:
    """Return the routes that meet in each city, with the cities to which they lead."""
    near: dict[CityId, list[tuple[CityId, RouteId]]] = {city: [] for city in spec.cities}
    for route in spec.routes.values():
        near[route.a].append((route.b, route.id))
        near[route.b].append((route.a, route.id))
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
