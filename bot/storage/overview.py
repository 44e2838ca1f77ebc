"""Lists of tables and servers for the terminal.

They are read from the database alone and contain no secrets.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from bot.database_url import Location, Server
from bot.games.errors import StoreError
from bot.games.model import format_time
from bot.storage.sqlite.schema import newest_version, schema_version
from bot.storage.store import open_read_only

BuildSql: TypeAlias = Callable[[int], str]
"""Builds a query for a schema version."""

FIRST_VERSION_WITH_TELL_AT: Final = 10
"""From this schema version on, some updates are published later on purpose (`tell_at`)."""


def list_open_tables(place: Location) -> list[Sequence[object]]:
    """Return the tables that are open or have pending updates, by their last change.

    A row has game, edition, status, server, channel, seats, last change and whether the table is
    published: "yes", "no", or "later" if some updates are delayed on purpose. The table that has
    waited longest comes first.
    """

    def question(version: int) -> str:
        later = f" WHEN tell_at > '{format_time(datetime.now(UTC))}' THEN 'later'"
        return (
            "SELECT id, edition, status, guild_id, channel_id,"  # noqa: S608  # a moment of ours
            " (SELECT count(*) FROM seats WHERE game_id = games.id), updated_at,"
            " CASE WHEN announced >= changes THEN 'yes'"
            f"{later if version >= FIRST_VERSION_WITH_TELL_AT else ''} ELSE 'no' END"
            " FROM games WHERE status IN ('lobby', 'playing') OR announced < changes"
            " ORDER BY updated_at"
        )

    return _query(place, question)


def list_servers(place: Location) -> list[Sequence[object]]:
    """Return the servers with tables, the latest change first.

    A row has the server, its lobbies, running games and finished games, and the last change.
    """
    question = (
        "SELECT guild_id, count(*) FILTER (WHERE status = 'lobby'),"
        " count(*) FILTER (WHERE status = 'playing'), count(*) FILTER (WHERE status = 'over'),"
        " max(updated_at) FROM games GROUP BY guild_id"
        " ORDER BY max(updated_at) DESC"
    )
    return _query(place, lambda version: question)


def _query(place: Location, question: BuildSql) -> list[Sequence[object]]:
    """Return the rows of a query without changing the database.

    Raises:
        StoreError: The database does not exist or cannot be read.
    """
    if isinstance(place, Server):
        return asyncio.run(_query_server(place, question))
    return _query_file(place, question)


async def _query_server(server: Server, question: BuildSql) -> list[Sequence[object]]:
    async with open_read_only(server) as store:
        return list(await store.database.fetch_all(question(newest_version())))


def _query_file(database: Path, question: BuildSql) -> list[Sequence[object]]:
    """Return the rows of a query on a SQLite file of any schema version."""
    if not database.is_file():
        raise StoreError(f"there is no database {database}; set WHISTLESTOP_DB to its path")
    try:
        db = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
        try:
            return db.execute(question(schema_version(db))).fetchall()
        finally:
            db.close()
    except sqlite3.Error as error:
        raise StoreError(f"{database} cannot be read: {error}") from error
