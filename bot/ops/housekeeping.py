"""Background jobs: close stale lobbies, make nightly backups, delete canceled tables."""

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
"""After a start the bot first answers players."""
SWEEP_INTERVAL: Final = timedelta(minutes=20)
REMOVED_GUILD_WAIT: Final = timedelta(days=30)
"""How long open tables wait after the bot was removed from their server."""
CANCELED_TABLE_AGE: Final = timedelta(days=90)
"""The age at which a canceled table is deleted. A finished game stays forever."""
THREAD_WAKE_INTERVAL: Final = timedelta(days=1)
"""How often threads of waiting games are unarchived. An archived thread is hard to find."""
PRESS_AGE: Final = timedelta(days=7)
"""How long a press is saved, so that a second delivery of it is ignored."""


class Housekeeper:
    """Runs the background jobs. They depend only on the store and the time."""

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
        """When this process last unarchived threads, or None if it never has."""
        self._backups = Backups(store, folder) if folder else None

    async def work(self) -> None:
        """Sweep every 20 minutes on the leader, until canceled."""
        await run_every(
            "housekeeping",
            SWEEP_INTERVAL.total_seconds(),
            self.sweep,
            self._store.leases,
            first_after=FIRST_SWEEP_DELAY.total_seconds(),
        )

    async def sweep(self) -> None:
        """Run all jobs that are due now."""
        now = self._service.now()
        await self._close_lobbies(now)
        await self._store.games.forget_presses(format_time(now - PRESS_AGE))
        deleted = await self._store.games.forget_cancelled(format_time(now - CANCELED_TABLE_AGE))
        if deleted:
            log.info("deleted canceled tables", tables=deleted)
        await self._cancel_in_left_guilds(now)
        await self._wake_threads(now)
        if self._backups is not None:
            await self._backups.make_if_due(now)

    async def _wake_threads(self, now: datetime) -> None:
        if self._threads_woken_at is None or now - self._threads_woken_at >= THREAD_WAKE_INTERVAL:
            self._threads_woken_at = now
            # A change to a table posts a message, and that unarchives the thread. So only tables
            # without a recent change need this.
            quiet = await self._store.games.quiet_channels(format_time(now - THREAD_WAKE_INTERVAL))
            await self._threads.unarchive_all(quiet)

    async def _close_lobbies(self, now: datetime) -> None:
        """Close lobbies that were not started in time, and warn before that."""
        for game in await self._store.games.lobbies_until(
            format_time(now - LOBBY_LIFETIME + LOBBY_WARNING)
        ):
            post = (await self._store.posts.by_kind(game)).get("board")
            closed = await self._service.lobby.close_if_late(game)
            if not closed and (not post or post.occasion != CLOSING):
                self._updates.enqueue(game)

    async def _cancel_in_left_guilds(self, now: datetime) -> None:
        """Cancel the tables of servers that the bot was removed from 30 days ago."""
        for game in await self._store.games.open_in_left_guilds(
            format_time(now - REMOVED_GUILD_WAIT)
        ):
            await self._service.cancels.cancel(game)
