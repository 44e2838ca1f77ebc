"""Reads the environment, builds everything, runs. The only composition root."""

from __future__ import annotations

import asyncio
import signal
import sys

import aiohttp
import discord
import yarl

from bot.client import Whistlestop
from bot.config import Settings, read_settings
from bot.database import StoreError
from bot.desk import Desk
from bot.health import serving
from bot.logs import start_logging
from bot.pictures import Studio
from bot.service import GameService
from bot.store import SqliteStore
from bot.workers import Workers
from engine.errors import BadInput


def point_at(settings: Settings) -> None:
    """Let discord.py talk to another API, e.g. the sandbox."""
    if settings.api:
        discord.http.Route.BASE = settings.api
    if settings.gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop."""
    if not settings.token:
        raise BadInput("DISCORD_TOKEN is not set")
    point_at(settings)
    store = await SqliteStore.open(settings.database)
    workers = Workers()
    desk = Desk(store, GameService(store), Studio(workers), locale=settings.locale)
    client = Whistlestop(desk, settings.backups)
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, lambda: asyncio.ensure_future(client.close()))
    try:
        async with serving(client, store, settings.health_host, settings.health_port), client:
            await client.start(settings.token)
    finally:
        workers.close()
        await store.close()


def main() -> int:
    """Run, or say in one line why not."""
    try:
        settings = read_settings()
        start_logging(settings.log_level)
        asyncio.run(run(settings))
    except (BadInput, StoreError, discord.LoginFailure) as error:
        sys.stderr.write(f"whistlestop: {error}\n")
        return 2
    except (aiohttp.ClientError, discord.HTTPException, OSError) as error:
        sys.stderr.write(f"whistlestop: cannot go on: {error}\n")
        return 1
    return 0
