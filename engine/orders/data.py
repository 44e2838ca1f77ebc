"""The data of a standing order: what a person wants to do on their coming turns.

Orders are stored for weeks. A new field gets a default, so that old orders still load.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from engine.ids import Card, CityId, DeckName, Payment, RouteId, Seat, TicketId

MOST_CARDS: Final = 25
"""The default number of cards in hand at which the order stops and notifies the owner."""
MOST_TURNS: Final = 5
"""The default number of turns that an order plays before the owner must see the table again."""


class _Stored(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    pass


class Link(_Stored, frozen=True):
    """A route to claim. A free twin with the same price counts as the same route."""

    track: RouteId
    wilds: int | None = None
    """The maximum number of wilds. None means no wilds, but any number if the route completes a
    ticket."""


class Build(_Stored, frozen=True):
    """The routes to claim: the first payable one whose payment costs no earlier one a card."""

    links: tuple[Link, ...] = ()
    tickets: tuple[TicketId, ...] = ()
    """The tickets that the list was made from. They are empty if the list was made by hand."""
    detour: int | None = None
    """How many more pieces a detour around a taken route may cost, or None if no detour is
    allowed."""


class Wanted(_Stored, frozen=True):
    """Cards of a color, up to a number in hand. A card that counts double counts as two."""

    colour: str
    up_to: int
    deck: DeckName | None = None
    """The deck, if several decks have the color. None means any deck."""
    harbour: bool = False
    """Whether only cards with the harbor symbol count."""
    keep: bool = False
    """Whether these cards stay in hand. They are then wanted first, and no payment uses them."""


class Collect(_Stored, frozen=True):
    """The cards to draw: wanted face-up cards, else from the deck."""

    for_list: bool = True
    """Whether the order wants what its list needs, starting with the first route that lacks
    cards."""
    colours: tuple[Wanted, ...] = ()
    """What else is wanted, in this order."""
    open_wilds: Literal["never", "completing"] = "never"
    """Whether to take a face-up wild never, or only if a route can be claimed then."""
    deck: DeckName | None = None
    """The deck to draw from. None means the deck that has most of what is wanted."""
    refill: DeckName | None = None
    """The deck that fills a gap in the display. None means the deck that has most of what is
    wanted."""


class Calls(_Stored, frozen=True):
    """The conditions that stop an order and notify its owner.

    An order also stops if it can do nothing.
    """

    track_taken: bool = True
    few_pieces: bool = True
    """Whether to stop when a player is near the number of pieces that ends the game."""
    last_round: bool = True
    ticket_completed: bool = True
    harbour: bool = True
    """Whether to stop when a piece can be placed in a city for the first time (W1)."""
    cards: int | None = MOST_CARDS
    """The number of cards in hand that stops the order, or None for no limit."""
    turns: int = MOST_TURNS
    """The number of turns that the order plays until its owner must see the table again."""


class Order(_Stored, frozen=True):
    """A standing order."""

    build: Build = Build()
    collect: Collect | None = Collect()
    """None means that the order never draws."""
    then: Literal["stop", "draw"] = "stop"
    """What to do when everything is claimed and collected: stop, or draw from the deck."""
    calls: Calls = Calls()


class Seen(_Stored, frozen=True):
    """The facts when an order was given or its owner last saw the table.

    Only changes since then stop the order.
    """

    lost: tuple[RouteId, ...] = ()
    """The routes of the list that the seat could not claim any more."""
    completed: tuple[TicketId, ...] = ()
    few_pieces: bool = False
    last_round: bool = False
    cities: tuple[CityId, ...] = ()
    """The cities where a piece could be placed (W1)."""
    many_cards: bool = False
    played: int = 0
    """The number of turns that the order has played since then."""


Reason = Literal[
    "not-asked",
    "last-round",
    "few-pieces",
    "track-taken",
    "ticket-completed",
    "harbour",
    "many-cards",
    "turns",
    "no-cards",
    "nothing-left",
]
"""The reason why an order stops, the most urgent first."""


class Stop(_Stored, frozen=True):
    """The reason why an order does not play this turn, and details for its owner."""

    reason: Reason
    tracks: tuple[RouteId, ...] = ()
    """The routes that were taken, or the routes of the list that remain."""
    tickets: tuple[TicketId, ...] = ()
    """The tickets that were completed."""
    cities: tuple[CityId, ...] = ()
    """The cities where a harbor can be built."""
    seat: Seat | None = None
    """The seat that has few pieces left."""
    count: int | None = None
    """The pieces of that seat, the cards of the owner or the turns that the order has played."""


class Next(_Stored, frozen=True):
    """The route that an order works toward, and what it still lacks."""

    track: RouteId
    lacks: int
    """The number of cards, or ships if cards count double. If it is 0, the route is claimed
    next."""
    cards: tuple[Card, ...] = ()
    """The kinds of cards that would help, without wilds."""
    wilds: int = 0
    """How many wilds may still pay for the route."""


class Take(_Stored, frozen=True):
    """A card of a predicted draw."""

    card: Card | None = None
    """The face-up card, or None for a card from the deck."""
    deck: DeckName | None = None
    """The deck that a card is drawn from, or for a face-up card the named deck that fills the
    gap."""


class Foreseen(_Stored, frozen=True):
    """A turn as it would be if nothing changed: a claim, a draw or a stop."""

    track: RouteId | None = None
    payment: Payment = ()
    takes: tuple[Take, ...] = ()
    stop: Stop | None = None


class Preview(_Stored, frozen=True):
    """What an order would do now and on its next turns if nothing changed."""

    turns: tuple[Foreseen, ...]
    next: Next | None
    """What the order works toward after these turns, or None if that is nothing on its list."""
