"""The only composition root: reads the environment, builds all objects and runs the bot."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
import yarl

from bot.config import Settings, read_settings
from bot.connection.client import ClientParts, Whistlestop
from bot.connection.endpoint import STOP_GRACE_SECONDS, Endpoint
from bot.connection.gateway import Gateway
from bot.games.errors import DatabaseError, DiskFull, StoreError, Unreachable
from bot.games.job_runner import JobRunner
from bot.games.lobby import Limits, utc_now
from bot.games.orders.model import Wait, order_wait
from bot.games.queries import TableQueries
from bot.games.service import make_games
from bot.games.store import Clock
from bot.ops.discord_traffic import RequestBudget, make_trace
from bot.ops.health import Health, serve_health
from bot.ops.housekeeping import Housekeeper
from bot.ops.logs import start_logging
from bot.ops.prometheus import collect_metrics, make_metrics
from bot.ops.registration import LOGIN_REFUSED, check_application
from bot.outbox.deadline_refresh import DeadlineRefresher
from bot.outbox.delays import PublishDelays
from bot.outbox.guilds import GuildTracker
from bot.outbox.publisher import TablePublisher
from bot.outbox.queue import UpdateQueue
from bot.outbox.repair import PostRepairer
from bot.outbox.sender import MessageSender
from bot.outbox.threads import Threads
from bot.pictures.studio import Studio
from bot.storage.sqlite.schema import newest_version
from bot.storage.store import Store, lock_database, open_store
from bot.text.translator import Translator
from bot.ui.context import Services
from bot.workers import MAX_WORKERS, Workers
from engine.errors import BadInput
from render.fonts import FACES, font

GUILD_READY_SECONDS: Final = 0.5
"""Seconds without another server after which the gateway counts as ready.

discord.py waits for 2 seconds. The bot does not need that: the first event lists all servers, and
later changes arrive as events.
"""


@dataclass(frozen=True, slots=True)
class Overrides:
    """Settings that only tests change."""

    delays: PublishDelays = field(default_factory=PublishDelays)
    order_wait: Wait = order_wait
    system_clock: Clock | None = None
    """The clock by which outages are detected. If None, the clock of the store."""


def use_discord_at(settings: Settings) -> None:
    """Point discord.py at the API of the settings, for example at the sandbox."""
    if settings.api:
        discord.http.Route.BASE = settings.api
    if settings.gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


async def run(
    settings: Settings, overrides: Overrides | None = None, *, serve: bool = False
) -> None:
    """Run the bot until a signal stops it.

    Args:
        settings: The settings of the operator.
        overrides: Settings of a test.
        serve: Whether interactions come to the HTTP endpoint instead of over the gateway.

    Raises:
        BadInput: A setting or a font is missing.
    """
    settings.require_token()
    use_discord_at(settings)
    check_fonts()
    database = settings.database
    refusal = f"{database} is in use by another bot; stop that one, or set WHISTLESTOP_DB"
    store = None
    workers = Workers(MAX_WORKERS)
    try:
        async with lock_database(database, refusal, shared=serve):
            store = await open_store(database, settings.lease)
            await _run(settings, store, workers, overrides, serve=serve)
    finally:
        workers.close()
        if store is not None:
            await store.close()


async def _run(
    settings: Settings,
    store: Store,
    workers: Workers,
    overrides: Overrides | None,
    *,
    serve: bool,
) -> None:
    clock = shifted_clock(settings.clock, store.now) if settings.clock else store.now
    options: dict[str, Any] = {
        "http_trace": make_trace(budget_for(settings, store)),
        "guild_ready_timeout": GUILD_READY_SECONDS,
    }
    client = build_client(settings, store, workers, clock, overrides, **options)
    connection: Gateway | Endpoint = Gateway(client)
    if serve:
        grace = STOP_GRACE_SECONDS if settings.processes > 1 else 0.0
        connection = Endpoint(client, settings.endpoint_host, settings.endpoint_port, grace)
    loop = asyncio.get_running_loop()
    for stop_signal in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(stop_signal, connection.stop)
    host, port, backups = settings.health_host, settings.health_port, settings.backups is not None
    health = Health(connection, store, client.background.states, backups=backups)
    studio = client.parts.services.studio
    metrics = make_metrics(store, health, lambda: studio.waiting, port=port, backups=backups)
    async with collect_metrics(metrics), serve_health(health, host, port, metrics), client:
        await connection.run(settings.token or "")


def budget_for(settings: Settings, store: Store) -> RequestBudget:
    """Return this process's share of the requests to Discord.

    All programs that use the store share the limit.
    """
    return RequestBudget(settings.requests_per_second, lambda: store.database.programs)


def build_client(
    settings: Settings,
    store: Store,
    workers: Workers | None = None,
    clock: Clock = utc_now,
    overrides: Overrides | None = None,
    **options: Any,
) -> Whistlestop:
    """Return the bot, ready to start.

    Args:
        settings: The settings of the operator.
        store: The open store.
        workers: The processes that draw pictures. If None, threads draw them.
        clock: The clock by which games are played. It equals the system clock, unless the time of
            a sandbox is shifted.
        overrides: Settings of a test.
        options: The options of discord.py's client.
    """
    overrides = overrides or Overrides()

    def build_parts(client: discord.Client) -> ClientParts:
        limits = Limits(settings.tables_per_server, settings.lobbies_per_person)
        games = make_games(
            store,
            clock,
            limits=limits,
            system=overrides.system_clock or store.now,
            wait=overrides.order_wait,
        )
        translator, studio = Translator(store.people, settings.locale), Studio(workers)
        threads = Threads(client)
        sender = MessageSender(client, threads, clock)
        publisher = TablePublisher(
            sender, threads, store, games, translator, studio, overrides.delays
        )
        updates = UpdateQueue(store.posts, publisher, store.leases, clock)
        job_runner = JobRunner(games, store)
        # A saved change may make a job due. After the job the table's messages are updated.
        games.writer.on_change = job_runner.table_changed
        job_runner.on_done = updates.enqueue
        housekeeper = Housekeeper(store, games, updates, threads, settings.backups)
        queries = TableQueries(store, games)
        services = Services(
            games=games,
            queries=queries,
            people=store.people,
            notes=store.notes,
            posts=store.posts,
            translator=translator,
            studio=studio,
            enqueue_update=updates.enqueue,
            recheck_posts=updates.recheck_posts,
            reopen=updates.reopen,
        )
        return ClientParts(
            services=services,
            job_runner=job_runner,
            updates=updates,
            guilds=GuildTracker(store, games, updates),
            leases=store.leases,
            check_application=partial(check_application, store, adopts=settings.adopts),
            # The names are published: they are labels of metrics and appear in /health.
            background_tasks={
                "housekeeping": housekeeper.work,
                "driver": job_runner.work,
                "pulse": games.downtime.work,
                "telling": updates.work,
                "retelling": DeadlineRefresher(updates, store, queries, games).work,
                "watch": PostRepairer(updates, store).work,
                "clock": store.sync_clock,
            },
            schema=newest_version(),
        )

    return Whistlestop(build_parts, **options)


def shifted_clock(file: Path, clock: Clock) -> Clock:
    """Return a clock that adds the seconds in a file, which is read each time."""

    def now() -> datetime:
        try:
            seconds = float(file.read_text(encoding="ascii"))
            return clock() + timedelta(seconds=seconds)
        except (OSError, ValueError, OverflowError):
            # The file is being written, or does not contain a number that can be added.
            return clock()

    return now


def check_fonts() -> None:
    """Check that all fonts of the pictures can be read.

    Raises:
        BadInput: A font is missing. The message says what to do.
    """
    for face in FACES:
        try:
            font(face, 20)
        except OSError as error:
            raise BadInput(f"the font {face} cannot be read ({error}); install again") from error


def run_on_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run *work* on an event loop, on uvloop's if it is installed, which is twice as fast."""
    loops = import_module("uvloop") if find_spec("uvloop") else asyncio
    with asyncio.Runner(loop_factory=loops.new_event_loop) as runner:
        runner.run(work)


def main(*, serve: bool = False, adopts: bool = False) -> int:
    """Run the bot and return its exit code; print one line if it cannot run.

    Args:
        serve: Whether interactions come to the HTTP endpoint instead of over the gateway.
        adopts: Whether the database may belong to another application.
    """
    try:
        settings = replace(read_settings(), adopts=adopts)
        start_logging(settings.log_level)
        # Imported objects are never freed. If the garbage collector searched them from time to
        # time, every press would wait for nearly 0.1 seconds.
        gc.freeze()
        run_on_loop(run(settings, serve=serve))
    except discord.LoginFailure:
        sys.stderr.write(f"whistlestop: {LOGIN_REFUSED}\n")
        return 2
    except (Unreachable, DiskFull) as error:
        sys.stderr.write(f"whistlestop: {error}\n")
        return 1
    except (BadInput, StoreError) as error:
        sys.stderr.write(f"whistlestop: {error}\n")
        return 2
    except (aiohttp.ClientError, discord.DiscordException, DatabaseError, OSError) as error:
        sys.stderr.write(f"whistlestop: cannot continue: {error}\n")
        return 1
    return 0
