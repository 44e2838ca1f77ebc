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

BRIEFLY: Final = 0.3
"""Seconds that everybody waits after somebody has waited in vain. They do try: it may have been one
question that took long, and the server be well."""


class Silence:
    """Whether a server has stopped answering."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._heard_at = 0.0
        """When something was heard last."""
        self._is_silent = False
        """Whether somebody waited in vain, and nobody has heard anything since."""

    @asynccontextmanager
    async def broken(self) -> AsyncIterator[None]:
        """A question, which ends with its block.

        Raises:
            TimeoutError: There is no answer.
        """
        begun = time.monotonic()
        patience = min(BRIEFLY, self._patience) if self._is_silent else self._patience
        try:
            async with asyncio.timeout(patience):
                yield
        except TimeoutError:
            # If others have heard something meanwhile, only this one takes long.
            if self._heard_at < begun:
                self._is_silent = True
            raise TimeoutError("no answer") from None
        except Exception:
            self.hear()  # that it refuses, or that the line is cut, is an answer too
            raise
        self.hear()

    def hear(self) -> None:
        """It has answered something."""
        self._heard_at, self._is_silent = time.monotonic(), False
