"""Connections to a server: lent one at a time, and what is asked over them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from bot.database_url import Server
from bot.games.errors import Conflict
from bot.storage.database import Statement, UniqueViolation
from bot.storage.postgres import pool as pool_module
from bot.storage.postgres.database import PostgresDatabase
from bot.storage.postgres.pool import Pool
from tests.support.postgres import Cluster

MOST = 2


@pytest.fixture
async def pool(server: Server) -> AsyncIterator[Pool]:
    made = Pool(lambda: asyncpg.connect(server.url), MOST)
    yield made
    await made.close(5)


class TestLending:
    """Who gets which, and when."""

    async def test_the_same_one_is_lent_again(self, pool: Pool) -> None:
        """Also after something was refused, by the server or by us: that is an answer."""
        async with pool.acquire() as first:
            await first.execute("SELECT 1")
        with pytest.raises(asyncpg.DivisionByZeroError):
            async with pool.acquire() as second:
                await second.execute("SELECT 1 / 0")
        with pytest.raises(Conflict):
            async with pool.acquire() as third:
                raise Conflict("abc")
        async with pool.acquire() as fourth:
            assert first is second is third is fourth

    async def test_there_are_no_more_than_so_many(self, pool: Pool) -> None:
        """Whoever comes later waits until one is back."""
        async with pool.acquire() as one, pool.acquire() as two:
            waiting = asyncio.create_task(self.used(pool))
            await asyncio.sleep(0.01)
            assert not waiting.done()
            assert pool.load == (2, MOST, 1)
        assert await waiting in (one, two)
        assert pool.load == (0, MOST, 0)

    async def test_who_gives_up_waiting_is_not_counted_any_more(self, pool: Pool) -> None:
        async with pool.acquire(), pool.acquire():
            waiting = asyncio.create_task(self.used(pool))
            await asyncio.sleep(0.01)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            assert pool.load == (2, MOST, 0)
        assert pool.load == (0, MOST, 0)

    async def used(self, pool: Pool) -> object:
        async with pool.acquire() as connection:
            return connection

    async def test_those_that_are_forgotten_are_not_lent_again(self, pool: Pool) -> None:
        """Neither one that lay there nor one that comes back later."""
        async with pool.acquire() as former:
            async with pool.acquire() as free:
                pass
            pool.retire_all()
            assert free.is_closed()
            assert not former.is_closed()
        assert former.is_closed()
        async with pool.acquire() as connection:
            assert connection not in (former, free)

    async def test_one_that_was_left_in_the_middle_is_not_lent_again(self, pool: Pool) -> None:
        """Nobody knows what it is at: its user was cancelled, or left a transaction open."""
        async with pool.acquire() as first:
            await first.execute("BEGIN")
        task = asyncio.create_task(self.asleep(pool))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

        assert first.is_closed()
        async with pool.acquire() as other:
            assert await other.fetchval("SELECT 7") == 7

    async def asleep(self, pool: Pool) -> None:
        async with pool.acquire() as connection:
            await connection.execute("SELECT pg_sleep(5)")

    async def test_one_that_is_gone_or_was_idle_for_long_is_made_anew(
        self, pool: Pool, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Something on the way may have forgotten it without a word."""
        async with pool.acquire() as first:
            pid = first.get_server_pid()
        await postgres.run(f"SELECT pg_terminate_backend({pid}, 5000)")
        await asyncio.sleep(0.01)
        async with pool.acquire() as second:
            assert await second.fetchval("SELECT 7") == 7
        monkeypatch.setattr(pool_module, "MAX_IDLE_SECONDS", 0.0)
        async with pool.acquire() as third:
            assert third is not second
        assert second.is_closed()

    async def test_closing_waits_for_what_is_asked(self, server: Server) -> None:
        """But not for ever; and nothing is lent afterwards."""
        pool = Pool(lambda: asyncpg.connect(server.url), MOST)
        async with pool.acquire() as connection:
            closing = asyncio.create_task(pool.close(5))
            await asyncio.sleep(0.01)
            assert await connection.fetchval("SELECT 7") == 7
        await closing
        assert connection.is_closed()
        with pytest.raises(asyncpg.InterfaceError):
            async with pool.acquire():
                pass


class TestRoundTrips:
    """What a server is asked."""

    @pytest.fixture
    async def database(self, server: Server) -> AsyncIterator[PostgresDatabase]:
        made = PostgresDatabase(server)
        async with made._connections.acquire() as connection:
            await connection.execute("CREATE TABLE numbers (n INT UNIQUE)")
        yield made
        await made.close()

    async def test_whatever_can_be_is_one(self, database: PostgresDatabase) -> None:
        """A read, a single statement for one row or for many, several statements as one."""
        one, both = "INSERT INTO numbers VALUES ($1)", "DELETE FROM numbers WHERE n = $1"
        asked: list[str] = []

        def noted(record: Any) -> None:
            asked.append(record.query)

        async with database._connections.acquire() as connection:
            connection.add_query_logger(noted)
        await database.fetch_all("SELECT n FROM numbers")
        await database.write(Statement(one, (1,)))
        await database.write(Statement(one, rows=[(2,), (3,)]))
        assert await database.write_if(Statement(both, (1,))) == 1
        await database.write(Statement(both, (2,)), Statement(one, (4,), disjoint=True))
        await asyncio.sleep(0)

        assert len(asked) == 5, asked
        assert await database.fetch_all("SELECT n FROM numbers ORDER BY n") == [(3,), (4,)]

    async def test_a_single_statement_is_all_or_nothing(self, database: PostgresDatabase) -> None:
        """Also with many rows, of which one is there already."""
        insert = "INSERT INTO numbers VALUES ($1)"
        with pytest.raises(UniqueViolation):
            await database.write(Statement(insert, rows=[(5,), (6,), (5,)]))

        assert await database.fetch_all("SELECT n FROM numbers") == []
