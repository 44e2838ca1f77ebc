"""The command `whistlestop move`: move a SQLite file to a PostgreSQL server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID

from bot.cli.errors import INTERRUPTED, exit_on_errors, print_error
from bot.config import add_password
from bot.database_url import Server, parse_location
from bot.games.errors import StoreError
from bot.storage.sqlite.file_lock import lock_file
from bot.storage.store import load_postgres
from engine.errors import BadInput


def move(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="SQLite file to copy. It is not changed.")
    ],
    url: Annotated[
        str, typer.Argument(metavar="URL", help="Empty database: postgresql://USER@HOST:PORT/NAME.")
    ],
) -> None:
    """Migrate from SQLite to PostgreSQL. Safe to resume."""
    with exit_on_errors():
        server = parse_location(url)
        if not isinstance(server, Server):
            raise BadInput("the target must be a server; write postgresql://USER@HOST:PORT/NAME")
        server = add_password(server)
        if not file.is_file():
            raise StoreError(f"there is no file {file}")
        lock = file.with_name(f"{file.name}.lock")
        with lock_file(lock, f"{file} is in use by a bot; stop it first"):
            done = _move(file, server)
    typer.echo(f"{server}: {done[0]} rows copied and compared, {done[1]} games replayed")
    typer.echo("Set WHISTLESTOP_DB to the new address and start the bot.")


def _move(file: Path, server: Server) -> tuple[int, int]:
    load_postgres()
    from bot.storage.backup.to_postgres import move_to_postgres

    columns = ("[progress.description]{task.description}", BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    dumb = not console.is_terminal  # Elsewhere each update of a bar would print a new line.
    with Progress(*columns, console=console, transient=True, disable=dumb) as progress:
        bars: dict[str, TaskID] = {}

        def update_bar(step: str, count: int, total: int) -> None:
            if step not in bars:
                bars[step] = progress.add_task(step)
            progress.update(bars[step], completed=count, total=total)

        try:
            done = asyncio.run(move_to_postgres(file, server, update_bar))
        except KeyboardInterrupt:
            print_error("interrupted; run the same command again to continue")
            raise typer.Exit(INTERRUPTED) from None
    return done.rows, done.games
