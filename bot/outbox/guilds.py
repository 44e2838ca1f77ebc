"""Servers that come and go: their tables wait, and people are told."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.model import format_time
from bot.games.service import Games
from bot.games.store import Store
from bot.log import logger
from bot.outbox.queue import UpdateQueue

log = logger(__name__)


class GuildTracker:
    """Notices when the bot is removed from a server, and when it is invited again."""

    def __init__(self, store: Store, service: Games, updates: UpdateQueue) -> None:
        self._store = store
        self._service = service
        self._updates = updates

    async def compare_guilds(self, present: Collection[int]) -> None:
        """After a start: what happened while nobody looked."""
        for guild_id in await self._store.games.open_guilds():
            if guild_id in present:
                await self.guild_joined(guild_id)
            else:
                await self.guild_left(guild_id)

    async def guild_left(self, guild_id: int) -> None:
        """We were removed: the players of its tables are told once, and the tables wait."""
        if await self._store.people.left_at(guild_id) is not None:
            return
        await self._store.people.set_left(guild_id, format_time(self._service.now()))
        await self._poke(guild_id)

    async def guild_joined(self, guild_id: int) -> None:
        """We are there, perhaps again: its tables go on."""
        if await self._store.people.left_at(guild_id) is None:
            return
        await self._store.people.set_left(guild_id, None)
        await self._poke(guild_id)

    async def _poke(self, guild_id: int) -> None:
        for row in await self._store.games.of_guild(guild_id):
            self._updates.reopen(row.channel_id)
            await self._updates.recheck_posts(row.id, catching_up=True)
