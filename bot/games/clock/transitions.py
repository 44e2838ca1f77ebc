"""How a change affects the clocks of a table: which of them run, and which turns are final."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec

from bot.games.clock.hours import Hours, Span
from bot.games.clock.model import (
    MAX_VACATION_DAYS_PER_GAME,
    NO_TURN,
    SeatClock,
    begin_vacation,
    close_clock,
    end_vacation,
    open_clock,
    refresh_clock,
    rewind_clock,
    start_or_stop,
)
from bot.games.model import Change, Notice, SeatRow
from bot.games.table import Table, decode_options
from engine.events import Reverted
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class OwnerTime:
    """The hours and the vacation of a person when their turn starts."""

    hours: Hours | None = None
    vacation: Span | None = None


def starting_turns(after: Table) -> Iterator[tuple[Seat, int]]:
    """Yield the seats whose turn starts at this table, with their owners."""
    for row in after.seats:
        is_new = after.clock(row.seat).turn != after.state.turns
        if row.user_id and is_new and _waits_for_owner(after, row):
            yield row.seat, row.user_id


def _waits_for_owner(after: Table, row: SeatRow) -> bool:
    return row.bot is None and row.seat in after.state.waiting and after.state.over is None


def rewind_clocks(after: Table, change: Change, now: datetime, outages: Sequence[Span]) -> Change:
    """Add to *change* the clocks of the players whose turns it undoes."""
    reverted = next((e for e in change.events if isinstance(e, Reverted)), None)
    if reverted is None:
        return change
    turn, agreed = after.state.turns, reverted.agreed
    clocks = [
        rewind_clock(clock, turn, now, agreed=agreed, outages=outages)
        for clock in after.clocks.values()
    ]
    return msgspec.structs.replace(change, clocks=clocks)


def update_clocks(
    after: Table,
    change: Change,
    owners: Mapping[Seat, OwnerTime],
    now: datetime,
    outages: Sequence[Span],
) -> Change:
    """Add to *change* every clock it starts or stops, and the turns it ends."""
    clocks = {Seat(one.seat): one for one in change.clocks}
    counted = []
    for row in after.seats:
        old = after.clock(row.seat)
        new = _update_clock(after, row, owners.get(row.seat, OwnerTime()), now, outages)
        if new != old:
            clocks[row.seat] = new
        in_time = _in_time(after, old, new)
        if row.user_id and in_time is not None:
            counted.append((row.user_id, in_time))
    return msgspec.structs.replace(change, clocks=list(clocks.values()), counted=counted)


def _in_time(after: Table, old: SeatClock, new: SeatClock) -> bool | None:
    """Return whether a turn that is now final was played in time.

    Return None if no turn became final, or if the turn does not count.
    """
    if after.state.over is not None:
        return new.in_time
    return old.in_time if new.turn not in (old.turn, NO_TURN) else None


def _update_clock(
    after: Table, row: SeatRow, owner: OwnerTime, now: datetime, outages: Sequence[Span]
) -> SeatClock:
    clock = after.clock(row.seat)
    if row.user_id is None:
        return SeatClock(row.seat)
    if clock.away_until is not None and clock.away_until <= now:
        clock = end_vacation(clock, now)
    if not _waits_for_owner(after, row):
        clock = close_clock(clock, now, outages)
    else:
        if clock.turn != after.state.turns and not _allows_vacations(after):
            # The table has got another pace since the vacation started.
            clock = end_vacation(clock, now)
        if owner.vacation and clock.away_until is None:
            clock = apply_vacation_to_clock(after, clock, owner.vacation, now)
        hours = owner.hours if after.pace.sleeps else None
        clock = open_clock(clock, after.state.turns, now, after.pace, hours)
    return start_or_stop(clock, now, paused=after.pause.is_on, outages=outages)


def return_owner(table: Table, seat: Seat, now: datetime, outages: Sequence[Span]) -> Change:
    """Return the change that gives a seat back from the caretaker to its owner."""
    return Change(
        seats=table.played_by(seat, None),
        clocks=[refresh_clock(table.clock(seat), now, outages)],
        lines=[Notice("line-back", {"new": table.seats[seat].name, "seat": seat + 1})],
    )


def apply_vacation_to_clock(
    table: Table, clock: SeatClock, vacation: Span, now: datetime
) -> SeatClock:
    """Return the clock of a player on vacation.

    It is unchanged if the table allows no vacations, or if the player has used up the days of
    vacation for this game.
    """
    left = MAX_VACATION_DAYS_PER_GAME - clock.away_days
    if not _allows_vacations(table) or left <= 0:
        return clock
    until = min(vacation[1], now + timedelta(days=left))
    return begin_vacation(clock, now, until) if until > now else clock


def _allows_vacations(table: Table) -> bool:
    return decode_options(table.row).vacation and table.pace.sleeps
