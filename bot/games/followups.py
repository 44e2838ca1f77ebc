"""Who winds the clocks of a table with each change, asks its orders, and says what is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from bot.games.clock.desertion import settle_desertion
from bot.games.clock.downtime import Pulse
from bot.games.clock.hours import Span
from bot.games.clock.model import called_back, refreshed
from bot.games.clock.transitions import Owner, begins, set_back, wound
from bot.games.clock.vacations import Vacations, vacation_line
from bot.games.jobs import CLOCK, owed
from bot.games.model import EVERYBODY, Change, Due, Line, Move, Vacation, stamp
from bot.games.orders.model import Wait
from bot.games.orders.transitions import ordered
from bot.games.store import Store
from bot.games.table import Outcome, Table
from engine.ids import Seat


class Winder:
    """Knows the people whose turns begin, and when no process ran."""

    def __init__(self, store: Store, pulse: Pulse, vacations: Vacations, wait: Wait) -> None:
        self._store = store
        self._pulse = pulse
        self._vacations = vacations
        self._wait = wait

    async def timed(self, outcome: Outcome, change: Change, now: datetime) -> Change:
        """The change that leads there, with the clocks that run after it and all that is due."""
        await self._pulse.feel()
        table, state, outages = outcome.table, outcome.state, self._pulse.outages
        change = set_back(table.after(state, change), change, now, outages)
        change = settle_desertion(table.after(state, change), change, now)
        after = table.after(state, change)
        owners = await self._owners(dict(begins(after)))
        change = _announced(table, after, wound(after, change, owners, now, outages))
        change = ordered(table, table.after(state, change), change)
        after = table.after(state, change)
        due = tuple(owed(Outcome(after, state, ()), now, outages, self._wait))
        known = {_whose(row): row for row in table.due if row.kind != CLOCK}
        due = tuple(
            min(known.get(_whose(row), row), row, key=lambda one: one.due_at) for row in due
        )
        return change if set(due) == set(table.due) else msgspec.structs.replace(change, due=due)

    async def _owners(self, seats: Mapping[Seat, int]) -> dict[Seat, Owner]:
        """What counts of the people whose turn begins."""
        owners = {}
        for seat, user_id in seats.items():
            person = await self._store.people.get(user_id)
            vacation = await self._vacations.of(user_id)
            owners[seat] = Owner(person.hours, vacation.span if vacation else None)
        return owners


def back_to_move(
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
        line = Line("line-back", {"new": row.name, "seat": seat + 1})
        change = msgspec.structs.replace(change, seats=table.played_by(seat, None), lines=[line])
    if row.bot or clock.timed_out:
        clock = refreshed(clock, now, outages)
    if vacation is not None:
        clock = called_back(clock, now)
        # Whoever is back from both is told of once.
        lines = change.lines or [vacation_line(row, None)]
        change = msgspec.structs.replace(
            change, vacation=replace(vacation, until=stamp(now)), lines=lines
        )
    return change if clock is table.clock(seat) else msgspec.structs.replace(change, clocks=[clock])


def _announced(before: Table, after: Table, change: Change) -> Change:
    """The change with a line about somebody whose vacation is heeded here only from now on.

    They were away before the table began, or before it had this pace. Of one change everybody is
    told one thing; the board says it of all.
    """
    if any(line.user_id == EVERYBODY for line in change.lines):
        return change
    for clock in change.clocks:
        seat = Seat(clock.seat)
        if clock.away_until is not None and before.clock(seat).away_until is None:
            line = vacation_line(after.seats[seat], clock.away_until)
            return msgspec.structs.replace(change, lines=[*change.lines, line])
    return change


def _whose(due: Due) -> tuple[int, str, int]:
    """What tells one thing that is due from another."""
    return due.seat, due.kind, due.turn
