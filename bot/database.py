"""One SQLite file: opened, brought up to date, read from and written to, copied.

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
from typing import NamedTuple, Self

import aiosqlite

from bot.migrate import migrations
from engine.errors import GameError


class StoreError(GameError):
    """The database cannot be used; the message says why."""


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

    async def prepare(self) -> None:
        """Bring the file up to date."""
        await self._execute(_prepare, self._conn)  # type: ignore[no-untyped-call]

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

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, make it if it is missing, and bring it up to date.

        Raises:
            StoreError: It is no database of ours, or one of a later version.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        writer = Writer(partial(sqlite3.connect, path, isolation_level=None), 64)
        reader = aiosqlite.connect(path, isolation_level=None)
        store = cls(writer, reader)
        await writer
        await reader
        try:
            await writer.prepare()
            await reader.execute("PRAGMA query_only=ON")
        except (sqlite3.DatabaseError, StoreError) as error:
            await store.close()
            raise StoreError(f"{path}: {error}") from error
        return store

    async def close(self) -> None:
        """Close the file; everything committed is in it."""
        await self._reader.close()
        await self._writer.close()

    async def write(self, *statements: Statement) -> list[int]:
        """One transaction, all of it or nothing; how many rows each statement changed."""
        return await self._writer.transact(statements)

    async def _all(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return list(await self._reader.execute_fetchall(sql, _named(values)))

    async def _one(self, sql: str, *values: object) -> sqlite3.Row | None:
        rows = await self._all(sql, *values)
        return rows[0] if rows else None

    async def backup(self, target: Path) -> None:
        """A consistent copy of the whole file, while games go on."""
        copy = await asyncio.to_thread(sqlite3.connect, target, check_same_thread=False)
        try:
            await self._reader.backup(copy)
        finally:
            await asyncio.to_thread(copy.close)


def _named(values: Sequence[object]) -> dict[str, object]:
    """Values as SQLite wants them: it takes $1 for a name."""
    return {str(number): value for number, value in enumerate(values, 1)}


def _prepare(db: sqlite3.Connection) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        db.execute(f"PRAGMA {pragma}")
    changes = migrations()
    done = int(db.execute("PRAGMA user_version").fetchone()[0])
    if done > len(changes):
        raise StoreError(f"is of version {done}, this program knows up to {len(changes)}")
    for number in range(done + 1, len(changes) + 1):
        # executescript() would commit by itself: the change and its number belong together.
        script = f"BEGIN IMMEDIATE; {changes[number]}; PRAGMA user_version = {number}; COMMIT;"
        try:
            db.executescript(script)
        except sqlite3.Error:
            db.rollback()
            raise


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
