from collections.abc import AsyncIterator

import pytest

from tests.sandbox.stage import Stage, staged


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged() as made:
        yield made
