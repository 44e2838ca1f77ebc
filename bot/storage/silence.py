"""A server that says nothing: who asks hears of it soon, and the next ones at once.

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
"""Seconds after somebody has waited in vain in which nobody else tries."""


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
            TimeoutError: There is no answer, or was none for others a moment ago.
        """
        begun = time.monotonic()
        if self._gave_up is not None and begun < self._gave_up + PAUSE:
            raise TimeoutError("no answer")
        try:
            async with asyncio.timeout(self._patience):
                yield
        except TimeoutError:
            # If others have heard something meanwhile, only this one takes long.
            if self._heard_at < begun:
                self._gave_up = time.monotonic()
            raise TimeoutError("no answer") from None
        except Exception:
            self.hear()  # that it refuses, or that the line is cut, is an answer too
            raise
        self.hear()

    def hear(self) -> None:
        """It has answered something."""
        self._heard_at, self._gave_up = time.monotonic(), None
