"""The time of the sandbox: it runs like ours, and a test may push it forward."""

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
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None:
        """Let it not happen."""


class Clock(Protocol):
    """What the sandbox needs to know about time."""

    def now(self) -> float:
        """Seconds since 1970."""

    def call_at(self, when: float, action: Callable[[], None]) -> Alarm:
        """Do something once that moment has come."""


class _Entry:
    """One alarm of a `LiveClock`."""

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
    """Real time plus what `advance` has added to it.

    With `running=False` it stands still but for `advance`, so that a limit can be tested to the
    millisecond.
    """

    def __init__(self, *, running: bool = True) -> None:
        self._running = running
        self._offset = 0.0
        self._start = time.time()
        self._due: list[tuple[float, int, _Entry]] = []
        self._order = itertools.count()

    def now(self) -> float:
        """Seconds since 1970, as the sandbox counts them."""
        return (time.time() if self._running else self._start) + self._offset

    def call_at(self, when: float, action: Callable[[], None]) -> Alarm:
        """Do something at that moment; at once in the next round of the loop if it has passed."""
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
        """Let that much time pass at once; what became due happens now, in its order."""
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
    """A moment as Discord writes it.

    >>> format_timestamp(0)
    '1970-01-01T00:00:00.000000+00:00'
    """
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
