"""The command `whistlestop boards`, for authors of boards and editions."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.errors import FAILED, print_error
from bot.cli.help import PlainCommand
from bot.cli.progress import show_status
from engine.errors import MapError

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Check and arrange boards, for board authors.",
)

Editions = Annotated[
    list[str] | None,
    typer.Argument(metavar="EDITION", help="Editions to check. Default: all editions."),
]
Board = Annotated[str, typer.Argument(metavar="BOARD", help="Folder of the board under maps/.")]
Font = Annotated[
    float | None, typer.Option(metavar="SIZE", help="Size of city names, in board units.")
]


# Both commands import maps.authoring only when they run, because only they need networkx.


@app.command(cls=PlainCommand)
def check(editions: Editions = None) -> None:
    """List the files of editions, and every mistake by file and row."""
    from maps.authoring import checklist

    raise typer.Exit(checklist.main(editions or ()))


@app.command(cls=PlainCommand)
def arrange(board: Board, font: Font = None) -> None:
    """Propose a layout for a new board, or place the names of a board again."""
    from maps.authoring.arrange import main as arrange_board

    try:
        with show_status("Placing names"):
            report = arrange_board(board, font)
    except MapError as error:
        print_error(str(error))
        raise typer.Exit(FAILED) from None
    typer.echo(report)
