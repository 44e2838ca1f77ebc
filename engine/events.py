"""What can happen, and who may see it. A fact, with the outcome of chance inside.

The audience of a secret is written on its field. A field that holds cards or tickets must say
`Public`, `Private` or `Hidden`; a bare one is a `TypeError` on import. Events carry what `evolve`
needs, so a log can be replayed without a board and without rules. What an event means to undo, to
recaps and to hand cards is written on its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, ClassVar, Final, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from engine.ids import Card, CityId, DeckName, EditionId, Payment, Piece, RouteId, Seat, TicketId

FORMAT: Final = 1
"""The version of this vocabulary. A log of a higher one is refused, never guessed at."""

T = TypeVar("T")


class Audience(Enum):
    """Who may see a field."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


Public = Annotated[T, Audience.ALL]
"""V1: everybody."""
Private = Annotated[T, Audience.OWNER]
"""V2: the acting seat, until the game is over."""
Hidden = Annotated[T, Audience.NOBODY]
"""V3: nobody, until the game is over."""


class _Fact(
    msgspec.Struct,
    frozen=True,
    tag=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,  # it holds no cycles, and logs are long
):
    """An event, with three answers that each class may give in its own way."""

    step: ClassVar[bool] = False
    """Whether a player did it, as opposed to what followed from it."""
    reveals: ClassVar[bool] = True
    """Whether it tells somebody something new: then its step cannot be taken back freely (T3)."""
    for_all: ClassVar[bool] = False
    """Whether it changes what every seat sees of its own, not only the acting seat."""


class _Step(_Fact, frozen=True):
    """What a player did: the first event of an action, and no other."""

    step: ClassVar[bool] = True

    seat: Seat


class GameStarted(_Fact, frozen=True):
    """A table was laid out: who plays what with how much."""

    reveals: ClassVar[bool] = False

    edition: EditionId
    seats: int
    pieces: dict[Piece, int]
    slots: int
    """Size of the display."""
    format: int = FORMAT


class DeckShuffled(_Fact, frozen=True):
    """A transport deck was put in a new order, at first or from its discards (D9)."""

    deck: DeckName
    order: Hidden[tuple[Card, ...]]
    """From the bottom to the top."""


class TicketsShuffled(_Fact, frozen=True):
    """A ticket deck was put in a new order."""

    deck: DeckName
    order: Hidden[tuple[TicketId, ...]]
    """From the bottom to the top."""


class CardsDealt(_Fact, frozen=True):
    """A player's first cards of a deck (S1)."""

    seat: Seat
    deck: DeckName
    cards: Private[tuple[Card, ...]]


class DisplayFilled(_Fact, frozen=True):
    """A card was turned up in a free slot (S2, D2)."""

    slot: int
    deck: DeckName
    card: Public[Card]


class DisplaySwept(_Fact, frozen=True):
    """Too many wilds: the whole display went to the discards (D6, D7)."""


class SplitAsked(_Fact, frozen=True):
    """A player must say how many of the first tickets come from the long deck (S4)."""

    reveals: ClassVar[bool] = False

    seat: Seat


class TicketsOffered(_Step, frozen=True):
    """A player looks at tickets and must keep some of them (S3, K1)."""

    decks: dict[DeckName, int]
    tickets: Private[tuple[TicketId, ...]]
    keep: int


class TicketsKept(_Step, frozen=True):
    """A player kept some tickets; the others went under their decks (K2, S4, S5)."""

    reveals: ClassVar[bool] = False

    kept: Private[tuple[TicketId, ...]]
    returned: Private[tuple[tuple[DeckName, TicketId], ...]]


class MixAsked(_Fact, frozen=True):
    """A player must pick a mix of pieces (S7)."""

    reveals: ClassVar[bool] = False

    seat: Seat


class MixChosen(_Step, frozen=True):
    """A player picked a mix of pieces; nobody else knows it yet (S7)."""

    reveals: ClassVar[bool] = False

    pieces: Private[dict[Piece, int]]
    box: Private[dict[Piece, int]]


class MixesRevealed(_Fact, frozen=True):
    """All have picked: every mix is shown (S7)."""

    for_all: ClassVar[bool] = True

    pieces: Public[tuple[dict[Piece, int], ...]]


class FirstPlayerDrawn(_Fact, frozen=True):
    """The openings are over, and chance said who begins (S8)."""

    seat: Seat


class TurnBegan(_Fact, frozen=True):
    """A player is to move."""

    reveals: ClassVar[bool] = False

    seat: Seat


class BlindCardDrawn(_Step, frozen=True):
    """A player drew the top card of a deck; only that player knows which (D1)."""

    deck: DeckName
    card: Private[Card]
    more: bool
    """Whether a second card follows."""


class OpenCardTaken(_Step, frozen=True):
    """A player took a card from the display (D1)."""

    reveals: ClassVar[bool] = False

    slot: int
    card: Public[Card]
    more: bool
    """Whether a second card may follow (D3)."""


class SecondCardWaived(_Fact, frozen=True):
    """After the first card there was none left to take: the turn ends with one (D11)."""

    reveals: ClassVar[bool] = False

    seat: Seat


class RouteClaimed(_Step, frozen=True):
    """A player laid pieces on a track and paid for them (C1 to C6)."""

    reveals: ClassVar[bool] = False

    route: RouteId
    payment: Public[Payment]
    piece: Piece
    pieces: int
    points: int


class PiecePlaced(_Step, frozen=True):
    """A player put a special piece into a city (W1)."""

    reveals: ClassVar[bool] = False

    piece: Piece
    city: CityId
    payment: Public[Payment]


class PiecesExchanged(_Step, frozen=True):
    """A player changed pieces of one kind for the other (W3)."""

    reveals: ClassVar[bool] = False

    gave: Piece
    took: Piece
    count: int
    points: int
    """What it cost, as a number to add: zero or less."""


class Passed(_Step, frozen=True):
    """A player could do nothing (T2)."""

    reveals: ClassVar[bool] = False


class LastRoundBegan(_Fact, frozen=True):
    """A player is short of pieces: so many turns remain in all (E1)."""

    reveals: ClassVar[bool] = False

    seat: Seat
    turns: int


class GameEnded(_Fact, frozen=True):
    """No turn follows."""

    for_all: ClassVar[bool] = True

    reason: str
    """``"last-round"`` (E1) or ``"all-passed"`` (T2)."""


class Reverted(_Fact, frozen=True):
    """A player took back the last step: the game stands as it stood after so many events."""

    reveals: ClassVar[bool] = False
    for_all: ClassVar[bool] = True

    seat: Seat
    to: int
    agreed: bool = False
    """Whether the whole table agreed, so that also what was revealed or done since is undone."""


Event: TypeAlias = (
    GameStarted
    | DeckShuffled
    | TicketsShuffled
    | CardsDealt
    | DisplayFilled
    | DisplaySwept
    | SplitAsked
    | TicketsOffered
    | TicketsKept
    | MixAsked
    | MixChosen
    | MixesRevealed
    | FirstPlayerDrawn
    | TurnBegan
    | BlindCardDrawn
    | OpenCardTaken
    | SecondCardWaived
    | RouteClaimed
    | PiecePlaced
    | PiecesExchanged
    | Passed
    | LastRoundBegan
    | GameEnded
    | Reverted
)

EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


def _mentions_secret_things(hint: object) -> bool:
    return hint in (Card, TicketId) or any(map(_mentions_secret_things, get_args(hint)))


def _audiences(event: type[Event]) -> dict[str, Audience]:
    """The audience of each field that states one; a bare field of cards or tickets is an error."""
    marked = {}
    for name, hint in get_type_hints(event, include_extras=True).items():
        said = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Audience)]
        if not said and _mentions_secret_things(hint):
            raise TypeError(f"{event.__name__}.{name} must be Public, Private or Hidden")
        if said:
            marked[name] = said[0]
    return marked


AUDIENCES: Final[Mapping[type, Mapping[str, Audience]]] = {
    event: _audiences(event) for event in EVENTS
}
"""Who may see which field, by event."""
