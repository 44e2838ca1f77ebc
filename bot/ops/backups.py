"""The nightly backups: 7 daily and 4 weekly copies, each checked before it counts."""

from __future__ import annotations

import asyncio
import re
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.games.errors import StoreError
from bot.games.model import format_time
from bot.log import logger
from bot.storage.backup.copies import check_in_process
from bot.storage.sqlite.file_lock import private_folder
from bot.storage.store import Store

log = logger(__name__)

BACKUP_HOUR: Final = 3
"""The hour in UTC from which the backup of the day is made."""
DAILY_COPIES: Final = 7
WEEKLY_COPIES: Final = 4
"""How many weeks before the daily copies have one copy each."""
RETRY_INTERVAL: Final = timedelta(hours=1)
"""The time from a failed backup to the next try."""
LAST_BACKUP_NOTE: Final = "backup"
"""The note with the time of the last successful backup."""
FAILED_BACKUP_NOTE: Final = "backup-failed"
"""The note with the time and reason of a failure. It is empty if the last backup succeeded."""


class Backups:
    """The folder with the backups."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder

    async def make_if_due(self, now: datetime) -> None:
        """Make today's backup if there is none. A failure does not change the earlier ones."""
        if now.hour < BACKUP_HOUR or await self._is_done(now):
            return
        try:
            name = await self._make(now.date())
        except (OSError, StoreError) as error:
            log.error("backup failed", error=str(error))  # noqa: TRY400  # One line without a traceback is enough.
            await self._store.notes.set(FAILED_BACKUP_NOTE, f"{format_time(now)} {error}")
            return
        await self._store.notes.set(LAST_BACKUP_NOTE, format_time(now))
        await self._store.notes.set(FAILED_BACKUP_NOTE, "")
        await asyncio.to_thread(delete_old_backups, self._folder, now.date())
        log.info("backup made", file=name)

    async def _is_done(self, now: datetime) -> bool:
        failed = (await self._store.notes.get(FAILED_BACKUP_NOTE) or "").partition(" ")[0]
        if failed:
            return timedelta(0) <= now - datetime.fromisoformat(failed) < RETRY_INTERVAL
        made = await self._store.notes.get(LAST_BACKUP_NOTE)
        return bool(made) and datetime.fromisoformat(str(made)).date() == now.date()

    async def _make(self, day: date) -> str:
        await asyncio.to_thread(private_folder, self._folder)
        part, whole = self._folder / f"{day}.part", self._folder / f"{day}.db"
        await asyncio.to_thread(part.unlink, missing_ok=True)
        try:
            await self._store.backup(part)
            await check_in_process(part)
            await asyncio.to_thread(part.replace, whole)
        finally:
            for leftover in self._folder.glob(f"{part.name}*"):
                leftover.unlink()
        return whole.name


def delete_old_backups(folder: Path, today: date) -> None:
    """Delete all backups except the newest 7, and the newest of each of 4 earlier weeks.

    Backups from the future, made while a clock was wrong, do not count and stay. Files with other
    names stay, too.
    """
    days = sorted((day for path in folder.glob("*.db") if (day := _backup_day(path))), reverse=True)
    past = [day for day in days if day <= today]
    retained, weeks = set(past[:DAILY_COPIES]), dict[tuple[int, int], date]()
    for day in past[DAILY_COPIES:]:
        weeks.setdefault(day.isocalendar()[:2], day)
    retained |= set(sorted(weeks.values(), reverse=True)[:WEEKLY_COPIES])
    for day in past:
        if day not in retained:
            (folder / f"{day}.db").unlink()


def _backup_day(path: Path) -> date | None:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", path.stem):
        return None
    try:
        return date.fromisoformat(path.stem)
    except ValueError:
        return None
