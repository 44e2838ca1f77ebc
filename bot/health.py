"""The health endpoint: is the bot on the line, and does its database answer?

`python -m bot.health` asks it and says so by its exit code, for a container's health check.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from aiohttp import web

from bot.config import read_settings
from engine.errors import BadInput

if TYPE_CHECKING:
    import discord

    from bot.store import SqliteStore

PATIENCE: Final = 2.0
"""Seconds after which a database that does not answer counts as down."""


class Health:
    """What is asked of the parts; nothing in the answer is secret."""

    def __init__(self, client: discord.AutoShardedClient, store: SqliteStore) -> None:
        self._client = client
        self._store = store

    async def report(self) -> dict[str, object]:
        """What works."""
        gateway, database = self._gateway(), await self._database()
        return {
            "status": "ok" if gateway and database else "unavailable",
            "gateway": gateway,
            "database": database,
        }

    def _gateway(self) -> bool:
        """Whether every shard is on the line; a cache that was ready once does not count."""
        if self._client.is_closed() or not self._client.is_ready():
            return False
        shards = self._client.shards.values()
        return bool(shards) and not any(shard.is_closed() for shard in shards)

    async def _database(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.note("health")
        except (TimeoutError, sqlite3.Error, ValueError):  # ValueError: the connection is closed
            return False
        return True

    async def answer(self, request: web.Request) -> web.Response:
        """200 when all is well, else 503, with what works."""
        report = await self.report()
        status = 200 if report["status"] == "ok" else 503
        return web.json_response(report, status=status, headers={"Cache-Control": "no-store"})


@asynccontextmanager
async def serving(
    client: discord.AutoShardedClient, store: SqliteStore, host: str, port: int | None
) -> AsyncIterator[None]:
    """Answer at ``GET /health`` while the block runs; without a port, nowhere.

    Raises:
        BadInput: The port or the host cannot be used; the message names the variable.
    """
    if port is None:
        yield
        return
    app = web.Application()
    app.router.add_get("/health", Health(client, store).answer)
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise BadInput(
                f"the health endpoint cannot listen on {host} port {port} ({error.strerror});"
                " set WHISTLESTOP_HEALTH_PORT or WHISTLESTOP_HEALTH_HOST"
            ) from error
        yield
    finally:
        await runner.cleanup()


def ask(port: int, timeout: float = 5.0) -> bool:
    """Whether the endpoint on this machine says that all is well."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=timeout) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def main(write: Callable[[str], object] = sys.stderr.write) -> int:
    """0 if all is well, 1 if not, 2 if there is no endpoint to ask."""
    try:
        port = read_settings().health_port
    except BadInput as error:
        write(f"whistlestop: {error}\n")
        return 2
    if port is None:
        write("whistlestop: WHISTLESTOP_HEALTH_PORT is not set\n")
        return 2
    return 0 if ask(port) else 1


if __name__ == "__main__":
    sys.exit(main())
