"""The command `whistlestop adopt`: assign the database to another Discord application."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.backup import existing_place
from bot.cli.errors import FAILED, exit_on_errors, print_error
from bot.config import read_settings
from bot.database_url import Location
from bot.storage.store import lock_database, open_store

if TYPE_CHECKING:
    from bot.ops.registration import Application

YES = typer.Option("--yes", help="Skip the confirmation.")


def adopt(
    yes: Annotated[bool, YES] = False,  # noqa: FBT002  # a flag
) -> None:
    """Assign the database to the application of DISCORD_TOKEN. Stop the bot first."""
    # Imported here, because importing discord.py takes a second.
    from bot.app import use_discord_at
    from bot.ops.registration import find_application

    with exit_on_errors():
        settings = read_settings()
        token = settings.require_token()
        place = asyncio.run(existing_place(settings.database))
        logging.getLogger("discord").setLevel(logging.CRITICAL)  # The command prints errors itself.
        use_discord_at(settings)
        new = asyncio.run(find_application(token))
        known = asyncio.run(_read_application(place))
        if known == str(new.id):
            typer.echo(f"{place} already belongs to {new}")
            return
        question = f"{place} belongs to application {known}. Assign it to {new}?"
        if known is not None and not yes and not typer.confirm(question):
            print_error("canceled; nothing was changed")
            raise typer.Exit(FAILED)
        asyncio.run(_write_application(place, new))
    then = "" if known is None else ". On its next start, the bot posts every open table again."
    typer.echo(f"{place} now belongs to {new}{then}")


async def _read_application(place: Location) -> str | None:
    from bot.ops.registration import APPLICATION_NOTE

    async with lock_database(place, f"{place} is in use by a bot; stop it first"):
        store = await open_store(place)
        try:
            return await store.notes.get(APPLICATION_NOTE)
        finally:
            await store.close()


async def _write_application(place: Location, new: Application) -> None:
    from bot.ops.registration import check_application

    async with lock_database(place, f"{place} is in use by a bot; stop it first"):
        store = await open_store(place)
        try:
            await check_application(store, new.id, adopts=True)
        finally:
            await store.close()
