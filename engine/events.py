"""The events of a game, and who may see them. An event includes the outcome of chance.

The audience of a secret is declared on its field. A field that contains cards or tickets must be
`Public`, `Private` or `Hidden`. A field without a declaration raises a `TypeError` on import.
Events contain everything that `evolve` needs, so a log can be replayed without a board and without
rules. Each class declares what its event means for undo, for recaps and for hand cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, ClassVar, Final, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from engine.ids import Card, CityId, DeckName, EditionId, Payment, Piece, RouteId, Seat, TicketId

FORMAT: Final = 1
"""The version of this vocabulary. A log with a higher version is refused. The engine never guesses
its meaning."""

T = TypeVar("T")


class Audience(Enum):
    """The players who may see a field."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


Public = Annotated[T, Audience.ALL]
"""V1: visible to all."""
Private = Annotated[T, Audience.OWNER]
"""V2: visible only to the acting seat until the game is over."""
Hidden = Annotated[T, Audience.NOBODY]
"""V3: visible to no player until the game is over."""


class _Fact(
    msgspec.Struct,
    frozen=True,
    tag=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,  # Events have no cycles, and logs are long.
):
    """The base class of events, with three flags that each class may override."""

    step: ClassVar[bool] = False
    """Whether a player did this, as opposed to something that followed automatically."""
    reveals: ClassVar[bool] = True
    """Whether the event shows a player something new. Its step then needs the table's consent to be
    undone (T3)."""
    for_all: ClassVar[bool] = False
    """Whether the event changes the own view of every seat, not only of the acting seat."""


class _Step(_Fact, frozen=True):
    """Something that a player did. The first event of an action is one, and no other event is."""

    step: ClassVar[bool] = True

    seat: Seat


class GameStarted(_Fact, frozen=True):
    """A table was set up with an edition, a number of seats and the starting pieces."""

    reveals: ClassVar[bool] = False

    edition: EditionId
    seats: int
    pieces: dict[Piece, int]
    slots: int
    """The size of the display."""
    format: int = FORMAT


class DeckShuffled(_Fact, frozen=True):
    """A transport deck was shuffled, at the start or from its discards (D9)."""

    deck: DeckName
    order: Hidden[tuple[Card, ...]]
    """From the bottom to the top."""


class TicketsShuffled(_Fact, frozen=True):
    """A ticket deck was shuffled."""

    deck: DeckName
    order: Hidden[tuple[TicketId, ...]]
    """From the bottom to the top."""


class CardsDealt(_Fact, frozen=True):
    """A player got their first cards from a deck (S1)."""

    seat: Seat
    deck: DeckName
    cards: Private[tuple[Card, ...]]


class DisplayFilled(_Fact, frozen=True):
    """A card was turned up in a free slot (S2, D2)."""

    slot: int
    deck: DeckName
    card: Public[Card]


class DisplaySwept(_Fact, frozen=True):
    """The display had too many wilds, so all its cards went to the discards (D6, D7)."""


class SplitAsked(_Fact, frozen=True):
    """A player must choose how many of the first tickets come from the long deck (S4)."""

    reveals: ClassVar[bool] = False

    seat: Seat


class TicketsOffered(_Step, frozen=True):
    """A player sees tickets and must keep some of them (S3, K1)."""

    decks: dict[DeckName, int]
    tickets: Private[tuple[TicketId, ...]]
    keep: int


class TicketsKept(_Step, frozen=True):
    """A player kept some tickets, and the others went under their decks (K2, S4, S5)."""

    reveals: ClassVar[bool] = False

    kept: Private[tuple[TicketId, ...]]
    returned: Private[tuple[tuple[DeckName, TicketId], ...]]


class MixAsked(_Fact, frozen=True):
    """A player must choose a mix of pieces (S7)."""

    reveals: ClassVar[bool] = False

    seat: Seat


class MixChosen(_Step, frozen=True):
    """A player chose a mix of pieces, which the other players do not know yet (S7)."""

    reveals: ClassVar[bool] = False

    pieces: Private[dict[Piece, int]]
    box: Private[dict[Piece, int]]


class MixesRevealed(_Fact, frozen=True):
    """All players have chosen, and every mix is shown (S7)."""

    for_all: ClassVar[bool] = True

    pieces: Public[tuple[dict[Piece, int], ...]]


class FirstPlayerDrawn(_Fact, frozen=True):
    """The opening choices are over, and chance decided which player begins (S8)."""

    seat: Seat


class TurnBegan(_Fact, frozen=True):
    """A player's turn began."""

    reveals: ClassVar[bool] = False

    seat: Seat


class BlindCardDrawn(_Step, frozen=True):
    """A player drew the top card of a deck, and only that player knows it (D1)."""

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
    """No card was left to take after the first card, so the turn ends with one card (D11)."""

    reveals: ClassVar[bool] = False

    seat: Seat


class RouteClaimed(_Step, frozen=True):
    """A player placed pieces on a route and paid for them (C1 to C6)."""

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
    """A player exchanged pieces of one kind for the other kind (W3)."""

    reveals: ClassVar[bool] = False

    gave: Piece
    took: Piece
    count: int
    points: int
    """The cost as a number to add, zero or less."""


class Passed(_Step, frozen=True):
    """A player could do nothing and passed (T2)."""

    reveals: ClassVar[bool] = False


class LastRoundBegan(_Fact, frozen=True):
    """A player is short of pieces, and `turns` turns remain in all (E1)."""

    reveals: ClassVar[bool] = False

    seat: Seat
    turns: int


class GameEnded(_Fact, frozen=True):
    """The game ended, and no turn follows."""

    for_all: ClassVar[bool] = True

    reason: str
    """``"last-round"`` (E1) or ``"all-passed"`` (T2)."""


class Reverted(_Fact, frozen=True):
    """A player undid their last step, and the game is again as it was after `to` events."""

    reveals: ClassVar[bool] = False
    for_all: ClassVar[bool] = True

    seat: Seat
    to: int
    agreed: bool = False
    """Whether the whole table agreed, so that revealed information and later steps are undone as
    well."""


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
    """Return the declared audiences of an event's fields.

    Raise TypeError for a field of cards or tickets without a declaration.
    """
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
"""The audience of each field that declares one, by event."""
