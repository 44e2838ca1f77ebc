"""Who may draw next: somebody who asked before what is told to everybody, and all in the end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from maps.lru import LruCache

MAX_URGENT_IN_A_ROW: Final = 4
"""While others wait, every so many-th place goes to them."""


class PriorityLimiter:
    """A few places to draw in. What was asked for comes first; the rest is never starved."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._asked: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()
        self._ahead = 0
        """How many have gone before the others since one of them had a place."""

    async def acquire(self, *, asked: bool) -> None:
        """Wait for a place; *asked*: somebody sits there and waits for the picture."""
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._asked if asked else self._others).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                # It was given to somebody who has gone meanwhile.
                self.release()
            raise

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(not place.done() for place in (*self._asked, *self._others))

    def release(self) -> None:
        """Let the next one have the place."""
        place = self._next()
        if place is None:
            self._free += 1
        else:
            place.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        for waiting in (self._asked, self._others):
            while waiting and waiting[0].cancelled():
                waiting.popleft()
        if self._asked and not (self._others and self._ahead >= MAX_URGENT_IN_A_ROW - 1):
            self._ahead += 1
            return self._asked.popleft()
        self._ahead = 0
        return self._others.popleft() if self._others else None


class PictureCache:
    """The latest few pictures of one kind, and those that are being drawn."""

    def __init__(self, most: int) -> None:
        self._drawn: LruCache[str, bytes] = LruCache(most)
        self._under_way: dict[str, asyncio.Task[bytes]] = {}

    async def get(self, key: str, draw: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """The picture for *key*, drawn now if it is neither there nor under way."""
        drawn = self._drawn.get(key)
        if drawn is not None:
            return drawn
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(draw())
            task.add_done_callback(partial(self._store_when_done, key))
        # Others may wait for it too: it is drawn even if the first who asked goes away.
        return await asyncio.shield(task)

    def _store_when_done(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._under_way[key]
        if not task.cancelled() and task.exception() is None:
            self._drawn.put(key, task.result())
