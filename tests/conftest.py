"""What tests of several rooms need: both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.locations import Location
from tests.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres(testrun_uid: str) -> Iterator[Cluster]:
    """A PostgreSQL server; where there is none to be had, the test is skipped."""
    with cluster(testrun_uid) as made:
        yield made


@pytest.fixture(params=["sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """An empty place of each kind: what is promised of a store is promised of both."""
    if request.param == "sqlite":
        return tmp_path / "deep" / "games.db"
    made: Cluster = request.getfixturevalue("postgres")
    return await made.fresh()
