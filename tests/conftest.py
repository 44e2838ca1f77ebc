"""Fixtures for tests of several packages: temporary files, both databases, tables."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.database_url import Location
from bot.games.errors import outages
from tests.support.clock_tables import ClockTables, clock_tables
from tests.support.postgres import Cluster, running_cluster

MEMORY: Final = Path("/dev/shm")  # noqa: S108  # what is made there has a name of its own
ROOM: Final = 2 * 1024**3
"""Bytes that must be free there: a run of all tests takes a tenth."""


def pytest_configure() -> None:
    """Let tests keep their files in memory where they can: no disk makes them wait."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # it is looked up anew


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: many a test waits until another one starts."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Leave out of garbage collection what is imported and collected: it stays until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)  # and look less often: these processes do not live for long


@pytest.fixture(autouse=True)
def _no_outage_before() -> None:
    """Each test starts as a process does: no outage has been logged yet."""
    outages.forget()


@pytest.fixture(scope="session")
def postgres(testrun_uid: str) -> Iterator[Cluster]:
    """A PostgreSQL server; where there is none to be had, the test is skipped."""
    with running_cluster(testrun_uid) as made:
        yield made


@pytest.fixture(params=["sqlite", "postgres"])
async def location(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """An empty place of each kind: what is promised of a store is promised of both."""
    if request.param == "sqlite":
        return tmp_path / "deep" / "games.db"
    made: Cluster = request.getfixturevalue("postgres")
    return await made.new_schema()


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[ClockTables]:
    """Tables on a file, with a clock that the test moves."""
    async with clock_tables(tmp_path) as made:
        yield made
