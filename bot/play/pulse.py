"""The pulse of the program: times in which nobody could play because no process ran.

A note is written every minute. Where two of them are far apart the program was stopped, or the
system's clock was put forward: that time counts for nobody. A clock that was put back is noticed in
the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.logbook import logger
from bot.play.hours import Span
from bot.play.ports import Clock, Store
from bot.play.records import stamp

log = logger(__name__)

NOTE: Final = "heartbeat"
EVERY: Final = timedelta(minutes=1)
GAP: Final = timedelta(minutes=5)
"""Longer silences are outages."""
MEMORY: Final = timedelta(days=120)
"""Older outages concern no turn that is still open."""


class Pulse:
    """Notes that we are there, and finds out when we were not.

    *clock* is the time by which games are played, *system* that of the machine; they differ only
    where somebody plays with the time.
    """

    def __init__(self, store: Store, clock: Clock, system: Clock) -> None:
        self._store = store
        self._clock = clock
        self._system = system
        self._beat: datetime | None = None
        self.outages: tuple[Span, ...] = ()
        """Those that may concern a turn that is open."""
        self.on_setback: Callable[[], Awaitable[None]] | None = None
        """Called when the system's clock was put back."""

    async def work(self) -> None:
        """Beat until cancelled."""
        while True:
            try:
                await self.beat()
            except Exception:  # the next beat is another try
                log.exception("no heartbeat")
            await asyncio.sleep(EVERY.total_seconds())

    async def beat(self) -> None:
        """Note that we are there, after a look at how long we were not."""
        await self.feel()
        await self._store.notes.set(NOTE, stamp(self._system()))

    async def feel(self) -> None:
        """See whether time was lost since we last looked; costs nothing if it was not."""
        now = self._system()
        last, self._beat = self._beat, now
        if last is not None and abs(now - last) <= GAP:
            return
        noted = await self._store.notes.get(NOTE)
        before = datetime.fromisoformat(noted) if noted else now
        if last is not None and last > now:
            before = max(before, last)
        if now - before > GAP:
            await self._lost(now - before)
        elif before - now > GAP:
            await self._set_back(before - now)
        if noted is None or now != before:
            await self._store.notes.set(NOTE, stamp(now))
        self.outages = tuple(await self._store.outages.after(self._clock() - MEMORY))

    async def _lost(self, gap: timedelta) -> None:
        log.warning("time was lost", seconds=int(gap.total_seconds()))
        until = self._clock()
        await self._store.outages.add((until - gap, until))

    async def _set_back(self, gap: timedelta) -> None:
        log.warning("the system clock was put back", seconds=int(gap.total_seconds()))
        await self._store.outages.forget_after(self._clock())
        if self.on_setback is not None:
            await self.on_setback()
