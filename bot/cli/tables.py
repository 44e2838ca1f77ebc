"""`whistlestop games` and `servers`: what is going on, in the terminal, without a secret."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from bot.cli.refusals import refusals
from bot.config import read_settings
from engine.errors import BadInput

T = TypeVar("T")


def games() -> None:
    """The open tables, the one that has waited longest first."""
    rows = _asked(
        lambda db: db.execute(
            "SELECT id, edition, status, guild_id, channel_id,"
            " (SELECT count(*) FROM seats WHERE game_id = games.id),"
            " updated_at, CASE WHEN announced < changes THEN 'no' ELSE 'yes' END"
            " FROM games WHERE status IN ('lobby', 'playing') ORDER BY updated_at"
        ).fetchall()
    )
    titles = ("game", "edition", "status", "server", "channel", "seats", "last change", "told")
    _show("open tables", titles, rows)


def servers() -> None:
    """The servers with tables: how many are open, how many are over."""
    rows = _asked(
        lambda db: db.execute(
            "SELECT guild_id, sum(status = 'lobby'), sum(status = 'playing'),"
            " sum(status = 'over'), max(updated_at) FROM games GROUP BY guild_id"
            " ORDER BY max(updated_at) DESC"
        ).fetchall()
    )
    _show("servers", ("server", "lobbies", "playing", "over", "last change"), rows)


def _asked(question: Callable[[sqlite3.Connection], T]) -> T:
    """What the database answers; it is only read, whatever its version."""
    with refusals():
        database = read_settings().database
        if not database.is_file():
            raise BadInput(f"there is no database {database}; WHISTLESTOP_DB names it")
        try:
            db = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
            try:
                return question(db)
            finally:
                db.close()
        except sqlite3.Error as error:
            raise BadInput(f"{database} cannot be read: {error}") from error


def _show(title: str, titles: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    console = Console()
    if not rows:
        console.print(f"No {title}.")
        return
    table = Table(title=f"{len(rows)} {title}", title_justify="left")
    for name in titles:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    console.print(table)
