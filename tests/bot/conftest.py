"""What tests of several parts of the bot need."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.clockwork import ClockHall, clock_hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[ClockHall]:
    """A hall with a clock of its own."""
    async with clock_hall(tmp_path) as made:
        yield made
