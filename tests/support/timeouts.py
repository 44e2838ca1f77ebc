"""How long tests wait for an event: the machines that run them stand still at times."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

TEST_TIMEOUT_SECONDS: Final = 60.0
"""Seconds. What a bot may take in Discord's eyes is measured by the bench, not by tests."""


async def wait_until(is_true: Callable[[], object]) -> None:
    """Wait until a condition is true, for at most `TEST_TIMEOUT_SECONDS`."""
    async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
        while not is_true():
            await asyncio.sleep(0.005)
