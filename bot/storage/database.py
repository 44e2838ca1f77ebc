"""The port to a database: one set of queries, whichever it is.

Queries name their values $1, $2 ..., which PostgreSQL takes as they are and SQLite as names.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

PROGRAM: Final = "whistlestop"
"""How the name of a program begins, by which a server knows its connections. Its id follows."""
PROGRAMS: Final = (
    "SELECT DISTINCT application_name FROM pg_stat_activity"  # noqa: S608  # our own words
    f" WHERE datname = current_database() AND application_name LIKE '{PROGRAM} %'"
)
"""The names of all programs that are connected to the database of a server."""
SHUTDOWN_SECONDS: Final = 3.0
"""Seconds that what is still asked has when we stop; then we hang up."""

Row: TypeAlias = Sequence[Any]
Found: TypeAlias = tuple[Row, list[Sequence[Row]] | None]
"""A row, and what else was found if that was wanted."""


class UniqueViolation(Exception):
    """What was to be unique is there already; nothing was written."""


class Statement(NamedTuple):
    """One step of a transaction."""

    sql: str
    values: Sequence[object] = ()
    rows: Sequence[Sequence[object]] | None = None
    """In place of values: the step is done once for each row."""
    error_if_unchanged: Exception | None = None
    """Raised if it changes nothing; then the whole transaction is taken back."""
    disjoint: bool = False
    """Whether what else the transaction does to the same table, it does to other rows."""


class Query(NamedTuple):
    """A question; its answer are all rows that it finds."""

    sql: str
    values: Sequence[object] = ()


class PoolLoad(NamedTuple):
    """How busy a pool of connections is at this moment."""

    used: int
    limit: int
    waiting: int
    """How many callers wait for a connection."""


class Lock(Protocol):
    """Something that one program at a time has, and that goes with it."""

    async def is_held(self) -> bool:
        """Whether it is still ours."""

    async def release(self) -> None:
        """Leave it to others."""


class Database(Protocol):
    """Somewhere to read from and write to."""

    shared: bool
    """Whether several programs may use it at the same time."""
    program: str
    """The name by which the database knows this program, if it is shared."""
    programs: int
    """How many programs were connected to it, at the last look at the clock."""

    @property
    def trouble(self) -> str | None:
        """Why changes cannot be saved, or None if they can."""

    @property
    def pool(self) -> PoolLoad | None:
        """How busy the connections are, or None if there is no pool of them."""

    @property
    def clock_ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of `now`."""

    def now(self) -> datetime:
        """The time, the same for all programs that use it."""

    async def sync_clock(self) -> None:
        """See what time it is there, and how many programs are; until then both stay as they were.

        Raises:
            DatabaseFault: It does not answer.
        """

    async def try_lock(self, name: str) -> Lock | None:
        """Have alone what this name stands for; None: another program has it.

        Raises:
            DatabaseFault: It does not answer.
        """

    async def fetch_all(self, sql: str, *values: object) -> Sequence[Row]:
        """All rows that a query finds.

        Raises:
            DatabaseFault: It cannot be read.
        """

    async def fetch_with(self, first: Query, *others: Query) -> Found | None:
        """The row that the *first* finds, and what the others do if it wants that; None: no row.

        Its last column, `wanted`, says so. All of it is of one moment; the others find numbers,
        texts and NULL only.

        Raises:
            DatabaseFault: It cannot be read.
        """

    async def write(self, *statements: Statement) -> None:
        """One transaction, all of it or nothing.

        Raises:
            Taken: What was to be unique is there already.
            DiskTrouble: The disk is full, or read-only.
            DatabaseFault: It went wrong in another way. Whether anything was written is then found
                by reading: a press that stands in `presses` was carried out.
        """

    async def write_if(self, statement: Statement) -> int:
        """How many rows a statement changed, which is a transaction of its own.

        Raises:
            Taken, DiskTrouble, DatabaseFault: As above.
        """

    async def check_tables(self) -> None:
        """Compare the tables with those that the migrations make.

        Raises:
            WrongTables: A table, a column, an index or a constraint is missing or different.
            DatabaseFault: It does not answer.
        """

    async def backup(self, target: Path) -> None:
        """A consistent copy of everything, while games go on.

        Raises:
            StoreError: It cannot be made.
        """

    async def close(self) -> None:
        """Close it; everything committed is kept."""


async def fetch_one(database: Database, sql: str, *values: object) -> Row | None:
    """The first row that a query finds."""
    rows = await database.fetch_all(sql, *values)
    return rows[0] if rows else None


async def fetch_column(database: Database, sql: str, *values: object) -> list[Any]:
    """The first value of each row that a query finds."""
    return [row[0] for row in await database.fetch_all(sql, *values)]


def placeholders(first: int, count: int) -> str:
    """So many places for values.

    >>> marks(2, 3)
    '$2, $3, $4'
    """
    return ", ".join(f"${n}" for n in range(first, first + count))
