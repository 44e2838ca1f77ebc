"""Interactions by HTTP, as Discord sends them: signed, in turn, and not to the gateway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from sandbox import DidNotRespond, LiveClock, Sandbox
from sandbox.errors import NoEndpoint
from sandbox.json_codec import Json, decode

PING = {"name": "ping", "description": "Say pong", "type": 1}


class Echo:
    """An endpoint that checks signatures and answers in its response."""

    def __init__(self, key: str, status: int = 200) -> None:
        self._key, self._status = VerifyKey(bytes.fromhex(key)), status
        self.taken: list[Json] = []
        self.url = ""

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        moment = request.headers["X-Signature-Timestamp"].encode()
        try:
            self._key.verify(moment + body, bytes.fromhex(request.headers["X-Signature-Ed25519"]))
        except BadSignatureError:
            return web.Response(status=401)
        payload = decode(body)
        if payload["type"] == 1:
            return web.json_response({"type": 1})
        self.taken.append(payload)
        answer = {"type": 4, "data": {"content": f"pong {len(self.taken)}"}}
        return web.json_response(answer, status=self._status)


@asynccontextmanager
async def running_echo(sandbox: Sandbox, status: int = 200) -> AsyncIterator[Echo]:
    echo = Echo(sandbox.core.endpoint.public_key, status)
    app = web.Application()
    app.router.add_post("/", echo.take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    echo.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    try:
        yield echo
    finally:
        await runner.cleanup()


async def test_several_take_turns_and_those_that_stop_are_passed_over() -> None:
    async with (
        Sandbox() as sandbox,
        running_echo(sandbox) as one,
        running_echo(sandbox) as other,
        running_echo(sandbox, 503) as stopping,
    ):
        club = sandbox.club("Railway club")
        channel, guest = club.channel("hall"), sandbox.person("Guest 1", club)
        sandbox.register(PING)
        sandbox.post_to(one.url, other.url)
        answers = [(await guest.slash(channel, "ping")).text for _ in range(4)]
        assert sorted(answers) == ["pong 1", "pong 1", "pong 2", "pong 2"]

        sandbox.post_to(stopping.url, "http://127.0.0.1:1/", one.url)
        assert {(await guest.slash(channel, "ping")).text for _ in range(3)} == {
            "pong 3",
            "pong 4",
            "pong 5",
        }


async def test_an_endpoint_that_refuses_is_silence_to_the_guest() -> None:
    clock = LiveClock()
    async with Sandbox(clock=clock) as sandbox, running_echo(sandbox, 500) as broken:
        club = sandbox.club("Railway club")
        channel, guest = club.channel("hall"), sandbox.person("Guest 1", club)
        sandbox.register(PING)
        sandbox.post_to(broken.url)
        interaction = guest.begin_slash(channel, "ping")
        clock.advance(3.1)
        with pytest.raises(DidNotRespond):
            await guest._finish(interaction, "answered")


async def test_what_is_registered_is_kept_with_its_key(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Sandbox(file=file) as sandbox, running_echo(sandbox) as echo:
        await sandbox.core.endpoint.verify(echo.url)
        sandbox.core.world.application.endpoint = echo.url
        sandbox.core.world.save(sandbox.core.world.application)
        key = sandbox.core.endpoint.public_key
    async with Sandbox(file=file) as again:
        assert [*again.core.endpoint.urls] == [echo.url]
        assert again.core.endpoint.public_key == key


async def test_whoever_does_not_check_is_not_taken() -> None:
    async with Sandbox() as sandbox:
        other = Sandbox()
        async with running_echo(other) as echo:  # it believes another Discord
            with pytest.raises(NoEndpoint):
                await sandbox.core.endpoint.verify(echo.url)
