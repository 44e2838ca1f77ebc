"""What is going on, read from the file alone: for the terminal, without a secret."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bot.play.ports import StoreError


def open_tables(database: Path) -> list[Sequence[object]]:
    """The open tables, the one that has waited longest first.

    Game, edition, status, server, channel, seats, last change, whether it is told.
    """
    return _asked(
        database,
        "SELECT id, edition, status, guild_id, channel_id,"
        " (SELECT count(*) FROM seats WHERE game_id = games.id),"
        " updated_at, CASE WHEN announced < changes THEN 'no' ELSE 'yes' END"
        " FROM games WHERE status IN ('lobby', 'playing') ORDER BY updated_at",
    )


def servers(database: Path) -> list[Sequence[object]]:
    """The servers with tables: lobbies, games that are played, games that are over, last change."""
    return _asked(
        database,
        "SELECT guild_id, sum(status = 'lobby'), sum(status = 'playing'),"
        " sum(status = 'over'), max(updated_at) FROM games GROUP BY guild_id"
        " ORDER BY max(updated_at) DESC",
    )


def _asked(database: Path, question: str) -> list[Sequence[object]]:
    """What the file answers; it is only read, whatever its version.

    Raises:
        StoreError: It is not there, or cannot be read.
    """
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
