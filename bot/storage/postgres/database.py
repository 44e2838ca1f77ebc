"""The database port for a PostgreSQL server that several processes may share."""

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
    CONNECTED_PROGRAMS_SQL,
    PROGRAM_NAME,
    SHUTDOWN_SECONDS,
    FetchResult,
    PoolLoad,
    Query,
    Row,
    Statement,
    UniqueViolation,
)
from bot.storage.postgres import locks as server_locks
from bot.storage.postgres.batch import combine_queries, combine_statements, split_result
from bot.storage.postgres.connect import (
    CONNECT_SECONDS,
    CONNECTION_ERRORS,
    DISK_ERRORS,
    AdaptiveTimeout,
    error_text,
    open_connection,
    to_database_error,
)
from bot.storage.postgres.locks import ServerLock
from bot.storage.postgres.pool import Pool
from bot.storage.postgres.schema import check_version, check_whole, compare_tables, migrate
from bot.storage.postgres.shape import COLUMNS_SQL, CONSTRAINTS_SQL, INDEXES_SQL
from bot.storage.sqlite.schema import SchemaError, newest_version
from bot.storage.write_errors import WriteFailure, disk_error

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]


class ServerClock:
    """The time of the server, so that all processes have the same time.

    It continues by the monotonic clock from the last answer of the server. Changes to the clock of
    this machine have no effect.
    """

    def __init__(self) -> None:
        self._time, self._since = datetime.now(UTC), time.monotonic()

    def __call__(self) -> datetime:
        """Return the server's current time."""
        return self._time + timedelta(seconds=time.monotonic() - self._since)

    def set(self, theirs: datetime, asked_at: float, answered_at: float) -> None:
        """Set the time from an answer of the server.

        *asked_at* and *answered_at* are the times of the query and the answer by `time.monotonic`.
        """
        self._time, self._since = theirs, (asked_at + answered_at) / 2

    @property
    def seconds_ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of the server's."""
        return (datetime.now(UTC) - self()).total_seconds()


log = logger(__name__)

QUERY_SECONDS: Final = 1.5
"""The timeout of a query. A press must be answered within 3 seconds, also without a database."""
MAX_CONNECTIONS: Final = 10
MAX_CACHED_STATEMENTS: Final = 500
"""Prepared statements per connection. Changes have many different shapes."""


class PostgresDatabase:
    """The bot's database on a server."""

    shared = True

    def __init__(self, server: Server, **settings: str) -> None:
        self._server = server
        self._settings = settings
        self.program = settings.get("application_name", "")
        self.programs = 1
        self._connections = Pool(self._connect, MAX_CONNECTIONS)
        self._is_unreachable = False
        self._timeout = AdaptiveTimeout(CONNECT_SECONDS)
        self._clock = ServerClock()
        self._locks: set[ServerLock] = set()
        self._disk_failure, self._table_failure = WriteFailure(server), WriteFailure(server)

    @property
    def write_error(self) -> str | None:
        """Why changes cannot be saved, or None if they can."""
        return self._disk_failure.reason or self._table_failure.reason

    @property
    def pool(self) -> PoolLoad:
        """The load of the connection pool."""
        return self._connections.load

    @classmethod
    async def open(cls, server: Server) -> Self:
        """Connect to the server, and create or migrate the tables.

        Raises:
            StoreError: The server cannot be reached or used, or its database is of another program
                or version.
        """
        async with open_connection(server) as connection:
            await check_whole(connection)
            await migrate(connection)
        database = cls(server, application_name=f"{PROGRAM_NAME} {uuid4().hex[:8]}")
        try:
            await database.sync_clock()
        except DatabaseError as error:  # The server may have no room for a second connection.
            raise Unreachable(f"{server} cannot be reached: {error}") from None
        database._timeout = AdaptiveTimeout(QUERY_SECONDS)
        return database

    @classmethod
    async def open_read_only(cls, server: Server) -> Self:
        """Open the database for reading, without changing it. A bot may be using it.

        Raises:
            StoreError: The server cannot be reached, or its tables are not those of this version.
        """
        async with open_connection(server) as connection:
            await check_version(connection)
        return cls(server, default_transaction_read_only="on")

    lock_exclusively = staticmethod(server_locks.lock_exclusively)

    async def _connect(self) -> Connection:
        """Return a new connection that caches prepared statements.

        Every caller that needs a connection tries, so failures are logged only once in a while.
        """
        try:
            made = await asyncpg.connect(
                self._server.url,
                timeout=CONNECT_SECONDS,
                command_timeout=CONNECT_SECONDS,
                statement_cache_size=MAX_CACHED_STATEMENTS,
                server_settings=self._settings,
            )
        except CONNECTION_ERRORS as error:
            self._is_unreachable = True
            cause = DatabaseUnavailable.__name__
            outages.warn(log, "the database cannot be reached", cause, error=error_text(error))
            raise
        if self._is_unreachable:
            self._is_unreachable = False
            log.info("the database can be reached again")
        return made

    async def close(self) -> None:
        """Release all locks and close all connections. Committed changes stay on the server."""
        releases = [lock.release() for lock in self._locks]
        await asyncio.gather(self._connections.close(SHUTDOWN_SECONDS), *releases)

    # --- shared with other processes ---

    @property
    def clock_ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of the server's."""
        return self._clock.seconds_ahead

    def now(self) -> datetime:
        """Return the server's current time."""
        return self._clock()

    async def sync_clock(self) -> None:
        """Read the server's time and the number of connected processes."""
        asked_at = time.monotonic()
        count = f"SELECT count(*) FROM ({CONNECTED_PROGRAMS_SQL}) AS programs"  # noqa: S608  # our own names
        sql = f"SELECT clock_timestamp(), ({count})"
        ((theirs, programs),) = await self.fetch_all(sql)
        self._clock.set(theirs, asked_at, time.monotonic())
        self.programs = max(1, programs)

    async def try_lock(self, name: str) -> ServerLock | None:
        """Take a lock of the server on its own connection, or return None if it is taken."""
        self._locks = {lock for lock in self._locks if lock.is_open}
        try:
            made = await server_locks.try_lock(self._server, name)
        except Unreachable as error:
            raise DatabaseUnavailable(str(error)) from None
        except StoreError as error:
            raise DatabaseError(str(error)) from None
        if made is not None:
            self._locks.add(made)
        return made

    # --- rows ---

    async def fetch_all(self, sql: str, *values: object) -> Sequence[Row]:
        """Return all rows that a query finds."""
        try:
            async with self._timeout.limit(), self._connections.acquire() as connection:
                return [tuple(row) for row in await connection.fetch(sql, *values)]
        except CONNECTION_ERRORS as error:
            raise to_database_error(error) from None

    async def fetch_with(self, first: Query, *others: Query) -> FetchResult | None:
        """Return a row, and the rows of the others if it wants them, in one round trip."""
        sql, values = combine_queries(first, others)
        rows = await self.fetch_all(sql, *values)
        return split_result(rows[0], len(others)) if rows else None

    async def write(self, *statements: Statement) -> None:
        """Run all statements in one transaction, in one round trip if possible."""
        async with self._write_connection() as connection:
            if len(statements) == 1:
                await _execute(connection, statements[0])
            elif not await _write_combined(connection, statements):
                async with connection.transaction():
                    for statement in statements:
                        await _execute(connection, statement)

    async def write_if(self, statement: Statement) -> int:
        """Run a statement in its own transaction, and return how many rows it changed."""
        async with self._write_connection() as connection:
            return await _execute(connection, statement)

    @asynccontextmanager
    async def _write_connection(self) -> AsyncIterator[Connection]:
        try:
            async with self._connections.acquire() as connection:
                yield connection
        except asyncpg.UniqueViolationError as error:
            raise UniqueViolation(error_text(error)) from None
        except DISK_ERRORS as error:
            self._disk_failure.begin(error_text(error))
            # After a failover another server may take the writes. The next try connects again, or
            # it would fail at the old server.
            self._connections.retire_all()
            raise disk_error(self._server, error_text(error)) from None
        except CONNECTION_ERRORS as error:
            raise to_database_error(error) from None
        self._timeout.record_answer()
        self._disk_failure.end()

    async def check_tables(self) -> None:
        """Compare the server's tables with those that the migrations make."""
        rows = [
            await self.fetch_all(query) for query in (COLUMNS_SQL, INDEXES_SQL, CONSTRAINTS_SQL)
        ]
        try:
            compare_tables(rows, newest_version())
        except SchemaError as error:
            self._table_failure.begin(str(error))
            raise WrongTables(f"{self._server} {error}") from error
        self._table_failure.end()

    async def backup(self, target: Path) -> None:
        """Refuse, because a server's database is copied with its own tools."""
        raise StoreError(
            f"{self._server} is a server; back it up with pg_dump (see docs/postgresql.md)"
        )


async def _write_combined(connection: Connection, statements: Sequence[Statement]) -> bool:
    """Run all statements in one round trip.

    Return False if nothing was done and the statements must run one by one.
    """
    combined = combine_statements(statements)
    if combined is None:
        return False
    sql, values = combined
    try:
        await connection.fetchrow(sql, *values)
    except (asyncpg.DivisionByZeroError, asyncpg.UniqueViolationError):
        return False
    return True


async def _execute(connection: Connection, statement: Statement) -> int:
    if statement.rows is not None:
        await connection.executemany(statement.sql, statement.rows)
        return len(statement.rows)
    status = await connection.execute(statement.sql, *statement.values)
    changed = int(status.rpartition(" ")[2])
    if statement.error_if_unchanged is not None and not changed:
        raise statement.error_if_unchanged
    return changed
