"""The rules of a game, compiled from an edition's data for a number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.actions import Action, Pass
from engine.board import MapSpec, Route
from engine.errors import MapError, WrongSeats
from engine.ids import Card, Piece, RouteId, Seat
from engine.ledger import Ledger
from engine.questions import Waiting
from engine.rules import KNOWN_LINES, RULES, Decision, Rule
from engine.scoring import ScoreLine, Standing
from engine.state import GameState
from engine.tariffs import OneColour, Scale, Tariff, fitting, palette
from engine.turns import DECISIONS


class Row(NamedTuple):
    """Routes that are paid on one scale, so that a hand's strength is computed once for all."""

    tariff: Tariff
    piece: Piece
    card: Card | None
    """The only card that counts in addition to wilds, or None if the tariff must compute the
    strength."""
    extra: int
    """The difference between the cost and the length of these routes."""
    dearest: int
    """The highest cost."""
    up_to: tuple[tuple[RouteId, ...], ...]
    """For each cost from 0 to the highest, the routes that cost at most that."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """An edition for a table with a given number of seats.

    For each question, only the mechanics that override it are stored. A mechanic that is not in
    play costs only an empty loop.
    """

    spec: MapSpec
    seats: int
    after: tuple[Seat, ...]
    """For each seat, the seat whose turn follows."""
    slots: tuple[int, ...]
    parts: tuple[Rule, ...]
    tariffs: Mapping[RouteId, Tariff]
    rows: tuple[Row, ...]
    """All routes by price."""
    decisions: Mapping[type[Action], Decision]
    _vetoing: tuple[Rule, ...]
    _options: tuple[Callable[[GameState, Seat], Iterable[Action]], ...]
    _pieces: tuple[Piece, ...]

    @classmethod
    def compile(cls, spec: MapSpec, seats: int) -> Rules:
        """Return the rules of a game.

        Raise WrongSeats if the edition is not played with this number of seats. All tables with the
        same edition and the same number of seats share one object, because there may be thousands
        of tables.
        """
        return _compile(spec, seats)

    def veto(self, state: GameState, seat: Seat, route: Route) -> str | None:
        """Return the refusal code of the first mechanic that forbids this route, or None."""
        for part in self._vetoing:
            code = part.veto(state, seat, route)
            if code is not None:
                return code
        return None

    def free(self, state: GameState, seat: Seat, tracks: list[RouteId]) -> list[RouteId]:
        """Return the routes of *tracks* that are not taken and that no mechanic forbids."""
        owners = state.owners
        free = [track for track in tracks if track not in owners]
        for part in self._vetoing:
            free = part.allowed(state, seat, free)
        return free

    def obstacle(self, state: GameState, seat: Seat, route: Route) -> str | None:
        """Return why this seat may not claim this route whatever its cards, or None if it may."""
        if route.id in state.owners:
            return "route-taken"
        if state.players[seat].pieces.get(route.piece, 0) < route.length:
            return self.veto(state, seat, route) or "pieces-short"
        return self.veto(state, seat, route)

    def options(self, state: GameState, seat: Seat) -> Iterator[Action]:
        """Yield the actions that the mechanics add to a turn."""
        for options in self._options:
            yield from options(state, seat)

    def opening(self, ledger: Ledger, seat: Seat) -> None:
        """Ask a seat that has its first tickets for any further opening choices."""
        for part in self.parts:
            part.opening(ledger, seat)

    def opening_choices(self, seat: Seat) -> Iterator[Action]:
        """Yield the possible answers to the mechanics' opening questions."""
        for part in self.parts:
            yield from part.choices(seat)

    def opened(self, ledger: Ledger) -> None:
        """Reveal what was secret, after all seats have chosen."""
        for part in self.parts:
            part.opened(ledger)

    def score(self, standing: Standing) -> list[ScoreLine]:
        """Return the lines of all mechanics in the edition's order, the known lines first."""
        lines = [line for part in self.parts for line in part.score(standing)]
        return sorted(lines, key=lambda line: line.rule not in KNOWN_LINES)

    def verbs(self, question: type[Waiting]) -> list[str]:
        """Return the verbs under which the answers to a question are offered.

        Passing is not offered (T2). Each verb is the name of a button and of the handler that the
        bot runs when a player presses it.
        """
        answers = [
            decision.verb
            for action, decision in self.decisions.items()
            if question in decision.during and action is not Pass
        ]
        return list(dict.fromkeys(answers))

    def pieces_left(self, state: GameState, seat: Seat) -> int:
        """Return the number of pieces that the seat can still place on routes (E1)."""
        pieces = state.players[seat].pieces
        left = 0
        for piece in self._pieces:
            left += pieces.get(piece, 0)
        return left


@lru_cache(maxsize=64)
def _compile(spec: MapSpec, seats: int) -> Rules:
    if seats not in spec.seats:
        raise WrongSeats(
            f"{spec.id} is played by {spec.seats.start} to {spec.seats.stop - 1}, not {seats}"
        )
    parts = tuple(RULES[rule.use](spec, seats, **rule.params) for rule in spec.rules)
    tariffs = _tariffs(spec, parts)
    return Rules(
        spec,
        seats,
        tuple(Seat((seat + 1) % seats) for seat in range(seats)),
        tuple(range(len(spec.display))),
        parts,
        tariffs,
        _rows(spec, tariffs),
        _decisions(spec, parts),
        tuple(part for part in parts if type(part).veto is not Rule.veto),
        tuple(part.options for part in parts if type(part).options is not Rule.options),
        tuple(dict.fromkeys(route.piece for route in spec.routes.values())),
    )


def _tariffs(spec: MapSpec, parts: tuple[Rule, ...]) -> dict[RouteId, Tariff]:
    """Return the price of each route: the base price, changed by each mechanic in turn.

    Routes with the same properties share one price.
    """
    first_deck = next(iter(spec.decks))
    colours = palette(spec.faces, first_deck)
    prices: dict[tuple[object, ...], Tariff] = {}
    for route in spec.routes.values():
        if _price_key(route) not in prices:
            price: Tariff = OneColour(route.length, fitting(route, colours))
            for part in parts:
                price = part.tariff(route, price)
            prices[_price_key(route)] = price
    return {track: prices[_price_key(route)] for track, route in spec.routes.items()}


def _price_key(route: Route) -> tuple[object, ...]:
    """Return the properties that a price may depend on."""
    return route.piece, route.colour, route.rough, route.length


def _rows(spec: MapSpec, tariffs: Mapping[RouteId, Tariff]) -> tuple[Row, ...]:
    """Return the routes grouped by how they are paid."""
    rows: dict[tuple[Scale, Piece, int], list[RouteId]] = {}
    for track, route in spec.routes.items():
        tariff = tariffs[track]
        kind = (tariff.scale, route.piece, tariff.cost - route.length)
        rows.setdefault(kind, []).append(track)
    return tuple(_row(kind, tracks, tariffs) for kind, tracks in rows.items())


def _row(
    kind: tuple[Scale, Piece, int], tracks: list[RouteId], tariffs: Mapping[RouteId, Tariff]
) -> Row:
    _, piece, extra = kind
    cost = {track: tariffs[track].cost for track in sorted(tracks, key=lambda t: tariffs[t].cost)}
    dearest = max(cost.values())
    up_to = (tuple(t for t in cost if cost[t] <= most) for most in range(dearest + 1))
    tariff = tariffs[tracks[0]]
    card = tariff.only if isinstance(tariff, OneColour) else None
    return Row(tariff, piece, card, extra, dearest, tuple(up_to))


def _decisions(spec: MapSpec, parts: tuple[Rule, ...]) -> dict[type[Action], Decision]:
    """Return the decider of each action: the base game or a single mechanic, never two.

    The mechanics follow the order of the table RULES, so that every edition offers moves in the
    same order.
    """
    table = dict(DECISIONS)
    for part in sorted(parts, key=lambda part: [*RULES].index(part.name)):
        for action, decision in part.decisions().items():
            if action in table:
                raise MapError(f"{spec.id}: two rules decide {action.__name__}")
            table[action] = decision
    return table
