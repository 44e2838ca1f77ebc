"""The clock of a seat: one for each turn, and everything that follows from what it has noted.

All of it is a function of the record, the time, and the outages in which nobody's clock runs.
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
"""The shares of the allowance after which somebody is reminded; then again in mid-bank."""
MAX_REMINDERS_PER_TURN: Final = 4
"""So often somebody is called in one turn at most."""
MAX_PAST_TURNS: Final = 8
"""So many former turns are remembered: steps may be taken back."""
TIMEOUTS_BEFORE_CARETAKER: Final = 3
"""After so many time-outs in a row the caretaker keeps the seat."""
NO_TURN: Final = -1
"""In place of a turn: none has begun."""

Alarm: TypeAlias = Literal["time-out", "return", "nudge", "reminder"]
"""What a clock may call for: the caretaker, its own going on, or its owner."""


class PastTurn(msgspec.Struct, frozen=True, array_like=True):
    """What is remembered of a turn that is over, in case it is taken back."""

    turn: int
    credit: timedelta
    """What it gave back to the bank."""
    reminded: int


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time a seat has used in its turn, and what was done about it."""

    seat: int
    turn: int = NO_TURN
    """Which turn it is for; 0: the opening."""
    open: bool = False
    """Whether that turn goes on."""
    began: datetime | None = None
    since: datetime | None = None
    """Since when it runs; None: it stands still."""
    used: timedelta = NO_TIME
    """The awake time that had been used until then."""
    pace: str = ""
    allowance: timedelta = NO_TIME
    """For this turn, with all extensions; nothing: it has no end."""
    bank: timedelta = NO_TIME
    """What the bank held when the turn began."""
    hours: Hours | None = None
    """The owner's hours when the turn began."""
    reminded: int = 0
    """How many of the reminders of this turn are behind it."""
    rings: int = 0
    """How often its owner was called."""
    snoozed: datetime | None = None
    """Until when the owner wants no reminder, and then one."""
    nudge: str = ""
    """Who wants the owner to be called, until that is done."""
    nudged: datetime | None = None
    """When somebody last did."""
    timed_out: bool = False
    """Whether the caretaker plays this turn."""
    skipped: bool = False
    """Whether it does so because a moderator said so."""
    timeouts: int = 0
    """How many own turns in a row ran out of time."""
    kept_since: datetime | None = None
    """Since when the caretaker keeps the seat."""
    away_since: datetime | None = None
    away_until: datetime | None = None
    """Until when it stands still because its owner is on vacation."""
    away_days: int = 0
    """How many days of vacation it has seen before."""
    past: tuple[PastTurn, ...] = ()

    @property
    def limit(self) -> timedelta:
        """All the time there is for this turn: the opening cannot draw on the bank."""
        return self.allowance + (self.bank if self.turn else NO_TIME)

    @property
    def reminders(self) -> tuple[timedelta, ...]:
        """The used times at which somebody is reminded."""
        if not self.allowance:
            return ()
        shares = tuple(self.allowance * share for share in REMINDER_SHARES)
        return (*shares, self.allowance + self.bank / 2) if self.limit > self.allowance else shares

    @property
    def in_time(self) -> bool | None:
        """Whether its owner played the turn in time; None: that does not count."""
        if self.turn == NO_TURN or not self.allowance or self.skipped:
            return None
        return not self.timed_out and self.used <= self.limit


def used_time(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> timedelta:
    """The awake time that a turn has taken so far."""
    if clock.since is None or clock.since >= now:
        return clock.used
    return clock.used + awake_between(clock.hours, clock.since, now, outages)


def bank_left(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> timedelta:
    """What the bank holds now."""
    return max(NO_TIME, clock.bank - _bank_used(clock, used_time(clock, now, outages)))


def _bank_used(clock: SeatClock, used: timedelta) -> timedelta:
    return max(NO_TIME, used - clock.allowance) if clock.turn > 0 and clock.allowance else NO_TIME


def deadline(clock: SeatClock, outages: Sequence[Span] = ()) -> datetime | None:
    """When its time is up; None: it has no end, or stands still."""
    if not clock.allowance or not clock.open:
        return None
    return _moment_used(clock, clock.limit, outages)


def _moment_used(clock: SeatClock, used: timedelta, outages: Sequence[Span]) -> datetime | None:
    """When so much will have been used."""
    if clock.since is None:
        return None
    moment = awake_after(clock.hours, clock.since, used - clock.used, outages)
    return moment if moment < FAR_FUTURE else None


# --- what it calls for ---


def pending_alarm(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> Alarm | None:
    """What is to be done about a clock now."""
    if not clock.open or clock.timed_out:
        return None
    if clock.away_until is not None:
        return "return" if clock.away_until <= now else None
    if clock.since is None:
        return None
    used = used_time(clock, now, outages)
    if clock.allowance and used >= clock.limit:
        return "time-out"
    return _reminder_due(clock, now, used) if clock.rings < MAX_REMINDERS_PER_TURN else None


def _reminder_due(clock: SeatClock, now: datetime, used: timedelta) -> Alarm | None:
    if clock.nudge:
        return "nudge"
    if clock.snoozed is not None:
        return "reminder" if clock.snoozed <= now else None
    return "reminder" if _reminders_passed(clock, used) > clock.reminded else None


def _reminders_passed(clock: SeatClock, used: timedelta) -> int:
    return sum(used >= mark for mark in clock.reminders)


def next_alarm(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> datetime | None:
    """When a clock is to be looked at again; None: never, as things stand."""
    if pending_alarm(clock, now, outages):
        return now
    if not clock.open or clock.timed_out:
        return None
    if clock.away_until is not None:
        return clock.away_until
    ends = deadline(clock, outages)
    rings = _next_reminder(clock, outages) if clock.rings < MAX_REMINDERS_PER_TURN else None
    return min((moment for moment in (ends, rings) if moment is not None), default=None)


def _next_reminder(clock: SeatClock, outages: Sequence[Span]) -> datetime | None:
    if clock.since is None or clock.snoozed is not None:
        return clock.snoozed if clock.since is not None else None
    marks = clock.reminders[clock.reminded :]
    return _moment_used(clock, marks[0], outages) if marks else None


def count_reminder(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> SeatClock:
    """The same once its owner has been called: for all that was to be said until now, once."""
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
    """The clock of a seat that is awaited: for a new turn, or one that goes on after all."""
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
        timed_out=False,
        skipped=False,
        past=tuple(one for one in past if one.turn != turn)[-MAX_PAST_TURNS:],
    )


def _settle_bank(clock: SeatClock, pace: Pace) -> tuple[timedelta, tuple[PastTurn, ...]]:
    """What the bank holds after the last turn, which is over, and what is remembered of it."""
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
    """The clock of a seat that is no longer awaited: its turn is over, or somebody else's."""
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
    """The same after the game was set back to *turn*, by whoever moved last or as all *agreed*.

    Whoever goes on with the same turn has what was left. Other turns are forgotten: what they drew
    from the bank stays drawn, what they gave to it goes, and nobody is reminded of them again.
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
    """The same with what was left of its turn, but not next to nothing."""
    if clock.open and not clock.timed_out:
        return clock
    most = max(NO_TIME, clock.limit - pace_named(clock.pace).min_after_undo)
    used = min(clock.used, most) if clock.allowance else clock.used
    return msgspec.structs.replace(clock, used=used, timed_out=False, skipped=False)


def refresh_clock(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> SeatClock:
    """The clock of somebody who has come back: a new allowance, the bank as it was left."""
    return msgspec.structs.replace(
        rewind_clock(clock, clock.turn, now, agreed=True, outages=outages),
        timeouts=0,
        kept_since=None,
        past=clock.past,
    )


# --- standing still ---


def stop_clock(clock: SeatClock, now: datetime, outages: Sequence[Span] = ()) -> SeatClock:
    """The same, standing still."""
    return msgspec.structs.replace(clock, since=None, used=used_time(clock, now, outages))


def start_or_stop(
    clock: SeatClock, now: datetime, *, paused: bool, outages: Sequence[Span] = ()
) -> SeatClock:
    """The same, running if there is a reason to, and only then."""
    runs = clock.open and not clock.timed_out and not paused and clock.away_until is None
    if runs and (clock.since is None or clock.since > now):
        # In the future: the system's clock was put back.
        return msgspec.structs.replace(clock, since=now)
    if not runs and clock.since is not None:
        return stop_clock(clock, now, outages)
    return clock


def vacation_days(start: datetime, end: datetime) -> int:
    """How many days were begun between two moments."""
    return max(0, -(-(end - start) // timedelta(days=1)))


def begin_vacation(clock: SeatClock, start: datetime, until: datetime) -> SeatClock:
    """The clock of somebody who goes on vacation."""
    return msgspec.structs.replace(clock, away_since=start, away_until=until)


def end_vacation(clock: SeatClock, now: datetime) -> SeatClock:
    """The clock of somebody whose vacation is over here."""
    if clock.away_since is None or clock.away_until is None:
        return clock
    days = vacation_days(clock.away_since, min(now, clock.away_until))
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
    """Whether a table stands still, by whose wish, and the vote that would change that."""

    since: datetime | None = None
    """None: it does not."""
    by: str = ""
    """The moderator; nobody: the players agreed."""
    why: str = ""
    deserted: bool = False
    """Whether the table paused because no seat was played by its owner."""

    @property
    def is_on(self) -> bool:
        """Whether the table stands still."""
        return self.since is not None


def clock_of_seat(clocks: Mapping[Seat, SeatClock], seat: Seat) -> SeatClock:
    """The clock of a seat; one that has never run, if there is none."""
    return clocks.get(seat, SeatClock(seat))


def pace_named(name: str) -> Pace:
    """A pace by its name; one that is not known any more is none."""
    return PACES.get(name, PACES[NO_PACE])
