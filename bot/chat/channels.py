"""Whether the channel of a table is still there."""

from __future__ import annotations

import aiohttp
import discord

from bot.outbox.mailbox import NO_CHANNEL


async def is_gone(client: discord.Client, channel_id: int) -> bool:
    """Whether a channel or thread was deleted.

    Channels are known by themselves, but threads that sleep are not: those are asked for. Where
    that fails for another reason, the channel may well be there.
    """
    if client.get_channel(channel_id) is not None:
        return False
    try:
        await client.fetch_channel(channel_id)
    except discord.NotFound as error:
        return error.code == NO_CHANNEL
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return False
    return False
