"""The driver: what is to be done at tables without a person. It plays; telling is the outbox's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.background import run_every
from bot.games.bots import decide_for
from bot.games.errors import LobbyError, log_retry
from bot.games.jobs import ABANDON, BOT, CANCEL_LAPSE, CLOCK, LAPSE, ORDER, RESUME, START_JOB
from bot.games.model import DOING, TABLE, Due, format_time
from bot.games.service import Games
from bot.games.store import Store
from bot.log import bind_context, logger
from engine.errors import NotYourGame
from engine.ids import Seat

log = logger(__name__)

MAX_POLL_INTERVAL: Final = timedelta(seconds=60)
MAX_SHARED_POLL_INTERVAL: Final = timedelta(seconds=5)
"""So long the poll sleeps at most, alone and where others may have written a row, or died."""
MIN_POLL_INTERVAL: Final = timedelta(seconds=1)
BUSY_RETRY_SECONDS: Final = 0.3
"""Seconds until we look whether another program is done with a table."""
LEASE_SPELL_SECONDS: Final = 20.0
"""Seconds for which things are done at a table before the lease is taken anew."""


class JobRunner:
    """Begins tables, lets bots answer, orders play, clocks run out and questions lapse.

    After each change a table is run at once; what is due later, or was left by a stop, is found by
    the poll. Whoever tells people is called when nothing is left to do at a table.
    """

    def __init__(self, service: Games, store: Store) -> None:
        self._service = service
        self._games = store.games
        self._leases = store.leases
        self._max_interval = MAX_SHARED_POLL_INTERVAL if store.leases.shared else MAX_POLL_INTERVAL
        self.on_done: Callable[[str], None] = lambda game: None
        """Called with a table's id when it was changed and nothing is due there any more."""
        self._jobs: Mapping[str, Callable[[str, Due], Awaitable[bool]]] = {
            START_JOB: self._start,
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
        """A table has changed: do what is due there, then let people be told."""
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
            await asyncio.sleep(0)  # whoever pressed is answered in this turn of the loop
            while game in self._changed:
                self._changed.discard(game)
                if not await self._run_safely(game):
                    self._changed.add(game)
                    await asyncio.sleep(BUSY_RETRY_SECONDS)
            self.on_done(game)
        finally:
            # In the same step in which nothing was left: a poke that comes later begins anew.
            del self._running[game]

    async def _run_safely(self, game: str) -> bool:
        try:
            return await self.run_table(game)
        except NotYourGame:
            log.info("a table is gone", game=game)
        except Exception as error:  # it stays due: the poll tries again
            log_retry(log, "what was due could not be done", error, game=game)
        return True

    async def run_table(self, game: str) -> bool:
        """Do all that is due at this table now; False: another program is at it.

        What somebody else does meanwhile is theirs: the lease only spares thoughts in vain.
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
        """Do what is due for a while; whether there is more."""
        end = time.monotonic() + LEASE_SPELL_SECONDS
        while await self.run_next_job(game):
            if time.monotonic() > end:
                return True
            await asyncio.sleep(0)
        return False

    async def run_next_job(self, game: str) -> bool:
        """Do one thing that is due at this table; False: nothing is."""
        # What has changed until now, perhaps by what we did here ourselves, is seen by this look.
        self._changed.discard(game)
        now = format_time(self._service.now())
        for due in await self._service.cache.due_jobs(game):
            # What this program does not know is another one's, perhaps a later version.
            if due.due_at <= now and due.kind in self._jobs:
                if not await self._jobs[due.kind](game, due):
                    await self._service.cache.forget_due(game, due)
                return True
        return False

    # --- all tables ---

    async def run_due(self, now: datetime) -> None:
        """Do all that is due anywhere: one step of the poll."""
        await self._service.clocks.postpone_jobs(now)
        for game in await self._games.due_by(format_time(now)):
            if game not in self._running and await self._run_safely(game):
                self.on_done(game)

    async def work(self) -> None:
        """Poll until canceled, each time when the next thing is due."""
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
        """Wait until nothing is being done."""
        while self._running:
            await asyncio.wait([*self._running.values()])

    async def stop(self) -> None:
        """Leave the rest for the next start."""
        tasks = [*self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- what can be due ---

    async def _start(self, game: str, due: Due) -> bool:
        """A table that is full begins."""
        return await self._service.play.start_if_full(game)

    async def _lapse(self, game: str, due: Due) -> bool:
        """A seat that not everybody let go or took in time stays its owner's."""
        if due.seat == TABLE:
            return await self._service.pauses.drop_lapsed_request(game)
        return await self._service.handovers.drop_lapsed_handover(game, Seat(due.seat))

    async def _order(self, game: str, due: Due) -> bool:
        """The order of a seat plays: all of a turn, a step at a time."""
        return await self._service.play.play_order(game, Seat(due.seat), due.turn)

    async def _resume(self, game: str, due: Due) -> bool:
        """A table that has stood still for long goes on."""
        return await self._service.pauses.end_long_pause(game)

    async def _abandon(self, game: str, due: Due) -> bool:
        """Cancel a deserted table that nobody has come back to."""
        return await self._service.cancels.cancel_if_abandoned(game)

    async def _answer(self, game: str, due: Due) -> bool:
        """The bot of a seat answers; False: none of it owes an answer.

        It thinks outside the game's lock: people may press, and a thought that comes too late is
        dropped.
        """
        try:
            snapshot = await self._service.snapshot(game)
        except LobbyError:  # not begun, or called off
            return False
        seat = Seat(due.seat)
        if seat not in snapshot.state.waiting or snapshot.state.over:
            return False
        action = await asyncio.to_thread(decide_for, snapshot, seat)
        if action is None:
            return False
        await self._service.play.act_for(game, snapshot.version, action, snapshot.table.row)
        return True
