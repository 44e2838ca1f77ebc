"""The queue of tables whose messages need an update: one worker per table, with retries.

All work here can be repeated without harm. The content of a table's messages follows from the
store. A change is marked as published only after all its messages are up to date.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

from bot.background import jitter, run_every
from bot.games.errors import LeaseLost, LobbyError, log_retry, outages
from bot.games.model import TELLING, format_time
from bot.games.store import Clock, LeaseStore, PostStore
from bot.log import bind_context, logger
from bot.metrics import LEASES_LOST, TELLINGS, metric_label, metrics
from bot.outbox.publisher import TablePublisher
from engine.errors import NotYourGame

log = logger(__name__)

MAX_RETRY_SECONDS: Final = 120.0
"""The longest pause between two attempts, unless Discord asks for more."""
BUSY_RETRY_SECONDS: Final = 1.0
"""The pause before a check whether another process has finished with a table."""
MAX_SHARED_UPDATES: Final = 16
"""Tables that one of several processes updates at a time, so that no lease expires in a queue."""
MAX_BACKLOG_UPDATES: Final = 4
"""Tables that catch up at the same time.

Each sends one request at a time. So a new change waits behind at most 4 of the requests that
Discord allows per second.
"""
PENDING_INTERVAL_SECONDS: Final = 60.0
SHARED_PENDING_INTERVAL_SECONDS: Final = 5.0
"""The pause between two searches for pending updates, after a failure here or a killed process."""
NETWORK_ERRORS: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Temporary failures of Discord and networks."""


class Busy(Exception):
    """Another process is updating this table."""


class Backlog:
    """A limited number of places for tables that catch up after a restart or an outage.

    Tables get the places in the order of their requests.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[str, asyncio.Future[bool]] = {}

    @asynccontextmanager
    async def place(self, game: str) -> AsyncIterator[None]:
        """Wait for a place, and occupy it while the block runs."""
        has_place = await self._wait_for_place(game)
        try:
            yield
        finally:
            if has_place:
                self._release_place()

    def skip_wait(self, game: str) -> None:
        """Continue a waiting table immediately, without a place."""
        place = self._waiting.pop(game, None)
        if place is not None and not place.done():
            place.set_result(False)

    async def _wait_for_place(self, game: str) -> bool:
        """Return True when the table has a place, or False when it may continue without a place."""
        if self._free:
            self._free -= 1
            return True
        place: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[game] = place
        try:
            return await place
        except asyncio.CancelledError:
            if self._waiting.get(game) is place:
                del self._waiting[game]
            if not place.cancelled() and place.result():
                self._release_place()
            raise

    def _release_place(self) -> None:
        while self._waiting:
            place = self._waiting.pop(next(iter(self._waiting)))
            if not place.done():  # a canceled request may still be listed
                place.set_result(True)
                return
        self._free += 1


class UpdateQueue:
    """Updates the messages of tables. Several changes at a table become one update."""

    def __init__(
        self, posts: PostStore, publisher: TablePublisher, leases: LeaseStore, clock: Clock
    ) -> None:
        self._posts = posts
        self._publisher = publisher
        self._leases = leases
        self._clock = clock
        self._room = asyncio.Semaphore(MAX_SHARED_UPDATES) if leases.shared else nullcontext()
        self._backlog = Backlog(MAX_BACKLOG_UPDATES)
        self._dirty: set[str] = set()
        self._fresh: set[str] = set()
        """Tables with a worker and with a new change, which do not wait for other tables."""
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def enqueue(self, game: str) -> None:
        """Update a table after a change, before the tables that catch up."""
        self._fresh.add(game)
        self._backlog.skip_wait(game)
        self._start(game)

    def _start(self, game: str) -> None:
        """Start a worker for a table. Without a new change, it waits for a place."""
        self._dirty.add(game)
        if game not in self._workers:
            task = asyncio.create_task(self._work(game), name=f"announce-{game}")
            self._workers[game] = task

    async def enqueue_pending(self, by: datetime | None = None) -> None:
        """Update all tables with pending updates, which a stop or a failure left behind.

        If *by* is given, updates that became due later are left out.
        """
        for game in await self._posts.pending_tables(format_time(by) if by else None):
            self._start(game)

    async def work(self) -> None:
        """Search for pending updates at intervals, until canceled."""
        every = SHARED_PENDING_INTERVAL_SECONDS if self._leases.shared else PENDING_INTERVAL_SECONDS
        await run_every("telling", every, self._enqueue_older_pending, first_after=every)

    async def _enqueue_older_pending(self) -> None:
        # The process that saved a newer change is publishing it.
        await self.enqueue_pending(
            self._clock() - timedelta(seconds=SHARED_PENDING_INTERVAL_SECONDS)
        )

    async def recheck_posts(self, game: str, *, catching_up: bool = False) -> None:
        """Update a table without a change, because its messages or its channel may be gone.

        If it is *catching_up*, no user waits for it, and tables with new changes go first.
        """
        await self._posts.forget_contents(game)
        if catching_up:
            self._start(game)
        else:
            self.enqueue(game)

    def reopen(self, channel_id: int) -> None:
        """Retry the pending updates of a channel that may accept messages again."""
        for game in self._publisher.forget_refusals(channel_id):
            self.enqueue(game)

    async def refresh(self, games: Sequence[str]) -> None:
        """Update tables without a change, because their deadlines may have moved."""
        await self._posts.schedule_updates(games, format_time(self._clock()))
        for game in games:
            self._start(game)

    @property
    def active(self) -> int:
        """The number of tables that are being updated or retried."""
        return len(self._workers)

    async def board_exists(self, game: str) -> bool:
        """Return whether the board or lobby post of a table still exists."""
        return await self._publisher.board_exists(game)

    async def wait_idle(self) -> None:
        """Wait until no update is running. Scheduled updates do not count."""
        while self._workers:
            await asyncio.wait([*self._workers.values()])

    async def stop(self) -> None:
        """Cancel all updates. The next start continues them."""
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._workers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, game: str) -> None:
        bind_context(game=game)
        backoff = ExponentialBackoff[bool]()
        try:
            await asyncio.sleep(0)  # the answer to a press goes first
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
                except Exception as error:  # updates are retried until they succeed
                    metrics.count(TELLINGS, _failure_label(error))
                    pause = retry_delay(error, backoff)
                    _log_failure(error, pause)
                    self._dirty.add(game)
                    await asyncio.sleep(pause)
        finally:
            # No await since the last check of `_dirty`, so no `enqueue` was missed. A later call
            # finds no worker and starts a new one.
            del self._workers[game]
            self._fresh.discard(game)

    def _place(self, game: str) -> AbstractAsyncContextManager[None]:
        return nullcontext() if game in self._fresh else self._backlog.place(game)

    async def _publish(self, game: str) -> None:
        """Update the messages of a table.

        Raises:
            Busy: Another process is updating the table. The worker retries afterwards.
        """
        lease = await self._leases.claim(game, TELLING)
        if lease is None:
            raise Busy
        try:
            self._schedule(game, await self._publisher.publish(game, lease))
            metrics.count(TELLINGS, "ok")
        except LeaseLost:
            # These messages may be older than those of the other process.
            log.info("lost the lease of a table during an update")
            metrics.count(LEASES_LOST)
            self._dirty.add(game)
            await self._posts.schedule_rewrite(game, format_time(self._clock()))
        finally:
            await self._leases.release(lease)

    def _schedule(self, game: str, seconds: float | None) -> None:
        """Update a table again after *seconds*. Until then the update counts as pending."""
        former = self._timers.pop(game, None)
        if former is not None:
            former.cancel()
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._timers[game] = loop.call_later(seconds, self.enqueue, game)


def retry_delay(error: Exception, backoff: ExponentialBackoff[bool]) -> float:
    """Return the seconds until the next attempt, with jitter between tables."""
    pause = min(backoff.delay(), jitter(MAX_RETRY_SECONDS))
    if isinstance(error, discord.RateLimited):
        pause += error.retry_after
    return pause


def _failure_label(error: Exception) -> str:
    """Return Discord's error code, or the metric label of the exception."""
    return str(getattr(error, "code", 0) or metric_label(type(error)))


def _log_failure(error: Exception, pause: float) -> None:
    facts = {"error": type(error).__name__, "again_in": round(pause, 1)}
    if isinstance(error, LobbyError):
        log.debug("a table changed during its update", **facts)
    elif isinstance(error, NETWORK_ERRORS):
        code = getattr(error, "code", 0)
        cause = f"{facts['error']} {code}"
        outages.warn(log, "could not update a table", cause, code=code, **facts)
    else:
        log_retry(log, "could not update a table", error, again_in=facts["again_in"])
