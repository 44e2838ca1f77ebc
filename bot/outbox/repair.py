"""The watch: posts that were deleted come back.

Discord tells us of deleted channels, but not of deleted messages: some tables are looked after
every minute, so that it costs the same however many there are.
"""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

from bot.background import run_every
from bot.games.store import Store
from bot.log import logger
from bot.outbox.queue import UpdateQueue

log = logger(__name__)

REPAIR_INTERVAL_SECONDS: Final = 60.0
"""Seconds between two rounds."""
REPAIR_BATCH_SIZE: Final = 20
"""Tables whose post is looked for in one round: a request each."""


class PostRepairer:
    """Goes round the tables, again and again in the order of their ids."""

    def __init__(self, updates: UpdateQueue, store: Store) -> None:
        self._updates = updates
        self._store = store
        self._last = ""

    async def work(self) -> None:
        """Go round every minute, on the leader, until canceled."""
        await run_every(
            "watch",
            REPAIR_INTERVAL_SECONDS,
            self.check_some_posts,
            self._store.leases,
            first_after=REPAIR_INTERVAL_SECONDS,
        )

    async def check_some_posts(self) -> None:
        """Look after the next few tables."""
        games = await self._store.games.open_after(self._last, REPAIR_BATCH_SIZE)
        self._last = games[-1] if len(games) == REPAIR_BATCH_SIZE else ""
        for game in games:
            try:
                if not await self._updates.is_there(game):
                    await self._updates.recheck_posts(game, catching_up=True)
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                log.info("a post was not found out about", error=type(error).__name__)
                return
