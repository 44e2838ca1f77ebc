import warnings
from collections.abc import AsyncIterator

import pytest

with warnings.catch_warnings():
    # discord.py imports audioop for voice, which Python 3.13 has dropped and 3.11 warns about
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    import discord  # noqa: F401

from stage import Stage, staged


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with staged() as made:
        yield made
