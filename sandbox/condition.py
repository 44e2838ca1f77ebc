"""Waiting for a condition without polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Observable:
    """An object that wakes waiting tasks when it changes."""

    def __init__(self) -> None:
        self._listeners: set[Callable[[], None]] = set()

    def _notify(self) -> None:
        """Wake every waiting task, so that it checks its condition again."""
        for listener in tuple(self._listeners):
            listener()

    async def until(self, condition: Callable[[], bool], timeout: float) -> None:
        """Wait until *condition* is true, and check it again after each change.

        Raises:
            TimeoutError: The condition was not true within *timeout* real seconds.
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
