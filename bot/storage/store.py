"""The store: games, posts, people and notes over one database."""

from __future__ import annotations

from pathlib import Path

from bot.storage.games import Games
from bot.storage.notes import Notes
from bot.storage.outages import Outages
from bot.storage.people import People
from bot.storage.posts import Posts
from bot.storage.sqlite import SqliteDatabase


class Store:
    """Everything that is kept, in one SQLite file."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database
        self.games = Games(database)
        self.posts = Posts(database)
        self.people = People(database)
        self.notes = Notes(database)
        self.outages = Outages(database)

    @property
    def trouble(self) -> str | None:
        """Why the last thing could not be written; None: it could."""
        return self.database.trouble

    async def backup(self, target: Path) -> None:
        """A consistent copy of everything, while games go on.

        Raises:
            StoreError: It cannot be made.
        """
        await self.database.backup(target)

    async def close(self) -> None:
        """Close it; everything committed is kept."""
        await self.database.close()


async def open_store(path: Path) -> Store:
    """Open a file, make it if it is missing, and bring it up to date.

    Raises:
        StoreError: It is no database of ours, a damaged one, or one of a later version.
    """
    return Store(await SqliteDatabase.open(path))
