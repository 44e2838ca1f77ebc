"""Waiting for something to come true, without asking again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Observable:
    """Something that changes, and on which others wait."""

    def __init__(self) -> None:
        self._listeners: set[Callable[[], None]] = set()

    def _notify(self) -> None:
        """Let everybody who waits look again."""
        for listener in tuple(self._listeners):
            listener()

    async def until(self, condition: Callable[[], bool], timeout: float) -> None:
        """Wait for a change that makes the condition true.

        Raises:
            TimeoutError: it did not come true in so many (real) seconds.
        """
        if condition():
            return
        changed = asyncio.Event()
        self._listeners.add(changed.set)
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await changed.wait()
                    changed.clear()
        finally:
            self._listeners.discard(changed.set)
