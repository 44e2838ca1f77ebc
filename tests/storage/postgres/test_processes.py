"""Several programs on one server: who does what, by whose clock, and how much each may ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot.app import budget_for
from bot.config import Settings
from bot.database_url import Server
from bot.games.errors import DatabaseError
from bot.games.job_runner import JobRunner
from bot.games.model import DOING, TELLING, Options, format_time
from bot.games.service import make_games
from bot.ops.discord_traffic import RequestBudget, make_trace
from bot.ops.health import Health
from bot.storage.database import Statement
from bot.storage.postgres import database as postgres_database
from bot.storage.postgres import locks
from bot.storage.postgres.locks import LOCK_ID_SQL
from bot.storage.store import Store, lock_database, open_store
from engine.errors import BadInput
from tests.storage.test_store import a_row
from tests.support.postgres import Cluster
from tests.support.timeouts import TEST_TIMEOUT_SECONDS


@pytest.fixture
async def stores(postgres: Cluster) -> AsyncIterator[tuple[Store, Store]]:
    server = await postgres.new_schema()
    one, two = await open_store(server), await open_store(server)
    yield one, two
    await one.close()
    await two.close()


class TestWhatIsDue:
    """One program does it, and another one if that one has died."""

    async def table(self, store: Store) -> str:
        """A table of bots that waits for nobody."""
        service = make_games(store)
        lobby = await service.lobby.open("new-york", 1, 1, 11, "en", Options(seats=2), bots=2)
        await service.play.start(lobby.row.id)
        return lobby.row.id

    async def test_it_is_left_to_whoever_is_at_it(self, stores: tuple[Store, Store]) -> None:
        """Nothing is thought about twice; a lease that has run out stops nobody."""
        one, two = stores
        game = await self.table(one)
        told: list[str] = []
        driver = JobRunner(make_games(two), two)
        driver.on_done = told.append
        assert await one.leases.claim(game, DOING)

        await driver.run_due(two.now())
        assert await two.games.moves(game) == []
        assert told == []

        await one.database.write(Statement("UPDATE leases SET until = 0"))
        await driver.run_due(two.now())
        assert await two.games.moves(game)
        assert told == [game]
        assert await two.database.fetch_all("SELECT 1 FROM leases") == []

    async def test_a_change_waits_for_the_other_one(self, stores: tuple[Store, Store]) -> None:
        """What that one has not seen any more is done at once after it."""
        one, two = stores
        game = await self.table(one)
        driver = JobRunner(make_games(two), two)
        lease = await one.leases.claim(game, DOING)
        assert lease

        driver.table_changed(game)
        await asyncio.sleep(0.1)
        assert await two.games.moves(game) == []
        await one.leases.release(lease)
        await driver.wait_idle()

        assert await two.games.moves(game)


class TestUntold:
    """What is looked for in place of programs that have died."""

    async def test_what_somebody_tells_is_left_to_them(self, stores: tuple[Store, Store]) -> None:
        """And what has just changed, to whoever has changed it."""
        one, two = stores
        await one.games.create(a_row())
        changed = datetime.fromisoformat(a_row().updated_at)

        assert await two.posts.pending_tables(format_time(changed - timedelta(seconds=5))) == []
        assert await two.posts.pending_tables(format_time(changed)) == ["abc"]
        await one.leases.claim("abc", DOING)
        assert await two.posts.pending_tables(format_time(changed)) == ["abc"]
        await one.leases.claim("abc", TELLING)
        assert await two.posts.pending_tables(format_time(changed)) == []
        assert await two.posts.pending_tables() == ["abc"]


class TestOneLeads:
    """What only one does."""

    async def test_until_it_ends(self, stores: tuple[Store, Store]) -> None:
        """Then another one does, even if the first was only cut off."""
        one, two = stores
        assert [await store.leases.is_leader() for store in (one, two, one)] == [True, False, True]

        cut = (
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory'"  # noqa: S608
            f" AND CAST(objid AS BIGINT) = {LOCK_ID_SQL} & 4294967295"
        )
        assert await two.database.fetch_all(cut, "lead") == [(True,)]

        assert await two.leases.is_leader()
        assert not await one.leases.is_leader()

    async def test_a_start_waits_for_another(self, stores: tuple[Store, Store]) -> None:
        """Commands are told to Discord once, not by all at the same moment."""
        order: list[str] = []

        async def start(store: Store, name: str) -> None:
            async with store.leases.lock("start"):
                order.append(name)
                await asyncio.sleep(0.05)
                order.append(name)

        await asyncio.gather(start(stores[0], "one"), start(stores[1], "two"))

        assert order in (["one", "one", "two", "two"], ["two", "two", "one", "one"])

    async def test_a_file_has_one_program(self, tmp_path: Path) -> None:
        store = await open_store(tmp_path / "games.db")
        assert await store.leases.is_leader()
        async with store.leases.lock("start"):
            assert await store.leases.is_leader()
        await store.close()


async def is_taken(server: Server) -> bool:
    """Whether somebody has a server alone."""
    try:
        async with lock_database(server, "in use"):
            return False
    except BadInput:
        return True


class TestBesideEachOther:
    """Who may use a database at the same time."""

    async def test_many_at_the_endpoint_and_none_on_the_gateway(self, postgres: Cluster) -> None:
        server = await postgres.new_schema()
        async with (
            lock_database(server, "in use", shared=True),
            lock_database(server, "in use", shared=True),
        ):
            with pytest.raises(BadInput, match="in use"):
                async with lock_database(server, "in use"):
                    pass
        async with lock_database(server, "in use"):
            with pytest.raises(BadInput, match="in use"):
                async with lock_database(server, "in use", shared=True):
                    pass

    async def test_a_server_that_was_started_anew_knows_who_is_there(
        self, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With the connection it forgets its lock, which is taken anew."""
        monkeypatch.setattr(locks, "CHECK_INTERVAL_SECONDS", 0.01)
        server = await postgres.new_schema()
        named = f"alone in {server.url.rpartition('=')[2]}"
        async with lock_database(Server(f"{server.url}&application_name={named}"), "in use"):
            await postgres.run(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"  # noqa: S608  # ours
                f" WHERE application_name = '{named}'"
            )
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while not await is_taken(server):
                    await asyncio.sleep(0.01)
        assert not await is_taken(server)

    async def test_a_file_is_for_one(self, tmp_path: Path) -> None:
        """Also at the endpoint."""
        async with lock_database(tmp_path / "games.db", "in use", shared=True):
            with pytest.raises(BadInput, match="in use"):
                async with lock_database(tmp_path / "games.db", "in use", shared=True):
                    pass


class TestLostAnswers:
    """Nobody knows whether it was kept."""

    @pytest.mark.parametrize("kept", [False, True])
    async def test_the_second_try_finds_out(
        self, stores: tuple[Store, Store], kept: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The press is carried out once, and people are told of it."""
        store, changed = stores[0], list[str]()
        service = make_games(store)
        service.writer.on_change = changed.append
        write, faults = store.database.write, 0

        async def lost(*statements: Statement) -> None:
            nonlocal faults
            if faults or "INSERT INTO presses" not in str(statements):
                await write(*statements)
                return
            faults += 1
            if kept:
                await write(*statements)
            raise DatabaseError("the line was cut")

        monkeypatch.setattr(store.database, "write", lost)
        lobby = await service.lobby.open("new-york", 1, 1, 11, "en", interaction_id=1)
        faults = 0
        await service.lobby.join(lobby.row.id, 11, "Guest 1", "a", interaction_id=2)

        assert [seat.user_id for seat in await store.games.seats(lobby.row.id)] == [11]
        assert len(await store.games.of_guild(1)) == 1
        assert lobby.row.id in changed
        assert [await store.games.pressed_game(n) for n in (1, 2)] == [lobby.row.id] * 2


class TestNoServer:
    """Everybody who needs a connection tries to make one."""

    async def test_it_is_said_once(
        self, postgres: Cluster, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In a line of ours without a trace, and again when it is there."""
        store = await open_store(await postgres.new_schema())
        ((pid,),) = await store.database.fetch_all("SELECT pg_backend_pid()")
        await postgres.run(f"SELECT pg_terminate_backend({pid}, 5000)")
        await asyncio.sleep(0.01)

        with caplog.at_level(logging.INFO):
            nowhere = Server("postgresql://somebody@127.0.0.1:1/nowhere")
            monkeypatch.setattr(store.database, "_server", nowhere)
            for _ in range(3):
                with pytest.raises(DatabaseError, match="refused"):
                    await store.notes.get("a")
            monkeypatch.undo()
            await store.notes.get("a")

        expected = ["the database cannot be reached", "the database can be reached again"]
        assert [record.message for record in caplog.records] == expected
        assert not any(record.exc_info for record in caplog.records)
        await store.close()


class TestClock:
    """A machine whose clock is wrong."""

    async def test_games_go_by_the_server_s(
        self, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing of an hour that has not passed; and health says that something is wrong."""
        one, _ = stores

        class Wrong(datetime):
            @classmethod
            def now(cls, tz: object = None) -> Wrong:
                return super().now(tz) + timedelta(hours=1)  # type: ignore[arg-type]

        monkeypatch.setattr(postgres_database, "datetime", Wrong)
        await one.database.sync_clock()
        ((theirs,),) = await one.database.fetch_all("SELECT clock_timestamp()")

        assert abs(one.now() - theirs) < timedelta(seconds=5)
        assert 3590 < one.clock_ahead < 3610
        report = await Health(Open(), one).report()
        assert (report["status"], report["database"]) == ("unavailable", True)
        assert report["clock_ahead_s"] in (3599, 3600, 3601)
        monkeypatch.undo()
        assert (await Health(Open(), one).report())["status"] == "ok"


class Open:
    """A line over which everything comes."""

    name = "endpoint"

    async def is_open(self) -> bool:
        return True


class TestBudget:
    """What Discord allows, before it has to say so."""

    async def test_all_programs_share_it(self, postgres: Cluster) -> None:
        """Each has its part, and a larger one when another program has ended."""
        await postgres.run("CREATE DATABASE shared_budget")
        server = postgres.server("shared_budget")
        settings = Settings(requests_per_second=40)
        one, two, three = [await open_store(server) for _ in range(3)]
        budget = budget_for(settings, one)
        try:
            assert budget_for(settings, three).share == 40 // 3
            assert budget.share == 40  # it was the first, and has not looked again
            await one.database.sync_clock()
            assert budget.share == 40 // 3
            await two.close()
            await one.database.sync_clock()
            assert budget.share == 40 // 2
        finally:
            for store in (one, three):
                await store.close()
            await postgres.run("DROP DATABASE shared_budget WITH (FORCE)")

    async def test_a_file_has_one_program(self, tmp_path: Path) -> None:
        store = await open_store(tmp_path / "games.db")
        assert budget_for(Settings(), store).share == 50
        await store.close()

    def test_nobody_is_left_without(self) -> None:
        """More programs than requests still send one each."""
        assert RequestBudget(2, lambda: 3).share == 1

    @pytest.mark.parametrize(
        "budget", [RequestBudget(3), RequestBudget(7, lambda: 2)], ids=["alone", "shared"]
    )
    async def test_so_many_a_second_and_answers_besides(self, budget: RequestBudget) -> None:
        """Those that are too many wait; an answer to a press never does."""
        moments: list[tuple[float, str]] = []
        loop = asyncio.get_running_loop()

        async def take(request: web.Request) -> web.Response:
            moments.append((loop.time(), request.path))
            return web.Response()

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", take)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with aiohttp.ClientSession(trace_configs=[make_trace(budget)]) as session:

            async def ask(path: str) -> None:
                async with session.get(f"{url}{path}"):
                    pass

            await asyncio.gather(
                *(ask("/api/v10/channels/1") for _ in range(7)),
                ask("/api/v10/interactions/1/x/callback"),
                ask("/api/v10/webhooks/1/x/messages/@original"),
            )
        await runner.cleanup()

        counted = [moment for moment, path in moments if "channels" in path]
        free = [moment for moment, path in moments if "channels" not in path]
        assert len(counted) == 7
        assert counted[3] - counted[0] > 0.9
        assert counted[6] - counted[3] > 0.9
        assert max(free) < counted[3]
