"""Scores that explain themselves: every total is the sum of lines a player can read."""

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
"""The score line of the base game; each mechanic declares its own."""


@dataclass(frozen=True)
class Standing:
    """The end of a game, worked out once: each seat's network and the tickets it fulfilled."""

    state: GameState
    networks: tuple[Network, ...]
    fulfilled: tuple[frozenset[TicketId], ...]
    routes: tuple[int, ...]
    """Each seat's points for routes."""

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Each seat's longest continuous path (P4)."""
        return tuple(network.longest() for network in self.networks)

    def seats(self) -> Iterator[tuple[Seat, PlayerState]]:
        """Every seat with what lies before it."""
        return ((Seat(number), player) for number, player in enumerate(self.state.players))

    def seat(self, number: int) -> Seat:
        """The seat of this number."""
        return Seat(number)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the sheet: points, and what they are for."""

    seat: Seat
    rule: str
    """What scored: ``"routes"``, or one of the lines that a mechanic declares."""
    points: int
    detail: str = ""
    """The ticket, the city or the number that the points are for."""
    routes: tuple[RouteId, ...] = ()
    """The tracks to show, for a path."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole result."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    fulfilled: tuple[frozenset[TicketId], ...]
    places: tuple[tuple[Seat, ...], ...]
    """First place first; a place may be shared after the edition's ties (P8)."""

    def place(self, seat: Seat) -> int:
        """Which place a seat came in: after two who share the first comes the third."""
        better = takewhile(lambda seats: seat not in seats, self.places)
        return 1 + sum(len(seats) for seats in better)


def standing(rules: Rules, state: GameState) -> Standing:
    """Work out networks and fulfilled tickets of every seat."""
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
    """The score sheet as the game stands; final once the game is over."""
    end = standing(rules, state)
    lines = (*_routes(end), *rules.score(end))
    totals = [0] * rules.seats
    for line in lines:
        totals[line.seat] += line.points
    return ScoreSheet(lines, tuple(totals), end.fulfilled, _places(rules, end, totals))


def _routes(end: Standing) -> Iterator[ScoreLine]:
    """P1: the points of the routes, and how many they are."""
    for seat, _ in end.seats():
        yield ScoreLine(seat, ROUTES, end.routes[seat], str(len(end.state.tracks_of(seat))))


def _places(rules: Rules, end: Standing, totals: list[int]) -> tuple[tuple[Seat, ...], ...]:
    """P8: most points wins; then what the edition says breaks a tie; then the place is shared."""
    breakers = {
        "tickets": lambda seat: len(end.fulfilled[seat]),
        "longest_path": lambda seat: end.paths[seat].length,
    }

    def rank(seat: int) -> tuple[int, ...]:
        return (totals[seat], *(breakers[tie](seat) for tie in rules.spec.ties))

    ranked = sorted(range(rules.seats), key=rank, reverse=True)
    return tuple(tuple(Seat(s) for s in group) for _, group in groupby(ranked, key=rank))
