"""Threads: one is opened from a message, and those that sleep are woken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import aiohttp
import discord

from bot.games.model import PostRow
from bot.log import logger

log = logger(__name__)

SILENCE: Final = 10080
"""Minutes without a message after which Discord lets a thread sleep; the most that it allows."""
THERE_ALREADY: Final = 160004
NO_PLACE_FOR_IT: Final = 50024
"""What Discord says of a message that has a thread, and of a channel that has none."""
PASSING: Final = {401, 429}
"""Of the refusals, those that say nothing of what was asked for."""


class Threads:
    """Opens threads and wakes them. Doing so again does no harm."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def open(self, post: PostRow, name: str) -> int:
        """Open the thread of a message, which has its number; why not, by Discord's code, or 0."""
        try:
            channel = await self._client.fetch_channel(post.channel_id)
            if not isinstance(channel, discord.TextChannel):
                return NO_PLACE_FOR_IT
            message = channel.get_partial_message(post.message_id)
            try:
                await message.create_thread(name=name, auto_archive_duration=SILENCE)
            except discord.HTTPException as error:
                if error.code != THERE_ALREADY:
                    raise
                # Before a stop it was made; since then it may have been deleted.
                await self._client.fetch_channel(post.message_id)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status in PASSING:
                raise
            return error.code or NO_PLACE_FOR_IT
        return 0

    async def wake(self, thread_id: int) -> None:
        """Let a thread be awake; Discord refuses that of one that is locked."""
        thread = await self._client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread) and thread.archived:
            await thread.edit(archived=False)

    async def wake_those(self, channel_ids: Iterable[int]) -> None:
        """Wake all of these that sleep: the client knows channels and threads that are awake."""
        for channel_id in channel_ids:
            if self._client.get_channel(channel_id) is None:
                try:
                    await self.wake(channel_id)
                except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                    log.info("a thread was not woken", error=type(error).__name__)
