"""Runs the jobs of tables that need no person. Notifying people is the task of the outbox."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.background import run_every
from bot.games.bots import decide_for
from bot.games.errors import LobbyError, log_retry
from bot.games.jobs import (
    ABANDON,
    BOT,
    CANCEL_LAPSE,
    CLOCK,
    LAPSE,
    ORDER,
    RESUME,
    START_JOB,
    START_SOON_JOB,
)
from bot.games.model import DOING, TABLE, Due, format_time
from bot.games.service import Games
from bot.games.store import Store
from bot.log import bind_context, logger
from engine.errors import NotYourGame
from engine.ids import Seat

log = logger(__name__)

MAX_POLL_INTERVAL: Final = timedelta(seconds=60)
MAX_SHARED_POLL_INTERVAL: Final = timedelta(seconds=5)
"""The maximum is shorter if another process may have written a job, or may have died."""
MIN_POLL_INTERVAL: Final = timedelta(seconds=1)
BUSY_RETRY_SECONDS: Final = 0.3
"""The delay before another attempt at a table whose jobs another process is running."""
LEASE_SPELL_SECONDS: Final = 20.0
"""How long jobs of a table run before its lease is claimed again."""


class JobRunner:
    """Runs the jobs of tables: starts games, plays for bots and orders, checks clocks and votes.

    After each change, the jobs of that table run immediately. A poll finds the jobs that are due
    later or were left when a process stopped. `on_done` is called when no job of a table is due
    any more, so that people can be notified.
    """

    def __init__(self, service: Games, store: Store) -> None:
        self._service = service
        self._games = store.games
        self._leases = store.leases
        self._max_interval = MAX_SHARED_POLL_INTERVAL if store.leases.shared else MAX_POLL_INTERVAL
        self.on_done: Callable[[str], None] = lambda game: None
        """Called with a table's id when the table was changed and no job is due there any more."""
        self._jobs: Mapping[str, Callable[[str, Due], Awaitable[bool]]] = {
            START_JOB: self._start,
            START_SOON_JOB: self._start,
            BOT: self._answer,
            LAPSE: self._lapse,
            CLOCK: service.clocks.run_clock_job,
            RESUME: self._resume,
            ABANDON: self._abandon,
            CANCEL_LAPSE: service.cancels.settle_cancel_vote,
            ORDER: self._order,
        }
        self._changed: set[str] = set()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._wake = asyncio.Event()

    # --- one table ---

    def table_changed(self, game: str) -> None:
        """Run the due jobs of a table that has changed, then call `on_done`."""
        due = self._service.cache.known_due(game)
        now = format_time(self._service.now())
        if any(row.due_at > now for row in due or ()):
            self._wake.set()
        is_done = due is not None and all(row.due_at > now for row in due)
        if is_done and game not in self._running:
            self.on_done(game)
            return
        self._changed.add(game)
        if game not in self._running:
            self._running[game] = asyncio.create_task(self._run_changed(game), name=f"drive-{game}")

    async def _run_changed(self, game: str) -> None:
        bind_context(game=game)
        try:
            # The press that changed the table is answered in this iteration of the event loop.
            await asyncio.sleep(0)
            while game in self._changed:
                self._changed.discard(game)
                if not await self._run_safely(game):
                    self._changed.add(game)
                    await asyncio.sleep(BUSY_RETRY_SECONDS)
            self.on_done(game)
        finally:
            # No await may come between the last check of `_changed` and this line. Otherwise a
            # change in between would start no new run.
            del self._running[game]

    async def _run_safely(self, game: str) -> bool:
        try:
            return await self.run_table(game)
        except NotYourGame:
            log.info("a table is gone", game=game)
        except Exception as error:  # The job stays due, so the poll retries it.
            log_retry(log, "could not run the due jobs of a table", error, game=game)
        return True

    async def run_table(self, game: str) -> bool:
        """Run all jobs of this table that are due now.

        Return False if another process is running them. The lease only prevents that two processes
        decide the same move for nothing. It does not protect against concurrent changes.
        """
        more = True
        while more:
            lease = await self._leases.claim(game, DOING)
            if lease is None:
                return False
            try:
                more = await self._run_spell(game)
            finally:
                await self._leases.release(lease)
        return True

    async def _run_spell(self, game: str) -> bool:
        """Run due jobs for at most `LEASE_SPELL_SECONDS`. Return whether more jobs may be due."""
        end = time.monotonic() + LEASE_SPELL_SECONDS
        while await self.run_next_job(game):
            if time.monotonic() > end:
                return True
            await asyncio.sleep(0)
        return False

    async def run_next_job(self, game: str) -> bool:
        """Run one due job of this table. Return False if none is due."""
        # The lines below read the jobs again, which covers every change up to now, also those of
        # the previous job. Without this, each job would cause one more run for nothing.
        self._changed.discard(game)
        now = format_time(self._service.now())
        for due in await self._service.cache.due_jobs(game):
            # A job of an unknown kind belongs to another process, perhaps of a later version.
            if due.due_at <= now and due.kind in self._jobs:
                if not await self._jobs[due.kind](game, due):
                    await self._service.cache.forget_due(game, due)
                return True
        return False

    # --- all tables ---

    async def run_due(self, now: datetime) -> None:
        """Run all due jobs of all tables: one iteration of the poll."""
        await self._service.clocks.postpone_jobs(now)
        for game in await self._games.due_by(format_time(now)):
            if game not in self._running and await self._run_safely(game):
                self.on_done(game)

    async def work(self) -> None:
        """Poll until canceled, each time when the next job is due."""
        await run_every("driver", self._max_interval.total_seconds(), self._poll, wake=self._wake)

    async def _poll(self) -> float:
        await self.run_due(self._service.now())
        return (await self._poll_delay()).total_seconds()

    async def _poll_delay(self) -> timedelta:
        due = await self._games.next_due()
        if due is None:
            return self._max_interval
        return max(
            MIN_POLL_INTERVAL,
            min(self._max_interval, datetime.fromisoformat(due) - self._service.now()),
        )

    async def wait_idle(self) -> None:
        """Wait until no job is running."""
        while self._running:
            await asyncio.wait([*self._running.values()])

    async def stop(self) -> None:
        """Cancel the running jobs. The jobs that remain run after the next start."""
        tasks = [*self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- kinds of jobs ---

    async def _start(self, game: str, due: Due) -> bool:
        return await self._service.play.start_if_full(game)

    async def _lapse(self, game: str, due: Due) -> bool:
        """Drop a pause request or a handover that was not answered in time."""
        if due.seat == TABLE:
            return await self._service.pauses.drop_lapsed_request(game)
        return await self._service.handovers.drop_lapsed_handover(game, Seat(due.seat))

    async def _order(self, game: str, due: Due) -> bool:
        """Make the next step by the order of a seat. Each step of the turn is a job of its own."""
        return await self._service.play.play_order(game, Seat(due.seat), due.turn)

    async def _resume(self, game: str, due: Due) -> bool:
        return await self._service.pauses.end_long_pause(game)

    async def _abandon(self, game: str, due: Due) -> bool:
        return await self._service.cancels.cancel_if_abandoned(game)

    async def _answer(self, game: str, due: Due) -> bool:
        """Let the bot of a seat answer. Return False if it has no question to answer.

        The bot decides outside the table's lock, so that people can act meanwhile. An answer that
        comes too late is dropped.
        """
        try:
            snapshot = await self._service.snapshot(game)
        except LobbyError:  # The game has not started, or the table was canceled.
            return False
        seat = Seat(due.seat)
        if seat not in snapshot.state.waiting or snapshot.state.over:
            return False
        action = await asyncio.to_thread(decide_for, snapshot, seat)
        if action is None:
            return False
        await self._service.play.act_for(game, snapshot.version, action, snapshot.table.row)
        return True
