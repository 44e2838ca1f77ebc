"""How every command of the terminal refuses: one line, no traceback, a code that says why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

from bot.games.errors import DatabaseError, DiskFull, Unreachable
from bot.storage.write_errors import is_disk_error
from engine.errors import GameError

FAILED: Final = 1
"""What was asked for was done, and the answer is no; or it may go well another time."""
INTERRUPTED: Final = 130
"""Ctrl-C."""
BAD_INPUT: Final = 2
"""What was typed, or what is in the environment, makes no sense."""


@contextmanager
def exit_on_errors() -> Iterator[None]:
    """Tell a mistake of the user's in one line."""
    try:
        yield
    except GameError as error:
        print_error(str(error))
        passes = isinstance(error, Unreachable | DiskFull)
        raise typer.Exit(FAILED if passes else BAD_INPUT) from error
    except DatabaseError as error:
        print_error(f"the database went away: {error}")
        raise typer.Exit(FAILED) from error
    except OSError as error:
        print_error(f"{error.filename or 'the system'}: {error.strerror or error}")
        raise typer.Exit(FAILED if is_disk_error(error) else BAD_INPUT) from error


def print_error(line: str) -> None:
    """One line on standard error."""
    typer.echo(f"whistlestop: {line}", err=True)
