"""One SQLite file: opened, read from and written to, copied.

One thread writes, a whole transaction at a time, so that nobody finds themselves inside another's.
Another connection reads what is committed, so that a look never waits for somebody else's commit to
reach the disk.
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
from bot.storage.database import Found, Query, Row, Statement, UniqueViolation
from bot.storage.sqlite.file_lock import private_file
from bot.storage.sqlite.schema import SchemaError, check_tables, migrate
from bot.storage.write_errors import WriteTrouble, disk_trouble, is_disk_trouble, sqlite_code

NOT_UNIQUE: Final = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
CHUNK: Final = 64
"""Rows that aiosqlite would fetch at a time, where somebody went through them one by one."""
BROKEN: Final = (sqlite3.Error, ValueError)
"""What goes wrong otherwise; ValueError: the connection is closed."""


class ThreadConnection(aiosqlite.Connection):
    """A connection with a thread of its own: a whole transaction is one hop there and back."""

    async def prepare(self, path: Path) -> None:
        """Bring the file up to date."""
        await self._execute(migrate, self._conn, path)  # type: ignore[no-untyped-call]

    async def check_tables(self) -> None:
        """Compare the tables with those of a new file."""
        await self._execute(check_tables, self._conn)  # type: ignore[no-untyped-call]

    async def transact(self, statements: Sequence[Statement]) -> list[int]:
        """All of them or none; how many rows each has changed."""
        done = await self._execute(_transact, self._conn, statements)  # type: ignore[no-untyped-call]
        changed: list[int] = done
        return changed

    async def ask(self, first: Query, others: Sequence[Query]) -> Found | None:
        """The row that the first finds, and what the others do if it is wanted."""
        done = await self._execute(_ask, self._conn, first, others)  # type: ignore[no-untyped-call]
        found: Found | None = done
        return found


class NoLock:
    """What is had by the only program that there is."""

    async def is_held(self) -> bool:
        """It does."""
        return True

    async def release(self) -> None:
        """Nobody else wants it."""


class SqliteDatabase:
    """A file of ours, and how it is used."""

    shared = False
    program = ""
    programs = 1
    clock_ahead = 0.0
    pool = None

    def __init__(self, path: Path, writer: ThreadConnection, reader: ThreadConnection) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self._disk, self._tables = WriteTrouble(path), WriteTrouble(path)

    @property
    def trouble(self) -> str | None:
        """Why changes cannot be saved, or None if they can."""
        return self._disk.why or self._tables.why

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, make it if it is missing, and bring it up to date.

        Raises:
            StoreError: It is no database of ours, a damaged one, or one of a later version.
            DiskTrouble: The disk is full or read-only; another try may succeed later.
        """
        if path.is_dir():
            raise StoreError(f"{path} is a folder; WHISTLESTOP_DB names a file in it")
        try:
            private_file(path)
        except OSError as error:
            raise _unusable(path, error) from error
        writer, reader = _connection(path), _connection(path)
        database = cls(path, writer, reader)
        await writer
        await reader
        try:
            await writer.prepare(path)
            await reader.execute("PRAGMA query_only=ON")
        except (sqlite3.DatabaseError, SchemaError, OSError) as error:
            await database.close()
            raise _unusable(path, error) from error
        return database

    @classmethod
    async def in_memory(cls) -> Self:
        """A new one that is in no file, and gone once it is closed."""
        path = Path(":memory:")
        both = _connection(path)
        await both
        await both.prepare(path)
        return cls(path, both, both)

    async def close(self) -> None:
        """Close the file; everything committed is in it."""
        await self._reader.close()
        await self._writer.close()

    def now(self) -> datetime:
        """The time of this machine, on which everything is."""
        return datetime.now(UTC)

    async def sync_clock(self) -> None:
        """It is our own."""

    async def try_lock(self, name: str) -> NoLock:
        """Whatever it is, it is ours."""
        return NoLock()

    async def fetch_all(self, sql: str, *values: object) -> Sequence[Row]:
        """All rows that a query finds."""
        try:
            return list(await self._reader.execute_fetchall(_numbered(sql), values))
        except BROKEN as error:
            raise DatabaseError(str(error)) from error

    async def fetch_with(self, first: Query, *others: Query) -> Found | None:
        """One row, and perhaps what else is asked, in one hop to the thread that reads."""
        try:
            return await self._reader.ask(first, others)
        except BROKEN as error:
            raise DatabaseError(str(error)) from error

    async def write(self, *statements: Statement) -> None:
        """One transaction, all of it or nothing."""
        await self._transact(*statements)

    async def write_if(self, statement: Statement) -> int:
        """How many rows a statement changed, which is a transaction of its own."""
        return (await self._transact(statement))[0]

    async def _transact(self, *statements: Statement) -> list[int]:
        try:
            changed = await self._writer.transact(statements)
        except BROKEN as error:
            if getattr(error, "sqlite_errorcode", 0) in NOT_UNIQUE:
                raise UniqueViolation(str(error)) from error
            if not (is_disk_trouble(error) or _cannot_open(error)):
                raise DatabaseError(str(error)) from error
            self._disk.begin(str(error))
            raise disk_trouble(self._path, str(error)) from error
        if any(rows > 0 for rows in changed):  # what changes nothing needs no room on the disk
            self._disk.end()
        return changed

    async def check_tables(self) -> None:
        """Compare the tables with those of a new file."""
        try:
            await self._reader.check_tables()
        except SchemaError as error:
            self._tables.begin(str(error))
            raise WrongTables(f"{self._path} {error}") from error
        except BROKEN as error:
            raise DatabaseError(str(error)) from error
        self._tables.end()

    async def backup(self, target: Path) -> None:
        """A consistent copy of the whole file, while games go on.

        Raises:
            StoreError: It cannot be made.
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
    """Return whether SQLite could not make or open one of its files."""
    return sqlite_code(error) == sqlite3.SQLITE_CANTOPEN


def _unusable(path: Path, error: Exception) -> StoreError:
    """Return why a file cannot be opened; DiskTrouble if another try may succeed."""
    why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    # SQLite cannot make a file on a full disk, nor in a folder that belongs to somebody else. Only
    # the former passes.
    has_no_room = _cannot_open(error) and os.access(path.parent, os.W_OK)
    if is_disk_trouble(error) or has_no_room:
        return disk_trouble(path, why)
    if isinstance(error, OSError):
        return StoreError(f"{path} cannot be used: {why}")
    return StoreError(f"{path}: {why}")


def _connection(path: Path) -> ThreadConnection:
    return ThreadConnection(partial(sqlite3.connect, path, isolation_level=None), CHUNK)


@cache
def _numbered(sql: str) -> str:
    """A query as SQLite wants it: it would take $1 for a name."""
    return sql.replace("$", "?")


def _transact(db: sqlite3.Connection, statements: Sequence[Statement]) -> list[int]:
    cursor = db.execute("BEGIN IMMEDIATE")
    try:
        changed = [_step(cursor, statement) for statement in statements]
        cursor.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
    return changed


def _ask(db: sqlite3.Connection, first: Query, others: Sequence[Query]) -> Found | None:
    db.execute("BEGIN")
    try:
        row = db.execute(_numbered(first.sql), first.values).fetchone()
        if row is None or not row[-1]:
            return row and (row, None)
        return row, [db.execute(_numbered(sql), values).fetchall() for sql, values in others]
    finally:
        db.rollback()


def _step(cursor: sqlite3.Cursor, statement: Statement) -> int:
    sql = _numbered(statement.sql)
    if statement.rows is not None:
        cursor.executemany(sql, statement.rows)
    else:
        cursor.execute(sql, statement.values)
    if statement.error_if_unchanged is not None and cursor.rowcount == 0:
        raise statement.error_if_unchanged
    return cursor.rowcount
