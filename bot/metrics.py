"""The port for metrics: any module counts and times events here. `bot.app` connects a sink.

Like the log, it hides where the numbers go. Without a sink, nothing is recorded. Kinds become
labels: they are words of the bot or codes of Discord, few enough to be listed. No kind stands for a
server, a person or a table.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

PRESSES: Final = "presses"
"""Presses and commands, by verb and outcome."""
FIRST_ANSWERS: Final = "first_answers"
"""The time from an interaction's creation, by its id, until Discord has the first answer."""
COMMITS: Final = "commits"
"""The time to save a change to a table."""
TELLINGS: Final = "tellings"
"""Attempts to update the messages of a table, by result."""
REQUESTS: Final = "requests"
"""Requests to Discord, by route and status."""
LIMITED: Final = "limited"
"""Requests that Discord refused with 429, by the scope of the limit."""
INVALID_REQUESTS: Final = "invalid_requests"
"""Requests that count toward Discord's ban: 401, 403, and 429 except for shared limits."""
LEASES_LOST: Final = "leases_lost"
"""Tables whose update took longer than their lease."""
PICTURES: Final = "pictures"
"""The time to draw a picture, by what it shows, without the wait for a free worker."""
WORKERS_REPLACED: Final = "workers_replaced"
"""Worker processes that were replaced because they died or hung."""
UNKNOWN: Final = "unknown"
"""The verb of an interaction that no handler of the bot knows."""


class MetricsSink(Protocol):
    """Records the numbers."""

    def count(self, what: str, *kinds: str) -> None:
        """Count one event."""

    def observe(self, what: str, seconds: float, *kinds: str) -> None:
        """Record how long an event took."""


class Metrics:
    """Passes numbers to the sink, if there is one."""

    def __init__(self) -> None:
        self.sink: MetricsSink | None = None

    def count(self, what: str, *kinds: str) -> None:
        """Count one event."""
        if self.sink is not None:
            self.sink.count(what, *kinds)

    def observe(self, what: str, seconds: float, *kinds: str) -> None:
        """Record how long an event took."""
        if self.sink is not None:
            self.sink.observe(what, seconds, *kinds)

    @contextmanager
    def time_block(self, what: str, *kinds: str) -> Iterator[None]:
        """Record how long the block takes, unless it raises."""
        started_at = time.perf_counter()
        yield
        self.observe(what, time.perf_counter() - started_at, *kinds)


metrics: Final = Metrics()
"""The metrics of this process."""


def metric_label(error_class: type[BaseException]) -> str:
    """Return the metric label of an exception class: its `metric_label`, or else its name.

    Labels are published. A class that was renamed keeps its former name there. Subclasses do not
    inherit that label.
    """
    return str(vars(error_class).get("metric_label", error_class.__name__))
