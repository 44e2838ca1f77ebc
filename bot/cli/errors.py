"""The errors of all commands: one line without a traceback, and an exit code for the reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

from bot.games.errors import DatabaseError, DiskFull, Unreachable
from bot.storage.write_errors import is_disk_error
from engine.errors import GameError

FAILED: Final = 1
"""The command ran and the result is negative, or another try may succeed."""
INTERRUPTED: Final = 130
"""The user pressed Ctrl-C."""
BAD_INPUT: Final = 2
"""The arguments or the environment are invalid."""


@contextmanager
def exit_on_errors() -> Iterator[None]:
    """Print an expected error in one line, and exit with its code."""
    try:
        yield
    except GameError as error:
        hint = "; check the address and start the server" if isinstance(error, Unreachable) else ""
        print_error(f"{error}{hint}")
        passes = isinstance(error, Unreachable | DiskFull)
        raise typer.Exit(FAILED if passes else BAD_INPUT) from error
    except DatabaseError as error:
        print_error(f"lost the database: {error}; try again")
        raise typer.Exit(FAILED) from error
    except OSError as error:
        print_error(f"{error.filename or 'the system'}: {error.strerror or error}")
        raise typer.Exit(FAILED if is_disk_error(error) else BAD_INPUT) from error


def print_error(line: str) -> None:
    """Print one line to standard error."""
    typer.echo(f"whistlestop: {line}", err=True)
