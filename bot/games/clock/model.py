"""The clock of a seat: its record, and the deadline, bank and reminders that follow from it.

All functions are pure. They depend on the record, the time, and the outages in which no clock runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec

from bot.games.clock.hours import FAR_FUTURE, Hours, Span, awake_after, awake_between
from bot.games.clock.pace import NO_PACE, NO_TIME, PACES, Pace
from engine.ids import Seat

REMINDER_SHARES: Final = (0.5, 0.9)
"""The shares of the allowance after which the player is reminded.

Another reminder follows when half of the bank is used up.
"""
MAX_REMINDERS_PER_TURN: Final = 4
MAX_PAST_TURNS: Final = 8
"""How many past turns are stored, since turns may be undone."""
TIMEOUTS_BEFORE_CARETAKER: Final = 3
"""After this many time-outs in a row the caretaker takes over the seat."""
MAX_VACATION_DAYS_PER_GAME: Final = 14
"""Further days of vacation do not stop a player's clock in the same game."""
MAX_VACATION_DAYS_PER_YEAR: Final = 30
"""Each day counts as soon as it has started."""
FREE_RETURN: Final = timedelta(days=1)
"""A vacation that its owner ends sooner than this costs no day."""
NO_TURN: Final = -1
"""Stands for a turn if none has started."""

Alarm: TypeAlias = Literal["time-out", "return", "nudge", "reminder", "bank"]
"""Why a clock needs attention.

The caretaker must play, the owner's vacation is over, the owner must be notified, or the turn
begins to draw on the bank.
"""


class PastTurn(msgspec.Struct, frozen=True, array_like=True):
    """What is stored of a turn that is over, in case it is undone."""

    turn: int
    credit: timedelta
    """The time that the turn gave to the bank."""
    reminded: int


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time a seat has used in its turn, and the reminders and time-outs so far."""

    seat: int
    turn: int = NO_TURN
    """The turn that the clock measures. 0 is the opening."""
    open: bool = False
    """Whether that turn is still in progress."""
    began: datetime | None = None
    since: datetime | None = None
    """Since when the clock runs, or None if it is stopped."""
    used: timedelta = NO_TIME
    """The awake time that was used up to `since`, or so far if the clock is stopped."""
    pace: str = ""
    allowance: timedelta = NO_TIME
    """The allowance for this turn with all extensions. With `NO_TIME` there is no time limit."""
    bank: timedelta = NO_TIME
    """The time in the bank when the turn started."""
    hours: Hours | None = None
    """The owner's hours when the turn started."""
    reminded: int = 0
    """How many of the reminders of this turn have passed."""
    rings: int = 0
    """How often the owner was notified."""
    snoozed: datetime | None = None
    """The moment until which the owner snoozed reminders. Then a reminder is sent."""
    nudge: str = ""
    """The name of the player who nudged the owner, until the owner is notified."""
    nudged: datetime | None = None
    """When a player last nudged the owner."""
    bank_shown: bool = False
    """Whether the messages of the table were updated when the turn began to draw on the bank."""
    timed_out: bool = False
    """Whether the caretaker plays this turn."""
    skipped: bool = False
    """Whether the caretaker plays this turn because a moderator skipped it."""
    timeouts: int = 0
    """How many turns of the owner in a row ran out of time."""
    kept_since: datetime | None = None
    """When the caretaker took over the seat."""
    away_since: datetime | None = None
    away_until: datetime | None = None
    """Until when the clock is stopped because the owner is on vacation."""
    away_days: int = 0
    """How many days of earlier vacations have stopped this clock."""
    past: tuple[PastTurn, ...] = ()

    @property
    def limit(self) -> timedelta:
        """The total time for this turn. The opening cannot draw on the bank."""
        return self.allowance + (self.bank if self.turn else NO_TIME)

    @property
    def reminders(self) -> tuple[timedelta, ...]:
        """The amounts of used time after which the player is reminded."""
        if not self.allowance:
            return ()
        shares = tuple(self.allowance * share for share in REMINDER_SHARES)
        return (*shares, self.allowance + self.bank / 2) if self.limit > self.allowance else shares

    @property
    def in_time(self) -> bool | None:
        """Whether the owner played the turn in time, or None if the turn does not count."""
        if self.turn == NO_TURN or not self.allowance or self.skipped:
            return None
        return not self.timed_out and self.used <= self.limit


def used_time(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> timedelta:
    """Return the awake time that a turn has taken so far."""
    if clock.since is None or clock.since >= now:
        return clock.used
    return clock.used + awake_between(clock.hours, clock.since, now, outages)


def bank_left(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> timedelta:
    """Return the time that is left in the bank now."""
    return max(NO_TIME, clock.bank - _bank_used(clock, used_time(clock, now, outages)))


def _bank_used(clock: SeatClock, used: timedelta) -> timedelta:
    return max(NO_TIME, used - clock.allowance) if clock.turn > 0 and clock.allowance else NO_TIME


def deadline(clock: SeatClock, outages: Sequence[Span] = ()) -> datetime | None:
    """Return when the time of a turn is up.

    Return None if there is no time limit or the clock is stopped.
    """
    if not clock.allowance or not clock.open:
        return None
    return _moment_used(clock, clock.limit, outages)


def allowance_end(clock: SeatClock, outages: Sequence[Span] = ()) -> datetime | None:
    """Return when the allowance of a turn is used up. The bank may extend the turn after that.

    Return None if there is no time limit or the clock is stopped.
    """
    if not clock.allowance or not clock.open:
        return None
    return _moment_used(clock, clock.allowance, outages)


def _moment_used(clock: SeatClock, used: timedelta, outages: Sequence[Span]) -> datetime | None:
    """Return when the used time will reach *used*, or None if that never happens."""
    if clock.since is None:
        return None
    moment = awake_after(clock.hours, clock.since, used - clock.used, outages)
    return moment if moment < FAR_FUTURE else None


# --- alarms ---


def pending_alarm(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> Alarm | None:
    """Return why a clock needs attention now, or None if it does not."""
    if not clock.open or clock.timed_out:
        return None
    if clock.away_until is not None:
        return "return" if clock.away_until <= now else None
    if clock.since is None:
        return None
    used = used_time(clock, now, outages)
    if clock.allowance and used >= clock.limit:
        return "time-out"
    reminder = _reminder_due(clock, now, used) if clock.rings < MAX_REMINDERS_PER_TURN else None
    if reminder is None and _has_bank(clock) and not clock.bank_shown and used >= clock.allowance:
        return "bank"
    return reminder


def _has_bank(clock: SeatClock) -> bool:
    return clock.limit > clock.allowance > NO_TIME


def _reminder_due(clock: SeatClock, now: datetime, used: timedelta) -> Alarm | None:
    if clock.nudge:
        return "nudge"
    if clock.snoozed is not None:
        return "reminder" if clock.snoozed <= now else None
    return "reminder" if _reminders_passed(clock, used) > clock.reminded else None


def _reminders_passed(clock: SeatClock, used: timedelta) -> int:
    return sum(used >= mark for mark in clock.reminders)


def next_alarm(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> datetime | None:
    """Return when a clock needs attention next, or None if it never does in its present state."""
    if pending_alarm(clock, now, outages):
        return now
    if not clock.open or clock.timed_out:
        return None
    if clock.away_until is not None:
        return clock.away_until
    ends = deadline(clock, outages)
    reminder = _next_reminder(clock, outages) if clock.rings < MAX_REMINDERS_PER_TURN else None
    bank = allowance_end(clock, outages) if _has_bank(clock) and not clock.bank_shown else None
    return min((moment for moment in (ends, reminder, bank) if moment is not None), default=None)


def _next_reminder(clock: SeatClock, outages: Sequence[Span]) -> datetime | None:
    if clock.since is None or clock.snoozed is not None:
        return clock.snoozed if clock.since is not None else None
    marks = clock.reminders[clock.reminded :]
    return _moment_used(clock, marks[0], outages) if marks else None


def count_reminder(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> SeatClock:
    """Return the clock with all reminders due by *now* marked as sent.

    One notification stands for all of them.
    """
    passed = _reminders_passed(clock, used_time(clock, now, outages))
    return msgspec.structs.replace(
        clock,
        reminded=max(clock.reminded, passed),
        rings=clock.rings + 1,
        snoozed=None,
        nudge="",
    )


# --- turns ---


def open_clock(
    clock: SeatClock, turn: int, now: datetime, pace: Pace, hours: Hours | None
) -> SeatClock:
    """Return the clock of a seat that has to act.

    The clock starts a new turn, or continues its present turn if that is not over after all.
    """
    if clock.open and clock.turn == turn:
        return clock
    if clock.turn == turn:
        return msgspec.structs.replace(clock, open=True)
    bank, past = _settle_bank(clock, pace)
    before = next((one for one in past if one.turn == turn), None)
    reminded = before.reminded if before else 0
    return msgspec.structs.replace(
        clock,
        turn=turn,
        open=True,
        began=now,
        since=None,
        used=NO_TIME,
        pace=pace.name,
        allowance=pace.allowance,
        bank=bank,
        hours=hours,
        reminded=reminded,
        rings=reminded,
        snoozed=None,
        bank_shown=False,
        timed_out=False,
        skipped=False,
        past=tuple(one for one in past if one.turn != turn)[-MAX_PAST_TURNS:],
    )


def _settle_bank(clock: SeatClock, pace: Pace) -> tuple[timedelta, tuple[PastTurn, ...]]:
    """Return the time in the bank after the last turn, and the past turns with that turn."""
    if clock.pace != pace.name:
        return pace.bank, clock.past
    if clock.turn == NO_TURN:
        return clock.bank, clock.past
    bank = max(NO_TIME, clock.bank - _bank_used(clock, clock.used))
    credit = NO_TIME
    if not clock.timed_out:
        credit = max(NO_TIME, min(pace.allowance / 4, pace.bank - bank))
    return bank + credit, (*clock.past, PastTurn(clock.turn, credit, clock.reminded))


def close_clock(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> SeatClock:
    """Return the clock of a seat that has nothing to do any more.

    Its turn is over, or another player or a bot plays it.
    """
    if not clock.open:
        return clock
    return msgspec.structs.replace(
        stop_clock(clock, now, outages),
        open=False,
        snoozed=None,
        nudge="",
        timeouts=clock.timeouts if clock.timed_out else 0,
    )


def rewind_clock(
    clock: SeatClock, turn: int, now: datetime, *, agreed: bool, outages: Sequence[Span] = ()
) -> SeatClock:
    """Return the clock after an undo set the game back to *turn*.

    The player who moved last made the undo, or all players *agreed* to it. A player who continues
    the same turn has the time that was left. Other turns are deleted: what they drew from the bank
    stays drawn, what they gave to the bank is lost, and their reminders are not sent again.
    """
    if clock.turn < turn:
        return clock
    if clock.turn == turn and not agreed:
        return _resume_turn(clock)
    bank = bank_left(clock, now, outages)
    for one in clock.past:
        if one.turn >= turn:
            bank -= one.credit
    past = [
        PastTurn(one.turn, NO_TIME, one.reminded) if one.turn >= turn else one for one in clock.past
    ]
    past.append(PastTurn(clock.turn, NO_TIME, clock.reminded))
    return msgspec.structs.replace(
        clock,
        turn=NO_TURN,
        open=False,
        since=None,
        used=NO_TIME,
        bank=max(NO_TIME, bank),
        nudge="",
        timed_out=False,
        past=tuple(past[-MAX_PAST_TURNS:]),
    )


def _resume_turn(clock: SeatClock) -> SeatClock:
    """Return the clock with the time that was left of its turn, but at least a minimum.

    The pace sets that minimum.
    """
    if clock.open and not clock.timed_out:
        return clock
    most = max(NO_TIME, clock.limit - pace_named(clock.pace).min_after_undo)
    used = min(clock.used, most) if clock.allowance else clock.used
    return msgspec.structs.replace(
        clock, used=used, bank_shown=False, timed_out=False, skipped=False
    )


def refresh_clock(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> SeatClock:
    """Return the clock of a player who has come back.

    It has a new allowance. The bank is as the player left it.
    """
    return msgspec.structs.replace(
        rewind_clock(clock, clock.turn, now, agreed=True, outages=outages),
        timeouts=0,
        kept_since=None,
        past=clock.past,
    )


# --- stopping and vacations ---


def stop_clock(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> SeatClock:
    """Return the clock stopped at *now*."""
    return msgspec.structs.replace(clock, since=None, used=used_time(clock, now, outages))


def start_or_stop(
    clock: SeatClock, now: datetime, *, paused: bool, outages: Sequence[Span] = ()
) -> SeatClock:
    """Return the clock, running if its turn is open and no pause or vacation stops it.

    Otherwise return it stopped.
    """
    runs = clock.open and not clock.timed_out and not paused and clock.away_until is None
    if runs and (clock.since is None or clock.since > now):
        # A start in the future means that the system clock was set back.
        return msgspec.structs.replace(clock, since=now)
    if not runs and clock.since is not None:
        return stop_clock(clock, now, outages)
    return clock


def vacation_days(start: datetime, end: datetime) -> int:
    """Return how many days have started between two moments."""
    return max(0, -(-(end - start) // timedelta(days=1)))


def begin_vacation(clock: SeatClock, start: datetime, until: datetime) -> SeatClock:
    """Return the clock of a player who goes on vacation."""
    return msgspec.structs.replace(clock, away_since=start, away_until=until)


def end_vacation(clock: SeatClock, now: datetime) -> SeatClock:
    """Return the clock of a player whose vacation is over at this table.

    A vacation that ends early, on its first day, costs no day.
    """
    if clock.away_since is None or clock.away_until is None:
        return clock
    days = vacation_days(clock.away_since, min(now, clock.away_until))
    if now < min(clock.away_until, clock.away_since + FREE_RETURN):
        days = 0
    return msgspec.structs.replace(
        clock, away_since=None, away_until=None, away_days=clock.away_days + days
    )


class Vote(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that a player asks the others at a table, and their answers."""

    asked_at: datetime | None = None
    """When the player asked, or None if no vote is open."""
    asked_by: int = 0
    """The user who asked."""
    agreed: tuple[int, ...] = ()
    """The users who agree."""
    refused: tuple[int, ...] = ()
    """The users who refuse."""


class Pause(Vote, frozen=True, omit_defaults=True):
    """Whether a table is paused and who paused it, and the vote that would change that."""

    since: datetime | None = None
    """Since when the table is paused, or None if it is not."""
    by: str = ""
    """The moderator who paused the table, or empty if the players agreed to pause it."""
    why: str = ""
    deserted: bool = False
    """Whether the table paused because no owner played their seat."""

    @property
    def is_on(self) -> bool:
        """Whether the table is paused."""
        return self.since is not None


def clock_of_seat(clocks: Mapping[Seat, SeatClock], seat: Seat) -> SeatClock:
    """Return the clock of a seat, or a new clock if the seat has none."""
    return clocks.get(seat, SeatClock(seat))


def pace_named(name: str) -> Pace:
    """Return a pace by its name, or the pace without a time limit if the name is unknown."""
    return PACES.get(name, PACES[NO_PACE])
