"""How many requests come in a second, told by somebody who now and then stands still."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

from sandbox.traffic_log import Exchange

TICK: Final = 0.02
"""Seconds between two looks at whether we go on."""
FREE: Final = ("/interactions", "/webhooks")
"""Of these Discord takes as many as there are."""


class Rate:
    """Counts what counts for Discord's limit.

    On a machine with more to do than it can, the sandbox does not read at once what was sent to it,
    and then all of it together. A request has come at some moment since the sandbox last went on:
    it is counted as of the earliest, so that what is counted in a second was in that second.
    """

    def __init__(self) -> None:
        self.most = 0
        """In any one second."""
        self._went_on = time.monotonic()
        self._moments: deque[float] = deque()

    async def watch(self) -> None:
        """Know when we stood still; until cancelled."""
        while True:
            self._went_on = time.monotonic()
            await asyncio.sleep(TICK)

    def note(self, exchange: Exchange) -> None:
        """A request."""
        if exchange.template.split(" ")[1].startswith(FREE):
            return
        now = time.monotonic()
        self._moments.append(self._went_on)
        while self._moments and self._moments[0] < now - 1:
            self._moments.popleft()
        self.most = max(self.most, len(self._moments))
