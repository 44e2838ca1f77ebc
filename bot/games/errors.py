"""What can go wrong with whatever is kept: with the store itself, or with one write to it."""

from __future__ import annotations

import time
from typing import ClassVar, Final

from structlog.stdlib import BoundLogger

from engine.errors import GameError


class StoreError(GameError):
    """The database cannot be used; the message says why."""


class Unreachable(StoreError):
    """There is no database just now; there may be one later."""


class DiskFull(StoreError):
    """Nothing can be written: the disk is full, or read-only."""

    metric_label: ClassVar[str] = "DiskTrouble"


class DatabaseError(Exception):
    """The database did not do what was asked of it; nobody is to blame but us."""

    metric_label: ClassVar[str] = "DatabaseFault"


class WrongTables(DatabaseError):
    """The database lacks tables or columns that this program needs; the message names them."""


class DatabaseUnavailable(DatabaseError):
    """There is no database just now, or no line to it; what was asked may have been done."""

    metric_label: ClassVar[str] = "DatabaseAway"


class ChannelTaken(GameError):
    """There is an open table in this channel."""


class IdTaken(GameError):
    """There is a table of this id; another one is to be drawn."""


class Conflict(GameError):
    """The table has changed since it was read; nothing was written."""


class DuplicatePress(GameError):
    """This press was carried out before; nothing was written."""

    metric_label: ClassVar[str] = "Repeated"


class LeaseLost(GameError):
    """It took too long, and somebody else does it by now; nothing was written."""


WARNING_PAUSE_SECONDS: Final = 60.0
"""The shortest time between two warnings of the same cause."""


class Outages:
    """Warns of an outage once a minute, however many tables and tasks notice it."""

    def __init__(self) -> None:
        self._warned_at: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def warn(self, log: BoundLogger, what: str, cause: str, **facts: object) -> None:
        """Log a warning, unless there was one of the same cause within the last minute.

        The next warning of that cause says how many were left out.
        """
        now = time.monotonic()
        warned_at = self._warned_at.get(cause)
        if warned_at is not None and now - warned_at < WARNING_PAUSE_SECONDS:
            self._left_out[cause] = self._left_out.get(cause, 0) + 1
            return
        self._warned_at[cause] = now
        left_out = self._left_out.pop(cause, 0)
        if left_out:
            facts["warnings_left_out"] = left_out
        log.warning(what, **facts)

    def forget(self) -> None:
        """Let the next warning of every cause be logged."""
        self._warned_at.clear()
        self._left_out.clear()


outages: Final = Outages()
"""Those that this process has noticed."""


def log_retry(log: BoundLogger, what: str, error: Exception, **facts: object) -> None:
    """Log it; with its trace only if nobody knows why."""
    if isinstance(error, DatabaseUnavailable | DiskFull):
        outages.warn(log, what, type(error).__name__, error=str(error), **facts)
    else:
        log.error(what, exc_info=error, **facts)


class LobbyError(GameError):
    """A table cannot be changed in this way; `code` names the sentence.

    Facts are numbers, names, moments, and users by their ids in a tuple.
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)
