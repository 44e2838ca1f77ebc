"""How the log hears of what is tried again: an outage is a line, anything else an error."""

from __future__ import annotations

from structlog.stdlib import BoundLogger

from bot.play.troubles import DatabaseAway, DiskTrouble


def complain(log: BoundLogger, what: str, error: Exception, **facts: object) -> None:
    """Log it; with its trace only if nobody knows why."""
    if isinstance(error, DatabaseAway | DiskTrouble):
        log.warning(what, error=str(error), **facts)
    else:
        log.error(what, exc_info=error, **facts)
