"""Detects downtime: periods in which people could not play because no process ran.

A heartbeat is saved every minute. If it is old when a process starts, or if the system clock has
jumped since the last check of a running process, the period in between counts for no player. A
clock that was set back is detected in the same way.
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
"""The note with the time when an outage, or a clock that was set back, last moved all deadlines."""
HEARTBEAT_INTERVAL: Final = timedelta(minutes=1)
MIN_OUTAGE: Final = timedelta(minutes=5)
"""A longer period without a heartbeat is an outage."""
MAX_OUTAGE_AGE: Final = timedelta(days=120)
"""Older outages do not affect any turn that is still open."""


class DowntimeDetector:
    """Detects periods without a running process, from a recorded heartbeat.

    *clock* gives the time by which games are played, *system* the time of the machine. They differ
    only where the time of the games can be changed, as in tests and in the sandbox. Time that is
    added to *clock* while the process runs counts as passed, not as an outage.
    """

    def __init__(self, store: Store, clock: Clock, system: Clock) -> None:
        self._store = store
        self._clock = clock
        self._system = system
        self._checked_at: datetime | None = None
        """The time of the last check by the system clock."""
        self._heartbeat_at: datetime | None = None
        """The time of the last saved heartbeat by the clock of the games."""
        self._lock = asyncio.Lock()
        self.outages: tuple[Span, ...] = ()
        """The outages that may affect a turn that is still open."""
        self.on_setback: Callable[[], Awaitable[None]] | None = None
        """Called when the clock was set back."""

    async def work(self) -> None:
        """Record heartbeats until canceled, and a last one on cancellation."""
        try:
            await run_every("pulse", HEARTBEAT_INTERVAL.total_seconds(), self.record_heartbeat)
        finally:
            await self.record_heartbeat()

    async def record_heartbeat(self) -> None:
        """Detect an outage since the last check, then save a heartbeat."""
        await self.check()
        await self._save_heartbeat(self._clock())

    async def check(self) -> None:
        """Detect an outage or a clock change since the last check.

        The check costs next to nothing if there was none.
        """
        async with self._lock:
            system, now = self._system(), self._clock()
            passed = system - self._checked_at if self._checked_at else None
            if passed is None or abs(passed) > MIN_OUTAGE:
                await self._record_gap(now, passed)
                # The heartbeat is saved last. If the process is killed before that, the next one
                # finds the same gap again.
                await self._save_heartbeat(now)
            elif self._heartbeat_at is None or now - self._heartbeat_at >= HEARTBEAT_INTERVAL:
                await self._save_heartbeat(now)
            # This is set last, so that a check that fails is repeated.
            self._checked_at = system

    async def _save_heartbeat(self, now: datetime) -> None:
        await self._store.notes.set(HEARTBEAT_NOTE, format_time(now))
        self._heartbeat_at = now

    async def _record_gap(self, now: datetime, passed: timedelta | None) -> None:
        """Save an outage if there was one, or correct the outages if the clock was set back.

        *passed* is the time since the last check, or None if the process has just started.
        """
        heartbeat = await self._store.notes.get(HEARTBEAT_NOTE)
        silence = now - datetime.fromisoformat(heartbeat) if heartbeat else passed or timedelta(0)
        if passed is not None:
            # Another process may have run in the meantime and saved later heartbeats.
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
