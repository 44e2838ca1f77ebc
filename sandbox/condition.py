"""Waiting for something to come true, without asking again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Watched:
    """Something that changes, and on which others wait."""

    def __init__(self) -> None:
        self._watchers: set[Callable[[], None]] = set()

    def _stir(self) -> None:
        """Let everybody who waits look again."""
        for watcher in tuple(self._watchers):
            watcher()

    async def until(self, condition: Callable[[], bool], timeout: float) -> None:
        """Wait for a change that makes the condition true.

        Raises:
            TimeoutError: it did not come true in so many (real) seconds.
        """
        if condition():
            return
        changed = asyncio.Event()
        self._watchers.add(changed.set)
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await changed.wait()
                    changed.clear()
        finally:
            self._watchers.discard(changed.set)
