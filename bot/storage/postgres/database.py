"""The time as a server has it: all programs on it have the same, whatever their machines say."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeAlias
from uuid import uuid4

import asyncpg

from bot.database_url import Server
from bot.games.errors import (
    DatabaseError,
    DatabaseUnavailable,
    StoreError,
    Unreachable,
    WrongTables,
    outages,
)
from bot.log import logger
from bot.storage.database import (
    PROGRAM,
    PROGRAMS,
    SHUTDOWN_SECONDS,
    Found,
    PoolLoad,
    Query,
    Row,
    Statement,
    UniqueViolation,
)
from bot.storage.postgres import locks as server_locks
from bot.storage.postgres.batch import combine_queries, combine_statements, split_result
from bot.storage.postgres.connect import (
    BROKEN,
    CONNECT_SECONDS,
    DISK,
    AdaptiveTimeout,
    error_text,
    open_connection,
    to_database_error,
)
from bot.storage.postgres.locks import ServerLock
from bot.storage.postgres.pool import Pool
from bot.storage.postgres.schema import check_version, check_whole, compare_tables, migrate
from bot.storage.postgres.shape import COLUMNS, CONSTRAINTS, INDEXES
from bot.storage.sqlite.schema import SchemaError, newest_version
from bot.storage.write_errors import WriteTrouble, disk_trouble

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]


class ServerClock:
    """Goes on by itself from when the server was last asked; a machine's clock moves nothing."""

    def __init__(self) -> None:
        self._time, self._since = datetime.now(UTC), time.monotonic()

    def __call__(self) -> datetime:
        """The time now."""
        return self._time + timedelta(seconds=time.monotonic() - self._since)

    def set(self, theirs: datetime, asked: float, answered: float) -> None:
        """What the server said, asked and answered at these moments of the steady clock."""
        self._time, self._since = theirs, (asked + answered) / 2

    @property
    def ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of it."""
        return (datetime.now(UTC) - self()).total_seconds()


log = logger(__name__)

QUERY_SECONDS: Final = 1.5
"""Seconds that a bot waits for rows: who presses must hear within three that there are none."""
MAX_CONNECTIONS: Final = 10
"""Connections at the same time."""
MAX_CACHED_STATEMENTS: Final = 500
"""Statements that a connection remembers: changes are of many shapes."""


class PostgresDatabase:
    """A database of ours on a server, and how it is used."""

    shared = True

    def __init__(self, server: Server, **settings: str) -> None:
        self._server = server
        self._settings = settings
        self.program = settings.get("application_name", "")
        self.programs = 1
        self._connections = Pool(self._connect, MAX_CONNECTIONS)
        self._is_away = False
        self._silence = AdaptiveTimeout(CONNECT_SECONDS)
        self._clock = ServerClock()
        self._holds: set[ServerLock] = set()
        self._disk, self._tables = WriteTrouble(server), WriteTrouble(server)

    @property
    def trouble(self) -> str | None:
        """Why changes cannot be saved, or None if they can."""
        return self._disk.why or self._tables.why

    @property
    def pool(self) -> PoolLoad:
        """How busy the connections are."""
        return self._connections.load

    @classmethod
    async def open(cls, server: Server) -> Self:
        """Reach the server, and make or bring up to date what is there.

        Raises:
            StoreError: It cannot be reached or used, or is of another program or version.
        """
        async with open_connection(server) as connection:
            await check_whole(connection)
            await migrate(connection)
        database = cls(server, application_name=f"{PROGRAM} {uuid4().hex[:8]}")
        try:
            await database.sync_clock()
        except DatabaseError as error:  # it has let us in before, and has perhaps no room for more
            raise Unreachable(f"{server} cannot be reached: {error}") from None
        database._silence = AdaptiveTimeout(QUERY_SECONDS)
        return database

    @classmethod
    async def open_read_only(cls, server: Server) -> Self:
        """Only to read: nothing is changed in what a bot may be using just now.

        Raises:
            StoreError: It cannot be reached, or its tables are not those of this program.
        """
        async with open_connection(server) as connection:
            await check_version(connection)
        return cls(server, default_transaction_read_only="on")

    alone = staticmethod(server_locks.lock_exclusively)

    async def _connect(self) -> Connection:
        """A connection that remembers what it was asked.

        That there is none is said in a line, once in a while: everybody who needs one tries.
        """
        try:
            made = await asyncpg.connect(
                self._server.url,
                timeout=CONNECT_SECONDS,
                command_timeout=CONNECT_SECONDS,
                statement_cache_size=MAX_CACHED_STATEMENTS,
                server_settings=self._settings,
            )
        except BROKEN as error:
            self._is_away = True
            cause = DatabaseUnavailable.__name__
            outages.warn(log, "the database cannot be reached", cause, error=error_text(error))
            raise
        if self._is_away:
            self._is_away = False
            log.info("the database is there again")
        return made

    async def close(self) -> None:
        """Let the server go; everything committed is kept."""
        leaving = [hold.release() for hold in self._holds]
        await asyncio.gather(self._connections.close(SHUTDOWN_SECONDS), *leaving)

    # --- beside other programs ---

    @property
    def clock_ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of the server's."""
        return self._clock.ahead

    def now(self) -> datetime:
        """The server's time."""
        return self._clock()

    async def sync_clock(self) -> None:
        """Ask the server for the time, and for the number of programs."""
        asked = time.monotonic()
        sql = f"SELECT clock_timestamp(), (SELECT count(*) FROM ({PROGRAMS}) AS programs)"  # noqa: S608  # our own words
        ((theirs, programs),) = await self.fetch_all(sql)
        self._clock.set(theirs, asked, time.monotonic())
        self.programs = max(1, programs)

    async def try_lock(self, name: str) -> ServerLock | None:
        """Have a lock of the server's, on a connection of its own."""
        self._holds = {held for held in self._holds if held.is_open}
        try:
            made = await server_locks.try_lock(self._server, name)
        except Unreachable as error:
            raise DatabaseUnavailable(str(error)) from None
        except StoreError as error:
            raise DatabaseError(str(error)) from None
        if made is not None:
            self._holds.add(made)
        return made

    # --- rows ---

    async def fetch_all(self, sql: str, *values: object) -> Sequence[Row]:
        """All rows that a query finds."""
        try:
            async with self._silence.limit(), self._connections.acquire() as connection:
                return [tuple(row) for row in await connection.fetch(sql, *values)]
        except BROKEN as error:
            raise to_database_error(error) from None

    async def fetch_with(self, first: Query, *others: Query) -> Found | None:
        """One row, and perhaps what else is asked, in one round trip."""
        sql, values = combine_queries(first, others)
        rows = await self.fetch_all(sql, *values)
        return split_result(rows[0], len(others)) if rows else None

    async def write(self, *statements: Statement) -> None:
        """One transaction, all of it or nothing."""
        async with self._writing() as connection:
            if len(statements) == 1:
                await _step(connection, statements[0])
            elif not await _at_once(connection, statements):
                async with connection.transaction():
                    for statement in statements:
                        await _step(connection, statement)

    async def write_if(self, statement: Statement) -> int:
        """How many rows a statement changed, which is a transaction of its own."""
        async with self._writing() as connection:
            return await _step(connection, statement)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Connection]:
        try:
            async with self._connections.acquire() as connection:
                yield connection
        except asyncpg.UniqueViolationError as error:
            raise UniqueViolation(error_text(error)) from None
        except DISK as error:
            self._disk.begin(error_text(error))
            # The server to write to may be another one by now: the next try asks for it anew.
            self._connections.forget()
            raise disk_trouble(self._server, error_text(error)) from None
        except BROKEN as error:
            raise to_database_error(error) from None
        self._silence.record_answer()
        self._disk.end()

    async def check_tables(self) -> None:
        """Compare the server's tables with those that the migrations make."""
        found = [await self.fetch_all(query) for query in (COLUMNS, INDEXES, CONSTRAINTS)]
        try:
            compare_tables(found, newest_version())
        except SchemaError as error:
            self._tables.begin(str(error))
            raise WrongTables(f"{self._server} {error}") from error
        self._tables.end()

    async def backup(self, target: Path) -> None:
        """A server's database is copied by its own tools."""
        raise StoreError(f"{self._server} is copied with pg_dump, see docs/operating.md")


async def _at_once(connection: Connection, statements: Sequence[Statement]) -> bool:
    """All of them in one round trip; False: nothing was done, and it has to be step by step."""
    whole = combine_statements(statements)
    if whole is None:
        return False
    sql, values = whole
    try:
        await connection.fetchrow(sql, *values)
    except (asyncpg.DivisionByZeroError, asyncpg.UniqueViolationError):
        return False
    return True


async def _step(connection: Connection, statement: Statement) -> int:
    if statement.rows is not None:
        await connection.executemany(statement.sql, statement.rows)
        return len(statement.rows)
    status = await connection.execute(statement.sql, *statement.values)
    changed = int(status.rpartition(" ")[2])
    if statement.error_if_unchanged is not None and not changed:
        raise statement.error_if_unchanged
    return changed
