"""Move a SQLite file to a PostgreSQL server: copy every row in batches, then verify all of them.

The table `moving` on the server has the progress. It is written in the same transaction as the
rows, so an interrupted move continues from there. No bot uses the server while this table exists.
"""

from __future__ import annotations

import hashlib
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.database_url import Server
from bot.games.errors import StoreError
from bot.storage.backup.copies import check_copy, copy_database
from bot.storage.postgres.connect import open_connection
from bot.storage.postgres.locks import lock_exclusively
from bot.storage.postgres.schema import migrate as bring_server_up_to_date
from bot.storage.rows import check_log
from bot.storage.sqlite.schema import SchemaError, migrate
from engine.errors import GameError

if TYPE_CHECKING:
    import asyncpg

    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

ReportProgress: TypeAlias = Callable[[str, int, int], None]
"""Takes the name of the current step, how much of it is done, and the total."""

BATCH_ROWS: Final = 1000
"""Rows per transaction."""
STEP_SECONDS: Final = 600.0
"""How long one query may take, for example to compare a whole table."""


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table of the SQLite file."""

    name: str
    columns: Sequence[str]
    query: str
    """Selects all rows in an order that is the same in both databases."""
    rows: int
    digest: str
    """The SHA-256 of all rows."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The result of a move."""

    rows: int
    games: int


async def move_to_postgres(
    file: Path, server: Server, report_progress: ReportProgress
) -> MoveReport:
    """Copy the file to the server, or continue an interrupted copy. The file is not changed.

    Raises:
        StoreError: The file has not passed the check, the server cannot be used or is not empty, or
            the rows on the server differ from those of the file.
        BadInput: A bot is using the server.
    """
    with _open_copy(file) as db:
        tables = _read_tables(db)
        source = hashlib.sha256("".join(table.digest for table in tables).encode()).hexdigest()
        async with _lock_server(server) as connection:
            done = await _load_progress(connection, source, tables, file)
            await _copy_rows(connection, db, tables, done, report_progress)
            games = await _verify(connection, tables, report_progress)
            await connection.execute("DROP TABLE moving")
    return MoveReport(sum(table.rows for table in tables), games)


@contextmanager
def _open_copy(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a temporary copy of the file that is checked and migrated."""
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        copy = Path(folder) / "copy.db"
        copy_database(file, copy, file.parent)
        check_copy(copy, file)
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            try:
                migrate(db, copy)
            except (sqlite3.Error, SchemaError) as error:
                raise StoreError(f"{file}: {error}") from error
            yield db


def _read_tables(db: sqlite3.Connection) -> list[FileTable]:
    """Return all tables, each after the tables that it references."""
    names = db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    order = TopologicalSorter[str]()
    for (name,) in names.fetchall():
        order.add(name, *{row[2] for row in db.execute(f"PRAGMA foreign_key_list({name})")})
    return [_read_table(db, name) for name in order.static_order()]


def _read_table(db: sqlite3.Connection, name: str) -> FileTable:
    info = db.execute(f"PRAGMA table_info({name})").fetchall()
    columns = [column[1] for column in info]
    key = [column[1] for column in sorted(info, key=lambda c: c[5]) if column[5]]
    query = f"SELECT {', '.join(columns)} FROM {name} ORDER BY {', '.join(key or columns)}"  # noqa: S608  # our own names
    digest = hashlib.sha256()
    rows = 0
    for row in db.execute(query):
        _update_digest(digest, row)
        rows += 1
    return FileTable(name, columns, query, rows, digest.hexdigest())


def _update_digest(digest: hashlib._Hash, row: Iterable[object]) -> None:
    digest.update(repr(tuple(row)).encode())


@asynccontextmanager
async def _lock_server(server: Server) -> AsyncIterator[Connection]:
    """Lock the server against bots, migrate its tables, and yield a connection."""
    refusal = f"{server} is in use by a bot, or by another move; stop that first"
    async with (
        lock_exclusively(server, refusal),
        open_connection(server, STEP_SECONDS) as connection,
    ):
        await bring_server_up_to_date(connection)
        yield connection


async def _load_progress(
    connection: Connection, source: str, tables: Sequence[FileTable], file: Path
) -> dict[str, int]:
    """Return how many rows of each table an earlier, interrupted move has copied.

    Raises:
        SchemaError: The server is not empty, or has a part of another move.
    """
    if await connection.fetchval("SELECT to_regclass('moving')") is None:
        for table in tables:
            if await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table.name})"):  # noqa: S608  # our own names
                raise SchemaError(f"is not empty: {table.name} has rows; choose an empty database")
        async with connection.transaction():
            await connection.execute(
                "CREATE TABLE moving (name TEXT PRIMARY KEY, rows BIGINT, source TEXT)"
            )
            await connection.executemany(
                "INSERT INTO moving VALUES ($1, 0, $2)", [(table.name, source) for table in tables]
            )
    rows = await connection.fetch("SELECT name, rows, source FROM moving")
    if {row["source"] for row in rows} != {source}:
        raise SchemaError(f"contains data that differs from {file}; empty it first")
    return {row["name"]: row["rows"] for row in rows}


async def _copy_rows(
    connection: Connection,
    db: sqlite3.Connection,
    tables: Sequence[FileTable],
    done: dict[str, int],
    report_progress: ReportProgress,
) -> None:
    copied, total = sum(done.values()), sum(table.rows for table in tables)
    for table in tables:
        rows = islice(db.execute(table.query), done[table.name], None)
        while part := list(islice(rows, BATCH_ROWS)):
            report_progress("Copying rows", copied, total)
            async with connection.transaction():
                await connection.copy_records_to_table(
                    table.name, records=part, columns=list(table.columns)
                )
                await connection.execute(
                    "UPDATE moving SET rows = rows + $1 WHERE name = $2", len(part), table.name
                )
            copied += len(part)
    report_progress("Copying rows", copied, total)


async def _verify(
    connection: Connection, tables: Sequence[FileTable], report_progress: ReportProgress
) -> int:
    """Compare every row, replay every game, and return the number of games.

    Raises:
        SchemaError: A table differs, or a game cannot be replayed.
    """
    for number, table in enumerate(tables):
        report_progress("Comparing tables", number, len(tables))
        digest = hashlib.sha256()
        async with connection.transaction():
            async for row in connection.cursor(table.query, prefetch=BATCH_ROWS):
                _update_digest(digest, row)
        if digest.hexdigest() != table.digest:
            raise SchemaError(f"differs from the file in {table.name}; empty it and start again")
    games = await connection.fetch("SELECT id, version FROM games ORDER BY id")
    for number, (game, length) in enumerate(games):
        report_progress("Replaying games", number, len(games))
        log = "SELECT seq, body FROM events WHERE game_id = $1 ORDER BY seq"
        rows = [(seq, body) for seq, body in await connection.fetch(log, game)]
        try:
            check_log(game, rows, length)
        except GameError as error:
            # All rows equal those of the file, so the log was damaged there.
            raise SchemaError(f"matches the file, but {error}") from error
    report_progress("Replaying games", len(games), len(games))
    return len(games)
