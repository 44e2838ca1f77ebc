"""Vacations: the clocks of all tables of somebody stand still."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.games.clock.model import called_back, days_of
from bot.games.clock.transitions import on_vacation
from bot.games.errors import LobbyError
from bot.games.model import Change, GameRow, Line, SeatRow, Vacation, stamp
from bot.games.store import Store
from bot.games.table import Table, Tables
from bot.log import logger
from engine.errors import GameError

log = logger(__name__)

MOST_DAYS: Final = 30
"""So many days of vacation there are in a year, each counted when it begins."""
YEAR: Final = timedelta(days=365)


class Vacations:
    """Begins and ends them; every table is told once."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store

    async def of(self, user_id: int) -> Vacation | None:
        """The vacation that somebody is on; None: they are not."""
        now = stamp(self._tables.now())
        found = await self._store.people.vacations(user_id, now)
        return next((one for one in found if one.start <= now), None)

    async def days_left(self, user_id: int) -> int:
        """How many days of vacation somebody may still take."""
        since = self._tables.now() - YEAR
        found = await self._store.people.vacations(user_id, stamp(since))
        return MOST_DAYS - sum(days_of(max(one.span[0], since), one.span[1]) for one in found)

    async def start(self, user_id: int, until: datetime) -> Vacation:
        """Go on vacation now.

        Raises:
            LobbyError: The end is past, or too far ahead, or one is on vacation already.
        """
        now, present = self._tables.now(), await self.of(user_id)
        if present is not None and present.until == stamp(until):
            return present
        if present is not None:
            raise LobbyError("on-vacation", when=present.span[1])
        if until <= now:
            raise LobbyError("vacation-past")
        left = await self.days_left(user_id)
        if until - now > MOST_DAYS * timedelta(days=1) or days_of(now, until) > left:
            raise LobbyError("vacation-days", left=left)
        vacation = Vacation(user_id, stamp(now), stamp(until))
        await self._store.people.keep_vacation(vacation)
        await self.heed(user_id)
        return vacation

    async def end(self, user_id: int) -> None:
        """Come back before it is over.

        Raises:
            LobbyError: One is not on vacation.
        """
        present = await self.of(user_id)
        if present is None:
            raise LobbyError("no-vacation")
        until = stamp(self._tables.now())
        await self._store.people.keep_vacation(Vacation(user_id, present.start, until))
        await self.heed(user_id)

    async def heed(self, user_id: int) -> None:
        """Let all tables of somebody know whether they are on vacation.

        One that could not be told finds out when the clock there is looked at.
        """
        for row in await self._store.games.of_user(user_id):
            if row.status == "playing":
                try:
                    await self._tables.alter(row.id, lambda table: self.heeded(table, user_id))
                except GameError as error:  # somebody was faster, or the table is gone
                    log.info("a vacation was not heeded", game=row.id, error=str(error))

    async def heeded(self, table: Table, user_id: int) -> Change | None:
        """What a table has to change because somebody is on vacation, or no longer is."""
        seat, vacation = table.seat_of(user_id), await self.of(user_id)
        row, clock, now = table.seats[seat], table.clock(seat), self._tables.now()
        new = clock
        if vacation is None:
            new = called_back(clock, now)
        elif clock.away_until is None:
            new = on_vacation(table, clock, vacation.span, now)
        if new == clock:
            return None
        return Change(clocks=[new], lines=[vacation_line(row, new.away_until)])

    async def not_heeded(self, user_id: int) -> list[GameRow]:
        """The tables whose clocks go on although somebody is on vacation."""
        found, vacation = [], await self.of(user_id)
        for row in await self._store.games.of_user(user_id):
            if vacation and row.status == "playing":
                table = (await self._tables.look(row.id)).table
                runs = table.clock(table.seat_of(user_id)).away_until is None
                if runs and table.pace.allowance:
                    found.append(row)
        return found


def vacation_line(row: SeatRow, until: datetime | None) -> Line:
    """What a table is told of somebody who is away until then; None: who is back."""
    facts: dict[str, str | int] = {"player": row.name, "seat": row.seat + 1}
    if until is None:
        return Line("line-vacation-over", facts)
    return Line("line-vacation", {**facts, "until": int(until.timestamp())})
