"""The channels of tables: whether they exist, their names, and who may see them."""

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
"""How long an answer about a channel counts."""
MAX_CACHED_CHANNELS: Final = 2000
GONE: Final = "\0"
"""In place of the name of a channel that was deleted."""
LOOKUP_SECONDS: Final = 1.5
"""How long a user who types waits for Discord's answer about the channels."""
MAX_LOOKUPS: Final = 25
"""At most this many channels are fetched for one press."""


class ChannelCache:
    """The names of channels, from the gateway or fetched recently.

    The gateway reports channels by itself, but no archived threads. If interactions arrive at the
    HTTP endpoint, there is no gateway and every channel is fetched.
    """

    def __init__(self) -> None:
        self._cached_names: LruCache[int, tuple[float, str]] = LruCache(MAX_CACHED_CHANNELS)
        """The name or `GONE`, and until when it counts."""

    def name(self, client: discord.Client, channel_id: int) -> str | None:
        """Return a channel's name, or None if it is not known whether the channel exists."""
        channel = client.get_channel(channel_id)
        if channel is not None:
            return getattr(channel, "name", "")
        cached = self._cached_name(channel_id)
        return None if cached == GONE else cached

    def _cached_name(self, channel_id: int) -> str | None:
        """Return the name from the cache, or `GONE`, or None if nothing recent is known."""
        until, name = self._cached_names.get(channel_id) or (0.0, GONE)
        return name if monotonic() < until else None

    async def is_gone(self, client: discord.Client, channel_id: int) -> bool:
        """Return whether a channel or thread was deleted. Fetch it unless the gateway knows it.

        If the request fails for another reason, the channel counts as existing.
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
        """Return which of these channels were deleted, as far as Discord answers in time."""
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
    """Return the tables whose channels the user may see, or none if that cannot be determined."""
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
    """Fetch the channels and active threads of a server that the gateway does not report."""
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
        found = [*await guild.fetch_channels(), *await guild.active_threads()]
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return {}
    return {each.id: each for each in found}


def _may_see(member: discord.Member, row: GameRow, places: Mapping[int, Place]) -> bool:
    # Everyone who sees a channel sees the bot's threads in it. An archived thread is not listed, so
    # the channel decides.
    place = places.get(row.parent_id or row.channel_id)
    if isinstance(place, discord.Thread):
        place = None if place.is_private() else places.get(place.parent_id)
    if place is None or isinstance(place, discord.Thread):
        return False
    return place.permissions_for(member).view_channel
