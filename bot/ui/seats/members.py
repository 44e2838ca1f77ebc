"""Whether users are still members of a server."""

from __future__ import annotations

import asyncio
from typing import Final

import aiohttp
import discord

from bot.discord_codes import UNKNOWN_MEMBER
from bot.ui.context import Context

MEMBER_LOOKUP_SECONDS: Final = 1.5
"""Shorter than the 3 seconds within which Discord wants an answer to the command."""


async def has_left(context: Context, user_id: int | None) -> bool:
    """Return whether Discord says that the owner of a seat is no longer on this server.

    The bot has no member intent, so it asks. If the request fails in any other way, the owner
    counts as a member and is asked for consent.
    """
    guild = context.interaction.guild
    if guild is None or user_id is None or user_id == context.user.id:
        return False
    try:
        async with asyncio.timeout(MEMBER_LOOKUP_SECONDS):
            await guild.fetch_member(user_id)
    except discord.NotFound as error:
        return error.code == UNKNOWN_MEMBER
    except (TimeoutError, discord.DiscordException, aiohttp.ClientError, OSError):
        return False
    return False
