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
from tests.support.postgres import Cluster
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until

DE, EN = Words.of("de").say, Words.of("en").say
FULL = """
CREATE FUNCTION {schema}.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file: No space left on device';
END $$
"""
"""What a full disk is to a client: the server's own refusal, over the wire. A disk that is really
full is in `tests/ops/test_health.py`."""


class FailingServer:
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
async def failing_server(cluster: Cluster) -> AsyncIterator[FailingServer]:
    """Such a server, for one test."""
    url = (await cluster.new_schema()).url
    name = url.rpartition("=")[2]
    await cluster.run(f"CREATE ROLE {name} LOGIN", f"ALTER SCHEMA {name} OWNER TO {name}")
    (folder,) = await cluster.run("SHOW unix_socket_directories")
    async with Proxy(f"{folder[0]}/.s.PGSQL.{urlsplit(url).port or 5432}") as proxy:
        yield FailingServer(cluster, url, proxy)


async def test_whatever_happens_to_the_server(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """A sentence to whoever presses, 503 to whoever asks; nothing is lost, and it goes on."""
    async with failing_server(postgres) as host, running_bot(host.server) as bot:
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        for sentence, why, begin, end in (
            ("error-disk", "No space left on device", host.fill, host.empty),
            ("error-disk", "read-only", host.lock, host.unlock),
            ("error-away", "", host.shut, host.open),
            ("error-away", "", host.cut, host.mend),
        ):
            await begin()
            await check_press_refused(bot, sentence)
            assert await health_status(bot) == "unavailable"
            assert sentence == "error-away" or why in str(bot.store.write_error)
            await end()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while await health_status(bot) != "ok":  # a connection of before is found out by it
                    await asyncio.sleep(0.05)
            await check_press_accepted(bot)
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
    async with failing_server(postgres) as host, running_bot(host.server) as bot:
        games = [
            (await bot.games.lobby.open("usa", bot.club.id, bot.channel.id + 1 + n, 1, "en")).row.id
            for n in range(5)
        ]
        await bot.wait_idle()
        await host.cut()
        for game in games:
            bot.updates.enqueue(game)
            bot.client.parts.job_runner.table_changed(game)
        await check_press_refused(bot, "error-away", await bot.guest.slash(bot.channel, "my games"))
        await wait_until(lambda: len(tries) >= 40)
        await host.mend()
        await bot.wait_idle()
        assert await bot.store.posts.pending_tables() == []
    logged = [r for r in caplog.records if r.name.startswith("bot.")]
    warned = [
        r for r in logged if r.levelno >= logging.WARNING and "refused a message" not in r.msg
    ]
    assert len(warned) == 1


async def test_a_line_that_hangs(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who presses hears of it long before somebody who is kept waiting by a write."""
    monkeypatch.setattr(database, "QUERY_SECONDS", 1.5)
    async with failing_server(postgres) as host, running_bot(host.server) as bot:
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        host.proxy.hang()
        writing = asyncio.create_task(bot.store.notes.set("a note", "kept"))
        for _ in range(3):  # of which each asks the database several times
            await check_press_refused(bot, "error-away")
        assert await health_status(bot) == "unavailable"
        assert not writing.done()
        host.proxy.mend()
        await writing
        await check_press_accepted(bot)


async def test_a_stop_while_the_line_hangs(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody goes on telling, though what they have claimed cannot be given back."""
    monkeypatch.setattr(client, "MAX_STOP_SECONDS", 0.2)
    async with failing_server(postgres) as host, running_bot(host.server) as bot:
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        host.proxy.hang()
        bot.updates.enqueue(row.id)
        await asyncio.sleep(0.1)
        assert bot.updates.active

        await bot.client.close()

        assert not bot.updates.active
        host.proxy.mend()


async def check_press_refused(bot: RunningBot, key: str, answer: Answer | None = None) -> None:
    """Somebody presses, and reads that in their own language; nobody else does."""
    answer = answer or await bot.guest.press(bot.newest_post(), EN("button-join"))
    assert answer.text == DE(key)
    assert answer.ephemeral


async def check_press_accepted(bot: RunningBot) -> None:
    """Somebody presses, sits down, and gets up again; all of it is told."""
    for key, seats in (("button-join", 1), ("button-leave", 0)):
        answer = await bot.guest.press(bot.newest_post(), EN(key))
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        assert len(await bot.store.games.seats(row.id)) == seats, answer.text
        await bot.wait_idle()
    assert await bot.store.posts.pending_tables() == []


async def health_status(bot: RunningBot) -> object:
    """What health says of the whole bot, asked for the first time."""
    return (await Health(Gateway(bot.client), bot.store).report())["status"]
