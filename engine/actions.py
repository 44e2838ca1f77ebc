"""The actions that a player may ask for. The rules decide whether they happen."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engine.ids import CityId, DeckName, Payment, Piece, RouteId, Seat, TicketId

__all__ = [
    "Action",
    "AskTickets",
    "ChooseMix",
    "ChooseSplit",
    "ClaimRoute",
    "DrawBlind",
    "DrawOpen",
    "ExchangePieces",
    "KeepTickets",
    "Pass",
    "PlacePiece",
]


class _Wish(
    msgspec.Struct,
    frozen=True,
    tag=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    seat: Seat


class ChooseSplit(_Wish, frozen=True):
    """Choose how many opening tickets come from the long deck, before seeing any (S4)."""

    long: int


class KeepTickets(_Wish, frozen=True):
    """Keep some of the offered tickets and return the others (S3, K2)."""

    tickets: tuple[TicketId, ...]


class ChooseMix(_Wish, frozen=True):
    """Choose in secret the pieces to begin with (S7)."""

    pieces: dict[Piece, int]


class DrawBlind(_Wish, frozen=True):
    """Draw the top card of a deck (D1)."""

    deck: DeckName


class DrawOpen(_Wish, frozen=True):
    """Take a card from the display (D1)."""

    slot: int
    refill: DeckName | None = None
    """The deck that fills the gap (D2). Needed only if there are two decks."""


class AskTickets(_Wish, frozen=True):
    """Draw tickets to choose from (K1)."""

    long: int = 0
    """The number of tickets from the long deck, if there are two decks."""


class ClaimRoute(_Wish, frozen=True):
    """Place pieces on a free route and pay for them (C1 to C11)."""

    route: RouteId
    payment: Payment


class PlacePiece(_Wish, frozen=True):
    """Put a special piece into a city and pay for it (W1, W2)."""

    piece: Piece
    city: CityId
    payment: Payment


class ExchangePieces(_Wish, frozen=True):
    """Exchange pieces of one kind for the same number of the other kind from the box (W3)."""

    give: Piece
    count: int


class Pass(_Wish, frozen=True):
    """Do nothing, because nothing can be done (T2)."""


Action: TypeAlias = (
    ChooseSplit
    | KeepTickets
    | ChooseMix
    | DrawBlind
    | DrawOpen
    | AskTickets
    | ClaimRoute
    | PlacePiece
    | ExchangePieces
    | Pass
)
