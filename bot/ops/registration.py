"""What Discord knows of the application: who it is, and where interactions are sent."""

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
        found = await client.application_info()
        return Application(found.id, found.name)


async def registered_endpoint(token: str) -> str | None:
    """The address that interactions are posted to; None: they go to the gateway.

    Raises:
        BadInput: Discord refuses the token, or cannot be reached.
    """
    async with _log_in(token) as client:
        return (await client.application_info()).interactions_endpoint_url


async def set_endpoint(token: str, url: str | None) -> str | None:
    """Have interactions posted to *url* from now on; None: sent to the gateway. What holds now.

    Discord tries the address first: it must be reachable, answer a ping and refuse a forged one.

    Raises:
        BadInput: Discord does not take the address, refuses the token, or cannot be reached.
    """
    async with _log_in(token) as client:
        try:
            # `AppInfo.edit` leaves the address out: in 2.7.1 a blank follows its name.
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
    """Log in without going on the line."""
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            yield client
    except discord.LoginFailure:
        raise BadInput(LOGIN_REFUSED) from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise BadInput(f"Discord cannot be reached: {error}") from error
