"""Reads the environment, builds everything, runs. The only composition root."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Coroutine
from dataclasses import replace
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
from bot.ops.application import check_application
from bot.ops.discord_traffic import RequestBudget, make_trace
from bot.ops.health import Health, serve_health
from bot.ops.housekeeping import Housekeeper
from bot.ops.logs import start_logging
from bot.ops.prometheus import collect_metrics, make_metrics
from bot.ops.registration import LOGIN_REFUSED
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
"""Seconds without another server after which the gateway counts as ready. discord.py waits for two,
for what we do not need: the first event lists all servers, and whatever comes later is heard."""


def use_discord_at(settings: Settings) -> None:
    """Let discord.py talk to another API, e.g. the sandbox."""
    if settings.api:
        discord.http.Route.BASE = settings.api
    if settings.gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


async def run(
    settings: Settings,
    patience: PublishDelays | None = None,
    wait: Wait = order_wait,
    *,
    serve: bool = False,
) -> None:
    """Run the bot until it is told to stop; *serve*: at the endpoint, not over the gateway."""
    if not settings.token:
        raise BadInput("DISCORD_TOKEN is not set")
    use_discord_at(settings)
    check_fonts()
    database = settings.database
    refusal = f"{database} is in use by another bot; stop that one, or set WHISTLESTOP_DB"
    store = None
    workers = Workers(MAX_WORKERS)
    try:
        async with lock_database(database, refusal, shared=serve):
            store = await open_store(database, settings.lease)
            await _run(settings, store, workers, patience, wait, serve=serve)
    finally:
        workers.close()
        if store is not None:
            await store.close()


async def _run(
    settings: Settings,
    store: Store,
    workers: Workers,
    patience: PublishDelays | None,
    wait: Wait,
    *,
    serve: bool,
) -> None:
    clock = shifted_clock(settings.clock, store.now) if settings.clock else store.now
    options: dict[str, Any] = {
        "http_trace": make_trace(budget_for(settings, store)),
        "guild_ready_timeout": GUILD_READY_SECONDS,
    }
    client = build_client(settings, store, workers, clock, patience, wait, **options)
    line: Gateway | Endpoint = Gateway(client)
    if serve:
        grace = STOP_GRACE_SECONDS if settings.processes > 1 else 0.0
        line = Endpoint(client, settings.endpoint_host, settings.endpoint_port, grace)
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, line.stop)
    host, port, backups = settings.health_host, settings.health_port, settings.backups is not None
    health = Health(line, store, client.background.states, backups=backups)
    studio = client.parts.services.studio
    metrics = make_metrics(store, health, lambda: studio.waiting, port=port, backups=backups)
    async with collect_metrics(metrics), serve_health(health, host, port, metrics), client:
        await line.run(settings.token or "")


def budget_for(settings: Settings, store: Store) -> RequestBudget:
    """Return the part of the requests that is ours, among the programs that share the store."""
    return RequestBudget(settings.requests_per_second, lambda: store.database.programs)


def build_client(
    settings: Settings,
    store: Store,
    workers: Workers | None = None,
    clock: Clock = utc_now,
    patience: PublishDelays | None = None,
    wait: Wait = order_wait,
    system: Clock | None = None,
    **options: Any,
) -> Whistlestop:
    """The bot, ready to start; *options* are those of discord.py's client.

    Games are played by *clock*, which is *system*'s (None: the store's) unless somebody plays with
    the time.
    """

    def parts(client: discord.Client) -> ClientParts:
        limits = Limits(settings.tables_per_server, settings.lobbies_per_person)
        games = make_games(store, clock, limits=limits, system=system or store.now, wait=wait)
        translator, studio = Translator(store.people, settings.locale), Studio(workers)
        threads = Threads(client)
        sender = MessageSender(client, threads, clock)
        publisher = TablePublisher(sender, threads, store, games, translator, studio, patience)
        updates = UpdateQueue(store.posts, publisher, store.leases, clock)
        driver = JobRunner(games, store)
        games.writer.on_change = driver.table_changed  # whatever is kept may make something due,
        driver.on_done = updates.enqueue  # and then it is told
        housekeeper = Housekeeper(store, games, updates, threads, settings.backups)
        lookup = TableQueries(store, games)
        services = Services(
            games=games,
            lookup=lookup,
            people=store.people,
            notes=store.notes,
            posts=store.posts,
            translator=translator,
            studio=studio,
            tell_again=updates.enqueue,
            look_after=updates.recheck_posts,
            reopen=updates.reopen,
        )
        return ClientParts(
            services=services,
            driver=driver,
            updates=updates,
            servers=GuildTracker(store, games, updates),
            leases=store.leases,
            check_application=partial(check_application, store, adopts=settings.adopts),
            chores={
                "housekeeping": housekeeper.work,
                "driver": driver.work,
                "pulse": games.downtime.work,
                "telling": updates.work,
                "retelling": DeadlineRefresher(updates, store, lookup, games).work,
                "watch": PostRepairer(updates, store).work,
                "clock": store.sync_clock,
            },
            schema=newest_version(),
        )

    return Whistlestop(parts, **options)


def shifted_clock(file: Path, clock: Clock) -> Clock:
    """A clock to which the seconds in a file are added, as it is whenever somebody looks."""

    def now() -> datetime:
        try:
            seconds = float(file.read_text(encoding="ascii"))
            return clock() + timedelta(seconds=seconds)
        except (OSError, ValueError, OverflowError):  # being written, or nothing that can be added
            return clock()

    return now


def check_fonts() -> None:
    """See that pictures can be written on.

    Raises:
        BadInput: A font is missing; the message says what to do.
    """
    for face in FACES:
        try:
            font(face, 20)
        except OSError as error:
            raise BadInput(f"the font {face} cannot be read ({error}); install again") from error


def run_on_loop(work: Coroutine[Any, Any, None]) -> None:
    """Do this on an event loop; where uvloop is installed, on one that is twice as quick."""
    loops = import_module("uvloop") if find_spec("uvloop") else asyncio
    with asyncio.Runner(loop_factory=loops.new_event_loop) as runner:
        runner.run(work)


def main(*, serve: bool = False, adopts: bool = False) -> int:
    """Run, or say in one line why not; *adopts*: with whichever application."""
    try:
        settings = replace(read_settings(), adopts=adopts)
        start_logging(settings.log_level)
        # What is imported stays. To look through it for what nobody needs any more, as Python does
        # now and then, would let every press wait for nearly a tenth of a second.
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
        sys.stderr.write(f"whistlestop: cannot go on: {error}\n")
        return 1
    return 0
