"""How every command of the terminal refuses: one line, no traceback, a code that says why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

from bot.games.errors import DatabaseFault, DiskTrouble, Unreachable
from bot.storage.write_errors import is_disk_trouble
from engine.errors import GameError

FAILED: Final = 1
"""What was asked for was done, and the answer is no; or it may go well another time."""
INTERRUPTED: Final = 130
"""Ctrl-C."""
BAD_INPUT: Final = 2
"""What was typed, or what is in the environment, makes no sense."""


@contextmanager
def refusals() -> Iterator[None]:
    """Tell a mistake of the user's in one line."""
    try:
        yield
    except GameError as error:
        complain(str(error))
        passes = isinstance(error, Unreachable | DiskTrouble)
        raise typer.Exit(FAILED if passes else BAD_INPUT) from error
    except DatabaseFault as error:
        complain(f"the database went away: {error}")
        raise typer.Exit(FAILED) from error
    except OSError as error:
        complain(f"{error.filename or 'the system'}: {error.strerror or error}")
        raise typer.Exit(FAILED if is_disk_trouble(error) else BAD_INPUT) from error


def complain(line: str) -> None:
    """One line on standard error."""
    typer.echo(f"whistlestop: {line}", err=True)
