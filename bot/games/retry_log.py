"""How the log hears of what is tried again: an outage is a line, anything else an error."""

from __future__ import annotations

import time
from typing import Final

from structlog.stdlib import BoundLogger

from bot.games.errors import DatabaseAway, DiskTrouble

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


def complain(log: BoundLogger, what: str, error: Exception, **facts: object) -> None:
    """Log it; with its trace only if nobody knows why."""
    if isinstance(error, DatabaseAway | DiskTrouble):
        outages.warn(log, what, type(error).__name__, error=str(error), **facts)
    else:
        log.error(what, exc_info=error, **facts)
