"""The channels of tables: whether they are there, what they are called, who may see them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from time import monotonic
from typing import Final, TypeAlias

import aiohttp
import discord

from bot.discord_codes import NO_CHANNEL
from bot.games.model import GameRow
from maps.lru import LruCache

Place: TypeAlias = discord.abc.GuildChannel | discord.Thread

CACHE_SECONDS: Final = 120.0
"""Seconds for which a channel that was asked for counts as being there."""
MAX_CACHED_CHANNELS: Final = 2000
"""So many are remembered."""
GONE: Final = "\0"
"""In place of the name of a channel that was deleted."""
LOOKUP_SECONDS: Final = 1.5
"""Seconds that somebody who types waits for Discord's word on them."""
MAX_LOOKUPS: Final = 25
"""So many are asked for because of one press."""


class ChannelCache:
    """What is known of channels: by the gateway, else what was asked for a short while ago.

    The gateway knows channels by themselves, but no threads that sleep; where interactions come to
    the endpoint, there is no gateway and all of them are asked for.
    """

    def __init__(self) -> None:
        self._cached_names: Kept[int, tuple[float, str]] = Kept(MAX_CACHED_CHANNELS)
        """What was heard, and until when it counts."""

    def name(self, client: discord.Client, channel_id: int) -> str | None:
        """What a channel is called, if that is known; None: nobody knows whether it is there."""
        channel = client.get_channel(channel_id)
        if channel is not None:
            return getattr(channel, "name", "")
        heard = self._cached_name(channel_id)
        return None if heard == GONE else heard

    def _cached_name(self, channel_id: int) -> str | None:
        """What was heard shortly before: its name, or that it is `GONE`; None: nothing."""
        until, heard = self._cached_names.get(channel_id) or (0.0, GONE)
        return heard if monotonic() < until else None

    async def is_gone(self, client: discord.Client, channel_id: int) -> bool:
        """Whether a channel or thread was deleted: asked for, unless the gateway knows it.

        Where that fails for another reason, the channel may well be there.
        """
        if client.get_channel(channel_id) is not None:
            return False
        try:
            channel = await client.fetch_channel(channel_id)
        except discord.NotFound as error:
            if error.code == NO_CHANNEL:
                self._cached_names.put(channel_id, (monotonic() + CACHE_SECONDS, GONE))
            return error.code == NO_CHANNEL
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return False
        self._cached_names.put(
            channel_id, (monotonic() + CACHE_SECONDS, getattr(channel, "name", ""))
        )
        return False

    async def gone(self, client: discord.Client, channel_ids: Collection[int]) -> set[int]:
        """Those of several channels that were deleted, as far as can be found out in one go."""
        unknown = [each for each in channel_ids if self._is_unknown(client, each)][:MAX_LOOKUPS]
        asking = [asyncio.ensure_future(self.is_gone(client, each)) for each in unknown]
        if asking:
            _, late = await asyncio.wait(asking, timeout=LOOKUP_SECONDS)
            for task in late:
                task.cancel()
        return {each for each in channel_ids if self._cached_name(each) == GONE}

    def _is_unknown(self, client: discord.Client, channel_id: int) -> bool:
        return client.get_channel(channel_id) is None and self._cached_name(channel_id) is None


async def visible_tables(
    interaction: discord.Interaction[discord.Client], rows: Sequence[GameRow]
) -> list[GameRow]:
    """Those tables into whose channels whoever asks may look; none where that cannot be told."""
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return [row for row in rows if row.channel_id == interaction.channel_id]
    if interaction.client.get_guild(guild.id) is None:
        places = await _fetch_places(interaction.client, guild.id)
    else:
        places = {each.id: each for each in (*guild.channels, *guild.threads)}
    return [
        row
        for row in rows
        if row.channel_id == interaction.channel_id or _may_see(member, row, places)
    ]


async def _fetch_places(client: discord.Client, guild_id: int) -> dict[int, Place]:
    """The channels and waking threads of a server of which no gateway tells."""
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
        found = [*await guild.fetch_channels(), *await guild.active_threads()]
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return {}
    return {each.id: each for each in found}


def _may_see(member: discord.Member, row: GameRow, places: Mapping[int, Place]) -> bool:
    # Our threads are open to all who see their channel, and are unknown while they sleep.
    place = places.get(row.parent_id or row.channel_id)
    if isinstance(place, discord.Thread):
        place = None if place.is_private() else places.get(place.parent_id)
    if place is None or isinstance(place, discord.Thread):
        return False
    return place.permissions_for(member).view_channel
