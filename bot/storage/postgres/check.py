"""Check a PostgreSQL server: its version, its tables, its clock and its games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.database_url import Server
from bot.storage.database import CONNECTED_PROGRAMS_SQL
from bot.storage.postgres.connect import open_connection
from bot.storage.postgres.schema import (
    NO_TABLES_YET,
    check_empty,
    check_server,
    check_tables,
    check_whole,
    schema_version,
)
from bot.storage.rows import check_log
from bot.storage.sqlite.schema import SchemaError, newest_version
from engine.errors import GameError

if TYPE_CHECKING:
    import asyncpg

    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]


SAVE_NOTE_SQL: Final = (
    "INSERT INTO notes (name, text) VALUES ('doctor', $1)"
    " ON CONFLICT (name) DO UPDATE SET text = excluded.text"
)
COUNT_PROGRAMS_SQL: Final = f"SELECT count(*) FROM ({CONNECTED_PROGRAMS_SQL}) AS programs"  # noqa: S608  # our own words


@dataclass(frozen=True, slots=True)
class ServerReport:
    """Facts about a server that has passed all checks."""

    server: str
    """The version of PostgreSQL."""
    version: int | None
    """The schema version, or None if there are no tables yet."""
    open_tables: int
    """Lobbies and running games."""
    clock_ahead_seconds: float
    """How far the server's clock is ahead of this machine's."""
    bots: int
    """Bot processes that are connected to the server."""


async def examine_server(server: Server) -> ServerReport:
    """Check the server, replay every running game, and write a note.

    Only a real write shows that the server takes writes. The note changes no game.

    Raises:
        StoreError: The server cannot be reached or used, or the log of a game is incomplete.
    """
    async with open_connection(server) as connection:
        await check_server(connection)
        await check_whole(connection)
        version = await schema_version(connection)
        tables = 0
        if version is None:
            await check_empty(connection)
        else:
            await check_tables(connection, min(version, newest_version()))
            tables = await _check_games(connection)
            await connection.execute(SAVE_NOTE_SQL, datetime.now(UTC).isoformat())
        return ServerReport(
            connection.get_settings().server_version.split()[0],
            version,
            tables,
            await _measure_clock(connection),
            int(await connection.fetchval(COUNT_PROGRAMS_SQL)),
        )


async def check_has_tables(server: Server) -> None:
    """Check that the server has the tables of a bot.

    Raises:
        StoreError: The server has no such tables, or cannot be checked.
    """
    async with open_connection(server) as connection:
        if await schema_version(connection) is None:
            raise SchemaError(NO_TABLES_YET)


async def _measure_clock(connection: Connection) -> float:
    before = datetime.now(UTC)
    theirs: datetime = await connection.fetchval("SELECT clock_timestamp()")
    ours = before + (datetime.now(UTC) - before) / 2
    return (theirs - ours).total_seconds()


async def _check_games(connection: Connection) -> int:
    """Replay every running game, and return how many tables are open."""
    playing = await connection.fetch("SELECT id, version FROM games WHERE status = 'playing'")
    log = "SELECT seq, body FROM events WHERE game_id = $1 ORDER BY seq"
    for game, length in playing:
        rows = await connection.fetch(log, game)
        try:
            check_log(game, [(seq, body) for seq, body in rows], length)
        except GameError as error:
            raise SchemaError(str(error)) from error
    count = "SELECT count(*) FROM games WHERE status IN ('lobby', 'playing')"
    return int(await connection.fetchval(count))
