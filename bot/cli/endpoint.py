"""The command `whistlestop endpoint`: show or set where Discord sends interactions."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

import typer

from bot.cli.errors import exit_on_errors
from bot.config import read_settings
from engine.errors import BadInput

OFF = "off"


def endpoint(
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="[URL|off]",
            help="The public address of `whistlestop serve`, or `off` for the gateway.",
        ),
    ] = None,
) -> None:
    """Say where Discord sends what people press, or change it: for `serve`, or back for `run`."""
    # Imported here, because importing discord.py takes a second.
    from bot.app import use_discord_at
    from bot.ops.registration import registered_endpoint, set_endpoint

    with exit_on_errors():
        settings = read_settings()
        if not settings.token:
            raise BadInput("DISCORD_TOKEN is not set")
        if address == "":
            raise BadInput(f"the address is empty; `{OFF}` goes back to the gateway")
        logging.getLogger("discord").setLevel(logging.CRITICAL)  # The command prints errors itself.
        use_discord_at(settings)
        if address is None:
            now = asyncio.run(registered_endpoint(settings.token))
        else:
            now = asyncio.run(set_endpoint(settings.token, None if address == OFF else address))
    typer.echo(f"Discord posts interactions to {now}" if now else "interactions go to the gateway")
