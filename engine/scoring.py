"""Scores that explain themselves: every total is the sum of lines that a player can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Final

from engine.graph.network import Network, Path
from engine.ids import RouteId, Seat, TicketId
from engine.state import GameState, PlayerState

if TYPE_CHECKING:
    from engine.ruleset import Rules

ROUTES: Final = "routes"
"""The score line of the base game. Each mechanic declares its own lines."""


@dataclass(frozen=True)
class Standing:
    """The networks and completed tickets of all seats at the end of a game, computed once."""

    state: GameState
    networks: tuple[Network, ...]
    fulfilled: tuple[frozenset[TicketId], ...]
    routes: tuple[int, ...]
    """The points of each seat for routes."""

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The longest continuous path of each seat (P4)."""
        return tuple(network.longest() for network in self.networks)

    def seats(self) -> Iterator[tuple[Seat, PlayerState]]:
        """Yield every seat with its player's state."""
        return ((Seat(number), player) for number, player in enumerate(self.state.players))

    def seat(self, number: int) -> Seat:
        """Return the seat with this number."""
        return Seat(number)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score sheet: points, and what they are for."""

    seat: Seat
    rule: str
    """The source of the points: ``"routes"``, or a line that a mechanic declares."""
    points: int
    detail: str = ""
    """The ticket, the city or the number that the points are for."""
    routes: tuple[RouteId, ...] = ()
    """The routes to show, for a path."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole result of a game."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    fulfilled: tuple[frozenset[TicketId], ...]
    places: tuple[tuple[Seat, ...], ...]
    """The seats by place, the first place first. A tie that the edition's criteria do not break is
    a shared place (P8)."""

    def place(self, seat: Seat) -> int:
        """Return the place of a seat. After two seats that share first place comes third place."""
        better = takewhile(lambda seats: seat not in seats, self.places)
        return 1 + sum(len(seats) for seats in better)


def standing(rules: Rules, state: GameState) -> Standing:
    """Compute the networks and the completed tickets of every seat."""
    spec = rules.spec
    networks = tuple(
        Network(spec.cities, (spec.routes[track] for track in state.tracks_of(Seat(seat))))
        for seat in range(rules.seats)
    )
    fulfilled = tuple(
        frozenset(network.fulfilled(spec.tickets[ticket] for ticket in player.tickets))
        for player, network in zip(state.players, networks, strict=True)
    )
    routes = tuple(
        sum(spec.route_points[spec.routes[track].length] for track in state.tracks_of(Seat(seat)))
        for seat in range(rules.seats)
    )
    return Standing(state, networks, fulfilled, routes)


def score(rules: Rules, state: GameState) -> ScoreSheet:
    """Return the score sheet for the current state, which is final if the game is over."""
    end = standing(rules, state)
    lines = (*_routes(end), *rules.score(end))
    totals = [0] * rules.seats
    for line in lines:
        totals[line.seat] += line.points
    return ScoreSheet(lines, tuple(totals), end.fulfilled, _places(rules, end, totals))


def _routes(end: Standing) -> Iterator[ScoreLine]:
    """Yield a line for each seat with the points for its routes and their number (P1)."""
    for seat, _ in end.seats():
        yield ScoreLine(seat, ROUTES, end.routes[seat], str(len(end.state.tracks_of(seat))))


def _places(rules: Rules, end: Standing, totals: list[int]) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats by place: by points, then by the tie breakers of the edition (P8).

    Seats that are still equal share a place.
    """
    breakers = {
        "tickets": lambda seat: len(end.fulfilled[seat]),
        "longest_path": lambda seat: end.paths[seat].length,
    }

    def rank(seat: int) -> tuple[int, ...]:
        return (totals[seat], *(breakers[tie](seat) for tie in rules.spec.ties))

    ranked = sorted(range(rules.seats), key=rank, reverse=True)
    return tuple(tuple(Seat(s) for s in group) for _, group in groupby(ranked, key=rank))
