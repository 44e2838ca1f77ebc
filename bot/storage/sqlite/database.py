"""The database port for a SQLite file.

One thread writes a whole transaction at a time, so that no caller runs inside another caller's
transaction. Another connection reads committed data, so that a read never waits until another
caller's commit has reached the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Final, Self

import aiosqlite

from bot.games.errors import DatabaseError, StoreError, WrongTables
from bot.storage.database import FetchResult, Query, Row, Statement, UniqueViolation
from bot.storage.sqlite.file_lock import private_file
from bot.storage.sqlite.schema import SchemaError, check_tables, migrate
from bot.storage.write_errors import WriteFailure, disk_error, is_disk_error, sqlite_code

UNIQUE_ERROR_CODES: Final = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
FETCH_CHUNK_ROWS: Final = 64
"""Rows that aiosqlite fetches at a time when a caller iterates over a cursor."""
SQLITE_ERRORS: Final = (sqlite3.Error, ValueError)
"""Errors of the connection. ValueError means that it is closed."""


class ThreadConnection(aiosqlite.Connection):
    """A connection with its own thread. A transaction needs one switch to it and back."""

    async def migrate(self, path: Path) -> None:
        await self._execute(migrate, self._conn, path)  # type: ignore[no-untyped-call]

    async def check_tables(self) -> None:
        """Compare the tables with those of a new file.

        Raises:
            SchemaError: The tables differ.
        """
        await self._execute(check_tables, self._conn)  # type: ignore[no-untyped-call]

    async def transact(self, statements: Sequence[Statement]) -> list[int]:
        """Run all statements in one transaction, and return how many rows each has changed."""
        done = await self._execute(_transact, self._conn, statements)  # type: ignore[no-untyped-call]
        changed: list[int] = done
        return changed

    async def fetch_with(self, first: Query, others: Sequence[Query]) -> FetchResult | None:
        """Return the row of the first query, and the rows of the others if it wants them."""
        done = await self._execute(_fetch_with, self._conn, first, others)  # type: ignore[no-untyped-call]
        result: FetchResult | None = done
        return result


class NoLock:
    """A lock that is always held, for databases with a single process."""

    async def is_held(self) -> bool:
        return True

    async def release(self) -> None:
        """Do nothing, because no other process needs the lock."""


class SqliteDatabase:
    """The bot's database in a file."""

    shared = False
    program = ""
    programs = 1
    clock_ahead = 0.0
    pool = None

    def __init__(self, path: Path, writer: ThreadConnection, reader: ThreadConnection) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self._disk_failure, self._table_failure = WriteFailure(path), WriteFailure(path)

    @property
    def write_error(self) -> str | None:
        """Why changes cannot be saved, or None if they can."""
        return self._disk_failure.reason or self._table_failure.reason

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, create it if it is missing, and migrate it.

        Raises:
            StoreError: The file is damaged, is of another program, or is of a later version.
            DiskFull: The disk is full or read-only. Another try may succeed later.
        """
        if path.is_dir():
            raise StoreError(f"{path} is a folder; set WHISTLESTOP_DB to a file")
        try:
            private_file(path)
        except OSError as error:
            raise _open_error(path, error) from error
        writer, reader = _connection(path), _connection(path)
        database = cls(path, writer, reader)
        await writer
        await reader
        try:
            await writer.migrate(path)
            await reader.execute("PRAGMA query_only=ON")
        except (sqlite3.DatabaseError, SchemaError, OSError) as error:
            await database.close()
            raise _open_error(path, error) from error
        return database

    @classmethod
    async def in_memory(cls) -> Self:
        """Create a database in memory, which is gone once it is closed."""
        path = Path(":memory:")
        both = _connection(path)
        await both
        await both.migrate(path)
        return cls(path, both, both)

    async def close(self) -> None:
        """Close the file. All committed changes are in it."""
        await self._reader.close()
        await self._writer.close()

    def now(self) -> datetime:
        """Return the time of this machine, which no other machine shares."""
        return datetime.now(UTC)

    async def sync_clock(self) -> None:
        """Do nothing, because the clock of this machine is the only one."""

    async def try_lock(self, name: str) -> NoLock:
        """Return a lock without effect, because there is only one process."""
        return NoLock()

    async def fetch_all(self, sql: str, *values: object) -> Sequence[Row]:
        """Return all rows that a query finds."""
        try:
            return list(await self._reader.execute_fetchall(_to_sqlite_sql(sql), values))
        except SQLITE_ERRORS as error:
            raise DatabaseError(str(error)) from error

    async def fetch_with(self, first: Query, *others: Query) -> FetchResult | None:
        """Return a row, and the rows of the others if it wants them.

        All queries run in one call to the reading thread.
        """
        try:
            return await self._reader.fetch_with(first, others)
        except SQLITE_ERRORS as error:
            raise DatabaseError(str(error)) from error

    async def write(self, *statements: Statement) -> None:
        """Run all statements in one transaction."""
        await self._transact(*statements)

    async def write_if(self, statement: Statement) -> int:
        """Run a statement in its own transaction, and return how many rows it changed."""
        return (await self._transact(statement))[0]

    async def _transact(self, *statements: Statement) -> list[int]:
        try:
            changed = await self._writer.transact(statements)
        except SQLITE_ERRORS as error:
            if getattr(error, "sqlite_errorcode", 0) in UNIQUE_ERROR_CODES:
                raise UniqueViolation(str(error)) from error
            if not (is_disk_error(error) or _cannot_open(error)):
                raise DatabaseError(str(error)) from error
            self._disk_failure.begin(str(error))
            raise disk_error(self._path, str(error)) from error
        if any(rows > 0 for rows in changed):  # A write without changes does not test the disk.
            self._disk_failure.end()
        return changed

    async def check_tables(self) -> None:
        """Compare the tables with those of a new file."""
        try:
            await self._reader.check_tables()
        except SchemaError as error:
            self._table_failure.begin(str(error))
            raise WrongTables(f"{self._path} {error}") from error
        except SQLITE_ERRORS as error:
            raise DatabaseError(str(error)) from error
        self._table_failure.end()

    async def backup(self, target: Path) -> None:
        """Make a consistent copy of the whole file while games go on.

        Raises:
            StoreError: The copy cannot be made.
        """
        try:
            copy = await asyncio.to_thread(
                sqlite3.connect, private_file(target), check_same_thread=False
            )
            try:
                await self._reader.backup(copy)
            finally:
                await asyncio.to_thread(copy.close)
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error


def _cannot_open(error: Exception) -> bool:
    """Return whether SQLite could not create or open one of its files."""
    return sqlite_code(error) == sqlite3.SQLITE_CANTOPEN


def _open_error(path: Path, error: Exception) -> StoreError:
    """Return the error for a file that cannot be opened, DiskFull if another try may succeed."""
    why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    # SQLite can create no file on a full disk, nor in a folder of another user. Only the full disk
    # may be fixed by waiting.
    has_no_room = _cannot_open(error) and os.access(path.parent, os.W_OK)
    if is_disk_error(error) or has_no_room:
        return disk_error(path, why)
    if isinstance(error, OSError):
        return StoreError(f"{path} cannot be used: {why}")
    return StoreError(f"{path}: {why}")


def _connection(path: Path) -> ThreadConnection:
    return ThreadConnection(partial(sqlite3.connect, path, isolation_level=None), FETCH_CHUNK_ROWS)


@cache
def _to_sqlite_sql(sql: str) -> str:
    """Return the SQL with ?1 for $1, because SQLite would take $1 for a name."""
    return sql.replace("$", "?")


def _transact(db: sqlite3.Connection, statements: Sequence[Statement]) -> list[int]:
    cursor = db.execute("BEGIN IMMEDIATE")
    try:
        changed = [_run_statement(cursor, statement) for statement in statements]
        cursor.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
    return changed


def _fetch_with(
    db: sqlite3.Connection, first: Query, others: Sequence[Query]
) -> FetchResult | None:
    db.execute("BEGIN")
    try:
        row = db.execute(_to_sqlite_sql(first.sql), first.values).fetchone()
        if row is None or not row[-1]:
            return row and (row, None)
        return row, [db.execute(_to_sqlite_sql(sql), values).fetchall() for sql, values in others]
    finally:
        db.rollback()


def _run_statement(cursor: sqlite3.Cursor, statement: Statement) -> int:
    sql = _to_sqlite_sql(statement.sql)
    if statement.rows is not None:
        cursor.executemany(sql, statement.rows)
    else:
        cursor.execute(sql, statement.values)
    if statement.error_if_unchanged is not None and cursor.rowcount == 0:
        raise statement.error_if_unchanged
    return cursor.rowcount
