"""Exchanging pieces with the player's own box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.actions import Action, ExchangePieces
from engine.errors import IllegalAction
from engine.events import PiecesExchanged
from engine.ids import Piece, Seat
from engine.ledger import Ledger
from engine.questions import Turn
from engine.rules.base import Decision, Rule, decision
from engine.scoring import ScoreLine, Standing
from engine.state import GameState, PlayerState


@dataclass(frozen=True, slots=True)
class Exchange(Rule):
    """W3: exchange any number of pieces for the other kind from the box, for a point each."""

    name: ClassVar[str] = "exchange"
    ids: ClassVar[tuple[str, ...]] = ("W3", "P1")
    lines: ClassVar[tuple[str, ...]] = ("exchange",)
    known: ClassVar[tuple[str, ...]] = ("exchange",)

    cost: int = 1

    def options(self, state: GameState, seat: Seat) -> Iterator[Action]:
        """Yield an action for each kind and each number of pieces that the box can exchange."""
        player = state.players[seat]
        for give in player.box:
            for count in range(1, self.limit(player, give) + 1):
                yield ExchangePieces(seat, give, count)

    def decisions(self) -> Mapping[type[Action], Decision]:
        """Return the decider of the exchange, which takes a whole turn."""
        return {ExchangePieces: decision("exchange", self.exchange, Turn)}

    def limit(self, player: PlayerState, give: Piece) -> int:
        """Return how many pieces of this kind can be given: none before mixes are revealed."""
        return min(player.pieces.get(give, 0), player.box[_other(player, give)])

    def exchange(self, ledger: Ledger, action: ExchangePieces) -> None:
        """Exchange the pieces and end the turn."""
        player = ledger.state.players[action.seat]
        limits = {piece: self.limit(player, piece) for piece in player.box}
        if action.count not in range(1, limits.get(action.give, 0) + 1):
            raise IllegalAction("exchange-not-possible", limits=limits)
        took = _other(player, action.give)
        points = -self.cost * action.count
        ledger.record(PiecesExchanged(action.seat, action.give, took, action.count, points))
        ledger.end_turn(action.seat)

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """Yield a line with the cost of exchanges for each seat that has paid any (P1)."""
        for seat, player in standing.seats():
            if player.points != standing.routes[seat]:
                yield ScoreLine(seat, self.name, player.points - standing.routes[seat])


def _other(player: PlayerState, piece: Piece) -> Piece:
    return next(kind for kind in player.box if kind != piece)
