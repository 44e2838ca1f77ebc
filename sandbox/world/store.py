"""The optional file of the state, read at the start and written soon after each change."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandbox.world.state import (
    Application,
    Channel,
    Command,
    Emoji,
    Guild,
    Message,
    Record,
    User,
    World,
)

KINDS: dict[str, type[Record]] = {
    "application": Application,
    "user": User,
    "guild": Guild,
    "channel": Channel,
    "message": Message,
    "command": Command,
    "emoji": Emoji,
}
WRITE_INTERVAL_SECONDS = 0.2
"""Seconds between two writes of changed records."""


def beside(file: Path) -> list[Path]:
    """Return a database file and SQLite's files next to it, as far as they exist."""
    endings = ("", "-wal", "-shm", "-journal")
    paths = [file.with_name(file.name + ending) for ending in endings]
    return [path for path in paths if path.exists()]


class Store:
    """A SQLite file with a row for each record and each attachment.

    Ephemeral messages are not saved, because they disappear when a client restarts.
    """

    def __init__(self, world: World, file: Path) -> None:
        self._world = world
        self._file = file
        self._task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS record"
            " (kind TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, id))"
        )
        return connection

    def load(self) -> None:
        """Load the state from the file. A new file leaves the state unchanged."""
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file.touch(mode=0o600)
        for kept in beside(self._file):
            # The file contains the token. SQLite's own files get the same permissions.
            kept.chmod(0o600)
        with contextlib.closing(self._open()) as connection:
            rows = connection.execute("SELECT kind, id, body FROM record ORDER BY id").fetchall()
        if not rows:
            return
        self._world.users.clear()
        for kind, number, body in rows:
            self._world.expect_ids_after(number)
            if kind == "file":
                self._world.files[number] = body
            else:
                self._world.save(msgspec.msgpack.decode(body, type=KINDS[kind]), access=True)
        self._world.dirty.clear()

    def start(self) -> None:
        """Start writing changes to the file."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, and write the remaining changes."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._writing is not None:
            # An earlier write that ends after the last one would restore deleted records.
            await self._writing
        self._write(self._changes())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(WRITE_INTERVAL_SECONDS)
            changes = self._changes()
            if changes:
                self._writing = asyncio.create_task(asyncio.to_thread(self._write, changes))
                await asyncio.shield(self._writing)

    def _changes(self) -> list[tuple[str, int, bytes | None]]:
        """Return the encoded records that have changed, with None for deleted ones."""
        dirty, self._world.dirty = self._world.dirty, set()
        return [(kind, number, self._encoded(kind, number)) for kind, number in sorted(dirty)]

    def _encoded(self, kind: str, number: int) -> bytes | None:
        if kind == "file":
            return self._world.files.get(number)
        found = self._find(kind, number)
        if found is None or (isinstance(found, Message) and found.ephemeral_to is not None):
            return None
        return msgspec.msgpack.encode(found)

    def _find(self, kind: str, number: int) -> Record | None:
        world = self._world
        if kind == "message":
            return next((m[number] for m in world.messages.values() if number in m), None)
        if kind == "application":
            return world.application
        tables: dict[str, Mapping[int, Record]] = {
            "user": world.users,
            "guild": world.guilds,
            "channel": world.channels,
            "command": world.commands,
            "emoji": world.emojis,
        }
        return tables[kind].get(number)

    def _write(self, changes: list[tuple[str, int, bytes | None]]) -> None:
        if not changes:
            return
        with contextlib.closing(self._open()) as connection, connection:
            for kind, number, body in changes:
                if body is None:
                    connection.execute(
                        "DELETE FROM record WHERE kind = ? AND id = ?", (kind, number)
                    )
                else:
                    connection.execute(
                        "INSERT OR REPLACE INTO record VALUES (?, ?, ?)", (kind, number, body)
                    )
