"""Other processes: starting and stopping them, and their processor time and memory."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import aiohttp

from bot.connection.endpoint import PATH
from bot.storage.store import Store
from sandbox import Sandbox

ECHO: Final = """
import sys
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
BY_CALLBACK: Final = """
import asyncio, json, os, sys
import discord
from aiohttp import web
from nacl.signing import VerifyKey

discord.http.Route.BASE = os.environ["WHISTLESTOP_DISCORD_API"]
key = VerifyKey(bytes.fromhex(sys.argv[2]))
client = discord.Client(intents=discord.Intents.none())

@client.event
async def on_interaction(interaction):
    await interaction.response.send_message("pong", ephemeral=True)

async def take(request):
    body = await request.read()
    moment = request.headers["X-Signature-Timestamp"].encode()
    key.verify(moment + body, bytes.fromhex(request.headers["X-Signature-Ed25519"]))
    client._connection.parse_interaction_create(json.loads(body))
    return web.Response(status=202)

async def run():
    await client.login(os.environ["DISCORD_TOKEN"])
    app = web.Application()
    app.router.add_post("/interactions", take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", int(sys.argv[1])).start()
    await asyncio.Event().wait()

asyncio.run(run())
"""
"""An echo endpoint with the bot's library, which answers as the bot does."""
PING: Final = {"name": "ping", "description": "Say pong", "type": 1}
START_TIMEOUT_SECONDS: Final = 120.0
"""The time within which a process must start listening."""


@asynccontextmanager
async def echoing(sandbox: Sandbox, program: str = ECHO) -> AsyncIterator[Sequence[int]]:
    """Run an endpoint that checks signatures and answers "pong", and nothing else."""
    sandbox.register(PING)
    port, key = _free_port(), sandbox.core.endpoint.public_key
    async with _started(sandbox, "-c", program, str(port), key) as pid:
        await _take_presses(sandbox, [port])
        yield [pid]


@asynccontextmanager
async def on_the_gateway(sandbox: Sandbox, database: str) -> AsyncIterator[Sequence[int]]:
    """Run the bot on the gateway, as most people do."""
    async with _started(sandbox, "-m", "bot", WHISTLESTOP_DB=database) as pid:
        await sandbox.connected(timeout=START_TIMEOUT_SECONDS)
        yield [pid]


@asynccontextmanager
async def serving(sandbox: Sandbox, database: str, count: int) -> AsyncIterator[Sequence[int]]:
    """Run *count* processes of `whistlestop serve`, which take presses in turn."""
    ports = [_free_port() for _ in range(count)]
    bots = [
        _started(
            sandbox,
            *("-m", "bot.cli.main", "serve"),
            WHISTLESTOP_DB=database,
            WHISTLESTOP_ENDPOINT_PORT=str(port),
            WHISTLESTOP_PROCESSES=str(count),
        )
        for port in ports
    ]
    async with _all(bots) as pids:
        await _take_presses(sandbox, ports)
        yield pids


@asynccontextmanager
async def _all(bots: Sequence[AbstractAsyncContextManager[int]]) -> AsyncIterator[Sequence[int]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(bot) for bot in bots]


@asynccontextmanager
async def _started(sandbox: Sandbox, *command: str, **own: str) -> AsyncIterator[int]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command),
        env=os.environ | sandbox.environment() | {"WHISTLESTOP_LOG": "ERROR"} | own,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield process.pid
    finally:
        process.kill()
        await process.wait()


async def _take_presses(sandbox: Sandbox, ports: Sequence[int]) -> None:
    """Post interactions to these ports, once they listen."""
    urls = [f"http://127.0.0.1:{port}{PATH}" for port in ports]
    async with asyncio.timeout(START_TIMEOUT_SECONDS), aiohttp.ClientSession() as session:
        for url in urls:
            while not await _listens(session, url):
                await asyncio.sleep(0.1)
    sandbox.post_to(*urls)


async def _listens(session: aiohttp.ClientSession, url: str) -> bool:
    try:
        async with session.get(url):
            return True
    except aiohttp.ClientConnectorError:
        return False


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


# --- processor time and memory ---


async def postmaster_of(store: Store) -> int:
    """Return the process id of a store's database server, which must be on this machine."""
    ((folder,),) = await store.database.fetch_all("SHOW data_directory")
    return int(Path(folder, "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])


def cpu_seconds(pid: int) -> float:
    """Return the processor seconds of a process so far, without its children."""
    return sum(_times(pid)[:2])


def children_cpu_seconds(pid: int) -> float:
    """Return the processor seconds of a process's children, including those that have ended."""
    return sum(_times(pid)[2:]) + sum(sum(_times(child)) for child in children(pid))


def memory_mib(pid: int) -> float:
    """Return the memory of a process in MiB, in which shared memory counts in part."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return float(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024


def children_memory_mib(pid: int) -> float:
    """Return the memory in MiB of a process's children."""
    return sum(map(memory_mib, children(pid)))


def children(pid: int) -> list[int]:
    """Return the ids of a process's children."""
    ids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [id for id in ids if (fields := _stat(id)) and int(fields[1]) == pid]


def _times(pid: int) -> list[float]:
    """Return user and system seconds: the process's own, and those of ended children."""
    ticks = os.sysconf("SC_CLK_TCK")
    return [int(field) / ticks for field in _stat(pid)[11:15]]


def _stat(pid: int) -> list[str]:
    """Return the fields of a process from `/proc`, or nothing if the process is gone."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return []
    return told.rsplit(")", 1)[1].split()
