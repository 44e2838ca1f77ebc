"""Vacations: the clocks of a player stop at all tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.games.clock.model import (
    FREE_RETURN,
    MAX_VACATION_DAYS_PER_YEAR,
    end_vacation,
    vacation_days,
)
from bot.games.clock.transitions import apply_vacation_to_clock
from bot.games.errors import LobbyError
from bot.games.model import Change, GameRow, Notice, SeatRow, Vacation, format_time
from bot.games.store import Store
from bot.games.table import Table, Tables
from bot.log import logger
from engine.errors import GameError

log = logger(__name__)

YEAR: Final = timedelta(days=365)
FREE_RETURN_INTERVAL: Final = timedelta(days=7)
"""A second vacation within this time that ends on its first day costs a day.

Otherwise a player could stop the clock in every turn, for nothing.
"""


class Vacations:
    """Starts and ends vacations. Every table of the player gets one notice."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store

    async def current_vacation(self, user_id: int) -> Vacation | None:
        """Return the vacation that a user is on, or None if they are on none."""
        now = format_time(self._tables.now())
        found = await self._store.people.vacations(user_id, now)
        return next((one for one in found if one.start <= now), None)

    async def days_left(self, user_id: int) -> int:
        """Return how many days of vacation a user may still take."""
        since = self._tables.now() - YEAR
        found = await self._store.people.vacations(user_id, format_time(since))
        return MAX_VACATION_DAYS_PER_YEAR - _days_used(found, since)

    async def start(self, user_id: int, until: datetime) -> Vacation:
        """Start a vacation of the user now.

        Raises:
            LobbyError: The end is in the past or too late, or the user is on vacation already.
        """
        now, current = self._tables.now(), await self.current_vacation(user_id)
        if current is not None and current.until == format_time(until):
            return current
        if current is not None:
            raise LobbyError("on-vacation", when=current.span[1])
        if until <= now:
            raise LobbyError("vacation-past")
        left = await self.days_left(user_id)
        if (
            until - now > MAX_VACATION_DAYS_PER_YEAR * timedelta(days=1)
            or vacation_days(now, until) > left
        ):
            raise LobbyError("vacation-days", left=left)
        vacation = Vacation(user_id, format_time(now), format_time(until))
        await self._store.people.save_vacation(vacation)
        await self.apply_vacation(user_id)
        return vacation

    async def end(self, user_id: int) -> None:
        """End the vacation of the user early.

        Raises:
            LobbyError: The user is not on vacation.
        """
        current = await self.current_vacation(user_id)
        if current is None:
            raise LobbyError("no-vacation")
        await self._store.people.save_vacation(end_early(current, self._tables.now()))
        await self.apply_vacation(user_id)

    async def apply_vacation(self, user_id: int) -> None:
        """Stop or start the clocks at all tables of a user who goes on vacation or returns.

        A table where that fails is corrected when its clock is checked next.
        """
        for row in await self._store.games.of_user(user_id):
            if row.status == "playing":
                try:
                    await self._tables.update(
                        row.id, lambda table: self.vacation_change(table, user_id)
                    )
                except GameError as error:  # Other changes were faster, or the table is gone.
                    log.info("could not apply a vacation", game=row.id, error=str(error))

    async def vacation_change(self, table: Table, user_id: int) -> Change | None:
        """Return the change at a table because a user is on vacation, or no longer is.

        Return None if the table needs no change.
        """
        seat, vacation = table.seat_of(user_id), await self.current_vacation(user_id)
        row, clock, now = table.seats[seat], table.clock(seat), self._tables.now()
        new = clock
        if vacation is None:
            new = end_vacation(clock, now)
        elif clock.away_until is None:
            new = apply_vacation_to_clock(table, clock, vacation.span, now)
        if new == clock:
            return None
        return Change(clocks=[new], lines=[vacation_notice(row, new.away_until)])

    async def tables_ignoring_vacation(self, user_id: int) -> list[GameRow]:
        """Return the tables where a user's clock is not stopped although they are on vacation."""
        found, vacation = [], await self.current_vacation(user_id)
        for row in await self._store.games.of_user(user_id):
            if vacation and row.status == "playing":
                table = (await self._tables.snapshot(row.id)).table
                runs = table.clock(table.seat_of(user_id)).away_until is None
                if runs and table.pace.allowance:
                    found.append(row)
        return found


def end_early(vacation: Vacation, now: datetime) -> Vacation:
    """Return a vacation that its owner ends now. It has no length if this is its first day."""
    is_first_day = now < vacation.span[0] + FREE_RETURN
    return replace(vacation, until=vacation.start if is_first_day else format_time(now))


def _days_used(vacations: Sequence[Vacation], since: datetime) -> int:
    """Return how many days these vacations cost, in their order, from *since* on."""
    days, last_return = 0, since - FREE_RETURN_INTERVAL
    for start, until in (one.span for one in vacations):
        days += vacation_days(max(start, since), until)
        if start == until:
            days += start - last_return < FREE_RETURN_INTERVAL
            last_return = start
    return days


def vacation_notice(row: SeatRow, until: datetime | None) -> Notice:
    """Return the notice about a player who is away until then, or back if *until* is None."""
    facts: dict[str, str | int] = {"player": row.name, "seat": row.seat + 1}
    if until is None:
        return Notice("line-vacation-over", facts)
    return Notice("line-vacation", {**facts, "until": int(until.timestamp())})
