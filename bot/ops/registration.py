"""The application as it is registered at Discord: its id, name and interactions endpoint."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, cast

import aiohttp
import discord

from engine.errors import BadInput

LOGIN_REFUSED: Final = (
    "Discord refuses the token; reset it in the developer portal under Bot, and set DISCORD_TOKEN"
)


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
                f"Discord does not take {url}: `whistlestop serve` must run there, and be reachable"
                " from outside by https"
            ) from error
        return cast("str | None", changed["interactions_endpoint_url"])


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
        raise BadInput(f"Discord cannot be reached: {error}") from error
