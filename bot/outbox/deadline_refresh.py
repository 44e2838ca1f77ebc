"""Telling tables once more after an outage: deadlines have moved, and nothing else has changed.

A few tables at a time, so that whoever plays meanwhile does not wait behind thousands of others.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from bot.background import run_every
from bot.games.clock.downtime import MOVED
from bot.games.queries import Lookup
from bot.games.service import GameService
from bot.games.store import Store
from bot.outbox.queue import Announcer

TOLD: Final = "deadlines-told"
"""The note of which move of the deadlines was told; while it is, also up to which table."""
AT_FIRST: Final = 5.0
"""Seconds after a start: whoever has waited to press comes first."""
EVERY: Final = 60.0
"""Seconds between two looks whether deadlines have moved."""
AT_ONCE: Final = 10
PAUSE: Final = 1.0
"""So many tables are begun at once, so many seconds apart: two requests each, mostly, of the 50 in
a second that Discord allows."""
LONGEST: Final = 60.0
"""Seconds for which tables that cannot be told keep the others waiting."""


class Retelling:
    """Goes round the tables once, in the order of their ids, each time deadlines have moved."""

    def __init__(
        self, announcer: Announcer, store: Store, lookup: Lookup, games: GameService
    ) -> None:
        self._announcer = announcer
        self._store = store
        self._lookup = lookup
        self._games = games

    async def work(self) -> None:
        """Look now and then, on the leader, until canceled; first soon after a start."""
        leases = self._store.leases
        await run_every("retelling", EVERY, self.round, leases, first_after=AT_FIRST)

    async def round(self) -> None:
        """Have all tables told whose deadlines have moved, if they were not; a stop interrupts it.

        What would say the same as before is not sent.
        """
        await self._games.pulse.feel()  # another program may have found it out
        notes, rows = self._store.notes, self._store.games
        moved, noted = await notes.get(MOVED), await notes.get(TOLD) or ""
        if moved is None or moved == noted:
            return
        told, _, last = noted.partition(" ")
        last = last if told == moved else ""
        while found := await rows.open_after(last, AT_ONCE):
            concerned = [game for game in found if await self._lookup.deadline(game)]
            # They are marked before they are noted: whatever stops us, nobody is left out.
            await self._announcer.tell_again(concerned)
            last = found[-1]
            await notes.set(TOLD, f"{moved} {last}")
            if concerned:
                await self._breathe()
            self._games.forget(found)  # nobody has asked for them; those who play fill the memory
        await notes.set(TOLD, moved)

    async def _breathe(self) -> None:
        """Wait until there is room for more."""
        await asyncio.sleep(PAUSE)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                while self._announcer.busy >= AT_ONCE:
                    await asyncio.sleep(PAUSE)
