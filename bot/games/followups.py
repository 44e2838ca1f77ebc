"""Who winds the clocks of a table with each change, asks its orders, and says what is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from bot.games.clock.desertion import settle_desertion
from bot.games.clock.downtime import DowntimeDetector
from bot.games.clock.hours import Span
from bot.games.clock.model import end_vacation, refresh_clock
from bot.games.clock.transitions import OwnerTime, rewind_clocks, starting_turns, update_clocks
from bot.games.clock.vacations import Vacations, vacation_notice
from bot.games.jobs import CLOCK, pending_jobs
from bot.games.model import EVERYONE, Change, Due, Move, Notice, Vacation, format_time
from bot.games.orders.model import Wait
from bot.games.orders.transitions import update_orders
from bot.games.store import Store
from bot.games.table import GameSnapshot, Table
from engine.ids import Seat


class FollowUps:
    """Knows the people whose turns begin, and when no process ran."""

    def __init__(
        self, store: Store, downtime: DowntimeDetector, vacations: Vacations, wait: Wait
    ) -> None:
        self._store = store
        self._downtime = downtime
        self._vacations = vacations
        self._wait = wait

    async def complete(self, snapshot: GameSnapshot, change: Change, now: datetime) -> Change:
        """The change that leads there, with the clocks that run after it and all that is due."""
        await self._downtime.check()
        table, state, outages = snapshot.table, snapshot.state, self._downtime.outages
        change = rewind_clocks(table.with_change(state, change), change, now, outages)
        change = settle_desertion(table.with_change(state, change), change, now)
        after = table.with_change(state, change)
        owners = await self._owners(dict(starting_turns(after)))
        change = announce_vacation(table, after, update_clocks(after, change, owners, now, outages))
        change = update_orders(table, table.with_change(state, change), change)
        after = table.with_change(state, change)
        due = tuple(pending_jobs(GameSnapshot(after, state, ()), now, outages, self._wait))
        known = {_job_key(row): row for row in table.due if row.kind != CLOCK}
        due = tuple(
            min(known.get(_job_key(row), row), row, key=lambda one: one.due_at) for row in due
        )
        return change if set(due) == set(table.due) else msgspec.structs.replace(change, due=due)

    async def _owners(self, seats: Mapping[Seat, int]) -> dict[Seat, OwnerTime]:
        """What counts of the people whose turn begins."""
        owners = {}
        for seat, user_id in seats.items():
            person = await self._store.people.get(user_id)
            vacation = await self._vacations.current_vacation(user_id)
            owners[seat] = OwnerTime(person.hours, vacation.span if vacation else None)
        return owners


def return_of_owner(
    table: Table,
    change: Change,
    move: Move,
    vacation: Vacation | None,
    now: datetime,
    outages: Sequence[Span],
) -> Change:
    """The change with its mover's return: from the caretaker's help, and from *vacation*."""
    seat = move.action.seat
    row, clock = table.seats[seat], table.clock(seat)
    if row.bot:
        line = Notice("line-back", {"new": row.name, "seat": seat + 1})
        change = msgspec.structs.replace(change, seats=table.played_by(seat, None), lines=[line])
    if row.bot or clock.timed_out:
        clock = refresh_clock(clock, now, outages)
    if vacation is not None:
        clock = end_vacation(clock, now)
        # Whoever is back from both is told of once.
        lines = change.lines or [vacation_notice(row, None)]
        change = msgspec.structs.replace(
            change, vacation=replace(vacation, until=format_time(now)), lines=lines
        )
    return change if clock is table.clock(seat) else msgspec.structs.replace(change, clocks=[clock])


def announce_vacation(before: Table, after: Table, change: Change) -> Change:
    """The change with a line about somebody whose vacation is heeded here only from now on.

    They were away before the table began, or before it had this pace. Of one change everybody is
    told one thing; the board says it of all.
    """
    if any(line.user_id == EVERYONE for line in change.lines):
        return change
    for clock in change.clocks:
        seat = Seat(clock.seat)
        if clock.away_until is not None and before.clock(seat).away_until is None:
            line = vacation_notice(after.seats[seat], clock.away_until)
            return msgspec.structs.replace(change, lines=[*change.lines, line])
    return change


def _job_key(due: Due) -> tuple[int, str, int]:
    """What tells one thing that is due from another."""
    return due.seat, due.kind, due.turn
