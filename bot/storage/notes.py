"""Notes that the bot saves for itself, and outages."""

from __future__ import annotations

from datetime import datetime

from bot.games.clock.hours import Span
from bot.games.model import format_time
from bot.storage.database import Database, Statement, fetch_one


class SqlNoteStore:
    """Texts by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        row = await fetch_one(self._database, "SELECT text FROM notes WHERE name = $1", name)
        return row[0] if row else None

    async def set(self, name: str, text: str) -> None:
        await self._database.write(
            Statement(
                "INSERT INTO notes (name, text) VALUES ($1, $2)"
                " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                (name, text),
            )
        )


class SqlOutageStore:
    """Periods without a running process. They count against no player's time limit."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_after(self, moment: datetime) -> list[Span]:
        rows = await self._database.fetch_all(
            "SELECT start, until FROM outages WHERE until > $1 ORDER BY start", format_time(moment)
        )
        return [(datetime.fromisoformat(row[0]), datetime.fromisoformat(row[1])) for row in rows]

    async def add(self, outage: Span) -> None:
        await self._database.write(
            Statement(
                "INSERT INTO outages (start, until) VALUES ($1, $2)"
                " ON CONFLICT (start) DO UPDATE SET until = excluded.until",
                tuple(map(format_time, outage)),
            )
        )

    async def forget_after(self, moment: datetime) -> None:
        values = (format_time(moment),)
        await self._database.write(
            Statement("DELETE FROM outages WHERE start >= $1", values),
            Statement("UPDATE outages SET until = $1 WHERE until > $1", values),
        )
