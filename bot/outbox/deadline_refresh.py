"""Updates of all tables after an outage: deadlines have moved, and nothing else has changed.

A few tables are updated at a time. A table where people play at that moment does not wait behind
thousands of others.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from bot.background import run_every
from bot.games.clock.downtime import DEADLINES_MOVED_NOTE
from bot.games.queries import TableQueries
from bot.games.service import Games
from bot.games.store import Store
from bot.outbox.queue import UpdateQueue

DEADLINES_REFRESHED_NOTE: Final = "deadlines-told"
"""The note with the last published move of deadlines, and during a round also the last table."""
FIRST_RUN_SECONDS: Final = 5.0
"""Time after a start. Players who waited for the bot to press a button come first."""
REFRESH_INTERVAL_SECONDS: Final = 60.0
"""Time between two checks whether deadlines have moved."""
REFRESH_BATCH_SIZE: Final = 10
BATCH_PAUSE_SECONDS: Final = 1.0
"""The pause between two batches.

A table mostly needs 2 requests, and Discord allows 50 requests per second.
"""
MAX_BATCH_WAIT_SECONDS: Final = 60.0
"""The longest time for which tables that fail delay the next batch."""


class DeadlineRefresher:
    """Updates all tables once, in the order of their ids, each time deadlines have moved."""

    def __init__(
        self, updates: UpdateQueue, store: Store, lookup: TableQueries, games: Games
    ) -> None:
        self._updates = updates
        self._store = store
        self._lookup = lookup
        self._games = games

    async def work(self) -> None:
        """Check for moved deadlines at intervals, on the leader, until canceled."""
        leases = self._store.leases
        await run_every(
            "retelling",
            REFRESH_INTERVAL_SECONDS,
            self.refresh_moved_deadlines,
            leases,
            first_after=FIRST_RUN_SECONDS,
        )

    async def refresh_moved_deadlines(self) -> None:
        """Update all tables whose deadlines have moved since the last round.

        A round that a stop interrupts continues later. Messages that would not change are not sent.
        """
        await self._games.downtime.check()  # another process may have detected the outage
        notes, rows = self._store.notes, self._store.games
        moved, noted = (
            await notes.get(DEADLINES_MOVED_NOTE),
            await notes.get(DEADLINES_REFRESHED_NOTE) or "",
        )
        if moved is None or moved == noted:
            return
        refreshed, _, last = noted.partition(" ")
        last = last if refreshed == moved else ""
        while found := await rows.open_after(last, REFRESH_BATCH_SIZE):
            concerned = [game for game in found if await self._lookup.deadline(game)]
            # Tables are marked before the note is set. A stop in between leaves out no table.
            await self._updates.refresh(concerned)
            last = found[-1]
            await notes.set(DEADLINES_REFRESHED_NOTE, f"{moved} {last}")
            if concerned:
                await self._wait_for_room()
            # These tables may be idle. The memory is for tables where people play.
            self._games.cache.drop(found)
        await notes.set(DEADLINES_REFRESHED_NOTE, moved)

    async def _wait_for_room(self) -> None:
        """Wait until fewer tables than a batch are being updated."""
        await asyncio.sleep(BATCH_PAUSE_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_BATCH_WAIT_SECONDS):
                while self._updates.active >= REFRESH_BATCH_SIZE:
                    await asyncio.sleep(BATCH_PAUSE_SECONDS)
