"""Errors of the store and of single writes, and how a failure that is retried is logged."""

from __future__ import annotations

import time
from typing import ClassVar, Final

from structlog.stdlib import BoundLogger

from engine.errors import GameError


class StoreError(GameError):
    """The database cannot be used. The message says why."""


class Unreachable(StoreError):
    """The database cannot be reached now, but may be reachable later."""


class DiskFull(StoreError):
    """Nothing can be written, because the disk is full or read-only."""

    metric_label: ClassVar[str] = "DiskTrouble"


class DatabaseError(Exception):
    """The database failed to execute a statement. The user is not at fault."""

    metric_label: ClassVar[str] = "DatabaseFault"


class WrongTables(DatabaseError):
    """The database lacks tables or columns that this program needs. The message names them."""


class DatabaseUnavailable(DatabaseError):
    """The database or the connection to it failed. The statement may have been executed."""

    metric_label: ClassVar[str] = "DatabaseAway"


class ChannelTaken(GameError):
    """The channel already has an open table."""


class IdTaken(GameError):
    """A table with this id exists. Another id must be drawn."""


class Conflict(GameError):
    """The table has changed since it was read. Nothing was written."""


class DuplicatePress(GameError):
    """The press was carried out before. Nothing was written."""

    metric_label: ClassVar[str] = "Repeated"


class LeaseLost(GameError):
    """The lease has expired and another process has claimed the work. Nothing was written."""


WARNING_PAUSE_SECONDS: Final = 60.0
"""The shortest time between two warnings with the same cause."""


class Outages:
    """Warns of an outage once a minute, however many tables and tasks notice it."""

    def __init__(self) -> None:
        self._warned_at: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def warn(self, log: BoundLogger, what: str, cause: str, **facts: object) -> None:
        """Log a warning, unless there was one with the same cause within the last minute.

        The next warning with that cause says how many were left out.
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
        """Forget all warnings, so that the next one with any cause is logged."""
        self._warned_at.clear()
        self._left_out.clear()


outages: Final = Outages()
"""The outages that this process has noticed."""


def log_retry(log: BoundLogger, what: str, error: Exception, **facts: object) -> None:
    """Log a failure that will be retried, with a traceback only if its cause is unknown."""
    if isinstance(error, DatabaseUnavailable | DiskFull):
        outages.warn(log, what, type(error).__name__, error=str(error), **facts)
    else:
        log.error(what, exc_info=error, **facts)


class LobbyError(GameError):
    """A table cannot be changed in this way. `code` names the sentence that explains why.

    The values of `facts` are numbers, names, moments, or a tuple of user ids.
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)
