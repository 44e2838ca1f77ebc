"""Everything from a file to a PostgreSQL server: every row, in parts, and proven in the end.

How far it has come stands in the table `moving` of the server, written together with the rows: who
is cut short goes on from there. Nobody else uses the server until that table is gone.
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

Tell: TypeAlias = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and of how much."""

BATCH_ROWS: Final = 1000
"""Rows that are written at a time."""
WORK: Final = 600.0
"""Seconds that one step may take: to compare a table is one."""


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table of the file."""

    name: str
    columns: Sequence[str]
    query: str
    """All its rows in an order that both databases agree on."""
    rows: int
    digest: str
    """Of all its rows."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What was done."""

    rows: int
    games: int


async def move_to_postgres(file: Path, server: Server, tell: Tell) -> MoveReport:
    """Copy the file to the server, or go on with that; the file stays as it is.

    Raises:
        StoreError: The file is not to be relied on, the server cannot be used or is not empty, or
            what arrived is not what was sent.
        BadInput: A bot is using the server.
    """
    with _opened(file) as db:
        kept = _tables(db)
        source = hashlib.sha256("".join(table.digest for table in kept).encode()).hexdigest()
        async with _reserved(server) as connection:
            done = await _begun(connection, source, kept, file)
            await _carry(connection, db, kept, done, tell)
            games = await _prove(connection, kept, tell)
            await connection.execute("DROP TABLE moving")
    return MoveReport(sum(table.rows for table in kept), games)


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the file, proven and brought up to date."""
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


def _tables(db: sqlite3.Connection) -> list[FileTable]:
    """Every table, after those that it refers to."""
    names = db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    order = TopologicalSorter[str]()
    for (name,) in names.fetchall():
        order.add(name, *{row[2] for row in db.execute(f"PRAGMA foreign_key_list({name})")})
    return [_table(db, name) for name in order.static_order()]


def _table(db: sqlite3.Connection, name: str) -> FileTable:
    info = db.execute(f"PRAGMA table_info({name})").fetchall()
    columns = [column[1] for column in info]
    key = [column[1] for column in sorted(info, key=lambda c: c[5]) if column[5]]
    query = f"SELECT {', '.join(columns)} FROM {name} ORDER BY {', '.join(key or columns)}"  # noqa: S608  # our own names
    digest = hashlib.sha256()
    rows = 0
    for row in db.execute(query):
        _add(digest, row)
        rows += 1
    return FileTable(name, columns, query, rows, digest.hexdigest())


def _add(digest: hashlib._Hash, row: Iterable[object]) -> None:
    digest.update(repr(tuple(row)).encode())


@asynccontextmanager
async def _reserved(server: Server) -> AsyncIterator[Connection]:
    """The server, up to date, while nobody else uses it."""
    refusal = f"{server} is in use by a bot, or by another move; stop that first"
    async with lock_exclusively(server, refusal), open_connection(server, WORK) as connection:
        await bring_server_up_to_date(connection)
        yield connection


async def _begun(
    connection: Connection, source: str, kept: Sequence[FileTable], file: Path
) -> dict[str, int]:
    """How many rows of each table are there already, by a move of the same rows."""
    if await connection.fetchval("SELECT to_regclass('moving')") is None:
        for table in kept:
            if await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table.name})"):  # noqa: S608  # our own names
                raise SchemaError(
                    f"is not empty: there are rows in {table.name}; name an empty database"
                )
        async with connection.transaction():
            await connection.execute(
                "CREATE TABLE moving (name TEXT PRIMARY KEY, rows BIGINT, source TEXT)"
            )
            await connection.executemany(
                "INSERT INTO moving VALUES ($1, 0, $2)", [(table.name, source) for table in kept]
            )
    rows = await connection.fetch("SELECT name, rows, source FROM moving")
    if {row["source"] for row in rows} != {source}:
        raise SchemaError(f"holds a part of something else than {file} holds now; empty it first")
    return {row["name"]: row["rows"] for row in rows}


async def _carry(
    connection: Connection,
    db: sqlite3.Connection,
    kept: Sequence[FileTable],
    done: dict[str, int],
    tell: Tell,
) -> None:
    arrived, of = sum(done.values()), sum(table.rows for table in kept)
    for table in kept:
        rows = islice(db.execute(table.query), done[table.name], None)
        while part := list(islice(rows, BATCH_ROWS)):
            tell("Moving rows", arrived, of)
            async with connection.transaction():
                await connection.copy_records_to_table(
                    table.name, records=part, columns=list(table.columns)
                )
                await connection.execute(
                    "UPDATE moving SET rows = rows + $1 WHERE name = $2", len(part), table.name
                )
            arrived += len(part)
    tell("Moving rows", arrived, of)


async def _prove(connection: Connection, kept: Sequence[FileTable], tell: Tell) -> int:
    """Compare every row, and play every game again; how many there were."""
    for number, table in enumerate(kept):
        tell("Comparing tables", number, len(kept))
        digest = hashlib.sha256()
        async with connection.transaction():
            async for row in connection.cursor(table.query, prefetch=BATCH_ROWS):
                _add(digest, row)
        if digest.hexdigest() != table.digest:
            raise SchemaError(f"has not the rows of the file in {table.name}; empty it first")
    games = await connection.fetch("SELECT id, version FROM games ORDER BY id")
    for number, (game, length) in enumerate(games):
        tell("Playing games again", number, len(games))
        log = "SELECT seq, body FROM events WHERE game_id = $1 ORDER BY seq"
        rows = [(seq, body) for seq, body in await connection.fetch(log, game)]
        try:
            check_log(game, rows, length)
        except GameError as error:
            # Every row is the file's: it was damaged there.
            raise SchemaError(f"has what the file has, and there {error}") from error
    tell("Playing games again", len(games), len(games))
    return len(games)
