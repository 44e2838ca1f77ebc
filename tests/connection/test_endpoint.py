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
from tests.support.bot_stage import on_stage
from tests.support.endpoint_bot import EndpointStage, at_endpoint
from tests.support.players import ByButtons, ByCommands
from tests.support.postgres import Cluster
from tests.support.timeouts import PATIENCE

EN, DE = Words.of("en").say, Words.of("de").say
PING = b'{"type": 1}'


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[EndpointStage]:
    async with at_endpoint(tmp_path / "games.db") as made:
        yield made


def test_the_private_way_into_the_library() -> None:
    """What `Whistlestop.receive` calls takes the payload and works in one step."""
    way = ConnectionState.parse_interaction_create
    assert [*inspect.signature(way).parameters] == ["self", "data"]
    assert not inspect.iscoroutinefunction(way)


class TestPlay:
    """Everything that people do, without a gateway."""

    async def test_from_the_lobby_to_a_turn_of_each(self, stage: EndpointStage) -> None:
        """By buttons and by commands, in both languages."""
        game = await stage.open("new-york", stage.guest, stage.other)
        players = {
            stage.guest.id: ByButtons(stage, "new-york", stage.guest, "de"),
            stage.other.id: ByCommands(stage, "new-york", stage.other, "en"),
        }
        moved = set()
        while len(moved) < 2:
            outcome = await stage.games.snapshot(game)
            for seat, waiting in [*outcome.state.waiting.items()]:
                owner = outcome.table.seats[seat].user_id
                await players[owner or 0].answer(waiting)
                moved |= {owner} if isinstance(waiting, Turn) else set()
            await stage.told()

        row = await stage.store.games.get(game)
        assert row is not None
        assert row.announced == row.changes
        assert stage.sandbox.core.gateway.connected() == []

    async def test_a_window_to_type_into(self, stage: EndpointStage) -> None:
        await stage.moderator.slash(stage.hall, "game new", edition="new-york")
        await stage.told()
        await stage.guest.press(stage.post(), EN("button-join"))
        await stage.told()
        window = await stage.guest.press(stage.post(), EN("button-word"))
        await stage.guest.submit(window, {window.modal.labels[0]: "Locomotive"})
        await stage.told()

        assert "Locomotive" in stage.post().text

    async def test_tables_are_suggested_by_their_channels(self, stage: EndpointStage) -> None:
        """Whose names no gateway tells."""
        game = await stage.open("new-york", stage.guest, stage.other)
        found = await stage.guest.autocomplete(stage.guest.direct, "hand", "game", "")

        assert [(each["value"], "#hall" in each["name"]) for each in found] == [(game, True)]

    async def test_a_table_whose_channel_is_gone(self, stage: EndpointStage) -> None:
        """A moderator finds it and ends it; the players of others are left alone."""
        game = await stage.open("new-york", stage.guest, stage.other)
        other = stage.club.channel("other")
        stage.hall.delete()
        found = await stage.moderator.autocomplete(other, "game cancel", "game", "")
        assert [each["value"] for each in found] == [game]
        await stage.moderator.slash(other, "game cancel", game=game, sure=True)

        row = await stage.store.games.get(game)
        assert row is not None
        assert row.status == "cancelled"

    async def test_a_server_that_we_were_removed_from(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is asked for; its players are told, and the table goes on when we are back."""
        monkeypatch.setattr(endpoint, "CHECK_SECONDS", 0.02)
        async with at_endpoint(tmp_path / "games.db") as stage:
            game = await stage.open("new-york", stage.guest, stage.other)
            guild = stage.club.guild.id
            stage.club.remove_bot()
            async with asyncio.timeout(PATIENCE):
                while f"lost-{stage.guest.id}" not in await stage.store.posts.by_kind(game):
                    await asyncio.sleep(0.02)
                assert await stage.store.people.left_at(guild) is not None
                stage.club.add_bot()
                while await stage.store.people.left_at(guild) is not None:
                    await asyncio.sleep(0.02)

    async def test_only_the_leading_process_lists_servers(
        self, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """When it stops, the next one leads and lists them."""
        monkeypatch.setattr(endpoint, "CHECK_SECONDS", 0.02)
        server, by_first, by_second = await postgres.fresh(), list[str](), list[str]()
        options = {"http_trace": _listings(by_first)}
        async with on_stage(server, kind=EndpointStage, **options) as first:
            second = EndpointStage(first.sandbox, server)
            second.options = {"http_trace": _listings(by_second)}
            await second.start()
            try:
                by_first.clear()
                async with asyncio.timeout(PATIENCE):
                    while len(by_first) < 5:
                        await asyncio.sleep(0.02)
                    assert by_second == []
                    await first.stop()
                    while not by_second:
                        await asyncio.sleep(0.02)
            finally:
                await second.stop()

    async def test_a_press_that_is_delivered_twice(self, stage: EndpointStage) -> None:
        """Signed anew, it is taken again; the table is changed once."""
        game = await stage.open("new-york", stage.guest, stage.other)
        before = await stage.store.games.get(game)
        hand = await stage.guest.press(stage.board(), EN("button-hand"))
        panel = await stage.guest.press(hand, hand.message.labels[0])
        menu = panel.message.selects[0]
        values = [option["value"] for option in menu["options"]][: menu["min_values"]]
        interaction = stage.guest.begin_select(panel, values)
        await interaction.until(interaction.is_answered, 10)
        body = encode(interaction.payload)
        later = stage.sandbox.core.endpoint.signature_headers(body, time.time() + 5)
        assert (await stage.send(body, later))[0] == 202
        await stage.told()

        after = await stage.store.games.get(game)
        assert before is not None
        assert after is not None
        assert len(await stage.store.games.moves(game)) == 1
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

    async def test_a_ping_is_answered(self, stage: EndpointStage) -> None:
        status, text = await stage.send(PING)
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
    async def test_a_forged_signature(self, stage: EndpointStage, change: dict[str, str]) -> None:
        headers = stage.sandbox.core.endpoint.signature_headers(PING) | change
        assert (await stage.send(PING, headers))[0] == 401
        assert (await stage.send(PING, {}))[0] == 401

    async def test_strangers_do_not_fill_the_log(
        self, stage: EndpointStage, caplog: pytest.LogCaptureFixture
    ) -> None:
        """However often they try, it says so once a minute."""
        caplog.set_level(logging.INFO, "bot.connection.endpoint")
        for _ in range(20):
            assert (await stage.send(PING, {}))[0] == 401
        assert [record.message for record in caplog.records].count("refused what was posted") == 1

    async def test_a_signature_of_something_else(self, stage: EndpointStage) -> None:
        headers = stage.sandbox.core.endpoint.signature_headers(PING)
        assert (await stage.send(b'{"type": 2}', headers))[0] == 401

    @pytest.mark.parametrize("off", [-MAX_AGE_SECONDS - 60, MAX_AGE_SECONDS + 60])
    async def test_a_signature_of_another_time(self, stage: EndpointStage, off: float) -> None:
        headers = stage.sandbox.core.endpoint.signature_headers(PING, time.time() + off)
        assert (await stage.send(PING, headers))[0] == 401

    async def test_what_was_listened_to_and_sent_again(self, stage: EndpointStage) -> None:
        """The whole request, to the letter: nothing is done a second time."""
        interaction = stage.guest.begin_slash(stage.hall, "help")
        await interaction.until(interaction.is_answered, 10)
        body = encode(interaction.payload)
        headers = stage.sandbox.core.endpoint.signature_headers(body, time.time() + 5)
        assert (await stage.send(body, headers))[0] == 202
        assert (await stage.send(body, headers))[0] == 401

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
    async def test_garbage_with_a_good_signature(self, stage: EndpointStage, body: bytes) -> None:
        assert (await stage.send(body))[0] == 400
        assert (await stage.guest.slash(stage.hall, "help")).text

    async def test_ten_megabytes(self, stage: EndpointStage) -> None:
        """Refused before they are read, or as soon as they are too many."""
        assert (await stage.send(BytesIO(bytes(10_000_000)), {}))[0] == 413

        taken = 0

        async def endless() -> AsyncIterator[bytes]:
            nonlocal taken
            while True:
                taken += 65_536
                yield bytes(65_536)

        with suppress(aiohttp.ClientError):  # it may be cut off before it hears why
            assert (await stage.send(endless(), {}))[0] == 413
        assert taken > endpoint.MAX_BODY_BYTES
        assert (await stage.guest.slash(stage.hall, "help")).text

    @pytest.mark.parametrize("chunked", [False, True], ids=["with length", "chunked"])
    async def test_a_body_has_at_most_64_kib(self, stage: EndpointStage, *, chunked: bool) -> None:
        """A signed ping of exactly 64 KiB is answered; one more byte is refused with 413."""

        async def post(length: int) -> int:
            body = PING + b" " * (length - len(PING))
            headers = stage.sandbox.core.endpoint.signature_headers(body)

            async def in_chunks() -> AsyncIterator[bytes]:
                yield body

            return (await stage.send(in_chunks() if chunked else body, headers))[0]

        assert await post(64 * 1024) == 200
        assert await post(64 * 1024 + 1) == 413

    async def test_a_body_that_does_not_come(
        self, stage: EndpointStage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(endpoint, "BODY_SECONDS", 0.05)

        async def never() -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.sleep(60)

        assert (await stage.send(never(), {}))[0] == 408

    async def test_who_hangs_up_in_the_middle(
        self, stage: EndpointStage, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Anybody can: it is no error of ours."""
        _, writer = await asyncio.open_connection("127.0.0.1", stage.line.port)
        writer.write(b"POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.transport.abort()
        await asyncio.sleep(0.05)
        assert (await stage.guest.slash(stage.hall, "help")).text
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR]

    async def test_other_doors(self, stage: EndpointStage) -> None:
        async with aiohttp.ClientSession() as session:
            async with session.get(stage.url) as answer:
                assert answer.status == 405
            async with session.post(stage.url.replace("interactions", "admin")) as answer:
                assert answer.status == 404


class TestHealth:
    async def test_answers_that_cannot_reach_discord(
        self, stage: EndpointStage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Presses would come and nobody would hear of them: it is not well."""
        monkeypatch.setattr(endpoint, "CHECK_INTERVAL_SECONDS", 0.0)
        assert (await Health(stage.line, stage.store).report())["status"] == "ok"
        stage.sandbox.faults.fail("GET *", status=503)
        report = await Health(stage.line, stage.store).report()
        assert (report["status"], report["endpoint"]) == ("unavailable", False)
        assert (await Health(stage.line, stage.store).report())["endpoint"] is True

    async def test_what_is_to_be_told_does_not_stand_in_its_way(
        self, stage: EndpointStage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Presses are answered while everything else waits for Discord's limits."""
        monkeypatch.setattr(endpoint, "CHECK_INTERVAL_SECONDS", 0.0)
        stage.client.http._global_over.clear()
        try:
            assert await stage.line.is_open()
        finally:
            stage.client.http._global_over.set()

    async def test_servers_are_asked_for_after_an_outage_too(
        self, stage: EndpointStage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = asyncio.Queue[bool]()

        async def compare(guilds: object) -> None:
            asked.put_nowait(True)
            raise DatabaseUnavailable("no answer")

        monkeypatch.setattr(endpoint, "CHECK_SECONDS", 0.0)
        monkeypatch.setattr(stage.client.parts.servers, "compare_guilds", compare)
        looking = asyncio.create_task(stage.line._look_round())
        async with asyncio.timeout(PATIENCE):
            for _ in range(2):
                await asked.get()
        looking.cancel()


class TestRegistration:
    """Discord is told the address, and tries it first."""

    async def test_there_and_back(self, stage: EndpointStage) -> None:
        token = stage.sandbox.token
        stage.sandbox.post_to()
        assert await registered_endpoint(token) is None
        assert await set_endpoint(token, stage.url) == stage.url
        assert await registered_endpoint(token) == stage.url
        assert (await stage.guest.slash(stage.hall, "help")).text
        assert await set_endpoint(token, None) is None

    async def test_whoever_believes_everything_is_not_taken(self, stage: EndpointStage) -> None:
        app = web.Application()
        app.router.add_post("/interactions", _believe)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            with pytest.raises(BadInput, match="does not take"):
                await set_endpoint(
                    stage.sandbox.token, f"http://127.0.0.1:{runner.addresses[0][1]}/interactions"
                )
        finally:
            await runner.cleanup()
        assert await registered_endpoint(stage.sandbox.token) is None

    @pytest.mark.parametrize("url", ["http://127.0.0.1:1/x", "https://example.org/", "nonsense"])
    async def test_an_address_where_nobody_is(self, stage: EndpointStage, url: str) -> None:
        with pytest.raises(BadInput, match="does not take"):
            await set_endpoint(stage.sandbox.token, url)

    async def test_over_the_gateway_nobody_would_come(self, stage: EndpointStage) -> None:
        """So `run` refuses, and says what to do."""
        await set_endpoint(stage.sandbox.token, stage.url)
        client = build_client(Settings(), stage.store)
        async with client:
            with pytest.raises(BadInput, match="whistlestop endpoint off"):
                await Gateway(client).run(stage.sandbox.token)

    async def test_elsewhere_is_not_posted_to(self) -> None:
        async with Sandbox() as sandbox:
            with pytest.raises(NoEndpoint):
                sandbox.post_to("https://example.org/interactions")


async def _believe(request: web.Request) -> web.Response:
    return web.json_response({"type": 1})


class TestStop:
    """Nothing new is taken; what is under way is finished, and people are told."""

    async def test_a_press_under_way(self, stage: EndpointStage) -> None:
        await stage.moderator.slash(stage.hall, "game new", edition="new-york")
        await stage.told()
        row = await stage.store.games.open_in(stage.hall.id)
        assert row is not None
        stage.sandbox.faults.slow("POST /interactions/*", seconds=0.3)
        stage.sandbox.faults.slow("POST /channels/*/messages", seconds=0.3)
        pressed = asyncio.create_task(stage.guest.press(stage.post(), EN("button-join")))
        async with asyncio.timeout(PATIENCE):
            while not stage.line._under_way:
                await asyncio.sleep(0.005)
        await stage.hang_up()
        late = stage.other.begin_slash(stage.hall, "help")
        assert (await pressed).text
        assert not await stage.line.is_open()
        await asyncio.wait([stage._task])  # type: ignore[list-item]
        stage.sandbox.clock.advance(PATIENCE + 1)  # type: ignore[attr-defined]
        assert late.stage == "failed"

        after = await stage.store.games.get(row.id)
        assert after is not None
        assert after.announced == after.changes > row.changes

    async def test_one_of_several_gives_notice(self, stage: EndpointStage) -> None:
        """It says that it will stop, and takes what comes until whoever asks has heard of it."""
        stage.line._grace = 1.5
        await stage.hang_up()
        assert not await stage.line.is_open()
        assert (await stage.guest.slash(stage.hall, "help")).text
        await asyncio.wait([stage._task])  # type: ignore[list-item]

    async def test_one_that_stops_is_passed_over(self, stage: EndpointStage) -> None:
        """By whoever stands in front of several: here it is a port where nobody listens."""
        stage.sandbox.post_to("http://127.0.0.1:1/interactions", stage.url)
        for _ in range(3):
            assert (await stage.guest.slash(stage.hall, "help")).text
