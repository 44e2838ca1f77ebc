"""The order in which pictures are drawn, and a cache of drawn pictures.

A picture that a user waits for is drawn before pictures of table updates. No picture waits forever.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from maps.lru import LruCache

NORMAL_PLACE_INTERVAL: Final = 4
"""While normal requests wait, every fourth place goes to a normal request."""


class PriorityLimiter:
    """A limited number of places to draw in. Urgent requests go first, others never starve."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._normal: deque[asyncio.Future[None]] = deque()
        self._urgent_in_a_row = 0
        """The number of urgent requests since the last normal request got a place."""

    async def acquire(self, *, asked: bool) -> None:
        """Wait for a place.

        Args:
            asked: Whether a user waits for the picture, which makes the request urgent.
        """
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._urgent if asked else self._normal).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                # The place was given to this request before the cancellation arrived.
                self.release()
            raise

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a place."""
        return sum(not place.done() for place in (*self._urgent, *self._normal))

    def release(self) -> None:
        """Give the place to the next request."""
        place = self._next_waiting()
        if place is None:
            self._free += 1
        else:
            place.set_result(None)

    def _next_waiting(self) -> asyncio.Future[None] | None:
        for waiting in (self._urgent, self._normal):
            while waiting and waiting[0].cancelled():
                waiting.popleft()
        if self._urgent and not (
            self._normal and self._urgent_in_a_row >= NORMAL_PLACE_INTERVAL - 1
        ):
            self._urgent_in_a_row += 1
            return self._urgent.popleft()
        self._urgent_in_a_row = 0
        return self._normal.popleft() if self._normal else None


class PictureCache:
    """A cache of the latest pictures of one kind, and of those that are being drawn."""

    def __init__(self, most: int) -> None:
        self._drawn: LruCache[str, bytes] = LruCache(most)
        self._tasks: dict[str, asyncio.Task[bytes]] = {}

    async def get(self, key: str, draw: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """Return the picture for *key*. Draw it unless it is cached or being drawn."""
        drawn = self._drawn.get(key)
        if drawn is not None:
            return drawn
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(draw())
            task.add_done_callback(partial(self._store_when_done, key))
        # Other callers may wait for it too, so it is drawn even if the first caller is canceled.
        return await asyncio.shield(task)

    def _store_when_done(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._tasks[key]
        if not task.cancelled() and task.exception() is None:
            self._drawn.put(key, task.result())
