"""The workshop's commands: `python -m maps.workshop check germany`, `... arrange germany`."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.errors import MapError
from maps.workshop.arrange import main as arrange_board

app = typer.Typer(
    name="python -m maps.workshop",
    help="For authors of boards and editions.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Editions = Annotated[list[str] | None, typer.Argument(help="Which; without a name all of them.")]
Board = Annotated[str, typer.Argument(help="The folder under maps/.")]
Font = Annotated[float | None, typer.Option(help="How big names are, in board units.")]


@app.command()
def check(editions: Editions = None) -> None:
    """Say which files an edition has and lacks, and every mistake by file and row."""
    try:
        from maps.workshop import checklist
    except ModuleNotFoundError as error:
        typer.echo(f"{error.name} is missing: install the extra `dev` of this project", err=True)
        raise typer.Exit(2) from None
    raise typer.Exit(checklist.main(editions or ()))


@app.command()
def arrange(board: Board, font: Font = None) -> None:
    """Propose a layout for a board without one; else find places for its names anew."""
    try:
        typer.echo(arrange_board(board, font))
    except MapError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    app()
