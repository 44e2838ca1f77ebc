"""The application as it is registered at Discord, and the database that belongs to it.

Only the application that posted a message can edit it. A bot that starts with the token of another
application, such as a test bot, could therefore not update the board of any open table.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, cast

import aiohttp
import discord

from bot.storage.store import Store
from engine.errors import BadInput

LOGIN_REFUSED: Final = (
    "Discord rejected the token; reset it in the developer portal under Bot and set DISCORD_TOKEN"
)
APPLICATION_NOTE: Final = "application"
"""The name of the note with the id of the application that a database belongs to."""


@dataclass(frozen=True, slots=True)
class Application:
    """A Discord application."""

    id: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (application {self.id})"


async def find_application(token: str) -> Application:
    """Return the application that a token belongs to.

    Raises:
        BadInput: Discord refuses the token, or cannot be reached.
    """
    async with _log_in(token) as client:
        info = await client.application_info()
        return Application(info.id, info.name)


async def registered_endpoint(token: str) -> str | None:
    """Return the URL that interactions are posted to, or None if they go to the gateway.

    Raises:
        BadInput: Discord refuses the token, or cannot be reached.
    """
    async with _log_in(token) as client:
        return (await client.application_info()).interactions_endpoint_url


async def set_endpoint(token: str, url: str | None) -> str | None:
    """Set the URL that interactions are posted to, and return the registered URL.

    If *url* is None, interactions go to the gateway. Discord tests a new URL first: it must be
    reachable, answer a ping and refuse a forged one.

    Raises:
        BadInput: Discord refuses the URL or the token, or cannot be reached.
    """
    async with _log_in(token) as client:
        try:
            # `AppInfo.edit` of discord.py 2.7.1 does not send the URL: its key ends with a space.
            changed = await client.http.request(
                discord.http.Route("PATCH", "/applications/@me"),
                json={"interactions_endpoint_url": url},
            )
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            raise BadInput(
                f"Discord rejected {url}; run `whistlestop serve` there first, reachable from the"
                " internet by https"
            ) from error
        return cast("str | None", changed["interactions_endpoint_url"])


async def check_application(store: Store, application_id: int, *, adopts: bool = False) -> None:
    """Compare the application of the token with the one of the database.

    A database without an application is assigned to this one. With *adopts* any database is, and
    the new application then posts every open table again.

    Raises:
        BadInput: The database belongs to another application; the message says what to do.
    """
    known = await store.notes.get(APPLICATION_NOTE)
    if known is None:
        await store.notes.set(APPLICATION_NOTE, str(application_id))
    elif known != str(application_id):
        if not adopts:
            raise BadInput(describe_mismatch(known, application_id))
        await store.forget_messages()
        await store.notes.set(APPLICATION_NOTE, str(application_id))


def describe_mismatch(known: str, application_id: int) -> str:
    """Return the line for an operator whose token belongs to another application."""
    return (
        f"the database belongs to Discord application {known}, but DISCORD_TOKEN belongs to"
        f" {application_id}; set another token or WHISTLESTOP_DB, or run `whistlestop adopt`"
    )


@asynccontextmanager
async def _log_in(token: str) -> AsyncIterator[discord.Client]:
    """Log in without connecting to the gateway.

    Raises:
        BadInput: Discord refuses the token, or cannot be reached.
    """
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            yield client
    except discord.LoginFailure:
        raise BadInput(LOGIN_REFUSED) from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise BadInput(f"Discord cannot be reached: {error}; check the network") from error
