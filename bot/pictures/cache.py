"""Pictures that are drawn once: only what everybody may see, found by all that went into it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from maps.lru import Kept


class DrawnOnce:
    """The latest few pictures of one kind, and those that are being drawn."""

    def __init__(self, most: int) -> None:
        self._drawn: Kept[str, bytes] = Kept(most)
        self._under_way: dict[str, asyncio.Task[bytes]] = {}

    async def get(self, key: str, draw: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """The picture for *key*, drawn now if it is neither there nor under way."""
        drawn = self._drawn.get(key)
        if drawn is not None:
            return drawn
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(draw())
            task.add_done_callback(partial(self._keep, key))
        # Others may wait for it too: it is drawn even if the first who asked goes away.
        return await asyncio.shield(task)

    def _keep(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._under_way[key]
        if not task.cancelled() and task.exception() is None:
            self._drawn.put(key, task.result())
