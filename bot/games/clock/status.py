"""How the time of somebody's turn stands, for those who are told of it."""

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
    """What may be said of the time of a turn, also to others."""

    until: datetime | None = None
    """When it is up; None: it has no end, or stands still."""
    on_bank: bool = False
    """Whether the allowance is used up, so that the bank is drawn on."""
    away_until: datetime | None = None
    """Until when it stands still because its owner is on vacation."""
    paused: bool = False
    """Whether it stands still with the whole table."""

    @property
    def digest(self) -> str:
        """What tells it from another time; drawing on the bank moves no deadline."""
        moments = [
            f"{name} {int(moment.timestamp())}"
            for name, moment in (("until", self.until), ("away", self.away_until))
            if moment is not None
        ]
        return " ".join([*moments, *(["paused"] if self.paused else [])])


def seat_time(
    snapshot: GameSnapshot, seat: Seat, now: datetime, outages: Sequence[Span] = ()
) -> SeatTime:
    """How the time of a seat's turn stands, if it is awaited and has a clock."""
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
    """Whether a turn has used up its allowance and draws on the bank."""
    return clock.limit > clock.allowance and used_time(clock, now, outages) >= clock.allowance
