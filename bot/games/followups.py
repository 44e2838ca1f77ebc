"""The consequences of a change: clocks, pauses, standing orders, notices and jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from bot.games.clock.desertion import settle_desertion
from bot.games.clock.downtime import DowntimeDetector
from bot.games.clock.hours import Span
from bot.games.clock.model import end_vacation, refresh_clock
from bot.games.clock.transitions import OwnerTime, rewind_clocks, starting_turns, update_clocks
from bot.games.clock.vacations import Vacations, end_early, vacation_notice
from bot.games.jobs import CLOCK, pending_jobs
from bot.games.model import EVERYONE, Change, Due, Move, Notice, Vacation
from bot.games.orders.model import Wait
from bot.games.orders.transitions import update_orders
from bot.games.store import Store
from bot.games.table import GameSnapshot, Table
from engine.ids import Seat
from engine.state import GameState


class FollowUps:
    """Adds to a change of a game everything that follows from it."""

    def __init__(
        self, store: Store, downtime: DowntimeDetector, vacations: Vacations, wait: Wait
    ) -> None:
        self._store = store
        self._downtime = downtime
        self._vacations = vacations
        self._wait = wait

    async def complete(
        self, table: Table, state: GameState, change: Change, now: datetime
    ) -> Change:
        """Return *change* with the clocks, pause, orders, notices and jobs that follow from it.

        *table* is the table before the change, *state* the state of its game afterwards. Every step
        sees what the steps before it have added.
        """
        await self._downtime.check()
        outages = self._downtime.outages
        after = table.with_change(state, change)
        change = rewind_clocks(after, change, now, outages)
        after.apply(state, change)
        change = settle_desertion(after, change, now)
        after.apply(state, change)
        owners = await self._load_owners(dict(starting_turns(after)))
        change = update_clocks(after, change, owners, now, outages)
        change = announce_vacation(table, after, change)
        after.apply(state, change)
        change = update_orders(table, after, change)
        after.apply(state, change)
        jobs = pending_jobs(GameSnapshot(after, state, ()), now, outages, self._wait)
        return schedule_jobs(table, change, jobs)

    async def _load_owners(self, seats: Mapping[Seat, int]) -> dict[Seat, OwnerTime]:
        """Load the hours and vacations of the people whose turns start."""
        # All at once: on a server, each of these is a round trip before the press is answered.
        owners = await asyncio.gather(*map(self._load_owner, seats.values()))
        return dict(zip(seats, owners, strict=True))

    async def _load_owner(self, user_id: int) -> OwnerTime:
        person, vacation = await asyncio.gather(
            self._store.people.get(user_id), self._vacations.current_vacation(user_id)
        )
        return OwnerTime(person.hours, vacation.span if vacation else None)


def schedule_jobs(table: Table, change: Change, jobs: Iterable[Due]) -> Change:
    """Return *change* with the jobs of the table after it, if they differ from those before it.

    A job that was scheduled before stays due at its earlier moment. A clock's job moves.
    """
    known = {_job_key(row): row for row in table.due if row.kind != CLOCK}
    due = tuple(min(known.get(_job_key(row), row), row, key=lambda one: one.due_at) for row in jobs)
    return change if set(due) == set(table.due) else msgspec.structs.replace(change, due=due)


def return_of_owner(
    table: Table,
    change: Change,
    move: Move,
    vacation: Vacation | None,
    now: datetime,
    outages: Sequence[Span],
) -> Change:
    """Return *change* with the return of the player who moves.

    The player takes their seat back from the caretaker, and their *vacation* ends.
    """
    seat = move.action.seat
    row, clock = table.seats[seat], table.clock(seat)
    if row.bot:
        notice = Notice("line-back", {"new": row.name, "seat": seat + 1})
        change = msgspec.structs.replace(change, seats=table.played_by(seat, None), lines=[notice])
    if row.bot or clock.timed_out:
        clock = refresh_clock(clock, now, outages)
    if vacation is not None:
        clock = end_vacation(clock, now)
        # One notice is enough for a player who is back from both.
        notices = change.lines or [vacation_notice(row, None)]
        change = msgspec.structs.replace(change, vacation=end_early(vacation, now), lines=notices)
    return change if clock is table.clock(seat) else msgspec.structs.replace(change, clocks=[clock])


def announce_vacation(before: Table, after: Table, change: Change) -> Change:
    """Return *change* with a notice about a player whose vacation applies here from now on.

    That player was away before the game started, or before the table had this pace. A change has
    at most one notice for the channel, so further vacations are only visible on the board.
    """
    if any(notice.user_id == EVERYONE for notice in change.lines):
        return change
    for clock in change.clocks:
        seat = Seat(clock.seat)
        if clock.away_until is not None and before.clock(seat).away_until is None:
            notice = vacation_notice(after.seats[seat], clock.away_until)
            return msgspec.structs.replace(change, lines=[*change.lines, notice])
    return change


def _job_key(due: Due) -> tuple[int, str, int]:
    """Return the fields that identify a job, whenever it is due."""
    return due.seat, due.kind, due.turn
