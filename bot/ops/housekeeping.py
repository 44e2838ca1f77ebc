"""What nobody asks for: lobbies that are never started, backups at night, old tables that go."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.background import run_every
from bot.games.lobby import LOBBY_LIFETIME, LOBBY_WARNING
from bot.games.model import format_time
from bot.games.service import Games
from bot.log import logger
from bot.ops.backups import Backups
from bot.outbox.lobby import CLOSING
from bot.outbox.queue import UpdateQueue
from bot.outbox.threads import Threads
from bot.storage.store import Store

log = logger(__name__)

FIRST_SWEEP_DELAY: Final = timedelta(minutes=1)
"""After a start people come first."""
SWEEP_INTERVAL: Final = timedelta(minutes=20)
REMOVED_GUILD_WAIT: Final = timedelta(days=30)
"""So long the tables of a server wait that we were removed from."""
CANCELED_TABLE_AGE: Final = timedelta(days=90)
"""So long a table is kept that was called off; a finished game is kept for ever."""
THREAD_WAKE_INTERVAL: Final = timedelta(days=1)
"""So often threads in which games wait for somebody are woken: one that sleeps is hard to find."""
PRESS_AGE: Final = timedelta(days=7)
"""So long a press is remembered, lest it be carried out twice."""


class Housekeeper:
    """Looks around now and then. What it does follows from the store and the time alone."""

    def __init__(
        self,
        store: Store,
        service: Games,
        updates: UpdateQueue,
        threads: Threads,
        folder: Path | None,
    ) -> None:
        self._store = store
        self._service = service
        self._updates = updates
        self._threads = threads
        self._threads_woken_at: datetime | None = None
        """When threads were last woken by this one."""
        self._backups = Backups(store, folder) if folder else None

    async def work(self) -> None:
        """Sweep now and then, on the leader, until canceled."""
        await run_every(
            "housekeeping",
            SWEEP_INTERVAL.total_seconds(),
            self.sweep,
            self._store.leases,
            first_after=FIRST_SWEEP_DELAY.total_seconds(),
        )

    async def sweep(self) -> None:
        """Everything that is due now."""
        now = self._service.now()
        await self._close_lobbies(now)
        await self._store.games.forget_presses(format_time(now - PRESS_AGE))
        gone = await self._store.games.forget_cancelled(format_time(now - CANCELED_TABLE_AGE))
        if gone:
            log.info("forgot tables that were called off", tables=gone)
        await self._cancel_in_left_guilds(now)
        await self._wake_threads(now)
        if self._backups is not None:
            await self._backups.make_if_due(now)

    async def _wake_threads(self, now: datetime) -> None:
        if self._threads_woken_at is None or now - self._threads_woken_at >= THREAD_WAKE_INTERVAL:
            self._threads_woken_at = now
            # Where something has changed, something was posted: that keeps a thread awake.
            quiet = await self._store.games.quiet_channels(format_time(now - THREAD_WAKE_INTERVAL))
            await self._threads.wake_those(quiet)

    async def _close_lobbies(self, now: datetime) -> None:
        """Close those that nobody started; warn of it before."""
        for game in await self._store.games.lobbies_until(
            format_time(now - LOBBY_LIFETIME + LOBBY_WARNING)
        ):
            post = (await self._store.posts.by_kind(game)).get("board")
            closed = await self._service.close_if_late(game)
            if not closed and (not post or post.occasion != CLOSING):
                self._updates.enqueue(game)

    async def _cancel_in_left_guilds(self, now: datetime) -> None:
        """Call off the tables of servers that we have not been on for long."""
        for game in await self._store.games.open_in_left_guilds(
            format_time(now - REMOVED_GUILD_WAIT)
        ):
            await self._service.cancel(game)
