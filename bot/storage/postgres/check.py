"""A look at a PostgreSQL server: who it is, what it keeps, whether it can be relied on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.database_url import Server
from bot.storage.database import PROGRAMS
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


NOTE: Final = (
    "INSERT INTO notes (name, text) VALUES ('doctor', $1)"
    " ON CONFLICT (name) DO UPDATE SET text = excluded.text"
)
BOTS: Final = f"SELECT count(*) FROM ({PROGRAMS}) AS programs"  # noqa: S608  # our own words


@dataclass(frozen=True, slots=True)
class ServerReport:
    """What was found on a server that can be used."""

    server: str
    """The version of PostgreSQL."""
    version: int | None
    """The version of our tables; None: there are none yet."""
    open: int
    """Tables at which somebody sits or plays."""
    ahead: float
    """Seconds by which its clock is ahead of ours."""
    bots: int
    """Programs of ours that are connected to it."""


async def examine_server(server: Server) -> ServerReport:
    """Ask the server, play every open game again, and really write: a note, which changes no game.

    Raises:
        StoreError: It cannot be reached or used, or a game in it is not whole.
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
            await connection.execute(NOTE, datetime.now(UTC).isoformat())
        return ServerReport(
            connection.get_settings().server_version.split()[0],
            version,
            tables,
            await _measure_clock(connection),
            int(await connection.fetchval(BOTS)),
        )


async def check_begun(server: Server) -> None:
    """See that there is something of ours at all.

    Raises:
        StoreError: There is not, or it cannot be found out.
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
    """How many tables are open; every game that is played was played again."""
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
