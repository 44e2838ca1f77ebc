"""The position that an order decides on: the seat's own things and everything public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.actions import PlacePiece
from engine.board import MapSpec
from engine.graph.network import Network
from engine.ids import WILD, Card, CityId, DeckName, Payment, Piece, RouteId, Seat, TicketId
from engine.options import Menu
from engine.questions import SecondDraw, Turn
from engine.ruleset import Rules
from engine.tariffs import Tariff
from engine.view import View


@dataclass(frozen=True, slots=True)
class Position:
    """A view and a menu, read once.

    The order can try steps of its own seat on a position. Nothing else changes.
    """

    rules: Rules
    seat: Seat
    is_asked: bool
    """Whether this seat has a turn to play, or the rest of a turn."""
    is_first: bool
    """Whether no card has been drawn this turn."""
    hand: Mapping[Card, int]
    """The cards that may be spent."""
    kept: Mapping[Card, int]
    """The cards in hand that must not be spent."""
    unknown: int
    """The number of cards drawn from decks in predicted turns."""
    pieces: Mapping[Piece, int]
    own: frozenset[RouteId]
    free: frozenset[RouteId]
    """The routes that the seat may still claim, payable or not."""
    tickets: tuple[TicketId, ...]
    display: tuple[Card | None, ...]
    decks: tuple[DeckName, ...]
    """The decks with a card to draw."""
    refills: tuple[DeckName | None, ...]
    lefts: tuple[int, ...]
    """The number of pieces that each seat has left for routes."""
    is_last_round: bool
    cities: tuple[CityId, ...]
    """The cities where a piece can be placed now (W1)."""

    @property
    def spec(self) -> MapSpec:
        """The printed board."""
        return self.rules.spec

    @property
    def cards(self) -> int:
        """The number of cards in hand."""
        return sum(self.hand.values()) + sum(self.kept.values()) + self.unknown

    def held(self, card: Card) -> int:
        """Return how many of a card the seat has, including those that must not be spent."""
        return self.hand.get(card, 0) + self.kept.get(card, 0)

    def tariff(self, track: RouteId) -> Tariff:
        """Return the price of a route."""
        return self.rules.tariffs[track]

    def open_cards(self) -> list[tuple[int, Card]]:
        """Return the slots that the seat may take from now, with their cards (D3, D10)."""
        if not self.decks:
            return []
        shown = [(slot, card) for slot, card in enumerate(self.display) if card is not None]
        return shown if self.is_first else [(slot, card) for slot, card in shown if card != WILD]

    def joined(self, tracks: Iterable[RouteId]) -> tuple[TicketId, ...]:
        """Return the tickets that these routes would complete."""
        network = Network(self.spec.cities, [self.spec.routes[track] for track in tracks])
        return tuple(network.fulfilled([self.spec.tickets[key] for key in self.tickets]))

    def completed(self) -> tuple[TicketId, ...]:
        """Return the tickets that are completed."""
        return self.joined(self.own)

    # --- Steps to try ---

    def asked(self) -> Position:
        """Return a copy of this position in which it is the seat's turn."""
        return replace(self, is_asked=True)

    def keeping(self, cards: Mapping[Card, int]) -> Position:
        """Return a copy of this position with up to these numbers of cards set aside."""
        kept = {card: min(count, self.held(card)) for card, count in cards.items()}
        hand = {card: self.held(card) - kept.get(card, 0) for card in {**self.hand, **self.kept}}
        return replace(self, hand={card: n for card, n in hand.items() if n}, kept=kept)

    def holding(self, card: Card) -> Position:
        """Return a copy of this position with *card* added to the hand."""
        return replace(self, hand={**self.hand, card: self.hand.get(card, 0) + 1})

    def after_open(self, slot: int, card: Card) -> Position:
        """Return the position after taking a face-up card. The refill is unknown."""
        shown = tuple(None if other == slot else there for other, there in enumerate(self.display))
        is_over = not self.is_first or card == WILD
        return replace(self.holding(card), display=shown, is_first=is_over)

    def after_blind(self) -> Position:
        """Return the position after drawing a card from a deck. The card is unknown."""
        return replace(self, unknown=self.unknown + 1, is_first=not self.is_first)

    def after_claim(self, track: RouteId, payment: Payment) -> Position:
        """Return the position after claiming a route (C4, C5, C7)."""
        route, paid = self.spec.routes[track], dict(payment)
        hand = {card: n - paid.get(card, 0) for card, n in self.hand.items()}
        pieces = {**self.pieces, route.piece: self.pieces[route.piece] - route.length}
        lefts = [n - route.length * (s == self.seat) for s, n in enumerate(self.lefts)]
        return replace(
            self,
            hand={card: n for card, n in hand.items() if n},
            pieces=pieces,
            own=self.own | {track},
            free=self.free - {other.id for other in self.spec.beside(track)},
            lefts=tuple(lefts),
        )


def position_of(rules: Rules, view: View, menu: Menu) -> Position:
    """Return the position of a seat, from what it sees and what it may do."""
    kinds = dict.fromkeys(route.piece for route in rules.spec.routes.values())
    return Position(
        rules=rules,
        seat=menu.seat,
        is_asked=isinstance(menu.waiting, Turn | SecondDraw),
        is_first=not isinstance(menu.waiting, SecondDraw),
        hand=view.hand,
        kept={},
        unknown=0,
        pieces=view.seats[menu.seat].pieces,
        own=frozenset(track for track, owner in view.owners.items() if owner == menu.seat),
        free=frozenset(menu.free()),
        tickets=view.tickets,
        display=view.display,
        decks=menu.decks(),
        refills=menu.refills(),
        lefts=tuple(sum(seat.pieces.get(kind, 0) for kind in kinds) for seat in view.seats),
        is_last_round=view.turns_left is not None,
        cities=tuple(dict.fromkeys(a.city for a in menu.extras() if isinstance(a, PlacePiece))),
    )
