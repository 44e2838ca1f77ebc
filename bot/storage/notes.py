"""Notes of the program to itself."""

from __future__ import annotations

from bot.storage.database import Database, Statement, one


class Notes:
    """Texts by their names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        row = await one(self._database, "SELECT text FROM notes WHERE name = $1", name)
        return row[0] if row else None

    async def set(self, name: str, text: str) -> None:
        await self._database.write(
            Statement(
                "INSERT INTO notes (name, text) VALUES ($1, $2)"
                " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                (name, text),
            )
        )
