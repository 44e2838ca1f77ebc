"""What is going on, read from the database alone: for the terminal, without a secret."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bot.locations import Location, Server
from bot.play.troubles import StoreError
from bot.storage.store import looked_into


def open_tables(place: Location) -> list[Sequence[object]]:
    """The open tables, the one that has waited longest first.

    Game, edition, status, server, channel, seats, last change, whether it is told.
    """
    return _asked(
        place,
        "SELECT id, edition, status, guild_id, channel_id,"
        " (SELECT count(*) FROM seats WHERE game_id = games.id),"
        " updated_at, CASE WHEN announced < changes THEN 'no' ELSE 'yes' END"
        " FROM games WHERE status IN ('lobby', 'playing') ORDER BY updated_at",
    )


def servers(place: Location) -> list[Sequence[object]]:
    """The servers with tables: lobbies, games that are played, games that are over, last change."""
    return _asked(
        place,
        "SELECT guild_id, count(*) FILTER (WHERE status = 'lobby'),"
        " count(*) FILTER (WHERE status = 'playing'), count(*) FILTER (WHERE status = 'over'),"
        " max(updated_at) FROM games GROUP BY guild_id"
        " ORDER BY max(updated_at) DESC",
    )


def _asked(place: Location, question: str) -> list[Sequence[object]]:
    """What the database answers; it is only read.

    Raises:
        StoreError: It is not there, or cannot be read.
    """
    if isinstance(place, Server):
        return asyncio.run(_asked_server(place, question))
    return _asked_file(place, question)


async def _asked_server(server: Server, question: str) -> list[Sequence[object]]:
    async with looked_into(server) as store:
        return list(await store.database.all(question))


def _asked_file(database: Path, question: str) -> list[Sequence[object]]:
    """The same of a file, whatever its version."""
    if not database.is_file():
        raise StoreError(f"there is no database {database}; WHISTLESTOP_DB names it")
    try:
        db = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
        try:
            return db.execute(question).fetchall()
        finally:
            db.close()
    except sqlite3.Error as error:
        raise StoreError(f"{database} cannot be read: {error}") from error
