"""Repair of deleted posts.

Discord sends events for deleted channels, but not for deleted messages. So the bot checks a fixed
number of tables every minute. The cost does not depend on the number of tables.
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
REPAIR_BATCH_SIZE: Final = 20
"""The number of tables that one round checks, with one request each."""


class PostRepairer:
    """Checks the posts of all tables in turn, in the order of their ids, and posts them again."""

    def __init__(self, updates: UpdateQueue, store: Store) -> None:
        self._updates = updates
        self._store = store
        self._last = ""

    async def work(self) -> None:
        """Check the next tables every minute, on the leader, until canceled."""
        await run_every(
            "watch",
            REPAIR_INTERVAL_SECONDS,
            self.check_some_posts,
            self._store.leases,
            first_after=REPAIR_INTERVAL_SECONDS,
        )

    async def check_some_posts(self) -> None:
        """Check the posts of the next tables, and schedule the repair of deleted posts."""
        games = await self._store.games.open_after(self._last, REPAIR_BATCH_SIZE)
        self._last = games[-1] if len(games) == REPAIR_BATCH_SIZE else ""
        for game in games:
            try:
                if not await self._updates.board_exists(game):
                    await self._updates.recheck_posts(game, catching_up=True)
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                log.info("could not check a post", error=type(error).__name__)
                return
