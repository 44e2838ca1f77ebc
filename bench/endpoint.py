"""Presses over the gateway and over the endpoint, each against an endpoint that only says pong.

One process of the bot, under the same busy tables and at the same pace each time. Delays by the
clock depend on how busy the machine is, and their ratios on when; what one command costs the
process is told by its processor time.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiohttp

from bench.bot import TABLES, at_percent, begin, echo, play, running, until_told
from bench.measure import Row
from bot.chat.endpoint import PATH
from bot.play.games import GameService
from bot.storage.store import open_store
from sandbox import Sandbox

ECHO: Final = """
import os, sys
from aiohttp import web
from nacl.signing import VerifyKey

key = VerifyKey(bytes.fromhex(sys.argv[2]))

async def take(request):
    body = await request.read()
    moment = request.headers["X-Signature-Timestamp"].encode()
    key.verify(moment + body, bytes.fromhex(request.headers["X-Signature-Ed25519"]))
    return web.json_response({"type": 4, "data": {"content": "pong", "flags": 64}})

app = web.Application()
app.router.add_post("/interactions", take)
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
"""
COMMANDS: Final = 400
"""So many are typed, one after the other, to see what one costs."""
PING: Final = {"name": "ping", "description": "Say pong", "type": 1}


def rows() -> Iterator[Row]:
    """All measurements."""
    with tempfile.TemporaryDirectory() as folder:
        pong = asyncio.run(_pong())
        ways = {
            "gateway": asyncio.run(_presses(Path(folder) / "gateway.db", serve=False)),
            "endpoint": asyncio.run(_presses(Path(folder) / "endpoint.db", serve=True)),
        }
        costs = {way: asyncio.run(_cost(Path(folder), way)) for way in ("echo", *ways)}
    for way, goal in (("gateway", 4), ("endpoint", 6)):
        note = f"{costs[way]:.2f} ms against {costs['echo']:.2f} ms"
        yield Row(
            f"{way}: a command / echo endpoint, CPU", costs[way] / costs["echo"], goal, note=note
        )
    for way, took in ways.items():
        for percent, goal in ((50, 10), (99, 20)):
            ours, theirs = at_percent(took, percent), at_percent(pong, percent)
            yield Row(
                f"{way}: first answer p{percent} / echo endpoint",
                ours / theirs,
                goal,
                note=f"{len(took)} presses: {ours:.1f} ms, echo {theirs:.1f} ms",
            )


async def _presses(database: Path, *, serve: bool) -> list[float]:
    """Milliseconds until the first answer, at busy tables with pauses of up to some seconds."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        people = [sandbox.person(f"Guest {n + 1}", club) for n in range(TABLES)]
        halls = [club.channel(f"hall-{n + 1}") for n in range(TABLES)]
        store = await open_store(database)
        service = GameService(store)
        for hall, person in zip(halls, people, strict=True):
            await begin(store, service, hall.id, person)
        bot = (
            _serving(sandbox, database)
            if serve
            else running(sandbox, "-m", "bot", database=database)
        )
        async with bot:
            await until_told(store)
            took = await play(store, people)
        await store.close()
    return took


async def _cost(folder: Path, way: str) -> float:
    """Milliseconds of the process that answers, for one command."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        hall, guest = club.channel("hall"), sandbox.person("Guest 1", club)
        database, name = folder / f"cost-{way}.db", "help"
        if way == "echo":
            bot, name = _echoing(sandbox), "ping"
        elif way == "endpoint":
            bot = _serving(sandbox, database)
        else:
            bot = running(sandbox, "-m", "bot", database=database)
        async with bot as pid:
            await guest.slash(hall, name)
            begun = _spent(pid)
            for _ in range(COMMANDS):
                await guest.slash(hall, name)
            return (_spent(pid) - begun) * 1000 / COMMANDS


def _spent(pid: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _pong() -> list[float]:
    """The same people at the same pace, with an endpoint that checks who asks and says pong."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        people = [sandbox.person(f"Guest {n + 1}", club) for n in range(TABLES)]
        hall = club.channel("hall")
        async with _echoing(sandbox):
            return await echo(people, hall.id)


@asynccontextmanager
async def _echoing(sandbox: Sandbox) -> AsyncIterator[int]:
    """The endpoint that only says pong, in another process, by its id."""
    sandbox.register(PING)
    port, key = _free_port(), sandbox.core.endpoint.public_key
    async with _process(sandbox, port, "-c", ECHO, str(port), key) as pid:
        yield pid


@asynccontextmanager
async def _serving(sandbox: Sandbox, database: Path) -> AsyncIterator[int]:
    """`whistlestop serve` in another process."""
    port = _free_port()
    own = {"WHISTLESTOP_DB": str(database), "WHISTLESTOP_ENDPOINT_PORT": str(port)}
    async with _process(sandbox, port, "-m", "bot.cli.main", "serve", **own) as pid:
        yield pid


@asynccontextmanager
async def _process(sandbox: Sandbox, port: int, *command: str, **own: str) -> AsyncIterator[int]:
    """An endpoint that takes all interactions, once it listens."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command),
        env=os.environ | sandbox.environment() | {"WHISTLESTOP_LOG": "ERROR"} | own,
        stderr=asyncio.subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}{PATH}"
    try:
        await _until_it_listens(url)
        sandbox.post_to(url)
        yield process.pid
    finally:
        process.kill()
        await process.wait()


async def _until_it_listens(url: str) -> None:
    async with asyncio.timeout(120), aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.get(url):
                    return
            except aiohttp.ClientConnectorError:
                await asyncio.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
