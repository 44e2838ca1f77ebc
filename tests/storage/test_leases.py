"""Leases: of several programs on one database each table is told by one at a time."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.database_url import Server
from bot.games.errors import DatabaseError, LeaseLost
from bot.games.model import DOING, TELLING, Lease, PostRow
from bot.outbox import queue as update_queue
from bot.outbox.update import TablePosts
from bot.storage.database import Statement
from bot.storage.store import Store, open_store
from tests.storage.postgres.test_outages import failing_server
from tests.storage.test_store import a_row
from tests.support.postgres import Cluster
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

POST = PostRow(7, 100, 1, "turn-0")
LATER = "9999"
"""A time after everything that tests do."""
CLAIMER = """
import asyncio, sys
from bot.database_url import Server
from bot.storage.store import open_store

async def main():
    store = await open_store(Server(sys.argv[1]))
    assert await store.leases.claim("abc", sys.argv[2])
    print("claimed", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def run_out(store: Store) -> None:
    """Time passes: every lease is over."""
    await store.database.write(Statement("UPDATE leases SET until = 0"))


async def lease_count(store: Store) -> int:
    """How many there are."""
    return len(await store.database.fetch_all("SELECT 1 FROM leases"))


class TestClaims:
    """One at a time, and never for ever."""

    @pytest.fixture
    async def stores(self, postgres: Cluster) -> AsyncIterator[tuple[Store, Store]]:
        server = await postgres.new_schema()
        one, two = await open_store(server), await open_store(server)
        await one.games.create(a_row())
        yield one, two
        await one.close()
        await two.close()

    async def test_one_of_many_has_it(self, stores: tuple[Store, Store]) -> None:
        """Whoever comes at the same moment is told so; other kinds and tables are free."""
        found = await asyncio.gather(*(s.leases.claim("abc", "tell") for s in stores * 5))

        assert len([lease for lease in found if lease]) == 1
        assert await stores[0].leases.claim("abc", "other")
        assert await stores[1].leases.claim("def", "tell")

    async def test_what_is_released_or_has_run_out_is_anybody_s(
        self, stores: tuple[Store, Store]
    ) -> None:
        """A program that died keeps nobody waiting for long."""
        one, two = stores
        lease = await one.leases.claim("abc", "tell")
        assert lease
        await one.leases.release(lease)
        assert await lease_count(one) == 0

        assert await two.leases.claim("abc", "tell")
        assert await one.leases.claim("abc", "tell") is None
        await run_out(one)
        assert await one.leases.claim("abc", "tell")

    async def test_what_is_ours_though_we_did_not_hear_of_it(self, postgres: Cluster) -> None:
        """It is given back before anything else is claimed, and so is what we were done with."""
        async with failing_server(postgres) as host:
            store = await open_store(host.server)
            host.proxy.swallow(b"lost")
            with pytest.raises(DatabaseError):
                await store.leases.claim("lost", "tell")
            assert await lease_count(store) == 1
            lease = await store.leases.claim("lost", "tell")
            assert lease

            host.proxy.cut()
            with pytest.raises(DatabaseError):
                await store.leases.release(lease)
            host.proxy.mend()
            assert await lease_count(store) == 1
            assert await store.leases.claim("lost", "tell")
            await store.close()

    async def test_each_is_given_back_once(self, stores: tuple[Store, Store]) -> None:
        """However many are told at the same time."""
        one, _ = stores
        write, given = one.database.write, list[Statement]()

        async def noted(*statements: Statement) -> None:
            given.extend(statements)
            await write(*statements)

        one.database.write = noted  # type: ignore[method-assign]

        async def tell(game: str) -> None:
            lease = await one.leases.claim(game, "tell")
            assert lease
            await one.leases.release(lease)

        await asyncio.gather(*(tell(f"table-{n}") for n in range(8)))
        assert len(given) == 8
        assert await lease_count(one) == 0

    async def test_what_a_stop_cuts_off_is_free_at_once(self, stores: tuple[Store, Store]) -> None:
        """A claim of which nobody heard that it was made, for instance; others keep theirs."""
        one, two = stores
        assert await one.leases.claim("abc", "tell")
        assert await two.leases.claim("def", "tell")

        await one.close()

        assert await two.leases.claim("abc", "tell")
        assert await two.leases.claim("def", "tell") is None

    @pytest.mark.parametrize("kind", [TELLING, DOING])
    async def test_what_a_killed_program_had_is_free_at_once(
        self, stores: tuple[Store, Store], tmp_path: Path, kind: str
    ) -> None:
        """A real process claims a table and is killed; nobody waits for the end of its lease."""
        one, _ = stores
        url = one.database._server.url  # type: ignore[attr-defined]
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", CLAIMER, url, kind), stdout=subprocess.PIPE
        )
        assert program.stdout is not None
        try:
            assert await program.stdout.readline() == b"claimed\n"
            assert await one.leases.claim("abc", kind) is None
            assert ("abc" in await one.posts.pending_tables(LATER)) == (kind != TELLING)
        finally:
            program.kill()
            await program.wait()

        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            while "abc" not in await one.posts.pending_tables(LATER):
                await asyncio.sleep(0.02)
            while not await one.leases.claim("abc", kind):
                await asyncio.sleep(0.02)
        ((left,),) = await one.database.fetch_all("SELECT count(*) FROM leases")
        assert left == 1

    async def test_a_lease_of_an_older_version_ends_by_time_alone(
        self, stores: tuple[Store, Store]
    ) -> None:
        """Its token does not say which program has it."""
        one, _ = stores
        assert await one.leases.claim("abc", TELLING)
        old = "UPDATE leases SET token = '0123456789abcdef0123456789abcdef-1'"
        await one.database.write(Statement(old))

        assert await one.leases.claim("abc", TELLING) is None
        assert await one.posts.pending_tables(LATER) == []
        await run_out(one)
        assert await one.posts.pending_tables(LATER) == ["abc"]
        assert await one.leases.claim("abc", TELLING)

    async def test_a_program_that_was_cut_off_writes_nothing(
        self, stores: tuple[Store, Store], postgres: Cluster
    ) -> None:
        """Its connections are gone for a moment: another one claims, and the first finds out."""
        one, two = stores
        lease = await one.leases.claim("abc", TELLING)
        await postgres.run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"  # noqa: S608  # ours
            f" WHERE application_name = '{one.database.program}'"
        )
        assert await two.leases.claim("abc", TELLING)

        await asyncio.sleep(0.01)
        with pytest.raises(LeaseLost):
            await one.posts.mark_published("abc", 1, {"board": POST}, (), lease=lease)

    @pytest.mark.parametrize("released", [False, True])
    async def test_whoever_comes_late_writes_nothing(
        self, stores: tuple[Store, Store], released: bool
    ) -> None:
        """Not even after the other one is done; nor does it take the other's lease away."""
        one, two = stores
        late = await one.leases.claim("abc", "tell")
        await run_out(one)
        newer = await two.leases.claim("abc", "tell")
        assert late
        assert newer
        if released:
            await two.leases.release(newer)

        with pytest.raises(LeaseLost):
            await one.posts.mark_published("abc", 1, {"board": POST}, (), lease=late)
        with pytest.raises(LeaseLost):
            await one.posts.save("abc", {"board": POST}, late)
        await one.leases.release(late)

        assert await one.posts.by_kind("abc") == {}
        assert await one.posts.pending_tables() == ["abc"]
        assert await lease_count(one) == (not released)

    async def test_a_file_has_one_program(self, tmp_path: Path) -> None:
        """Everything is its own, nothing is written about it, and a kill leaves nothing behind."""
        store = await open_store(tmp_path / "games.db")
        await store.games.create(a_row())

        lease = await store.leases.claim("abc", "tell")
        assert lease == await store.leases.claim("abc", "tell")
        await store.posts.mark_published("abc", 1, {"board": POST}, (), lease=lease)

        assert await lease_count(store) == 0
        assert await store.posts.pending_tables() == []
        await store.close()


class TestTelling:
    """A bot beside another program."""

    @pytest.fixture
    async def bot(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> AsyncIterator[RunningBot]:
        monkeypatch.setattr(update_queue, "BUSY_RETRY_SECONDS", 0.01)
        async with running_bot(server) as made:
            yield made

    @pytest.fixture
    async def other(self, server: Server, bot: RunningBot) -> AsyncIterator[Store]:
        store = await open_store(server)
        yield store
        await store.close()

    async def table(self, bot: RunningBot) -> str:
        """A lobby that was told."""
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        return row.id

    async def test_it_waits_for_the_other_one(self, bot: RunningBot, other: Store) -> None:
        """Then it shows what has come meanwhile; nothing is left claimed."""
        game = await self.table(bot)
        lease = await other.leases.claim(game, "tell")
        assert lease

        await bot.guest.press(bot.newest_post(), "Join")
        await asyncio.sleep(0.1)
        assert await bot.store.posts.pending_tables() == [game]
        assert "Guest 2" not in bot.newest_post().text

        await other.leases.release(lease)
        await bot.wait_idle()
        assert "Guest 2" in bot.newest_post().text
        assert await bot.store.posts.pending_tables() == []
        assert await lease_count(other) == 0

    async def test_a_post_that_came_too_late_to_be_kept(
        self, bot: RunningBot, other: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Told once more it is the same post, by its nonce: it stays, and can be pressed."""
        save, late = bot.store.posts.save, 1

        async def lost(game: str, posts: Mapping[str, PostRow], *more: Any) -> None:
            nonlocal late
            if late and "board" in posts:
                late -= 1
                raise LeaseLost(game)
            await save(game, posts, *more)

        monkeypatch.setattr(bot.store.posts, "save", lost)
        game = await self.table(bot)

        (post,) = [m for m in bot.moderator.sees(bot.channel) if not m.ephemeral]
        assert post.buttons
        assert [*await other.posts.by_kind(game)] == ["board"]

    @pytest.mark.parametrize("kept", [True, False])
    async def test_what_nobody_knows_of_is_retired(
        self, bot: RunningBot, other: Store, kept: bool
    ) -> None:
        """What a late one has posted or edited, though another post is the newest by now."""
        game = await self.table(bot)
        late = await bot.store.leases.claim(game, "tell")
        posts = TablePosts(bot.store.posts, game, {}, late)
        await run_out(other)
        assert await other.leases.claim(game, "tell")

        if not kept:
            posts.note_edit("board", POST)
        with pytest.raises(LeaseLost):
            await (posts.save("board", POST) if kept else posts.finish(9, None))

        assert f"retired-{POST.message_id}-board" in await other.posts.by_kind(game)
        assert (await other.posts.by_kind(game))["board"].message_id == bot.newest_post().id

    async def test_whoever_was_overtaken_tells_once_more(
        self, bot: RunningBot, other: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its late mark is refused, and the newest is shown in the end."""
        await self.table(bot)
        tell = bot.updates._publisher.publish
        told: list[Lease | None] = []

        async def slow(game: str, lease: Lease | None = None) -> float | None:
            told.append(lease)
            if len(told) == 1:
                await run_out(other)
                newer = await other.leases.claim(game, "tell")
                assert newer
                row = await other.games.get(game)
                assert row is not None
                await other.posts.mark_published(game, row.changes, {}, (), lease=newer)
                await other.leases.release(newer)
            return await tell(game, lease)

        monkeypatch.setattr(bot.updates._publisher, "publish", slow)
        await bot.guest.press(bot.newest_post(), "Join")
        await bot.wait_idle()

        assert len(told) == 2
        assert "Guest 2" in bot.newest_post().text
        assert await bot.store.posts.pending_tables() == []
        assert await lease_count(other) == 0
