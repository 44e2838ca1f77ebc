"""The time of a player's turn, as it is shown to the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.games.clock.hours import Span
from bot.games.clock.model import SeatClock, deadline, used_time
from bot.games.table import GameSnapshot
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The public facts about the time of a turn."""

    until: datetime | None = None
    """The deadline, or None if there is no time limit or the clock is stopped."""
    on_bank: bool = False
    """Whether the allowance is used up, so that the bank is drawn on."""
    away_until: datetime | None = None
    """Until when the clock is stopped because the owner is on vacation."""
    paused: bool = False
    """Whether the clock is stopped because the whole table is paused."""

    @property
    def digest(self) -> str:
        """A text that differs for different times.

        Whether the bank is drawn on is not part of it, because that moves no deadline.
        """
        moments = [
            f"{name} {int(moment.timestamp())}"
            for name, moment in (("until", self.until), ("away", self.away_until))
            if moment is not None
        ]
        return " ".join([*moments, *(["paused"] if self.paused else [])])


def seat_time(
    snapshot: GameSnapshot, seat: Seat, now: datetime, outages: Sequence[Span] = ()
) -> SeatTime:
    """Return the time of a seat's turn. It is empty if the game does not wait for the seat."""
    clock = snapshot.table.clock(seat)
    if seat not in snapshot.state.waiting or not clock.open or not clock.allowance:
        return SeatTime()
    return SeatTime(
        deadline(clock, outages),
        draws_on_bank(clock, now, outages),
        clock.away_until,
        snapshot.table.pause.is_on,
    )


def draws_on_bank(clock: SeatClock, now: datetime, outages: Sequence[Span]) -> bool:
    """Return whether a turn has used up its allowance and draws on the bank."""
    return clock.limit > clock.allowance and used_time(clock, now, outages) >= clock.allowance
