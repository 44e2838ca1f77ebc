"""Servers that remove or invite the bot: tables wait or continue, and players are notified."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.model import format_time
from bot.games.service import Games
from bot.games.store import Store
from bot.log import logger
from bot.outbox.queue import UpdateQueue

log = logger(__name__)


class GuildTracker:
    """Records when a server removes the bot and when the bot is invited again."""

    def __init__(self, store: Store, service: Games, updates: UpdateQueue) -> None:
        self._store = store
        self._service = service
        self._updates = updates

    async def compare_guilds(self, present: Collection[int]) -> None:
        """Record the servers that were joined or left while no process ran."""
        for guild_id in await self._store.games.open_guilds():
            if guild_id in present:
                await self.guild_joined(guild_id)
            else:
                await self.guild_left(guild_id)

    async def guild_left(self, guild_id: int) -> None:
        """Record that the bot was removed. Players of its tables are notified once."""
        if await self._store.people.left_at(guild_id) is not None:
            return
        await self._store.people.set_left(guild_id, format_time(self._service.now()))
        await self._recheck_tables(guild_id)

    async def guild_joined(self, guild_id: int) -> None:
        """Record that the bot is on a server. If it was away, its tables continue."""
        if await self._store.people.left_at(guild_id) is None:
            return
        await self._store.people.set_left(guild_id, None)
        await self._recheck_tables(guild_id)

    async def _recheck_tables(self, guild_id: int) -> None:
        for row in await self._store.games.of_guild(guild_id):
            self._updates.reopen(row.channel_id)
            await self._updates.recheck_posts(row.id, catching_up=True)
