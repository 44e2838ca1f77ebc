"""What a standing order is: what a person says ahead about their coming turns, as data.

Orders are kept for weeks. A new field gets a default, so that old ones go on loading.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from engine.ids import Card, CityId, DeckName, Payment, RouteId, Seat, TicketId

MOST_CARDS: Final = 25
"""So many cards in hand call their owner, unless told otherwise."""
MOST_TURNS: Final = 5
"""So many turns an order plays without a look, unless told otherwise."""


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    pass


class Link(_Kept, frozen=True):
    """A track to build; a free twin of the same price counts as the same."""

    track: RouteId
    wilds: int | None = None
    """So many wilds at most; None: none, but any number if it completes a ticket."""


class Build(_Kept, frozen=True):
    """What to build: the first that can be paid, if no earlier one loses by it."""

    links: tuple[Link, ...] = ()
    tickets: tuple[TicketId, ...] = ()
    """The tickets that the list was made from; none: it was made by hand."""
    detour: int | None = None
    """How many more pieces a way round a taken track may cost; None: there is none."""


class Wanted(_Kept, frozen=True):
    """Cards of a colour, up to a number in hand; where cards count double, by what they count."""

    colour: str
    up_to: int
    deck: DeckName | None = None
    """Of which deck, where several have the colour; None: of any."""
    harbour: bool = False
    """Whether only those with the harbour symbol count."""
    keep: bool = False
    """Whether they stay in hand: they are wanted first, and nothing is paid with them."""


class Collect(_Kept, frozen=True):
    """What to draw: open cards that are wanted, else blind."""

    for_list: bool = True
    """Whether what the list needs is wanted: first what the first track lacks that lacks any."""
    colours: tuple[Wanted, ...] = ()
    """What is wanted besides, in this order."""
    open_wilds: Literal["never", "completing"] = "never"
    """When an open wild is taken: never, or when a track can then be built."""
    deck: DeckName | None = None
    """The deck to draw blind from; None: the one that has what is wanted first."""
    refill: DeckName | None = None
    """The deck that fills a gap in the display; None: as above."""


class Calls(_Kept, frozen=True):
    """When to stop and call the owner, besides when nothing of the order can be done."""

    track_taken: bool = True
    few_pieces: bool = True
    """When anybody is near the number of pieces that ends the game."""
    last_round: bool = True
    ticket_completed: bool = True
    harbour: bool = True
    """When a piece can be placed in a city where it could not be before (W1)."""
    cards: int | None = MOST_CARDS
    """So many cards in hand; None: however many."""
    turns: int = MOST_TURNS
    """After so many turns without a look."""


class Order(_Kept, frozen=True):
    """A standing order."""

    build: Build = Build()
    collect: Collect | None = Collect()
    """None: never draw."""
    then: Literal["stop", "draw"] = "stop"
    """When everything is built and collected: stop, or go on drawing blind."""
    calls: Calls = Calls()


class Seen(_Kept, frozen=True):
    """What was true when an order was given or last looked at; only changes since then stop it."""

    lost: tuple[RouteId, ...] = ()
    """The tracks of the list that the seat could not have any more."""
    completed: tuple[TicketId, ...] = ()
    few_pieces: bool = False
    last_round: bool = False
    cities: tuple[CityId, ...] = ()
    """Where a piece could be placed (W1)."""
    many_cards: bool = False
    played: int = 0
    """How many turns the order has played since."""


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
"""Why an order stops, the most pressing first."""


class Stop(_Kept, frozen=True):
    """Why an order does not play this turn, and what its owner is told of it."""

    reason: Reason
    tracks: tuple[RouteId, ...] = ()
    """Those that were taken; or those of the list that stay undone."""
    tickets: tuple[TicketId, ...] = ()
    """Those that were completed."""
    cities: tuple[CityId, ...] = ()
    """Where a harbour can be built."""
    seat: Seat | None = None
    """Who has few pieces left."""
    count: int | None = None
    """How many pieces that seat has, cards the owner holds, turns the order has played."""


class Next(_Kept, frozen=True):
    """What an order works towards: a track, and what it still lacks."""

    track: RouteId
    lacks: int
    """Cards, or ships where cards count double; none: it is built next."""
    cards: tuple[Card, ...] = ()
    """The kinds of cards that would help, wilds aside."""
    wilds: int = 0
    """So many wilds may still go into it."""


class Take(_Kept, frozen=True):
    """One card of a foreseen draw."""

    card: Card | None = None
    """The open card; None: blind."""
    deck: DeckName | None = None
    """The deck of a blind card; of an open one the deck that fills the gap, where it is named."""


class Foreseen(_Kept, frozen=True):
    """One turn as it would be if nothing changed: a track, or cards, or a stop."""

    track: RouteId | None = None
    payment: Payment = ()
    takes: tuple[Take, ...] = ()
    stop: Stop | None = None


class Preview(_Kept, frozen=True):
    """What an order would do now and on the next turns if nothing changed."""

    turns: tuple[Foreseen, ...]
    next: Next | None
    """What it then works towards; None: nothing of the list."""
