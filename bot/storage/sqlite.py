"""One SQLite file: opened, read from and written to, copied.

One thread writes, a whole transaction at a time, so that nobody finds themselves inside another's.
Another connection reads what is committed, so that a look never waits for somebody else's commit to
reach the disk. Queries name their values $1, $2 ..., which PostgreSQL understands as well.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Self

import aiosqlite

from bot.storage.locks import private_file
from bot.storage.schema import SchemaError, bring_up_to_date
from engine.errors import GameError

DISK: Final = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
"""What SQLite says when it may not or cannot write."""


class StoreError(GameError):
    """The database cannot be used; the message says why."""


class DiskTrouble(StoreError):
    """Nothing can be written: the disk is full, or read-only."""


class Statement(NamedTuple):
    """One step of a transaction."""

    sql: str
    values: Sequence[object] = ()
    rows: Sequence[Sequence[object]] | None = None
    """In place of values: the step is done once for each row."""
    otherwise: Exception | None = None
    """Raised if it changes nothing; then the whole transaction is taken back."""


class Writer(aiosqlite.Connection):
    """The connection that writes, a whole transaction in one hop to its thread."""

    async def prepare(self, path: Path) -> None:
        """Bring the file up to date."""
        await self._execute(bring_up_to_date, self._conn, path)  # type: ignore[no-untyped-call]

    async def transact(self, statements: Sequence[Statement]) -> list[int]:
        """All of them or none; how many rows each has changed."""
        done = await self._execute(_transact, self._conn, statements)  # type: ignore[no-untyped-call]
        changed: list[int] = done
        return changed


class Database:
    """A file of ours, and how it is used."""

    def __init__(self, writer: Writer, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._reader = reader
        self.trouble: str | None = None
        """Why the last thing could not be written; None: it could."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, make it if it is missing, and bring it up to date.

        Raises:
            StoreError: It is no database of ours, a damaged one, or one of a later version.
        """
        if path.is_dir():
            raise StoreError(f"{path} is a folder; WHISTLESTOP_DB names a file in it")
        try:
            private_file(path)
        except OSError as error:
            raise StoreError(f"{path} cannot be used: {error.strerror}") from error
        writer = Writer(partial(sqlite3.connect, path, isolation_level=None), 64)
        reader = aiosqlite.connect(path, isolation_level=None)
        store = cls(writer, reader)
        await writer
        await reader
        try:
            await writer.prepare(path)
            await reader.execute("PRAGMA query_only=ON")
        except (sqlite3.DatabaseError, SchemaError) as error:
            await store.close()
            raise StoreError(f"{path}: {error}") from error
        return store

    async def close(self) -> None:
        """Close the file; everything committed is in it."""
        await self._reader.close()
        await self._writer.close()

    async def write(self, *statements: Statement) -> list[int]:
        """One transaction, all of it or nothing; how many rows each statement changed.

        Raises:
            DiskTrouble: The disk is full, or read-only.
        """
        try:
            changed = await self._writer.transact(statements)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in DISK:
                raise
            self.trouble = str(error)
            raise DiskTrouble(str(error)) from error
        self.trouble = None
        return changed

    async def _all(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return list(await self._reader.execute_fetchall(sql, _named(values)))

    async def _one(self, sql: str, *values: object) -> sqlite3.Row | None:
        rows = await self._all(sql, *values)
        return rows[0] if rows else None

    async def backup(self, target: Path) -> None:
        """A consistent copy of the whole file, while games go on."""
        copy = await asyncio.to_thread(
            sqlite3.connect, private_file(target), check_same_thread=False
        )
        try:
            await self._reader.backup(copy)
        finally:
            await asyncio.to_thread(copy.close)


def _named(values: Sequence[object]) -> dict[str, object]:
    """Values as SQLite wants them: it takes $1 for a name."""
    return {str(number): value for number, value in enumerate(values, 1)}


def _transact(db: sqlite3.Connection, statements: Sequence[Statement]) -> list[int]:
    db.execute("BEGIN IMMEDIATE")
    try:
        changed = [_step(db, statement) for statement in statements]
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
    return changed


def _step(db: sqlite3.Connection, statement: Statement) -> int:
    if statement.rows is not None:
        cursor = db.executemany(statement.sql, [_named(row) for row in statement.rows])
    else:
        cursor = db.execute(statement.sql, _named(statement.values))
    if statement.otherwise is not None and cursor.rowcount == 0:
        raise statement.otherwise
    return cursor.rowcount
