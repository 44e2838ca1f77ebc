"""The port to a database: the same queries serve SQLite and PostgreSQL.

Queries mark their values with $1, $2 and so on. PostgreSQL takes these marks as they are. For
SQLite they are rewritten, because SQLite would read them as names.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

PROGRAM_NAME: Final = "whistlestop"
"""The first part of the name under which a process connects to a server. A random id follows."""
CONNECTED_PROGRAMS_SQL: Final = (
    "SELECT DISTINCT application_name FROM pg_stat_activity"  # noqa: S608  # our own words
    f" WHERE datname = current_database() AND application_name LIKE '{PROGRAM_NAME} %'"
)
"""Selects the names of all processes that are connected to the database of a server."""
SHUTDOWN_SECONDS: Final = 3.0
"""How long running queries may take at shutdown. After that the connections are closed."""

Row: TypeAlias = Sequence[Any]
FetchResult: TypeAlias = tuple[Row, list[Sequence[Row]] | None]
"""A row, and the rows of the other queries, or None if the row did not want them."""


class UniqueViolation(Exception):
    """A value that must be unique exists already. Nothing was written."""


class Statement(NamedTuple):
    """One statement of a transaction."""

    sql: str
    values: Sequence[object] = ()
    rows: Sequence[Sequence[object]] | None = None
    """Used in place of *values*. The statement runs once for each row."""
    error_if_unchanged: Exception | None = None
    """Raised if the statement changes no row. The whole transaction is then rolled back."""
    disjoint: bool = False
    """Whether all other statements on the same table in the transaction touch different rows."""


class Query(NamedTuple):
    """A query that returns all matching rows."""

    sql: str
    values: Sequence[object] = ()


class PoolLoad(NamedTuple):
    """The current load of a connection pool."""

    used: int
    limit: int
    waiting: int
    """Callers that wait for a connection."""


class Lock(Protocol):
    """A lock that one process at a time has. The lock is released when the process ends."""

    async def is_held(self) -> bool:
        """Return whether this process still has the lock."""

    async def release(self) -> None:
        """Release the lock for other processes."""


class Database(Protocol):
    """A database that can be read and written."""

    shared: bool
    """Whether several processes may use the database at the same time."""
    program: str
    """The name under which this process connects to a shared database."""
    programs: int
    """How many processes were connected at the last `sync_clock`."""

    @property
    def write_error(self) -> str | None:
        """Why changes cannot be saved, or None if they can."""

    @property
    def pool(self) -> PoolLoad | None:
        """The load of the connection pool, or None if the database has no pool."""

    @property
    def clock_ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of `now`."""

    def now(self) -> datetime:
        """Return the current time, which is the same for all processes that use the database."""

    async def sync_clock(self) -> None:
        """Read the time of the database and the number of connected processes.

        Until then both keep their former values.

        Raises:
            DatabaseError: The database does not answer.
        """

    async def try_lock(self, name: str) -> Lock | None:
        """Take the lock with this name, or return None if another process has it.

        Raises:
            DatabaseError: The database does not answer.
        """

    async def fetch_all(self, sql: str, *values: object) -> Sequence[Row]:
        """Return all rows that a query finds.

        Raises:
            DatabaseError: The database cannot be read.
        """

    async def fetch_with(self, first: Query, *others: Query) -> FetchResult | None:
        """Return the row of the *first* query, and the rows of the others if that row wants them.

        The last column of the first query, `wanted`, decides about the others. Return None if the
        first query finds no row. All queries see the same state of the database. The other queries
        may only select numbers, texts and NULL.

        Raises:
            DatabaseError: The database cannot be read.
        """

    async def write(self, *statements: Statement) -> None:
        """Run all statements in one transaction.

        Raises:
            UniqueViolation: A value that must be unique exists already.
            DiskFull: The disk is full or read-only.
            DatabaseError: The transaction failed in another way. Only a read shows whether anything
                was written: a press that is in `presses` was carried out.
        """

    async def write_if(self, statement: Statement) -> int:
        """Run a statement in its own transaction, and return how many rows it changed.

        Raises:
            UniqueViolation, DiskFull, DatabaseError: For the same reasons as `write`.
        """

    async def check_tables(self) -> None:
        """Compare the tables with those that the migrations make.

        Raises:
            WrongTables: A table, a column, an index or a constraint is missing or different.
            DatabaseError: The database does not answer.
        """

    async def backup(self, target: Path) -> None:
        """Make a consistent copy of the whole database while games go on.

        Raises:
            StoreError: The copy cannot be made.
        """

    async def close(self) -> None:
        """Close all connections. Committed changes stay in the database."""


async def fetch_one(database: Database, sql: str, *values: object) -> Row | None:
    """Return the first row that a query finds, or None if it finds no row."""
    rows = await database.fetch_all(sql, *values)
    return rows[0] if rows else None


async def fetch_column(database: Database, sql: str, *values: object) -> list[Any]:
    """Return the first value of each row that a query finds."""
    return [row[0] for row in await database.fetch_all(sql, *values)]


def placeholders(first: int, count: int) -> str:
    """Return *count* value marks, separated by commas.

    >>> placeholders(2, 3)
    '$2, $3, $4'
    """
    return ", ".join(f"${n}" for n in range(first, first + count))
