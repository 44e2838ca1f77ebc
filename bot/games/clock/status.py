"""The time of a player's turn, as it is shown to the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.games.clock.hours import Span
from bot.games.clock.model import SeatClock, allowance_end, bank_left, deadline, used_time
from bot.games.clock.pace import NO_TIME
from bot.games.table import GameSnapshot
from engine.ids import Seat

SHORT_TURN: Final = timedelta(days=1)
"""A time of day alone says when a turn ends that ends within this time."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The public facts about the time of a turn."""

    until: datetime | None = None
    """When allowance and bank are used up. None if there is no limit or the clock is stopped."""
    on_bank: bool = False
    """Whether the allowance is used up, so that the bank is drawn on."""
    away_until: datetime | None = None
    """Until when the clock is stopped because the owner is on vacation."""
    paused: bool = False
    """Whether the clock is stopped because the whole table is paused."""
    due: datetime | None = None
    """When the allowance is used up, or None like `until`."""
    bank: timedelta = NO_TIME
    """The time that is left in the bank. The opening has none."""
    since: datetime | None = None
    """Since when the clock runs."""

    @property
    def end(self) -> datetime | None:
        """When the allowance ends, or the bank while it is drawn on."""
        return self.until if self.on_bank else self.due

    @property
    def is_short(self) -> bool:
        """Whether a time of day alone says when the allowance or the bank ends."""
        return bool(self.since and self.end and self.end - self.since <= SHORT_TURN)

    @property
    def digest(self) -> str:
        """A text that differs for different times."""
        moments = [
            f"{name} {int(moment.timestamp())}"
            for name, moment in (("until", self.until), ("away", self.away_until))
            if moment is not None
        ]
        marks = (("bank", self.on_bank), ("paused", self.paused))
        return " ".join([*moments, *(mark for mark, is_set in marks if is_set)])

    @property
    def facts(self) -> dict[str, int]:
        """The facts of a notice about this time, or nothing if there is no deadline."""
        moments = {"until": self.until, "due": self.due, "since": self.since}
        facts = {name: int(moment.timestamp()) for name, moment in moments.items() if moment}
        if self.until is None:
            return {}
        return {**facts, "bank": int(self.on_bank), "left": int(self.bank.total_seconds())}

    @classmethod
    def from_facts(cls, facts: Mapping[str, str | int]) -> SeatTime:
        """Return the time that a notice was made with.

        Notices of older versions know only `until`, which may include the bank.
        """

        def moment(name: str) -> datetime | None:
            return datetime.fromtimestamp(int(facts[name]), UTC) if name in facts else None

        until = moment("until")
        return cls(
            until,
            bool(facts.get("bank")),
            due=moment("due") or until,
            bank=timedelta(seconds=int(facts.get("left", 0))),
            since=moment("since"),
        )


NO_CLOCK: Final = SeatTime()


def seat_time(
    snapshot: GameSnapshot, seat: Seat, now: datetime, outages: Sequence[Span] = ()
) -> SeatTime:
    """Return the time of a seat's turn. It is empty if the game does not wait for the seat."""
    clock = snapshot.table.clock(seat)
    if seat not in snapshot.state.waiting or not clock.open or not clock.allowance:
        return NO_CLOCK
    return turn_time(clock, now, outages, paused=snapshot.table.pause.is_on)


def turn_time(
    clock: SeatClock, now: datetime, outages: Sequence[Span] = (), *, paused: bool = False
) -> SeatTime:
    """Return the time of the turn that a clock measures."""
    return SeatTime(
        deadline(clock, outages),
        draws_on_bank(clock, now, outages),
        clock.away_until,
        paused,
        allowance_end(clock, outages),
        bank_left(clock, now, outages) if clock.limit > clock.allowance else NO_TIME,
        clock.since,
    )


def draws_on_bank(clock: SeatClock, now: datetime, outages: Sequence[Span]) -> bool:
    """Return whether a turn has used up its allowance and draws on the bank."""
    return clock.limit > clock.allowance and used_time(clock, now, outages) >= clock.allowance
