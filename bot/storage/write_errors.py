"""Why a database cannot save changes at the moment, and the log line that says so."""

from __future__ import annotations

import errno
import sqlite3
import time
from typing import Final

from bot.games.errors import DiskFull
from bot.log import logger

log = logger(__name__)

SECONDS_BETWEEN_LINES: Final = 60.0
"""Every press fails while a disk is full: one line a minute is enough to find out why."""
DISK_ERRNOS: Final = {errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO}
"""What the system says of a disk that is full, read-only or broken."""
DISK_CODES: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR}
"""What SQLite says of one."""


class WriteTrouble:
    """One reason why nothing can be saved, from its first failure to the next success."""

    def __init__(self, place: object) -> None:
        """*place* is the file, or the server's address without a password."""
        self._place = place
        self.why: str | None = None
        """What the database said last, or None if all is well."""
        self._next_line_at = float("-inf")
        self._is_logged = False

    def begin(self, why: str) -> None:
        """Remember why a write failed, and log it unless the log has said so a moment ago."""
        self.why = why
        now = time.monotonic()
        if now >= self._next_line_at:
            self._next_line_at = now + SECONDS_BETWEEN_LINES
            self._is_logged = True
            log.error("the database cannot save changes", database=str(self._place), error=why)

    def end(self) -> None:
        """Forget the reason: a write has succeeded."""
        self.why = None
        if self._is_logged:
            self._is_logged = False
            log.info("the database saves changes again", database=str(self._place))


def disk_trouble(place: object, why: str) -> DiskFull:
    """Return the error for a disk that cannot be written, with what to do about it."""
    return DiskFull(f"{place} cannot be written: {why}; make room on its disk, or make it writable")


def is_disk_trouble(error: Exception) -> bool:
    """Return whether the disk is at fault, so that another try may succeed later."""
    if isinstance(error, OSError):
        return error.errno in DISK_ERRNOS
    return sqlite_code(error) in DISK_CODES


def sqlite_code(error: Exception) -> int:
    """Return SQLite's code of an error without its details, or 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
