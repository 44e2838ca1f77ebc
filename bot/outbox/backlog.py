"""A limit for tables that catch up after a restart, a restore or an outage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Backlog:
    """A limited number of places. Tables get them in the order of their requests."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[str, asyncio.Future[bool]] = {}

    @asynccontextmanager
    async def place(self, game: str) -> AsyncIterator[None]:
        """Wait for a place, and occupy it while the block runs."""
        has_place = await self._wait_for_place(game)
        try:
            yield
        finally:
            if has_place:
                self._release_place()

    def skip_wait(self, game: str) -> None:
        """Continue a waiting table immediately, without a place."""
        place = self._waiting.pop(game, None)
        if place is not None and not place.done():
            place.set_result(False)

    async def _wait_for_place(self, game: str) -> bool:
        """Return True when the table has a place, or False when it may continue without a place."""
        if self._free:
            self._free -= 1
            return True
        place: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[game] = place
        try:
            return await place
        except asyncio.CancelledError:
            if self._waiting.get(game) is place:
                del self._waiting[game]
            if not place.cancelled() and place.result():
                self._release_place()
            raise

    def _release_place(self) -> None:
        while self._waiting:
            place = self._waiting.pop(next(iter(self._waiting)))
            if not place.done():  # a canceled request may still be listed
                place.set_result(True)
                return
        self._free += 1
