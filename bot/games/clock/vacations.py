"""Vacations: the clocks of all tables of somebody stand still."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.games.clock.model import end_vacation, vacation_days
from bot.games.clock.transitions import apply_vacation_to_clock
from bot.games.errors import LobbyError
from bot.games.model import Change, GameRow, Notice, SeatRow, Vacation, format_time
from bot.games.store import Store
from bot.games.table import Table, Tables
from bot.log import logger
from engine.errors import GameError

log = logger(__name__)

MAX_VACATION_DAYS_PER_YEAR: Final = 30
"""So many days of vacation there are in a year, each counted when it begins."""
YEAR: Final = timedelta(days=365)


class Vacations:
    """Begins and ends them; every table is told once."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store

    async def current_vacation(self, user_id: int) -> Vacation | None:
        """The vacation that somebody is on; None: they are not."""
        now = format_time(self._tables.now())
        found = await self._store.people.vacations(user_id, now)
        return next((one for one in found if one.start <= now), None)

    async def days_left(self, user_id: int) -> int:
        """How many days of vacation somebody may still take."""
        since = self._tables.now() - YEAR
        found = await self._store.people.vacations(user_id, format_time(since))
        return MAX_VACATION_DAYS_PER_YEAR - sum(
            vacation_days(max(one.span[0], since), one.span[1]) for one in found
        )

    async def start(self, user_id: int, until: datetime) -> Vacation:
        """Go on vacation now.

        Raises:
            LobbyError: The end is past, or too far ahead, or one is on vacation already.
        """
        now, present = self._tables.now(), await self.current_vacation(user_id)
        if present is not None and present.until == format_time(until):
            return present
        if present is not None:
            raise LobbyError("on-vacation", when=present.span[1])
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
        """Come back before it is over.

        Raises:
            LobbyError: One is not on vacation.
        """
        present = await self.current_vacation(user_id)
        if present is None:
            raise LobbyError("no-vacation")
        until = format_time(self._tables.now())
        await self._store.people.save_vacation(Vacation(user_id, present.start, until))
        await self.apply_vacation(user_id)

    async def apply_vacation(self, user_id: int) -> None:
        """Let all tables of somebody know whether they are on vacation.

        One that could not be told finds out when the clock there is looked at.
        """
        for row in await self._store.games.of_user(user_id):
            if row.status == "playing":
                try:
                    await self._tables.update(
                        row.id, lambda table: self.vacation_change(table, user_id)
                    )
                except GameError as error:  # somebody was faster, or the table is gone
                    log.info("a vacation was not heeded", game=row.id, error=str(error))

    async def vacation_change(self, table: Table, user_id: int) -> Change | None:
        """What a table has to change because somebody is on vacation, or no longer is."""
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
        """The tables whose clocks go on although somebody is on vacation."""
        found, vacation = [], await self.current_vacation(user_id)
        for row in await self._store.games.of_user(user_id):
            if vacation and row.status == "playing":
                table = (await self._tables.snapshot(row.id)).table
                runs = table.clock(table.seat_of(user_id)).away_until is None
                if runs and table.pace.allowance:
                    found.append(row)
        return found


def vacation_notice(row: SeatRow, until: datetime | None) -> Notice:
    """What a table is told of somebody who is away until then; None: who is back."""
    facts: dict[str, str | int] = {"player": row.name, "seat": row.seat + 1}
    if until is None:
        return Notice("line-vacation-over", facts)
    return Notice("line-vacation", {**facts, "until": int(until.timestamp())})
