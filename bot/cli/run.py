"""The commands `whistlestop run`, `serve` and `sandbox`, which run until they are stopped.

The bot is imported only where it is started. Other commands and the bot's workers import this
module too, and do not need the bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer

from bot.cli.errors import exit_on_errors, print_error
from bot.config import read_settings
from bot.ops.logs import start_logging
from engine.errors import BadInput

RESET = typer.Option("--reset", help="Delete the sandbox's data first.")
ENDPOINT = typer.Option(
    metavar="URL",
    help="Send interactions to this URL, not to the gateway. Repeat it for several processes.",
)


def run(
    reset: Annotated[bool, RESET] = False,  # noqa: FBT002  # a flag
) -> None:
    """Run the bot. Without DISCORD_TOKEN, run it in a local sandbox."""
    with exit_on_errors():
        token = read_settings().token
    if not token:
        _start_sandbox(reset=reset, with_bot=True)
        return
    if reset:
        print_error("--reset is only for the sandbox; unset DISCORD_TOKEN to run it")
        raise typer.Exit(2)
    _play(serve=False)


def serve() -> None:
    """Run the bot behind an HTTP interactions endpoint."""
    _play(serve=True)


def _play(*, serve: bool) -> None:
    from bot.app import main

    raise typer.Exit(main(serve=serve))


def sandbox(
    reset: Annotated[bool, RESET] = False,  # noqa: FBT002  # a flag
    endpoint: Annotated[list[str] | None, ENDPOINT] = None,
) -> None:
    """Run only the local Discord sandbox."""
    _start_sandbox(reset=reset, with_bot=False, endpoints=endpoint or ())


def _start_sandbox(*, reset: bool, with_bot: bool, endpoints: Sequence[str] = ()) -> None:
    with exit_on_errors():
        settings = read_settings()
        try:
            # An installation of the bot alone, as in the container, has no sandbox.
            from bot.cli.sandbox_runner import run_sandbox
        except ModuleNotFoundError as error:
            if error.name != "sandbox":
                raise
            raise BadInput("this installation has no sandbox; set DISCORD_TOKEN") from error
        start_logging("WARNING")
        asyncio.run(
            run_sandbox(
                settings, reset=reset, with_bot=with_bot, endpoints=endpoints, print_line=typer.echo
            )
        )
