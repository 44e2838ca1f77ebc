"""A server that says nothing: who asks hears of it soon, and the next ones sooner.

A line that is cut is noticed at once. One that hangs is not: everybody would wait for as long as
they are patient, one question after the other, and Discord waits three seconds for all of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

PAUSE: Final = 1.0
"""Seconds after somebody has waited in vain in which everybody else waits only briefly."""
BRIEFLY: Final = 0.3
"""Seconds that they wait. They do try: it may have been one question that took long."""


class Silence:
    """Whether a server has stopped answering."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._heard_at = 0.0
        """When something was heard last."""
        self._gave_up: float | None = None
        """When somebody waited in vain, if nobody has heard anything since."""

    @asynccontextmanager
    async def broken(self) -> AsyncIterator[None]:
        """A question, which ends with its block.

        Raises:
            TimeoutError: There is no answer.
        """
        begun = time.monotonic()
        is_brief = self._gave_up is not None and begun < self._gave_up + PAUSE
        try:
            async with asyncio.timeout(BRIEFLY if is_brief else self._patience):
                yield
        except TimeoutError:
            # If others have heard something meanwhile, only this one takes long. Who waited briefly
            # proves nothing: a server that is slow, and no more, is waited for again after a while.
            if self._heard_at < begun and not is_brief:
                self._gave_up = time.monotonic()
            raise TimeoutError("no answer") from None
        except Exception:
            self.hear()  # that it refuses, or that the line is cut, is an answer too
            raise
        self.hear()

    def hear(self) -> None:
        """It has answered something."""
        self._heard_at, self._gave_up = time.monotonic(), None
