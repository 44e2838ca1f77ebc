"""The nightly backups: seven days and four weeks of copies, each checked before it counts."""

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
"""The hour, UTC, from which the day's backup is made."""
DAILY_COPIES: Final = 7
WEEKLY_COPIES: Final = 4
"""So many daily copies are kept, and besides one of each of so many weeks before."""
RETRY_INTERVAL: Final = timedelta(hours=1)
"""So long after a failure it is tried again."""
LAST_BACKUP_NOTE: Final = "backup"
"""The note that holds when the last good backup was made."""
FAILED_BACKUP_NOTE: Final = "backup-failed"
"""The note that holds when and why the last one failed; empty: it did not."""


class Backups:
    """A folder of copies."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder

    async def make_if_due(self, now: datetime) -> None:
        """Make today's copy, once; a failure leaves the former ones as they are."""
        if now.hour < BACKUP_HOUR or await self._is_done(now):
            return
        try:
            name = await self._make(now.date())
        except (OSError, StoreError) as error:
            log.error("backup failed", error=str(error))  # noqa: TRY400  # said in a line
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
            for left in self._folder.glob(f"{part.name}*"):
                left.unlink()
        return whole.name


def delete_old_backups(folder: Path, today: date) -> None:
    """Keep the newest days, and of earlier weeks the newest of each.

    Copies from the future, made while a clock was wrong, take nobody's place. Files of other names
    are nobody's business here.
    """
    days = sorted((day for path in folder.glob("*.db") if (day := _backup_day(path))), reverse=True)
    past = [day for day in days if day <= today]
    kept, weeks = set(past[:DAILY_COPIES]), dict[tuple[int, int], date]()
    for day in past[DAILY_COPIES:]:
        weeks.setdefault(day.isocalendar()[:2], day)
    kept |= set(sorted(weeks.values(), reverse=True)[:WEEKLY_COPIES])
    for day in past:
        if day not in kept:
            (folder / f"{day}.db").unlink()


def _backup_day(path: Path) -> date | None:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", path.stem):
        return None
    try:
        return date.fromisoformat(path.stem)
    except ValueError:
        return None
