"""Telling tables once more after an outage: deadlines have moved, and nothing else has changed.

A few tables at a time, so that whoever plays meanwhile does not wait behind thousands of others.
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
"""The note of which move of the deadlines was told; while it is, also up to which table."""
FIRST_RUN_SECONDS: Final = 5.0
"""Seconds after a start: whoever has waited to press comes first."""
REFRESH_INTERVAL_SECONDS: Final = 60.0
"""Seconds between two looks whether deadlines have moved."""
REFRESH_BATCH_SIZE: Final = 10
BATCH_PAUSE_SECONDS: Final = 1.0
"""So many tables are begun at once, so many seconds apart: two requests each, mostly, of the 50 in
a second that Discord allows."""
MAX_BATCH_WAIT_SECONDS: Final = 60.0
"""Seconds for which tables that cannot be told keep the others waiting."""


class DeadlineRefresher:
    """Goes round the tables once, in the order of their ids, each time deadlines have moved."""

    def __init__(
        self, updates: UpdateQueue, store: Store, lookup: TableQueries, games: Games
    ) -> None:
        self._updates = updates
        self._store = store
        self._lookup = lookup
        self._games = games

    async def work(self) -> None:
        """Look now and then, on the leader, until canceled; first soon after a start."""
        leases = self._store.leases
        await run_every(
            "retelling",
            REFRESH_INTERVAL_SECONDS,
            self.refresh_moved_deadlines,
            leases,
            first_after=FIRST_RUN_SECONDS,
        )

    async def refresh_moved_deadlines(self) -> None:
        """Have all tables told whose deadlines have moved, if they were not; a stop interrupts it.

        What would say the same as before is not sent.
        """
        await self._games.downtime.check()  # another program may have found it out
        notes, rows = self._store.notes, self._store.games
        moved, noted = (
            await notes.get(DEADLINES_MOVED_NOTE),
            await notes.get(DEADLINES_REFRESHED_NOTE) or "",
        )
        if moved is None or moved == noted:
            return
        told, _, last = noted.partition(" ")
        last = last if told == moved else ""
        while found := await rows.open_after(last, REFRESH_BATCH_SIZE):
            concerned = [game for game in found if await self._lookup.deadline(game)]
            # They are marked before they are noted: whatever stops us, nobody is left out.
            await self._updates.refresh(concerned)
            last = found[-1]
            await notes.set(DEADLINES_REFRESHED_NOTE, f"{moved} {last}")
            if concerned:
                await self._wait_for_room()
            self._games.cache.drop(
                found
            )  # nobody has asked for them; those who play fill the memory
        await notes.set(DEADLINES_REFRESHED_NOTE, moved)

    async def _wait_for_room(self) -> None:
        """Wait until there is room for more."""
        await asyncio.sleep(BATCH_PAUSE_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_BATCH_WAIT_SECONDS):
                while self._updates.active >= REFRESH_BATCH_SIZE:
                    await asyncio.sleep(BATCH_PAUSE_SECONDS)
