"""Failures to save changes: their reason, and the log line about them."""

from __future__ import annotations

import errno
import sqlite3
import time
from typing import Final

from bot.games.errors import DiskFull
from bot.log import logger

log = logger(__name__)

LOG_INTERVAL_SECONDS: Final = 60.0
"""Every press fails while a disk is full. One line a minute is enough to find the reason."""
DISK_ERRNOS: Final = {errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO}
"""Error numbers of the system for a disk that is full, read-only or broken."""
DISK_CODES: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR}
"""Error codes of SQLite for a disk that is full, read-only or broken."""


class WriteFailure:
    """One kind of write failure, from its first occurrence to the next successful write."""

    def __init__(self, place: object) -> None:
        """Set the database for log lines: a file, or a server's address without a password."""
        self._place = place
        self.reason: str | None = None
        """The last error message of the database, or None if writes succeed."""
        self._next_line_at = float("-inf")
        self._is_logged = False

    def begin(self, why: str) -> None:
        """Save why a write failed, and log it at most once a minute."""
        self.reason = why
        now = time.monotonic()
        if now >= self._next_line_at:
            self._next_line_at = now + LOG_INTERVAL_SECONDS
            self._is_logged = True
            log.error("the database cannot save changes", database=str(self._place), error=why)

    def end(self) -> None:
        """Clear the reason after a successful write."""
        self.reason = None
        if self._is_logged:
            self._is_logged = False
            log.info("the database saves changes again", database=str(self._place))


def disk_error(place: object, why: str) -> DiskFull:
    """Return the error for a disk that cannot be written. Its message says what to do."""
    return DiskFull(f"{place} cannot be written: {why}; make room on its disk, or make it writable")


def is_disk_error(error: Exception) -> bool:
    """Return whether the disk caused the error. If so, another try may succeed later."""
    if isinstance(error, OSError):
        return error.errno in DISK_ERRNOS
    return sqlite_code(error) in DISK_CODES


def sqlite_code(error: Exception) -> int:
    """Return the primary SQLite code of an error, or 0 if the error has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
