from collections.abc import AsyncIterator

import pytest

from tests.sandbox.scenario import Scenario, running_scenario


@pytest.fixture
async def scenario() -> AsyncIterator[Scenario]:
    async with running_scenario() as made:
        yield made
