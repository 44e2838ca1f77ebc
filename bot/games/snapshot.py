"""A game as it is kept: all of it besides its row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.games.clock.model import Pause, SeatClock
from bot.games.model import Due, Handover, Occupant, SeatRow, UndoRequest
from bot.games.orders.model import SeatOrder
from engine.events import Event
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class Whole:
    """What belongs to a game, as of one moment."""

    log: Sequence[Event]
    """What has happened; where the beginning is known, what has happened since."""
    seats: Sequence[SeatRow]
    occupants: Sequence[Occupant]
    helped: Mapping[int, Seat]
    """The versions of those events that moves of a caretaker led to, with the seat moved for."""
    due: Sequence[Due]
    undo_request: UndoRequest | None
    handovers: Sequence[Handover]
    clocks: Mapping[Seat, SeatClock]
    pause: Pause
    orders: Mapping[Seat, SeatOrder]
