"""The clock of the sandbox: it runs in real time, and a test can move it forward."""

from __future__ import annotations

import asyncio
import functools
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Alarm(Protocol):
    """A scheduled action that can be canceled."""

    def cancel(self) -> None:
        """Cancel the scheduled action."""


class Clock(Protocol):
    """The interface of a clock, as the sandbox uses it."""

    def now(self) -> float:
        """Return the current time in seconds since 1970."""

    def call_at(self, when: float, action: Callable[[], None]) -> Alarm:
        """Run *action* at the time *when*."""


class _Entry:
    """An alarm of a `LiveClock`."""

    __slots__ = ("action", "handle")

    def __init__(self, action: Callable[[], None]) -> None:
        self.action: Callable[[], None] | None = action
        self.handle: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        self.action = None
        if self.handle is not None:
            self.handle.cancel()

    def fire(self) -> None:
        action, self.action = self.action, None
        if action is not None:
            action()


class LiveClock:
    """A clock that shows real time plus the seconds that `advance` has added.

    With `running=False` only `advance` moves the clock, so that a test can check a limit to the
    millisecond.
    """

    def __init__(self, *, running: bool = True) -> None:
        self._running = running
        self._offset = 0.0
        self._start = time.time()
        self._due: list[tuple[float, int, _Entry]] = []
        self._order = itertools.count()

    def now(self) -> float:
        """Return the sandbox's time in seconds since 1970."""
        return (time.time() if self._running else self._start) + self._offset

    def call_at(self, when: float, action: Callable[[], None]) -> Alarm:
        """Run *action* at *when*, or in the next round of the event loop if *when* has passed."""
        entry = _Entry(action)
        if self._running:
            loop = asyncio.get_running_loop()
            entry.handle = loop.call_later(max(0.0, when - self.now()), entry.fire)
        if len(self._due) > 4096:
            self._due = [item for item in self._due if item[2].action is not None]
            heapq.heapify(self._due)
        heapq.heappush(self._due, (when, next(self._order), entry))
        return entry

    def advance(self, seconds: float) -> None:
        """Move the clock forward, and run the actions that become due in their order."""
        target = self.now() + seconds
        while self._due and self._due[0][0] <= target:
            when, _, entry = heapq.heappop(self._due)
            self._offset += max(0.0, when - self.now())
            entry.fire()
            if entry.handle is not None:
                entry.handle.cancel()
        self._offset += max(0.0, target - self.now())


@functools.lru_cache(4096)
def format_timestamp(moment: float) -> str:
    """Return a time in Discord's format.

    >>> format_timestamp(0)
    '1970-01-01T00:00:00.000000+00:00'
    """
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
