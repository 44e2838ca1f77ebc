"""What is counted and timed, wherever it happens; `bot.app` says who keeps the numbers.

A port, as the log is: who counts does not know how it is kept, and where nobody keeps it nothing is
done. Kinds are words of ours or codes of Discord's, so few that they can be listed; nothing that
stands for a server, a person or a table is one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

PRESSES: Final = "presses"
"""Presses and commands, by verb and outcome."""
FIRST_ANSWERS: Final = "first_answers"
"""From Discord's own moment of an interaction until Discord has the first answer."""
COMMITS: Final = "commits"
"""Changes to tables, until they are kept."""
TELLINGS: Final = "tellings"
"""Tries to tell a table, by what came of it."""
REQUESTS: Final = "requests"
"""Requests to Discord, by route and status."""
LIMITED: Final = "limited"
"""Those that were refused as too many, by whose limit it was."""
INVALID_REQUESTS: Final = "invalid_requests"
"""Those that Discord holds against us: 401, 403, and 429 unless others share the limit."""
LEASES_LOST: Final = "leases_lost"
"""Tables that took longer to tell than their lease was good."""
PICTURES: Final = "pictures"
"""Pictures, by what they show; the time until there was a place to draw does not count."""
WORKERS_REPLACED: Final = "workers_replaced"
"""Times that the processes that draw were ended because one had died or hung."""
UNKNOWN: Final = "unknown"
"""The verb of what is none of ours."""


class MetricsSink(Protocol):
    """Who keeps the numbers."""

    def count(self, what: str, *kinds: str) -> None:
        """It has happened once more."""

    def observe(self, what: str, seconds: float, *kinds: str) -> None:
        """It has happened, and took so long."""


class Metrics:
    """Passes numbers on to the keeper, if there is one."""

    def __init__(self) -> None:
        self.sink: MetricsSink | None = None

    def count(self, what: str, *kinds: str) -> None:
        """It has happened once more."""
        if self.sink is not None:
            self.sink.count(what, *kinds)

    def observe(self, what: str, seconds: float, *kinds: str) -> None:
        """It has happened, and took so long."""
        if self.sink is not None:
            self.sink.observe(what, seconds, *kinds)

    @contextmanager
    def time_block(self, what: str, *kinds: str) -> Iterator[None]:
        """Time the block; one that fails does not count."""
        began = time.perf_counter()
        yield
        self.observe(what, time.perf_counter() - began, *kinds)


metrics: Final = Metrics()
"""The one of this process."""
