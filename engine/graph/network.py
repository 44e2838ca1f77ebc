"""The cities that a seat's routes connect, and the paths through them.

A country is an end: no connection runs through it (G2). So each route into a country gets an end
node of its own. A country is reached if any of its end nodes is reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from engine.board import City, Route, Ticket
from engine.graph.links import Edge
from engine.graph.longest_trail import longest_trail
from engine.graph.ordered_trail import trail_through
from engine.ids import CityId, RouteId, TicketId


@dataclass(frozen=True, slots=True)
class Path:
    """A continuous path: its length in spaces and its routes in order."""

    length: int
    routes: tuple[RouteId, ...]


class Network:
    """The routes of a seat, to which routes can be added one by one.

    Whether two cities are connected is a lookup. Each node refers to the list of all nodes of its
    part. When two parts meet, the smaller part joins the larger. A city without a route has no part
    yet. A country never has a part, only its end nodes do.
    """

    __slots__ = ("_cities", "_ends", "_part", "_routes")

    def __init__(self, cities: Mapping[CityId, City], routes: Iterable[Route] = ()) -> None:
        self._cities = cities
        self._part: dict[str, list[str] | None] = dict.fromkeys(cities)
        self._ends: dict[CityId, list[str]] = {}
        self._routes: list[Route] = []
        for route in routes:
            self.add(route)

    def add(self, route: Route) -> None:
        """Add a route."""
        self._routes.append(route)
        part = self._part
        one, other = part[route.a], part[route.b]
        if one is None or other is None:
            self._enter(route, one, other)
        elif one is not other:
            if len(one) < len(other):
                one, other = other, one
            one += other
            for node in other:
                part[node] = one

    def _enter(self, route: Route, one: list[str] | None, other: list[str] | None) -> None:
        """Add a route with at least one end outside all parts.

        Such an end joins the part of the other end. If both ends have no part, they form a new one.
        """
        part, cities = self._part, self._cities
        a: str = route.a
        b: str = route.b
        if one is None and cities[route.a].is_end:
            a = self._add_end(route.a, route)
        if other is None and cities[route.b].is_end:
            b = self._add_end(route.b, route)
        if one is not None:
            one.append(b)
            part[b] = one
        elif other is not None:
            other.append(a)
            part[a] = other
        else:
            part[a] = part[b] = [a, b]

    def _add_end(self, country: CityId, route: Route) -> str:
        end = _end(country, route)
        self._ends.setdefault(country, []).append(end)
        return end

    def fulfilled(self, tickets: Iterable[Ticket]) -> list[TicketId]:
        """Return the ids of the *tickets* whose stops are connected."""
        if self._ends:
            return [ticket.id for ticket in tickets if self.joins(ticket.stops)]
        # Without countries, comparing the parts of the first two stops decides most tickets.
        part = self._part
        found = []
        for ticket in tickets:
            stops = ticket.stops
            home = part[stops[0]]
            if (home is not None and home is part[stops[1]]) and (
                len(stops) == 2 or self.joins(stops)
            ):
                found.append(ticket.id)
        return found

    def joins(self, stops: Iterable[CityId]) -> bool:
        """Return whether one connected part of the network reaches all *stops*."""
        common: set[int] | None = None
        for stop in stops:
            parts = {id(self._part[node]) for node in self._nodes(stop)}
            common = parts if common is None else common & parts
            if not common:
                return False
        return True

    def longest(self) -> Path:
        """Return the longest continuous path.

        The path may pass a city more than once but uses each route only once.
        """
        edges, _ = self._graph()
        length, trail = longest_trail(edges)
        return Path(length, tuple(self._routes[index].id for index in trail))

    def in_order(self, stops: Iterable[CityId]) -> bool:
        """Return whether a walk can visit *stops* in this order and use no route twice (P3)."""
        edges, numbers = self._graph()
        places = [[numbers[node] for node in self._nodes(stop)] for stop in stops]
        return any(trail_through(edges, pick) is not None for pick in product(*places))

    def _nodes(self, stop: CityId) -> Iterable[str]:
        """Return the nodes for *stop*: one for a city on the network, several for a country."""
        return (stop,) if self._part.get(stop) is not None else self._ends.get(stop, ())

    def _graph(self) -> tuple[list[Edge], dict[str, int]]:
        numbers: dict[str, int] = {}
        edges = [
            (
                numbers.setdefault(self._node(route.a, route), len(numbers)),
                numbers.setdefault(self._node(route.b, route), len(numbers)),
                route.length,
            )
            for route in self._routes
        ]
        return edges, numbers

    def _node(self, city: CityId, route: Route) -> str:
        return _end(city, route) if city in self._ends else city


def _end(country: CityId, route: Route) -> str:
    return f"{country} by {route.id}"
