"""What operators watch: metrics of a server, and that the manual names all of them."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.games.errors import (
    DatabaseError,
    DatabaseUnavailable,
    DiskFull,
    DuplicatePress,
    WrongTables,
)
from bot.metrics import metric_label
from bot.ops import prometheus
from bot.ops.health import Health
from bot.ops.prometheus import CONNECTIONS, COUNTERS, TIMERS, MetricSpec, PrometheusMetrics
from bot.outbox.queue import _failure_label
from bot.storage.store import Store, open_store
from bot.workers import WorkerTimeout
from tests.support.postgres import Cluster
from tests.support.processes import ROOT

MANUAL = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
RULES = MANUAL.partition("groups:\n")[2].partition("```")[0]
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
ALARMS = OPERATING.partition("\n## Alarms\n")[2].partition("\n## ")[0]
ENDINGS = r"_(total|bucket|count|sum)$"


class Shut:
    """A way by which nothing comes."""

    name = "endpoint"

    async def is_open(self) -> bool:
        return False


def measures() -> list[MetricSpec]:
    """Everything that is measured."""
    alone = [value for value in vars(prometheus).values() if isinstance(value, MetricSpec)]
    return [*COUNTERS.values(), *TIMERS.values(), *CONNECTIONS, *alone]


async def read(store: Store) -> dict[str, float]:
    """What `/metrics` says, without labels."""
    made = PrometheusMetrics(store, Health(Shut(), store), lambda: 0, backups=False)
    answer: Any = await made.answer_request(SimpleNamespace())  # type: ignore[arg-type]
    families = text_string_to_metric_families(answer.body.decode())
    return {sample.name: sample.value for family in families for sample in family.samples}


@pytest.mark.parametrize(
    ("error_class", "label"),
    [
        (DatabaseError, "DatabaseFault"),
        (DatabaseUnavailable, "DatabaseAway"),
        (DiskFull, "DiskTrouble"),
        (DuplicatePress, "Repeated"),
        (WorkerTimeout, "Stuck"),
        (WrongTables, "WrongTables"),
        (ValueError, "ValueError"),
    ],
)
async def test_renamed_exceptions_keep_their_published_labels(
    error_class: type[Exception], label: str, tmp_path: Path
) -> None:
    """Alarms of operators name these labels. A subclass does not inherit the label of its base."""
    assert metric_label(error_class) == label
    assert _failure_label(error_class("a message")) == label
    store = await open_store(tmp_path / "games.db")
    try:
        made = PrometheusMetrics(store, Health(Shut(), store), lambda: 0, backups=False)
        error = error_class("a message")
        made.emit(
            logging.LogRecord("bot", logging.ERROR, "", 0, "", None, (error_class, error, None))
        )
        answer: Any = await made.answer_request(SimpleNamespace())  # type: ignore[arg-type]
        assert f'whistlestop_errors_total{{error="{label}"}} 1.0' in answer.body.decode()
    finally:
        await store.close()


async def test_a_server_has_connections_a_leader_and_a_clock(postgres: Cluster) -> None:
    """One of two processes leads; one holds a connection while it is asked."""
    server = await postgres.new_schema()
    one, two = await open_store(server), await open_store(server)
    try:
        assert await one.leases.is_leader()
        assert not await two.leases.is_leader()
        async with one.database._connections.acquire():
            found, other = await read(one), await read(two)
        assert [found["whistlestop_leader"], other["whistlestop_leader"]] == [1, 0]
        assert found["whistlestop_database_connections_used"] == 1
        assert other["whistlestop_database_connections_used"] == 0
        assert found["whistlestop_database_connections_limit"] == 10
        assert found["whistlestop_database_connections_waiting"] == 0
        assert abs(found["whistlestop_clock_ahead_seconds"]) < 60
        assert found["whistlestop_database_writable"] == 1
        assert found["whistlestop_discord_connected"] == 0
        await postgres.run(f"DROP TABLE {server.url.rpartition('=')[2]}.leases")
        assert (await read(one))["whistlestop_database_writable"] == 0
    finally:
        await one.close()
        await two.close()


@pytest.mark.parametrize("measure", measures(), ids=lambda measure: measure.name)
def test_the_manual_names_every_metric(measure: MetricSpec) -> None:
    """In its table, with its labels."""
    labels = f"{{{','.join(measure.labels)}}}" if measure.labels else ""
    assert re.search(rf"`{measure.name}(_total)?{re.escape(labels)}`", MANUAL)


def test_alarms_watch_what_is_measured() -> None:
    """The rules name only known metrics, and the manual explains each alarm."""
    known = {measure.name for measure in measures()}
    watched = set(re.findall(r"whistlestop_\w+", RULES))
    assert {re.sub(ENDINGS, "", name) for name in watched} - known == set()
    named = re.findall(r"alert: (\w+)", RULES)
    assert len(named) > 8
    explained = re.findall(r"^### (.+)$", ALARMS, re.M)
    assert sorted(", ".join(explained).split(", ")) == sorted(named)


@pytest.mark.parametrize(
    "name",
    [
        "whistlestop_database_writable",
        "whistlestop_due_late_seconds",
        "whistlestop_database_connections_waiting",
        "whistlestop_leader",
        "whistlestop_discord_connected",
        'whistlestop_presses_total{outcome="refused"}',
        'whistlestop_presses_total{outcome="failed"}',
        "whistlestop_clock_ahead_seconds",
    ],
)
def test_an_alarm_watches(name: str) -> None:
    assert name in RULES
