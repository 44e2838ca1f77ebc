"""What is going on, read from the database alone: for the terminal, without a secret."""

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

Question: TypeAlias = Callable[[int], str]
"""What is asked of tables of a version."""

PUTS_OFF: Final = 10
"""From this version on some things are told later on purpose."""


def list_open_tables(place: Location) -> list[Sequence[object]]:
    """The tables that are open or untold, the one that has waited longest first.

    Game, edition, status, server, channel, seats, last change, whether it is told; *later*: some
    of it is put off on purpose.
    """

    def question(version: int) -> str:
        later = f" WHEN tell_at > '{format_time(datetime.now(UTC))}' THEN 'later'"
        return (
            "SELECT id, edition, status, guild_id, channel_id,"  # noqa: S608  # a moment of ours
            " (SELECT count(*) FROM seats WHERE game_id = games.id), updated_at,"
            " CASE WHEN announced >= changes THEN 'yes'"
            f"{later if version >= PUTS_OFF else ''} ELSE 'no' END"
            " FROM games WHERE status IN ('lobby', 'playing') OR announced < changes"
            " ORDER BY updated_at"
        )

    return _asked(place, question)


def list_servers(place: Location) -> list[Sequence[object]]:
    """The servers with tables: lobbies, games that are played, games that are over, last change."""
    question = (
        "SELECT guild_id, count(*) FILTER (WHERE status = 'lobby'),"
        " count(*) FILTER (WHERE status = 'playing'), count(*) FILTER (WHERE status = 'over'),"
        " max(updated_at) FROM games GROUP BY guild_id"
        " ORDER BY max(updated_at) DESC"
    )
    return _asked(place, lambda version: question)


def _asked(place: Location, question: Question) -> list[Sequence[object]]:
    """What the database answers; it is only read.

    Raises:
        StoreError: It is not there, or cannot be read.
    """
    if isinstance(place, Server):
        return asyncio.run(_asked_server(place, question))
    return _asked_file(place, question)


async def _asked_server(server: Server, question: Question) -> list[Sequence[object]]:
    async with open_read_only(server) as store:
        return list(await store.database.fetch_all(question(newest_version())))


def _asked_file(database: Path, question: Question) -> list[Sequence[object]]:
    """The same of a file, whatever its version."""
    if not database.is_file():
        raise StoreError(f"there is no database {database}; WHISTLESTOP_DB names it")
    try:
        db = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
        try:
            return db.execute(question(schema_version(db))).fetchall()
        finally:
            db.close()
    except sqlite3.Error as error:
        raise StoreError(f"{database} cannot be read: {error}") from error
