"""What an order looks at: one seat's own things and what lies open, ready to be played on."""

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
    """A view and a menu, read once. Steps of the seat can be tried on it: nothing else changes."""

    rules: Rules
    seat: Seat
    is_asked: bool
    """Whether this seat has a turn to play, or the rest of one."""
    is_first: bool
    """Whether no card of the turn has been drawn yet."""
    hand: Mapping[Card, int]
    """What may be spent."""
    kept: Mapping[Card, int]
    """Cards in hand that are not to be spent."""
    unknown: int
    """Cards drawn blind in turns that are only foreseen."""
    pieces: Mapping[Piece, int]
    own: frozenset[RouteId]
    free: frozenset[RouteId]
    """The tracks that the seat may still claim, whether it can pay for them or not."""
    tickets: tuple[TicketId, ...]
    display: tuple[Card | None, ...]
    decks: tuple[DeckName, ...]
    """Those with a card to draw."""
    refills: tuple[DeckName | None, ...]
    lefts: tuple[int, ...]
    """For each seat how many pieces it has left for tracks."""
    is_last_round: bool
    cities: tuple[CityId, ...]
    """Where a piece can be placed now (W1)."""

    @property
    def spec(self) -> MapSpec:
        """The printed board."""
        return self.rules.spec

    @property
    def cards(self) -> int:
        """How many cards the seat holds."""
        return sum(self.hand.values()) + sum(self.kept.values()) + self.unknown

    def held(self, card: Card) -> int:
        """How many of a card the seat holds, those that are kept among them."""
        return self.hand.get(card, 0) + self.kept.get(card, 0)

    def tariff(self, track: RouteId) -> Tariff:
        """The price of a track."""
        return self.rules.tariffs[track]

    def open_cards(self) -> list[tuple[int, Card]]:
        """The slots to take from now, with their cards (D3, D10)."""
        if not self.decks:
            return []
        shown = [(slot, card) for slot, card in enumerate(self.display) if card is not None]
        return shown if self.is_first else [(slot, card) for slot, card in shown if card != WILD]

    def joined(self, tracks: Iterable[RouteId]) -> tuple[TicketId, ...]:
        """The tickets that these tracks would fulfil."""
        network = Network(self.spec.cities, [self.spec.routes[track] for track in tracks])
        return tuple(network.fulfilled([self.spec.tickets[key] for key in self.tickets]))

    def completed(self) -> tuple[TicketId, ...]:
        """The tickets that are fulfilled."""
        return self.joined(self.own)

    # --- steps that are tried ---

    def asked(self) -> Position:
        """The same, as if it were the seat's turn."""
        return replace(self, is_asked=True)

    def keeping(self, cards: Mapping[Card, int]) -> Position:
        """The same, with up to so many of these cards set aside."""
        kept = {card: min(count, self.held(card)) for card, count in cards.items()}
        hand = {card: self.held(card) - kept.get(card, 0) for card in {**self.hand, **self.kept}}
        return replace(self, hand={card: n for card, n in hand.items() if n}, kept=kept)

    def holding(self, card: Card) -> Position:
        """The same with one more card in hand."""
        return replace(self, hand={**self.hand, card: self.hand.get(card, 0) + 1})

    def after_open(self, slot: int, card: Card) -> Position:
        """After an open card was taken; what fills the gap is not known."""
        shown = tuple(None if other == slot else there for other, there in enumerate(self.display))
        is_over = not self.is_first or card == WILD
        return replace(self.holding(card), display=shown, is_first=is_over)

    def after_blind(self) -> Position:
        """After a card from a deck, which is not known."""
        return replace(self, unknown=self.unknown + 1, is_first=not self.is_first)

    def after_claim(self, track: RouteId, payment: Payment) -> Position:
        """After a track was claimed (C4, C5, C7)."""
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
    """Where a seat stands, from what it sees and what it may do."""
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
