"""Interactions over HTTP: the same game, strangers at the door, and a stop in the midst of it."""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from discord.state import ConnectionState

from bot.app import build_client
from bot.config import Settings
from bot.connection import endpoint
from bot.connection.gateway import Gateway
from bot.connection.signature import MAX_AGE_SECONDS
from bot.games.errors import DatabaseUnavailable
from bot.ops.health import Health
from bot.ops.registration import registered_endpoint, set_endpoint
from bot.text.words import Words
from engine.errors import BadInput
from engine.questions import Turn
from sandbox.errors import NoEndpoint
from sandbox.json_codec import encode
from sandbox.sandbox import Sandbox
from tests.support.endpoint_bot import EndpointBot, running_endpoint_bot
from tests.support.players import ByButtons, ByCommands
from tests.support.postgres import Cluster
from tests.support.running_bot import running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until

EN, DE = Words.of("en").say, Words.of("de").say
PING = b'{"type": 1}'


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[EndpointBot]:
    async with running_endpoint_bot(tmp_path / "games.db") as made:
        yield made


def test_the_private_way_into_the_library() -> None:
    """What `Whistlestop.receive` calls takes the payload and works in one step."""
    way = ConnectionState.parse_interaction_create
    assert [*inspect.signature(way).parameters] == ["self", "data"]
    assert not inspect.iscoroutinefunction(way)


class TestPlay:
    """Everything that people do, without a gateway."""

    async def test_from_the_lobby_to_a_turn_of_each(self, bot: EndpointBot) -> None:
        """By buttons and by commands, in both languages."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        players = {
            bot.guest.id: ByButtons(bot, "new-york", bot.guest, "de"),
            bot.other.id: ByCommands(bot, "new-york", bot.other, "en"),
        }
        moved = set()
        while len(moved) < 2:
            outcome = await bot.games.snapshot(game)
            for seat, waiting in [*outcome.state.waiting.items()]:
                owner = outcome.table.seats[seat].user_id
                await players[owner or 0].answer(waiting)
                moved |= {owner} if isinstance(waiting, Turn) else set()
            await bot.wait_idle()

        row = await bot.store.games.get(game)
        assert row is not None
        assert row.announced == row.changes
        assert bot.sandbox.core.gateway.connected() == []

    async def test_a_window_to_type_into(self, bot: EndpointBot) -> None:
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        await bot.guest.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()
        details = await bot.guest.press(bot.newest_post(), EN("button-details"))
        window = await bot.guest.press(details.message, DE("button-word"))
        await bot.guest.submit(window, {window.modal.labels[0]: "Locomotive"})
        await bot.wait_idle()

        details = await bot.guest.press(bot.newest_post(), EN("button-details"))
        assert "Locomotive" in details.text

    async def test_tables_are_suggested_by_their_channels(self, bot: EndpointBot) -> None:
        """Whose names no gateway tells."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        found = await bot.guest.autocomplete(bot.guest.direct, "hand", "game", "")

        assert [(each["value"], "#hall" in each["name"]) for each in found] == [(game, True)]

    async def test_a_table_whose_channel_is_gone(self, bot: EndpointBot) -> None:
        """A moderator finds it and ends it; the players of others are left alone."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        other = bot.club.channel("other")
        bot.channel.delete()
        found = await bot.moderator.autocomplete(other, "game cancel", "game", "")
        assert [each["value"] for each in found] == [game]
        await bot.moderator.slash(other, "game cancel", game=game, confirm=True)

        row = await bot.store.games.get(game)
        assert row is not None
        assert row.status == "cancelled"

    async def test_a_server_that_we_were_removed_from(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is asked for; its players are told, and the table goes on when we are back."""
        monkeypatch.setattr(endpoint, "GUILD_LIST_INTERVAL_SECONDS", 0.02)
        async with running_endpoint_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.guest, bot.other)
            guild = bot.club.guild.id
            bot.club.remove_bot()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while f"lost-{bot.guest.id}" not in await bot.store.posts.by_kind(game):
                    await asyncio.sleep(0.02)
                assert await bot.store.people.left_at(guild) is not None
                bot.club.add_bot()
                while await bot.store.people.left_at(guild) is not None:
                    await asyncio.sleep(0.02)

    async def test_only_the_leading_process_lists_servers(
        self, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """When it stops, the next one leads and lists them."""
        monkeypatch.setattr(endpoint, "GUILD_LIST_INTERVAL_SECONDS", 0.02)
        server, by_first, by_second = await postgres.new_schema(), list[str](), list[str]()
        options = {"http_trace": _listings(by_first)}
        async with running_bot(server, kind=EndpointBot, **options) as first:
            second = EndpointBot(first.sandbox, server)
            second.options = {"http_trace": _listings(by_second)}
            await second.start()
            try:
                by_first.clear()
                async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                    while len(by_first) < 5:
                        await asyncio.sleep(0.02)
                    assert by_second == []
                    await first.stop()
                    while not by_second:
                        await asyncio.sleep(0.02)
            finally:
                await second.stop()

    async def test_a_press_that_is_delivered_twice(self, bot: EndpointBot) -> None:
        """Signed anew, it is taken again; the table is changed once."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        before = await bot.store.games.get(game)
        panel = await bot.guest.press(bot.board(), EN("button-hand"))
        menu = panel.message.selects[0]
        values = [option["value"] for option in menu["options"]][: menu["min_values"]]
        picked = await bot.guest.select(panel, values)
        interaction = bot.guest.begin_press(picked, picked.message.labels[0])
        await interaction.until(interaction.is_answered, 10)
        body = encode(interaction.payload)
        later = bot.sandbox.core.endpoint.signature_headers(body, time.time() + 5)
        assert (await bot.send(body, later))[0] == 202
        await bot.wait_idle()

        after = await bot.store.games.get(game)
        assert before is not None
        assert after is not None
        assert len(await bot.store.games.moves(game)) == 1
        assert after.changes == before.changes + 1


def _listings(found: list[str]) -> aiohttp.TraceConfig:
    """Note every request that asks for the list of servers."""

    async def note(
        session: aiohttp.ClientSession, context: object, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if params.url.path.endswith("/users/@me/guilds"):
            found.append(params.url.path)

    made = aiohttp.TraceConfig()
    made.on_request_start.append(note)
    return made


class TestStrangers:
    """What is not from Discord, or not from now, gets nowhere."""

    async def test_a_ping_is_answered(self, bot: EndpointBot) -> None:
        status, text = await bot.send(PING)
        assert (status, text) == (200, '{"type": 1}')

    @pytest.mark.parametrize(
        "change",
        [
            {"X-Signature-Ed25519": "00" * 64},
            {"X-Signature-Ed25519": "no signature"},
            {"X-Signature-Ed25519": "ab"},
            {"X-Signature-Ed25519": ""},
            {"X-Signature-Timestamp": ""},
            {"X-Signature-Timestamp": "²"},
            {"X-Signature-Timestamp": "9" * 5000},
        ],
    )
    async def test_a_forged_signature(self, bot: EndpointBot, change: dict[str, str]) -> None:
        headers = bot.sandbox.core.endpoint.signature_headers(PING) | change
        assert (await bot.send(PING, headers))[0] == 401
        assert (await bot.send(PING, {}))[0] == 401

    async def test_strangers_do_not_fill_the_log(
        self, bot: EndpointBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        """However often they try, it says so once a minute."""
        caplog.set_level(logging.INFO, "bot.connection.endpoint")
        for _ in range(20):
            assert (await bot.send(PING, {}))[0] == 401
        assert [record.message for record in caplog.records].count(
            "refused requests without a valid signature"
        ) == 1

    async def test_a_signature_of_something_else(self, bot: EndpointBot) -> None:
        headers = bot.sandbox.core.endpoint.signature_headers(PING)
        assert (await bot.send(b'{"type": 2}', headers))[0] == 401

    @pytest.mark.parametrize("off", [-MAX_AGE_SECONDS - 60, MAX_AGE_SECONDS + 60])
    async def test_a_signature_of_another_time(self, bot: EndpointBot, off: float) -> None:
        headers = bot.sandbox.core.endpoint.signature_headers(PING, time.time() + off)
        assert (await bot.send(PING, headers))[0] == 401

    async def test_what_was_listened_to_and_sent_again(self, bot: EndpointBot) -> None:
        """The whole request, to the letter: nothing is done a second time."""
        interaction = bot.guest.begin_slash(bot.channel, "help")
        await interaction.until(interaction.is_answered, 10)
        body = encode(interaction.payload)
        headers = bot.sandbox.core.endpoint.signature_headers(body, time.time() + 5)
        assert (await bot.send(body, headers))[0] == 202
        assert (await bot.send(body, headers))[0] == 401

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"nonsense",
            b"[1]",
            b"[" * 60_000,
            b'{"type": 2}',
            b'{"type": 3, "id": "1", "token": "x", "version": 1, "data": {}}',
            b'{"type": 1e999, "id": []}',
            b"\xff\xfe",
        ],
    )
    async def test_garbage_with_a_good_signature(self, bot: EndpointBot, body: bytes) -> None:
        assert (await bot.send(body))[0] == 400
        assert (await bot.guest.slash(bot.channel, "help")).text

    async def test_ten_megabytes(self, bot: EndpointBot) -> None:
        """Refused before they are read, or as soon as they are too many."""
        assert (await bot.send(BytesIO(bytes(10_000_000)), {}))[0] == 413

        taken = 0

        async def endless() -> AsyncIterator[bytes]:
            nonlocal taken
            while True:
                taken += 65_536
                yield bytes(65_536)

        with suppress(aiohttp.ClientError):  # it may be cut off before it hears why
            assert (await bot.send(endless(), {}))[0] == 413
        assert taken > endpoint.MAX_BODY_BYTES
        assert (await bot.guest.slash(bot.channel, "help")).text

    @pytest.mark.parametrize("chunked", [False, True], ids=["with length", "chunked"])
    async def test_a_body_has_at_most_64_kib(self, bot: EndpointBot, *, chunked: bool) -> None:
        """A signed ping of exactly 64 KiB is answered; one more byte is refused with 413."""

        async def post(length: int) -> int:
            body = PING + b" " * (length - len(PING))
            headers = bot.sandbox.core.endpoint.signature_headers(body)

            async def in_chunks() -> AsyncIterator[bytes]:
                yield body

            return (await bot.send(in_chunks() if chunked else body, headers))[0]

        assert await post(64 * 1024) == 200
        assert await post(64 * 1024 + 1) == 413

    async def test_a_body_that_does_not_come(
        self, bot: EndpointBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(endpoint, "MAX_BODY_SECONDS", 0.05)

        async def never() -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.sleep(60)

        assert (await bot.send(never(), {}))[0] == 408

    async def test_who_hangs_up_in_the_middle(
        self, bot: EndpointBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Anybody can: it is no error of ours."""
        _, writer = await asyncio.open_connection("127.0.0.1", bot.line.port)
        writer.write(b"POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.transport.abort()
        await asyncio.sleep(0.05)
        assert (await bot.guest.slash(bot.channel, "help")).text
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR]

    async def test_other_doors(self, bot: EndpointBot) -> None:
        async with aiohttp.ClientSession() as session:
            async with session.get(bot.url) as answer:
                assert answer.status == 405
            async with session.post(bot.url.replace("interactions", "admin")) as answer:
                assert answer.status == 404


class TestHealth:
    async def test_answers_that_cannot_reach_discord(
        self, bot: EndpointBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Presses would come and nobody would hear of them: it is not well."""
        monkeypatch.setattr(endpoint, "DISCORD_CHECK_SECONDS", 0.0)
        assert (await Health(bot.line, bot.store).report())["status"] == "ok"
        bot.sandbox.faults.fail("GET *", status=503)
        report = await Health(bot.line, bot.store).report()
        assert (report["status"], report["endpoint"]) == ("unavailable", False)
        assert (await Health(bot.line, bot.store).report())["endpoint"] is True

    async def test_what_is_to_be_told_does_not_stand_in_its_way(
        self, bot: EndpointBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Presses are answered while everything else waits for Discord's limits."""
        monkeypatch.setattr(endpoint, "DISCORD_CHECK_SECONDS", 0.0)
        bot.client.http._global_over.clear()
        try:
            assert await bot.line.is_open()
        finally:
            bot.client.http._global_over.set()

    async def test_servers_are_asked_for_after_an_outage_too(
        self, bot: EndpointBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = asyncio.Queue[bool]()

        async def compare(guilds: object) -> None:
            asked.put_nowait(True)
            raise DatabaseUnavailable("no answer")

        monkeypatch.setattr(endpoint, "GUILD_LIST_INTERVAL_SECONDS", 0.0)
        monkeypatch.setattr(bot.client.parts.guilds, "compare_guilds", compare)
        looking = asyncio.create_task(bot.line._track_guilds())
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            for _ in range(2):
                await asked.get()
        looking.cancel()


class TestRegistration:
    """Discord is told the address, and tries it first."""

    async def test_there_and_back(self, bot: EndpointBot) -> None:
        token = bot.sandbox.token
        bot.sandbox.post_to()
        assert await registered_endpoint(token) is None
        assert await set_endpoint(token, bot.url) == bot.url
        assert await registered_endpoint(token) == bot.url
        assert (await bot.guest.slash(bot.channel, "help")).text
        assert await set_endpoint(token, None) is None

    async def test_whoever_believes_everything_is_not_taken(self, bot: EndpointBot) -> None:
        app = web.Application()
        app.router.add_post("/interactions", _believe)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            with pytest.raises(BadInput, match="Discord rejected"):
                await set_endpoint(
                    bot.sandbox.token, f"http://127.0.0.1:{runner.addresses[0][1]}/interactions"
                )
        finally:
            await runner.cleanup()
        assert await registered_endpoint(bot.sandbox.token) is None

    @pytest.mark.parametrize("url", ["http://127.0.0.1:1/x", "https://example.org/", "nonsense"])
    async def test_an_address_where_nobody_is(self, bot: EndpointBot, url: str) -> None:
        with pytest.raises(BadInput, match="Discord rejected"):
            await set_endpoint(bot.sandbox.token, url)

    async def test_over_the_gateway_nobody_would_come(self, bot: EndpointBot) -> None:
        """So `run` refuses, and says what to do."""
        await set_endpoint(bot.sandbox.token, bot.url)
        client = build_client(Settings(), bot.store)
        async with client:
            with pytest.raises(BadInput, match="whistlestop endpoint off"):
                await Gateway(client).run(bot.sandbox.token)

    async def test_elsewhere_is_not_posted_to(self) -> None:
        async with Sandbox() as sandbox:
            with pytest.raises(NoEndpoint):
                sandbox.post_to("https://example.org/interactions")


async def _believe(request: web.Request) -> web.Response:
    return web.json_response({"type": 1})


class TestStop:
    """Nothing new is taken; what is under way is finished, and people are told."""

    async def test_a_press_under_way(self, bot: EndpointBot) -> None:
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        bot.sandbox.faults.slow("POST /interactions/*", seconds=0.3)
        bot.sandbox.faults.slow("POST /channels/*/messages", seconds=0.3)
        pressed = asyncio.create_task(bot.guest.press(bot.newest_post(), EN("button-join")))
        await wait_until(lambda: bot.line._running_tasks)
        await bot.close_connection()
        late = bot.other.begin_slash(bot.channel, "help")
        assert (await pressed).text
        assert not await bot.line.is_open()
        await asyncio.wait([bot._task])  # type: ignore[list-item]
        bot.sandbox.clock.advance(TEST_TIMEOUT_SECONDS + 1)  # type: ignore[attr-defined]
        assert late.stage == "failed"

        after = await bot.store.games.get(row.id)
        assert after is not None
        assert after.announced == after.changes > row.changes

    async def test_one_of_several_gives_notice(self, bot: EndpointBot) -> None:
        """It says that it will stop, and takes what comes until whoever asks has heard of it."""
        bot.line._grace = 1.5
        await bot.close_connection()
        assert not await bot.line.is_open()
        assert (await bot.guest.slash(bot.channel, "help")).text
        await asyncio.wait([bot._task])  # type: ignore[list-item]

    async def test_one_that_stops_is_passed_over(self, bot: EndpointBot) -> None:
        """By whoever stands in front of several: here it is a port where nobody listens."""
        bot.sandbox.post_to("http://127.0.0.1:1/interactions", bot.url)
        for _ in range(3):
            assert (await bot.guest.slash(bot.channel, "help")).text
