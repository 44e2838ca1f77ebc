"""Metrics for Prometheus: counted events, and values that are read at each request."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from aiohttp import web

from bot import metrics as port
from bot.build import program_commit, program_version
from bot.games.errors import DatabaseError
from bot.games.model import format_time
from bot.log import logger
from bot.ops.backups import LAST_BACKUP_NOTE
from bot.ops.health import Health, answer_in_time, seconds_between
from engine.errors import CorruptLog

if TYPE_CHECKING:
    from bot.storage.store import Store

log = logger(__name__)


class MetricSpec(NamedTuple):
    """The name, description and labels of a metric at Prometheus."""

    name: str
    description: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()
    """The upper bounds of the buckets, in seconds."""


COUNTERS: Final[Mapping[str, MetricSpec]] = {
    port.PRESSES: MetricSpec(
        "whistlestop_presses",
        "Presses and commands, by verb and outcome",
        ("verb", "outcome"),
    ),
    port.TELLINGS: MetricSpec(
        "whistlestop_tellings",
        "Attempts to update the messages of a table, by Discord's code or the error",
        ("code",),
    ),
    port.REQUESTS: MetricSpec(
        "whistlestop_requests", "Requests to Discord, by route and status", ("route", "status")
    ),
    port.LIMITED: MetricSpec(
        "whistlestop_requests_limited",
        "Requests that Discord refused as too many (429), by the scope of the limit",
        ("scope",),
    ),
    port.INVALID_REQUESTS: MetricSpec(
        "whistlestop_invalid_requests",
        "Requests that Discord answered with 401, 403 or 429, without shared limits; Discord blocks"
        " an address after 10,000 in 10 minutes",
    ),
    port.LEASES_LOST: MetricSpec(
        "whistlestop_leases_lost",
        "Updates that another process took over, because this one was too slow",
    ),
    port.WORKERS_REPLACED: MetricSpec(
        "whistlestop_workers_replaced", "How often the drawing processes were replaced"
    ),
}
ERRORS: Final = MetricSpec(
    "whistlestop_errors",
    "Errors in the log, by kind; CorruptLog: a game whose log cannot be read",
    ("error",),
)
TIMERS: Final[Mapping[str, MetricSpec]] = {
    port.FIRST_ANSWERS: MetricSpec(
        "whistlestop_first_answer_seconds",
        "Time from an interaction until Discord has the first answer",
        buckets=(0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5),
    ),
    port.COMMITS: MetricSpec(
        "whistlestop_commit_seconds",
        "Time to save a change to a table",
        buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    ),
    port.PICTURES: MetricSpec(
        "whistlestop_picture_seconds",
        "Time to draw a picture, by what it shows",
        ("kind",),
        (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
    ),
}
LOOP_LAG: Final = MetricSpec(
    "whistlestop_loop_lag_seconds",
    "How late the event loop continued after a pause",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
DATABASE_UP: Final = MetricSpec(
    "whistlestop_database_up",
    "Whether the database answers; if not, values from it are NaN or missing",
)
DATABASE_WRITABLE: Final = MetricSpec(
    "whistlestop_database_writable", "Whether changes can be saved; 0 if the disk is full"
)
CONNECTIONS: Final = (
    MetricSpec("whistlestop_database_connections_used", "Connections to the database in use"),
    MetricSpec("whistlestop_database_connections_limit", "Connections that this process may have"),
    MetricSpec("whistlestop_database_connections_waiting", "Queries waiting for a connection"),
)
"""The gauges of the connection pool, in the order of the fields of `PoolLoad`."""
CLOCK_AHEAD: Final = MetricSpec(
    "whistlestop_clock_ahead_seconds", "How far this machine's clock is ahead of the database's"
)
LEADER: Final = MetricSpec(
    "whistlestop_leader", "Whether this process does the work that only one of several may do"
)
DISCORD_CONNECTED: Final = MetricSpec(
    "whistlestop_discord_connected", "Whether interactions arrive and can be answered", ("way",)
)
BUILD_INFO: Final = MetricSpec(
    "whistlestop_build_info", "Always 1; the labels say which build runs", ("version", "commit")
)
TABLES_PENDING: Final = MetricSpec(
    "whistlestop_tables_untold", "Tables that wait for an update of their messages"
)
OLDEST_PENDING: Final = MetricSpec(
    "whistlestop_oldest_untold_seconds", "How long the oldest pending update has waited"
)
DUE_LATE: Final = MetricSpec("whistlestop_due_late_seconds", "How late the oldest due job is")
TABLES: Final = MetricSpec("whistlestop_tables", "Tables, by status", ("status",))
PICTURES_WAITING: Final = MetricSpec(
    "whistlestop_pictures_waiting", "Pictures that wait to be drawn"
)
BACKUP_AGE: Final = MetricSpec(
    "whistlestop_backup_age_seconds", "Time since the last good backup; +Inf if there has been none"
)
TASK_UP: Final = MetricSpec(
    "whistlestop_task_up", "Whether a background task runs; 0 if it ended early", ("task",)
)
LOOP_CHECK_SECONDS: Final = 0.5


class PrometheusMetrics(logging.Handler):
    """The metrics of this process. As a log handler it counts errors."""

    def __init__(
        self, store: Store, health: Health, count_waiting: Callable[[], int], *, backups: bool
    ) -> None:
        """Create all metrics. *count_waiting* counts the pictures that wait for a worker."""
        super().__init__(logging.ERROR)
        from prometheus_client import (
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
            ProcessCollector,
            disable_created_metrics,
        )

        # This would be one more series for each counter, and no alert needs it.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._store, self._health = store, health
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)

        def counter(spec: MetricSpec) -> Counter:
            return Counter(spec.name, spec.description, spec.labels, registry=registry)

        def timer(spec: MetricSpec) -> Histogram:
            return Histogram(
                spec.name, spec.description, spec.labels, registry=registry, buckets=spec.buckets
            )

        def gauge(spec: MetricSpec) -> Gauge:
            return Gauge(spec.name, spec.description, spec.labels, registry=registry)

        self._counters = {what: counter(spec) for what, spec in COUNTERS.items()}
        self._errors = counter(ERRORS)
        # The counter must start at 0, or an alert would miss the first error.
        self._errors.labels(CorruptLog.__name__)
        self._timers = {what: timer(spec) for what, spec in TIMERS.items()}
        self._lag = timer(LOOP_LAG)
        self._database_up = gauge(DATABASE_UP)
        self._tables_pending, self._oldest_pending = gauge(TABLES_PENDING), gauge(OLDEST_PENDING)
        self._tables = gauge(TABLES)
        self._due_late = gauge(DUE_LATE)
        self._backup_age = gauge(BACKUP_AGE) if backups else None
        gauge(PICTURES_WAITING).set_function(count_waiting)
        self._task_up = gauge(TASK_UP)
        self._writable, self._connected = gauge(DATABASE_WRITABLE), gauge(DISCORD_CONNECTED)
        gauge(BUILD_INFO).labels(program_version(), program_commit()).set(1)
        gauge(CLOCK_AHEAD).set_function(lambda: store.clock_ahead)
        gauge(LEADER).set_function(lambda: store.leases.is_leading)
        if store.database.pool is not None:  # A file has no pool.
            for field, spec in enumerate(CONNECTIONS):
                gauge(spec).set_function(partial(_pool_number, store, field))

    # --- events ---

    def count(self, what: str, *kinds: str) -> None:
        """Count an event."""
        counter = self._counters[what]
        (counter.labels(*kinds) if kinds else counter).inc()

    def observe(self, what: str, seconds: float, *kinds: str) -> None:
        """Record how long an event took."""
        timer = self._timers[what]
        (timer.labels(*kinds) if kinds else timer).observe(seconds)

    def emit(self, record: logging.LogRecord) -> None:
        """Count an error by its kind. Its message is not saved."""
        kind = record.exc_info[0] if record.exc_info else None
        self._errors.labels(port.metric_label(kind) if kind else "none").inc()

    async def watch_loop(self) -> None:
        """Measure how much something blocks the event loop, until canceled."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(LOOP_CHECK_SECONDS)
            self._lag.observe(max(0.0, loop.time() - began - LOOP_CHECK_SECONDS))

    # --- requests ---

    async def answer_request(self, request: web.Request) -> web.Response:
        """Return all metrics in the format of Prometheus."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        for name, is_up in self._health.tasks().items():
            self._task_up.labels(name).set(is_up)
        await self._update_gauges()
        headers = {"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"}
        return web.Response(body=generate_latest(self._registry), headers=headers)

    async def _update_gauges(self) -> None:
        """Update the gauges from the database. Without an answer they are NaN or missing."""
        pending = oldest = late = math.nan
        answers = False
        self._tables.clear()
        with suppress(TimeoutError, DatabaseError):
            pending, oldest, late = await answer_in_time(self._read_database(self._store.now()))
            answers = True
        self._database_up.set(answers)
        self._writable.set(await self._health.is_writable())
        self._connected.labels(self._health.source_name).set(await self._health.is_open())
        self._tables_pending.set(pending)
        self._oldest_pending.set(oldest)
        self._due_late.set(late)

    async def _read_database(self, now: datetime) -> tuple[float, float, float]:
        """Return the pending tables, the age of the oldest, and the delay of due jobs, in seconds.

        The gauges for tables by status and for the backup are set directly.
        """
        pending = len(await self._store.posts.pending_tables(format_time(now)))
        oldest = seconds_between(await self._store.posts.oldest_pending(format_time(now)), now) or 0
        late = seconds_between(await self._store.games.next_due(), now) or 0
        for status, tables in (await self._store.games.count_by_status()).items():
            self._tables.labels(status).set(tables)
        await self._update_backup_age(now)
        return pending, oldest, late

    async def _update_backup_age(self, now: datetime) -> None:
        if self._backup_age is not None:
            age = seconds_between(await self._store.notes.get(LAST_BACKUP_NOTE), now)
            self._backup_age.set(math.inf if age is None else age)


def _pool_number(store: Store, field: int) -> int:
    """Return a number of the connection pool: used, limit or waiting."""
    load = store.database.pool
    return load[field] if load else 0


def make_metrics(
    store: Store,
    health: Health,
    count_waiting: Callable[[], int],
    *,
    port: int | None,
    backups: bool,
) -> PrometheusMetrics | None:
    """Return the metrics, or None without a port or without the library."""
    if port is None:
        return None
    if find_spec("prometheus_client") is None:
        log.info("no metrics: prometheus_client is missing; install whistlestop[metrics]")
        return None
    return PrometheusMetrics(store, health, count_waiting, backups=backups)


@asynccontextmanager
async def collect_metrics(metrics: PrometheusMetrics | None) -> AsyncIterator[None]:
    """Collect metrics while the block runs."""
    if metrics is None:
        yield
        return
    port.metrics.sink = metrics
    logging.getLogger().addHandler(metrics)
    watching = asyncio.create_task(metrics.watch_loop(), name="loop lag")
    try:
        yield
    finally:
        watching.cancel()
        logging.getLogger().removeHandler(metrics)
        port.metrics.sink = None
