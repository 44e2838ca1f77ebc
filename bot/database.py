"""One SQLite file: opened, brought up to date, read from and written to, copied.

One connection writes, with a lock around every use of it: coroutines that share a connection would
otherwise find themselves inside each other's transactions. Another one reads what is committed,
so that a look never waits for somebody else's commit to reach the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import aiosqlite

from bot.migrate import migrations
from engine.errors import GameError


class StoreError(GameError):
    """The database cannot be used; the message says why."""


class Database:
    """A file of ours, and how it is used."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, make it if it is missing, and bring it up to date.

        Raises:
            StoreError: It is no database of ours, or one of a later version.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        writer = await aiosqlite.connect(path, isolation_level=None)
        reader = await aiosqlite.connect(path, isolation_level=None)
        store = cls(writer, reader)
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                await writer.execute(f"PRAGMA {pragma}")
            await store._migrate()
            await reader.execute("PRAGMA query_only=ON")
        except (sqlite3.DatabaseError, StoreError) as error:
            await store.close()
            raise StoreError(f"{path}: {error}") from error
        return store

    async def close(self) -> None:
        """Close the file; everything committed is in it."""
        async with self._lock:
            await self._reader.close()
            await self._writer.close()

    async def _migrate(self) -> None:
        changes = migrations()
        async with self._writer.execute("PRAGMA user_version") as cursor:
            row = await cursor.fetchone()
        done = int(row[0]) if row else 0
        if done > len(changes):
            raise StoreError(f"is of version {done}, this program knows up to {len(changes)}")
        for number in range(done + 1, len(changes) + 1):
            # executescript() would commit by itself: the change and its number belong together.
            script = f"BEGIN IMMEDIATE; {changes[number]}; PRAGMA user_version = {number}; COMMIT;"
            try:
                await self._writer.executescript(script)
            except sqlite3.Error:
                await self._writer.rollback()
                raise

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[aiosqlite.Connection]:
        """One transaction: all of it or nothing."""
        async with self._lock:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                await self._writer.execute("COMMIT")
            except BaseException:
                # Also for whoever is cancelled while it begins: the next one must find none open.
                await self._writer.rollback()
                raise

    async def _all(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return list(await self._reader.execute_fetchall(sql, values))

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
