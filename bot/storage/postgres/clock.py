"""The time as a server has it: all programs on it have the same, whatever their machines say."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta


class ServerClock:
    """Goes on by itself from when the server was last asked; a machine's clock moves nothing."""

    def __init__(self) -> None:
        self._time, self._since = datetime.now(UTC), time.monotonic()

    def __call__(self) -> datetime:
        """The time now."""
        return self._time + timedelta(seconds=time.monotonic() - self._since)

    def set(self, theirs: datetime, asked: float, answered: float) -> None:
        """What the server said, asked and answered at these moments of the steady clock."""
        self._time, self._since = theirs, (asked + answered) / 2

    @property
    def ahead(self) -> float:
        """Seconds by which the clock of this machine is ahead of it."""
        return (datetime.now(UTC) - self()).total_seconds()
