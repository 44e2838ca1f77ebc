"""A PostgreSQL server that is full, may not be written to, has no room for us, or is away.

Whoever presses reads why nothing happened, health says 503, and when it is over all goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest

from bot.connection import client
from bot.connection.gateway import Gateway
from bot.database_url import Server
from bot.ops.health import Health
from bot.storage.postgres import database
from bot.text.words import Words
from sandbox import Answer
from tests.chaos.proxy import Proxy
from tests.support.bot_stage import BotStage, on_stage
from tests.support.postgres import Cluster
from tests.support.timeouts import PATIENCE

DE, EN = Words.of("de").say, Words.of("en").say
FULL = """
CREATE FUNCTION {schema}.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file: No space left on device';
END $$
"""
"""What a full disk is to a client: the server's own refusal, over the wire. A disk that is really
full is in `tests/ops/test_health.py`."""


class Host:
    """A server that things happen to, as its user meets it: a role and a schema of its own."""

    def __init__(self, cluster: Cluster, url: str, proxy: Proxy) -> None:
        self.cluster, self.proxy = cluster, proxy
        self.name = url.rpartition("=")[2]
        self.server = Server(
            f"postgresql://{self.name}@127.0.0.1:{proxy.port}/postgres"
            f"?sslmode=disable&search_path={self.name}"
        )

    async def fill(self) -> None:
        """Let there be no room for another row."""
        await self.cluster.run(
            FULL.format(schema=self.name),
            *(
                f"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON {self.name}.{table}"
                f" EXECUTE FUNCTION {self.name}.full_disk()"
                for table in ("games", "presses", "notes")
            ),
        )

    async def empty(self) -> None:
        await self.cluster.run(f"DROP FUNCTION {self.name}.full_disk CASCADE")

    async def lock(self) -> None:
        """Let nothing be written there any more."""
        await self._alter("SET default_transaction_read_only = on")

    async def unlock(self) -> None:
        await self.cluster.run(f"ALTER ROLE {self.name} RESET ALL")

    async def shut(self) -> None:
        """Let there be too many connections already."""
        await self._alter("CONNECTION LIMIT 0")

    async def open(self) -> None:
        await self.cluster.run(f"ALTER ROLE {self.name} CONNECTION LIMIT -1")

    async def _alter(self, what: str) -> None:
        """It counts from the next connection on, so all others are ended."""
        await self.cluster.run(
            f"ALTER ROLE {self.name} {what}",
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"  # noqa: S608  # our own
            f" WHERE usename = '{self.name}'",
        )

    async def cut(self) -> None:
        self.proxy.cut()

    async def mend(self) -> None:
        self.proxy.mend()


@asynccontextmanager
async def hosted(cluster: Cluster) -> AsyncIterator[Host]:
    """Such a server, for one test."""
    url = (await cluster.fresh()).url
    name = url.rpartition("=")[2]
    await cluster.run(f"CREATE ROLE {name} LOGIN", f"ALTER SCHEMA {name} OWNER TO {name}")
    (folder,) = await cluster.run("SHOW unix_socket_directories")
    async with Proxy(f"{folder[0]}/.s.PGSQL.{urlsplit(url).port or 5432}") as proxy:
        yield Host(cluster, url, proxy)


async def test_whatever_happens_to_the_server(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """A sentence to whoever presses, 503 to whoever asks; nothing is lost, and it goes on."""
    async with hosted(postgres) as host, on_stage(host.server) as stage:
        await stage.moderator.slash(stage.hall, "game new", edition="new-york")
        await stage.told()
        for sentence, why, begin, end in (
            ("error-disk", "No space left on device", host.fill, host.empty),
            ("error-disk", "read-only", host.lock, host.unlock),
            ("error-away", "", host.shut, host.open),
            ("error-away", "", host.cut, host.mend),
        ):
            await begin()
            await refused(stage, sentence)
            assert await status(stage) == "unavailable"
            assert sentence == "error-away" or why in str(stage.store.write_error)
            await end()
            async with asyncio.timeout(PATIENCE):
                while await status(stage) != "ok":  # a connection of before is found out by it
                    await asyncio.sleep(0.05)
            await accepted(stage)
        logged = [record for record in caplog.records if record.name.startswith("bot.")]
        errors = [record for record in logged if record.levelno >= logging.ERROR]
        assert {record.getMessage() for record in errors} == {"the database cannot save changes"}
        assert {record.database for record in errors} == {str(host.server)}


async def test_an_outage_is_one_warning(
    postgres: Cluster, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many tables are tried meanwhile, by whom and how often; then all are told."""
    tries: list[Exception] = []

    def pause_after(error: Exception, backoff: object) -> float:
        tries.append(error)
        return 0.01

    monkeypatch.setattr("bot.outbox.queue.retry_delay", pause_after)
    async with hosted(postgres) as host, on_stage(host.server) as stage:
        games = [
            (
                await stage.games.lobby.open("usa", stage.club.id, stage.hall.id + 1 + n, 1, "en")
            ).row.id
            for n in range(5)
        ]
        await stage.told()
        await host.cut()
        for game in games:
            stage.updates.enqueue(game)
            stage.client.parts.driver.table_changed(game)
        await refused(stage, "error-away", await stage.guest.slash(stage.hall, "my games"))
        async with asyncio.timeout(PATIENCE):
            while len(tries) < 40:
                await asyncio.sleep(0.01)
        await host.mend()
        await stage.told()
        assert await stage.store.posts.pending_tables() == []
    logged = [r for r in caplog.records if r.name.startswith("bot.")]
    warned = [r for r in logged if r.levelno >= logging.WARNING and "found no place" not in r.msg]
    assert len(warned) == 1


async def test_a_line_that_hangs(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who presses hears of it long before somebody who is kept waiting by a write."""
    monkeypatch.setattr(database, "QUERY_SECONDS", 1.5)
    async with hosted(postgres) as host, on_stage(host.server) as stage:
        await stage.moderator.slash(stage.hall, "game new", edition="new-york")
        await stage.told()
        host.proxy.hang()
        writing = asyncio.create_task(stage.store.notes.set("a note", "kept"))
        for _ in range(3):  # of which each asks the database several times
            await refused(stage, "error-away")
        assert await status(stage) == "unavailable"
        assert not writing.done()
        host.proxy.mend()
        await writing
        await accepted(stage)


async def test_a_stop_while_the_line_hangs(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody goes on telling, though what they have claimed cannot be given back."""
    monkeypatch.setattr(client, "SHUTDOWN_SECONDS", 0.2)
    async with hosted(postgres) as host, on_stage(host.server) as stage:
        await stage.moderator.slash(stage.hall, "game new", edition="new-york")
        await stage.told()
        row = await stage.store.games.open_in(stage.hall.id)
        assert row is not None
        host.proxy.hang()
        stage.updates.enqueue(row.id)
        await asyncio.sleep(0.1)
        assert stage.updates.active

        await stage.client.close()

        assert not stage.updates.active
        host.proxy.mend()


async def refused(stage: BotStage, key: str, answer: Answer | None = None) -> None:
    """Somebody presses, and reads that in their own language; nobody else does."""
    answer = answer or await stage.guest.press(stage.post(), EN("button-join"))
    assert answer.text == DE(key)
    assert answer.ephemeral


async def accepted(stage: BotStage) -> None:
    """Somebody presses, sits down, and gets up again; all of it is told."""
    for key, seats in (("button-join", 1), ("button-leave", 0)):
        answer = await stage.guest.press(stage.post(), EN(key))
        row = await stage.store.games.open_in(stage.hall.id)
        assert row is not None
        assert len(await stage.store.games.seats(row.id)) == seats, answer.text
        await stage.told()
    assert await stage.store.posts.pending_tables() == []


async def status(stage: BotStage) -> object:
    """What health says of the whole bot, asked for the first time."""
    return (await Health(Gateway(stage.client), stage.store).report())["status"]
