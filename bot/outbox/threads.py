"""Opens the thread of a message and unarchives threads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import aiohttp
import discord

from bot.games.model import PostRow
from bot.log import logger

log = logger(__name__)

ARCHIVE_MINUTES: Final = 10080
"""Minutes without a message after which Discord archives a thread. Discord allows no more."""
THREAD_EXISTS: Final = 160004
"""Discord's code for a message that already has a thread."""
WRONG_CHANNEL_TYPE: Final = 50024
"""Discord's code for a channel that cannot have threads."""
TEMPORARY_STATUSES: Final = {401, 429}
"""HTTP statuses of refusals that do not depend on the request itself."""


class Threads:
    """Opens and unarchives threads. Repeating a call does no harm."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def open(self, post: PostRow, name: str) -> int:
        """Open the thread of a message, which has the message's id.

        Return 0, or Discord's code if Discord refuses.
        """
        try:
            channel = await self._client.fetch_channel(post.channel_id)
            if not isinstance(channel, discord.TextChannel):
                return WRONG_CHANNEL_TYPE
            message = channel.get_partial_message(post.message_id)
            try:
                await message.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
            except discord.HTTPException as error:
                if error.code != THREAD_EXISTS:
                    raise
                # It was opened before a stop. Since then it may have been deleted.
                await self._client.fetch_channel(post.message_id)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status in TEMPORARY_STATUSES:
                raise
            return error.code or WRONG_CHANNEL_TYPE
        return 0

    async def unarchive(self, thread_id: int) -> None:
        """Unarchive a thread. Discord refuses that for a locked thread."""
        thread = await self._client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread) and thread.archived:
            await thread.edit(archived=False)

    async def unarchive_all(self, channel_ids: Iterable[int]) -> None:
        """Unarchive those of the channels that are archived threads.

        The client caches channels and active threads, so only the others need a request.
        """
        for channel_id in channel_ids:
            if self._client.get_channel(channel_id) is None:
                try:
                    await self.unarchive(channel_id)
                except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                    log.info("could not unarchive a thread", error=type(error).__name__)
