"""The part of a game that a player may know.

A view is built up from what the player may see. It is never made by removing secrets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec

from engine.events import AUDIENCES, Audience, Event
from engine.ids import Card, CityId, DeckName, EditionId, Piece, RouteId, Seat, TicketId
from engine.questions import Waiting
from engine.ruleset import Rules
from engine.state import GameState

E = TypeVar("E", bound=Event)

UNKNOWN: Final = "?"
"""The placeholder for a card or a ticket that the reader may not know."""


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """The public part of a seat."""

    cards: int
    tickets: int
    pieces: Mapping[Piece, int]
    points: int
    choosing: bool
    """Whether the seat has a question to answer."""
    revealed: tuple[TicketId, ...] = ()
    """The tickets of the seat, after the game is over (K4)."""


class View(msgspec.Struct, frozen=True, gc=False):
    """The game as one seat sees it. `viewer` is None for the public view."""

    edition: EditionId
    version: int
    viewer: Seat | None
    hand: Mapping[Card, int]
    tickets: tuple[TicketId, ...]
    box: Mapping[Piece, int]
    waiting: Waiting | None
    """Only the viewer's own question."""
    question_number: int | None
    """The number of the viewer's own question."""
    seats: tuple[SeatView, ...]
    owners: Mapping[RouteId, Seat]
    """The owner of each claimed route, in the order of the claims."""
    claimed_at: tuple[int, ...]
    """The version after each claim, in the order of `owners`."""
    placed: Mapping[tuple[Piece, CityId], Seat]
    display: tuple[Card | None, ...]
    decks: Mapping[DeckName, tuple[int, int]]
    """The sizes of deck and discards. A view never contains their order."""
    ticket_decks: Mapping[DeckName, int]
    turn: Seat | None
    turns: int
    turns_left: int | None
    """The number of turns after the current turn in the last round, else None."""
    over: str | None

    @property
    def turns_to_go(self) -> int | None:
        """The number of remaining turns in the last round, including the current one, else None."""
        return None if self.turns_left is None else self.turns_left + 1

    def claimed_since(self, version: int) -> tuple[RouteId, ...]:
        """Return the routes claimed after *version*, in order."""
        pairs = zip(self.owners, self.claimed_at, strict=True)
        return tuple(track for track, at in pairs if at > version)


def view_for(rules: Rules, state: GameState, viewer: Seat | None) -> View:
    """Return the game as *viewer* sees it, or the public view if *viewer* is None."""
    own = None if viewer is None else state.players[viewer]
    return View(
        edition=rules.spec.id,
        version=state.version,
        viewer=viewer,
        hand=own.hand.copy() if own else {},
        tickets=tuple(own.tickets) if own else (),
        box=own.box.copy() if own else {},
        waiting=None if viewer is None else state.waiting.get(viewer),
        question_number=None if viewer is None else state.question_numbers.get(viewer),
        seats=tuple(
            [
                SeatView(
                    cards=sum(player.hand.values()),
                    tickets=len(player.tickets),
                    pieces=player.pieces.copy(),
                    points=player.points,
                    choosing=seat in state.waiting,
                    revealed=tuple(player.tickets) if state.over else (),
                )
                for seat, player in enumerate(state.players)
            ]
        ),
        owners=state.owners.copy(),
        claimed_at=tuple(state.claimed_at),
        placed={
            (piece, city): seat
            for piece, cities in state.placed.items()
            for city, seat in cities.items()
        },
        display=tuple(state.display),
        decks={name: (len(d.cards), len(d.discard)) for name, d in state.decks.items()},
        ticket_decks={name: len(d.tickets) for name, d in state.ticket_decks.items()},
        turn=state.turn,
        turns=state.turns,
        turns_left=state.turns_left,
        over=state.over,
    )


def redact(event: E, viewer: Seat | None) -> E:
    """Return *event* as *viewer* may see it: secrets become `UNKNOWN`, their number stays.

    >>> from engine.events import BlindCardDrawn
    >>> redact(BlindCardDrawn(Seat(1), DeckName("train"), Card("train-red"), more=True), None).card
    '?'
    """
    hidden = {
        name: _hide(getattr(event, name))
        for name, audience in AUDIENCES[type(event)].items()
        if audience is Audience.NOBODY
        or (audience is Audience.OWNER and getattr(event, "seat", None) != viewer)
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def _hide(value: object) -> object:
    """Return a value of the same shape without its secrets."""
    if isinstance(value, tuple):
        return tuple(_hide(item) for item in value)
    return {} if isinstance(value, dict) else UNKNOWN
