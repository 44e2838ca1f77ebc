"""The channels of tables: whether they are still there, and who may look into them."""

from __future__ import annotations

import aiohttp
import discord

from bot.outbox.mailbox import NO_CHANNEL
from bot.play.records import GameRow


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


def may_view(interaction: discord.Interaction[discord.Client], row: GameRow) -> bool:
    """Whether whoever asks may look into a table's channel; False also if that cannot be told."""
    if row.channel_id == interaction.channel_id:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return False
    # Our threads are open to all who see their channel, and are unknown while they sleep.
    place = guild.get_channel_or_thread(row.parent_id or row.channel_id)
    if isinstance(place, discord.Thread):
        place = None if place.is_private() else place.parent
    return place is not None and place.permissions_for(member).view_channel
