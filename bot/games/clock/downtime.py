"""The pulse of the program: times in which nobody could play because no process ran.

The time is noted every minute. If the note is old when a process starts, or the system's clock has
jumped since a running one last looked, the time between counts for nobody. A clock that was put
back is noticed in the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.background import run_every
from bot.games.clock.hours import Span
from bot.games.model import format_time
from bot.games.store import Clock, Store
from bot.log import logger

log = logger(__name__)

HEARTBEAT_NOTE: Final = "heartbeat"
DEADLINES_MOVED_NOTE: Final = "deadlines-moved"
"""The note of when an outage, or a clock that was put back, last moved all deadlines."""
HEARTBEAT_INTERVAL: Final = timedelta(minutes=1)
MIN_OUTAGE: Final = timedelta(minutes=5)
"""Longer silences are outages."""
MAX_OUTAGE_AGE: Final = timedelta(days=120)
"""Older outages concern no turn that is still open."""


class DowntimeDetector:
    """Notes that we are there, and finds out when we were not.

    *clock* is the time by which games are played, *system* that of the machine; they differ only
    where somebody plays with the time. While we run, what is added to the former has passed.
    """

    def __init__(self, store: Store, clock: Clock, system: Clock) -> None:
        self._store = store
        self._clock = clock
        self._system = system
        self._checked_at: datetime | None = None
        """When we last looked, by the system's clock."""
        self._heartbeat_at: datetime | None = None
        """What we last noted, by the clock of the games."""
        self._lock = asyncio.Lock()
        self.outages: tuple[Span, ...] = ()
        """Those that may concern a turn that is open."""
        self.on_setback: Callable[[], Awaitable[None]] | None = None
        """Called when a clock was put back."""

    async def work(self) -> None:
        """Beat until cancelled, and then once more."""
        try:
            await run_every("pulse", HEARTBEAT_INTERVAL.total_seconds(), self.record_heartbeat)
        finally:
            await self.record_heartbeat()

    async def record_heartbeat(self) -> None:
        """Note that we are there, after a look at how long we were not."""
        await self.check()
        await self._save_heartbeat(self._clock())

    async def check(self) -> None:
        """See whether time was lost since we last looked; costs next to nothing if it was not."""
        async with self._lock:
            system, now = self._system(), self._clock()
            passed = system - self._checked_at if self._checked_at else None
            if passed is None or abs(passed) > MIN_OUTAGE:
                await self._record_gap(now, passed)
                # Last: if we are stopped in between, all of it is found out again.
                await self._save_heartbeat(now)
            elif self._heartbeat_at is None or now - self._heartbeat_at >= HEARTBEAT_INTERVAL:
                await self._save_heartbeat(now)
            # Only now: what fails is looked for again.
            self._checked_at = system

    async def _save_heartbeat(self, now: datetime) -> None:
        await self._store.notes.set(HEARTBEAT_NOTE, format_time(now))
        self._heartbeat_at = now

    async def _record_gap(self, now: datetime, passed: timedelta | None) -> None:
        """Keep an outage if there was one; *passed*: since we looked, None: we have just begun."""
        noted = await self._store.notes.get(HEARTBEAT_NOTE)
        silence = now - datetime.fromisoformat(noted) if noted else passed or timedelta(0)
        if passed is not None:
            # Another process may have run meanwhile; its notes are younger.
            silence = min(silence, passed)
        if silence > MIN_OUTAGE:
            log.warning("time was lost", seconds=int(silence.total_seconds()))
            await self._store.outages.add((now - silence, now))
        elif silence < -MIN_OUTAGE:
            log.warning("the clock was put back", seconds=int(-silence.total_seconds()))
            await self._store.outages.forget_after(now)
            if self.on_setback is not None:
                await self.on_setback()
        self.outages = tuple(await self._store.outages.list_after(now - MAX_OUTAGE_AGE))
        if abs(silence) > MIN_OUTAGE:
            await self._store.notes.set(DEADLINES_MOVED_NOTE, format_time(now))
