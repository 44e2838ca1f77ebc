"""The commands `whistlestop games` and `servers`. Their output contains no secrets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from bot.cli.errors import exit_on_errors
from bot.config import read_settings
from bot.storage import overview

PIPE_WIDTH: Final = 200
"""The width of a table in a file or a pipe, in columns. It is wide enough for all lines."""


def games() -> None:
    """List open tables, longest waiting first."""
    with exit_on_errors():
        rows = overview.list_open_tables(read_settings().database)
    titles = ("game", "edition", "status", "server", "channel", "seats", "last change", "announced")
    _print_table("open tables", titles, rows)


def servers() -> None:
    """List servers and their tables."""
    with exit_on_errors():
        rows = overview.list_servers(read_settings().database)
    _print_table("servers", ("server", "lobbies", "playing", "over", "last change"), rows)


def _print_table(title: str, titles: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    console = Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)
    if not rows:
        console.print(f"No {title}.")
        return
    table = Table(title=f"{title}: {len(rows)}", title_justify="left")
    for name in titles:
        table.add_column(name, overflow="fold", no_wrap=name == titles[0])
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    console.print(table)
