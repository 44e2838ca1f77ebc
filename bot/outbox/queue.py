"""The queue of what is to be told: one worker for each table, tried until it is done.

Everything here can be done again without harm: what a table's messages should look like follows
from the store alone, and only when all is told is the change marked as announced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

from bot.background import run_every
from bot.backoff import jitter
from bot.games.errors import LeaseLost, LobbyError, log_retry, outages
from bot.games.model import TELLING, format_time
from bot.games.store import Clock, LeaseStore, PostStore
from bot.log import bind_context, logger
from bot.metrics import LEASES_LOST, TELLINGS, metrics
from bot.outbox.backlog import Backlog
from bot.outbox.publisher import TablePublisher
from engine.errors import NotYourGame

log = logger(__name__)

MAX_RETRY_SECONDS: Final = 120.0
"""Seconds between two tries at most, unless Discord asks for more."""
BUSY_RETRY_SECONDS: Final = 1.0
"""Seconds until we look whether another program is done with a table."""
MAX_SHARED_UPDATES: Final = 16
"""Tables that one of several programs tells at the same time: a lease is not spent in a queue."""
CATCHING_UP_AT_ONCE: Final = 4
"""Tables that catch up at the same time. Each sends one request at a time, so a fresh change waits
behind at most so many of the requests that Discord allows in a second."""
PENDING_INTERVAL_SECONDS: Final = 60.0
SHARED_PENDING_INTERVAL_SECONDS: Final = 5.0
"""Seconds between two looks at what was left untold: by a fault here, or by programs that died."""
NETWORK_ERRORS: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""What Discord and networks do now and then."""


class Busy(Exception):
    """Another program tells this table just now."""


class UpdateQueue:
    """Tells people, a table at a time; the newest state wins."""

    def __init__(
        self, posts: PostStore, publisher: TablePublisher, leases: LeaseStore, clock: Clock
    ) -> None:
        self._posts = posts
        self._publisher = publisher
        self._leases = leases
        self._clock = clock
        self._room = asyncio.Semaphore(MAX_SHARED_UPDATES) if leases.shared else nullcontext()
        self._backlog = Backlog(CATCHING_UP_AT_ONCE)
        self._dirty: set[str] = set()
        self._fresh: set[str] = set()
        """Tables with a worker at which something changed: they wait for no others."""
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}

    def enqueue(self, game: str) -> None:
        """Something changed at this table: tell people, before the tables that catch up."""
        self._fresh.add(game)
        self._backlog.let_pass(game)
        self._start(game)

    def _start(self, game: str) -> None:
        """Let a worker tell the table. If nothing changed there, it waits for its place."""
        self._dirty.add(game)
        if game not in self._workers:
            task = asyncio.create_task(self._work(game), name=f"announce-{game}")
            self._workers[game] = task

    async def enqueue_pending(self, by: datetime | None = None) -> None:
        """Tell whatever was left untold, by a stop or by a fault; *by* a time: no later."""
        for game in await self._posts.pending_tables(format_time(by) if by else None):
            self._start(game)

    async def work(self) -> None:
        """Look for what was left untold, until canceled."""
        every = SHARED_PENDING_INTERVAL_SECONDS if self._leases.shared else PENDING_INTERVAL_SECONDS
        await run_every("telling", every, self._catch_up_older, first_after=every)

    async def _catch_up_older(self) -> None:
        # What is younger is in the hands of whoever has changed it.
        await self.enqueue_pending(
            self._clock() - timedelta(seconds=SHARED_PENDING_INTERVAL_SECONDS)
        )

    async def recheck_posts(self, game: str, *, catching_up: bool = False) -> None:
        """Tell a table again though nothing changed: its messages may be gone, or their place.

        If it is *catching_up*, nobody waits for it, and fresh changes go first.
        """
        await self._posts.forget_contents(game)
        if catching_up:
            self._start(game)
        else:
            self.enqueue(game)

    def reopen(self, channel_id: int) -> None:
        """A channel may be open to us again: tell there what it has missed."""
        for game in self._publisher.forget_refusals(channel_id):
            self.enqueue(game)

    async def refresh(self, games: Sequence[str]) -> None:
        """Tell tables again though nothing changed: what they say of time may have."""
        await self._posts.schedule_updates(games, format_time(self._clock()))
        for game in games:
            self._start(game)

    @property
    def active(self) -> int:
        """How many tables are being told, or tried again."""
        return len(self._workers)

    async def is_there(self, game: str) -> bool:
        """Whether a table's newest post can still be found."""
        return await self._publisher.is_there(game)

    async def wait_idle(self) -> None:
        """Wait until everything is told that need not wait."""
        while self._workers:
            await asyncio.wait([*self._workers.values()])

    async def stop(self) -> None:
        """Leave the rest for the next start."""
        for timer in self._later.values():
            timer.cancel()
        tasks = [*self._workers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, game: str) -> None:
        bind_context(game=game)
        backoff = ExponentialBackoff[bool]()
        try:
            await asyncio.sleep(0)  # whoever pressed is answered in this turn of the loop
            while game in self._dirty:
                try:
                    async with self._place(game), self._room:
                        self._dirty.discard(game)
                        await self._publish(game)
                except NotYourGame:
                    log.info("a table is gone")
                except Busy:
                    self._dirty.add(game)
                    await asyncio.sleep(BUSY_RETRY_SECONDS)
                except Exception as error:  # it is tried until it is told
                    metrics.count(TELLINGS, _kind_of(error))
                    pause = retry_delay(error, backoff)
                    _log_failure(error, pause)
                    self._dirty.add(game)
                    await asyncio.sleep(pause)
        finally:
            # In the same step of the loop in which nothing was left to do: a poke that comes later
            # finds no worker, and begins one.
            del self._workers[game]
            self._fresh.discard(game)

    def _place(self, game: str) -> AbstractAsyncContextManager[None]:
        return nullcontext() if game in self._fresh else self._backlog.place(game)

    async def _publish(self, game: str) -> None:
        """Tell a table.

        Raises:
            Busy: Another program does just now; it is told once more after that one.
        """
        lease = await self._leases.claim(game, TELLING)
        if lease is None:
            raise Busy
        try:
            self._schedule(game, await self._publisher.publish(game, lease))
            metrics.count(TELLINGS, "ok")
        except LeaseLost:
            # What we have shown may be older than what the other one has.
            log.info("a table took too long to tell")
            metrics.count(LEASES_LOST)
            self._dirty.add(game)
            await self._posts.schedule_rewrite(game, format_time(self._clock()))
        finally:
            await self._leases.release(lease)

    def _schedule(self, game: str, seconds: float | None) -> None:
        """Tell a table again after so long; until then it counts as untold."""
        former = self._later.pop(game, None)
        if former is not None:
            former.cancel()
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._later[game] = loop.call_later(seconds, self.enqueue, game)


def retry_delay(error: Exception, backoff: ExponentialBackoff[bool]) -> float:
    """Seconds until the next try, never the same for all tables."""
    pause = min(backoff.delay(), jitter(MAX_RETRY_SECONDS))
    if isinstance(error, discord.RateLimited):
        pause += error.retry_after
    return pause


def _kind_of(error: Exception) -> str:
    """Discord's code, else the name of the fault."""
    return str(getattr(error, "code", 0) or type(error).__name__)


def _log_failure(error: Exception, pause: float) -> None:
    facts = {"error": type(error).__name__, "again_in": round(pause, 1)}
    if isinstance(error, LobbyError):
        log.debug("a table changed while it was told", **facts)
    elif isinstance(error, NETWORK_ERRORS):
        code = getattr(error, "code", 0)
        cause = f"{facts['error']} {code}"
        outages.warn(log, "a table could not be told", cause, code=code, **facts)
    else:
        log_retry(log, "a table could not be told", error, again_in=facts["again_in"])
