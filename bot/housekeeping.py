"""What nobody asks for: lobbies that are never started, backups at night, old tables that go."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.tables import LIFETIME, WARNING
from bot.telling import CLOSING

if TYPE_CHECKING:
    from bot.desk import Desk

log = logging.getLogger(__name__)

FIRST: Final = timedelta(minutes=1)
"""After a start people come first."""
EVERY: Final = timedelta(minutes=20)
NIGHT: Final = 3
"""The hour, UTC, from which the day's backup is made."""
KEPT: Final = 7
"""So many backups are kept."""
MEMORY: Final = timedelta(days=90)
"""So long a table is kept that was called off; a finished game is kept for ever."""
REPEATED: Final = timedelta(days=7)
"""So long a press is remembered, lest it be carried out twice."""
BACKUP: Final = "backup"
"""The note that holds the day of the last backup."""


class Housekeeper:
    """Looks around now and then. What it does follows from the store and the time alone."""

    def __init__(self, desk: Desk, backups: Path | None) -> None:
        self._desk = desk
        self._backups = backups

    async def work(self) -> None:
        """Go on until cancelled; what fails is tried again the next time."""
        await asyncio.sleep(FIRST.total_seconds())
        while True:
            try:
                await self.sweep()
            except (OSError, sqlite3.Error):
                log.exception("housekeeping failed")
            await asyncio.sleep(EVERY.total_seconds())

    async def sweep(self) -> None:
        """Everything that is due now."""
        now = self._desk.service.now()
        await self._lobbies(now)
        await self._desk.store.forget_presses(_stamp(now - REPEATED))
        gone = await self._desk.store.forget_cancelled(_stamp(now - MEMORY))
        if gone:
            log.info("forgot %s tables that were called off", gone)
        if self._backups is not None and now.hour >= NIGHT:
            await self._backup(now, self._backups)

    async def _lobbies(self, now: datetime) -> None:
        """Close those that nobody started; warn of it before."""
        desk = self._desk
        for game in await desk.store.lobbies_until(_stamp(now - LIFETIME + WARNING)):
            post = (await desk.store.posts(game)).get("board")
            if await desk.service.close_if_late(game) or not post or post.occasion != CLOSING:
                desk.announcer.poke(game)

    async def _backup(self, now: datetime, folder: Path) -> None:
        day = now.date().isoformat()
        if await self._desk.store.note(BACKUP) == day:
            return
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        part, whole = folder / f"{day}.part", folder / f"{day}.db"
        await asyncio.to_thread(part.unlink, missing_ok=True)
        await self._desk.store.backup(part)
        await asyncio.to_thread(part.replace, whole)
        await self._desk.store.set_note(BACKUP, day)
        await asyncio.to_thread(_thin_out, folder)
        log.info("backup made: %s", whole.name)


def _thin_out(folder: Path) -> None:
    """Only the newest backups stay; files of other names are nobody's business here."""
    ours = sorted(folder.glob("[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].db"))
    for path in ours[:-KEPT]:
        path.unlink()


def _stamp(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds")
