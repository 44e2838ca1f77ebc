"""Fixture for tests of the store on a PostgreSQL server."""

from __future__ import annotations

import pytest

from bot.database_url import Server
from tests.support.postgres import Cluster


@pytest.fixture
async def server(postgres: Cluster) -> Server:
    """A PostgreSQL server with an empty schema."""
    return await postgres.new_schema()
