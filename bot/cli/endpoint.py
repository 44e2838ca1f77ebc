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
            metavar="URL|off",
            help="Public URL of `whistlestop serve`, or `off` to use the gateway.",
        ),
    ] = None,
) -> None:
    """Show or set the interactions endpoint URL."""
    # Imported here, because importing discord.py takes a second.
    from bot.app import use_discord_at
    from bot.ops.registration import registered_endpoint, set_endpoint

    with exit_on_errors():
        settings = read_settings()
        token = settings.require_token()
        if address == "":
            raise BadInput(f"the URL is empty; use `{OFF}` to return to the gateway")
        logging.getLogger("discord").setLevel(logging.CRITICAL)  # The command prints errors itself.
        use_discord_at(settings)
        if address is None:
            now = asyncio.run(registered_endpoint(token))
        else:
            now = asyncio.run(set_endpoint(token, None if address == OFF else address))
    typer.echo(f"Discord sends interactions to {now or 'the gateway'}")
