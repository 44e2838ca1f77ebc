"""Fixture for tests of what people see, press and type."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.running_bot import RunningBot, running_bot


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[RunningBot]:
    """The real bot on a file, with its people; no game has been started."""
    async with running_bot(tmp_path / "games.db") as made:
        yield made
