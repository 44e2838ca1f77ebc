"""What nobody asks for: lobbies that are never started, backups at night, old tables that go."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.ops.backups import Backups
from bot.outbox.teller import CLOSING
from bot.play.table import LIFETIME, WARNING
from bot.storage.records import stamp

if TYPE_CHECKING:
    from bot.chat.desk import Desk

log = logging.getLogger(__name__)

FIRST: Final = timedelta(minutes=1)
"""After a start people come first."""
EVERY: Final = timedelta(minutes=20)
WAITING: Final = timedelta(days=30)
"""So long the tables of a server wait that we were removed from."""
MEMORY: Final = timedelta(days=90)
"""So long a table is kept that was called off; a finished game is kept for ever."""
REPEATED: Final = timedelta(days=7)
"""So long a press is remembered, lest it be carried out twice."""


class Housekeeper:
    """Looks around now and then. What it does follows from the store and the time alone."""

    def __init__(self, desk: Desk, folder: Path | None) -> None:
        self._desk = desk
        self._backups = Backups(desk.store, folder) if folder else None

    async def work(self) -> None:
        """Go on until cancelled; what fails is tried again the next time."""
        await asyncio.sleep(FIRST.total_seconds())
        while True:
            try:
                await self.sweep()
            except Exception:  # the next round is another try
                log.exception("housekeeping failed")
            await asyncio.sleep(EVERY.total_seconds())

    async def sweep(self) -> None:
        """Everything that is due now."""
        now = self._desk.service.now()
        await self._lobbies(now)
        await self._desk.store.forget_presses(stamp(now - REPEATED))
        gone = await self._desk.store.forget_cancelled(stamp(now - MEMORY))
        if gone:
            log.info("forgot tables that were called off", extra={"tables": gone})
        await self._left_behind(now)
        if self._backups is not None:
            await self._backups.make_if_due(now)

    async def _lobbies(self, now: datetime) -> None:
        """Close those that nobody started; warn of it before."""
        desk = self._desk
        for game in await desk.store.lobbies_until(stamp(now - LIFETIME + WARNING)):
            post = (await desk.store.posts(game)).get("board")
            if await desk.service.close_if_late(game) or not post or post.occasion != CLOSING:
                desk.announcer.poke(game)

    async def _left_behind(self, now: datetime) -> None:
        """Call off the tables of servers that we have not been on for long."""
        for game in await self._desk.store.left_behind(stamp(now - WAITING)):
            await self._desk.service.cancel(game)
            self._desk.announcer.poke(game)
