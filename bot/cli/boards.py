"""The command `whistlestop boards`, for authors of boards and editions."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.errors import FAILED, print_error
from engine.errors import MapError

app = typer.Typer(no_args_is_help=True, help="Check and arrange boards, for their authors.")

Editions = Annotated[
    list[str] | None, typer.Argument(help="The editions to check. Without a name, all of them.")
]
Board = Annotated[str, typer.Argument(help="The board's folder under maps/.")]
Font = Annotated[float | None, typer.Option(help="The size of city names, in board units.")]


# Both commands import maps.authoring only when they run, because only they need networkx.


@app.command()
def check(editions: Editions = None) -> None:
    """List the files that an edition has and lacks, and every mistake by file and row."""
    from maps.authoring import checklist

    raise typer.Exit(checklist.main(editions or ()))


@app.command()
def arrange(board: Board, font: Font = None) -> None:
    """Propose a layout for a board without one, or find new places for its names."""
    from maps.authoring.arrange import main as arrange_board

    try:
        typer.echo(arrange_board(board, font))
    except MapError as error:
        print_error(str(error))
        raise typer.Exit(FAILED) from None
