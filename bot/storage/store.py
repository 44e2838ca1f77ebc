"""The store: games, posts, people and notes over one database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.background import run_every
from bot.database_url import Location, Server
from bot.games.errors import StoreError
from bot.games.model import format_time
from bot.storage.database import Database, Statement
from bot.storage.games import SqlGameStore
from bot.storage.leases import LEASE_SECONDS, SqlLeaseStore
from bot.storage.notes import SqlNoteStore, SqlOutageStore
from bot.storage.people import SqlPersonStore
from bot.storage.posts import SqlPostStore
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.file_lock import lock_file

if TYPE_CHECKING:
    from bot.storage.postgres.database import PostgresDatabase

CLOCK_INTERVAL_SECONDS: Final = 20.0


class Store:
    """All stores over one database."""

    def __init__(self, database: Database, lease: int = LEASE_SECONDS) -> None:
        """Open the stores. *lease* is the validity of a lease in seconds."""
        self.database = database
        self.games = SqlGameStore(database)
        self.posts = SqlPostStore(database)
        self.leases = SqlLeaseStore(database, lease)
        self.people = SqlPersonStore(database)
        self.notes = SqlNoteStore(database)
        self.outages = SqlOutageStore(database)

    @property
    def write_error(self) -> str | None:
        """Why changes cannot be saved, or None if they can."""
        return self.database.write_error

    @property
    def clock_ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of `now`."""
        return self.database.clock_ahead

    def now(self) -> datetime:
        """Return the current time, which is the same for all processes that share the store."""
        return self.database.now()

    async def sync_clock(self) -> None:
        """Compare the clock with the database's every 20 seconds, until canceled.

        Between two comparisons the clock of this machine counts the seconds.
        """
        await run_every(
            "clock",
            CLOCK_INTERVAL_SECONDS,
            self.database.sync_clock,
            first_after=CLOCK_INTERVAL_SECONDS,
        )

    async def check_tables(self) -> None:
        """Compare the tables with those that the migrations make.

        Raises:
            WrongTables: Something is missing or different; the message names it.
            DatabaseError: The database does not answer.
        """
        await self.database.check_tables()

    async def forget_messages(self) -> None:
        """Delete all saved messages, and schedule new messages for every open table."""
        await self.database.write(
            Statement("DELETE FROM posts"),
            Statement("UPDATE users SET dm_channel_id = NULL"),
            Statement(
                "UPDATE games SET announced = changes - 1, tell_at = $1"
                " WHERE status IN ('lobby', 'playing') AND announced >= changes",
                (format_time(self.now()),),
            ),
        )

    async def backup(self, target: Path) -> None:
        """Make a consistent copy of the whole database while games go on.

        Raises:
            StoreError: The copy cannot be made.
        """
        await self.database.backup(target)

    async def close(self) -> None:
        """Release all leases and close the database. Committed changes stay in it."""
        await self.leases.close()
        await self.database.close()


async def open_store(place: Location, lease: int = LEASE_SECONDS) -> Store:
    """Open a file or a server's database, create it if it is missing, and migrate it.

    *lease* is the validity of a lease in seconds.

    Raises:
        StoreError: The database is damaged, is of another program or a later version, or cannot be
            reached.
    """
    if isinstance(place, Server):
        return Store(await load_postgres().open(place), lease)
    return Store(await SqliteDatabase.open(place), lease)


@asynccontextmanager
async def open_in_memory() -> AsyncIterator[Store]:
    """Open a store in memory for simulated games. It is deleted at the end of the block."""
    store = Store(await SqliteDatabase.in_memory())
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_read_only(server: Server) -> AsyncIterator[Store]:
    """Open the store of a server for reading. Nothing is changed on the server.

    Raises:
        StoreError: The server cannot be reached, or its tables are not those of this version.
    """
    store = Store(await load_postgres().open_read_only(server))
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def lock_database(
    place: Location, refusal: str, *, shared: bool = False
) -> AsyncIterator[None]:
    """Lock a database for this bot while the block runs.

    On a server the lock may be *shared* with other bots that share it.

    Raises:
        BadInput: Another bot has the lock, and the message is *refusal*. Or the lock cannot be
            taken for another reason.
    """
    if isinstance(place, Server):
        async with load_postgres().lock_exclusively(place, refusal, shared=shared):
            yield
    else:
        with lock_file(place.with_name(f"{place.name}.lock"), refusal):
            yield


def load_postgres() -> type[PostgresDatabase]:
    """Import and return the database class for PostgreSQL, which needs an optional package.

    Raises:
        StoreError: The package is not installed. The message says what to install.
    """
    try:
        from bot.storage.postgres.database import PostgresDatabase
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreError(
            "PostgreSQL needs asyncpg, which is not installed: pip install 'whistlestop[postgres]'"
        ) from None
    return PostgresDatabase
