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
from bot.storage.sqlite.file_lock import hold_file

if TYPE_CHECKING:
    from bot.storage.postgres.database import PostgresDatabase

CLOCK_INTERVAL_SECONDS: Final = 20.0
"""Seconds between two looks at the clock."""


class Store:
    """Everything that is kept, in one database."""

    def __init__(self, database: Database, lease: int = LEASE_SECONDS) -> None:
        """*lease* is how many seconds one is good."""
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
        return self.database.trouble

    @property
    def clock_ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of `now`."""
        return self.database.clock_ahead

    def now(self) -> datetime:
        """The time, the same for all programs that share the store."""
        return self.database.now()

    async def sync_clock(self) -> None:
        """Compare the clocks again and again, until canceled; in between our own one counts."""
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
            DatabaseFault: The database does not answer.
        """
        await self.database.check_tables()

    async def forget_messages(self) -> None:
        """Forget where messages stand, and let every open table be told in new ones."""
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
        """A consistent copy of everything, while games go on.

        Raises:
            StoreError: It cannot be made.
        """
        await self.database.backup(target)

    async def close(self) -> None:
        """Close it; everything committed is kept."""
        await self.leases.close()
        await self.database.close()


async def open_store(place: Location, lease: int = LEASE_SECONDS) -> Store:
    """Open a file or a server's database, make it if it is missing, and bring it up to date.

    *lease* is how many seconds one is good.

    Raises:
        StoreError: It is no database of ours, a damaged one, one of a later version, or out of
            reach.
    """
    if isinstance(place, Server):
        return Store(await load_postgres().open(place), lease)
    return Store(await SqliteDatabase.open(place), lease)


@asynccontextmanager
async def open_in_memory() -> AsyncIterator[Store]:
    """A store that keeps nothing beyond the block: for games that are only simulated."""
    store = Store(await SqliteDatabase.in_memory())
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_read_only(server: Server) -> AsyncIterator[Store]:
    """What is kept on a server, only to be read: nothing is changed there.

    Raises:
        StoreError: It cannot be reached, or its tables are not those of this program.
    """
    store = Store(await load_postgres().open_read_only(server))
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def lock_database(
    place: Location, refusal: str, *, together: bool = False
) -> AsyncIterator[None]:
    """Be the only bot that uses it, while the block runs; on a server, *together* with others.

    Raises:
        BadInput: Another one is; the message is *refusal*. Or it cannot be found out.
    """
    if isinstance(place, Server):
        async with load_postgres().alone(place, refusal, together=together):
            yield
    else:
        with hold_file(place.with_name(f"{place.name}.lock"), refusal):
            yield


def load_postgres() -> type[PostgresDatabase]:
    """What talks to a PostgreSQL server, which not every installation has.

    Raises:
        StoreError: This one has not; the message says what to install.
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
