"""Background tasks: they survive failures, and one that ends early is noticed."""

from __future__ import annotations

import ast
import asyncio
import inspect
import logging
import textwrap
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
from aiohttp import web

from bot import background
from bot.background import BackgroundTasks, run_every
from bot.connection.gateway import Gateway
from bot.games import errors
from bot.games.errors import DatabaseUnavailable
from bot.ops.health import Health
from bot.ops.prometheus import PrometheusMetrics
from bot.outbox import queue as update_queue
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import wait_until

ENDED = "a background task has ended; restart the bot"
FAILED = "a background task failed"


class Leader:
    """Says whether this process leads."""

    def __init__(self, *, leads: bool) -> None:
        self.leads = leads

    async def is_leader(self) -> bool:
        return self.leads


@pytest.fixture
async def background_tasks() -> AsyncIterator[BackgroundTasks]:
    made = BackgroundTasks()
    yield made
    await made.stop()


class TestRunEvery:
    """One job, again and again."""

    async def test_a_job_that_fails_runs_again(
        self, background_tasks: BackgroundTasks, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The log has the error with its trace and the name of the task."""
        runs: list[int] = []

        async def job() -> None:
            runs.append(1)
            if len(runs) == 1:
                raise ValueError("unexpected")

        background_tasks.start({"sweeping": lambda: run_every("sweeping", 0.001, job)})
        await wait_until(lambda: len(runs) >= 3)

        (record,) = [r for r in caplog.records if r.getMessage() == FAILED]
        assert (record.levelno, record.task) == (logging.ERROR, "sweeping")
        assert record.exc_info is not None
        assert background_tasks.states() == {"sweeping": True}

    async def test_only_the_leader_runs_it(self, background_tasks: BackgroundTasks) -> None:
        runs: list[bool] = []
        leader = Leader(leads=False)

        async def job() -> None:
            runs.append(leader.leads)

        asked = asyncio.Event()

        async def is_leader() -> bool:
            asked.set()
            return leader.leads

        leader.is_leader = is_leader  # type: ignore[method-assign]
        work = lambda: run_every("sweeping", 0.001, job, leader)  # type: ignore[arg-type]  # noqa: E731
        background_tasks.start({"sweeping": work})
        await asked.wait()
        leader.leads = True
        await wait_until(lambda: runs)

        assert all(runs)

    async def test_a_job_says_when_it_runs_next_and_can_be_woken(
        self, background_tasks: BackgroundTasks, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(background, "WAKE_PAUSE_SECONDS", 0.0)
        runs: list[int] = []
        wake = asyncio.Event()

        async def job() -> float:
            runs.append(1)
            return 0.001 if len(runs) < 3 else 3600.0

        background_tasks.start({"polling": lambda: run_every("polling", 3600.0, job, wake=wake)})
        await wait_until(lambda: len(runs) == 3)
        wake.set()
        await wait_until(lambda: len(runs) == 4)

        assert not wake.is_set()


class TestEndedEarly:
    """A task that ends though nobody stopped it."""

    @pytest.mark.parametrize("error", [None, asyncio.CancelledError(), MemoryError("no room")])
    async def test_one_error_line_names_it(
        self,
        background_tasks: BackgroundTasks,
        error: BaseException | None,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        """Whether it returned, was canceled by someone else, or failed."""

        async def work() -> None:
            if error is not None:
                raise error

        background_tasks.start({"sweeping": work, "other": asyncio.Event().wait})  # type: ignore[dict-item]
        await wait_until(lambda: not background_tasks.states()["sweeping"])

        (record,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
        assert (record.getMessage(), record.task) == (ENDED, "sweeping")
        assert background_tasks.states() == {"sweeping": False, "other": True}

    async def test_a_stop_is_no_early_end(self, caplog: pytest.LogCaptureFixture) -> None:
        tasks = BackgroundTasks()
        tasks.start({"sweeping": asyncio.Event().wait})  # type: ignore[dict-item]

        await tasks.stop()
        await asyncio.sleep(0)

        assert tasks.states() == {"sweeping": True}
        assert caplog.records == []

    async def test_health_and_metrics_show_it(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """People can still play, so it is not 503."""
        async with running_bot(tmp_path / "games.db") as bot:
            states = bot.client.background.states
            health = Health(Gateway(bot.client), bot.store, states)
            metrics = PrometheusMetrics(bot.store, health, lambda: 0, backups=False)
            assert (await health.report())["status"] == "ok"
            assert 'whistlestop_task_up{task="watch"} 1.0' in await metrics_text(metrics)

            bot.client.background._tasks["watch"].cancel()
            await wait_until(lambda: not states()["watch"])

            report = await health.report()
            assert (report["status"], report["stopped_tasks"]) == ("degraded", ["watch"])
            assert (await health.answer_request(cast("web.Request", None))).status == 200
            text = await metrics_text(metrics)
            assert 'whistlestop_task_up{task="watch"} 0.0' in text
            assert 'whistlestop_task_up{task="driver"} 1.0' in text
        ended = [r for r in caplog.records if r.levelno >= logging.ERROR]
        assert [(r.getMessage(), r.task) for r in ended] == [(ENDED, "watch")]


async def metrics_text(metrics: PrometheusMetrics) -> str:
    answer = await metrics.answer_request(cast("web.Request", None))
    return cast("bytes", answer.body).decode()


async def test_telling_goes_on_after_an_unexpected_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was left untold is found by a later look."""
    monkeypatch.setattr(update_queue, "PENDING_INTERVAL_SECONDS", 0.01)
    async with running_bot(tmp_path / "games.db") as bot:
        whole, looks = bot.store.posts.pending_tables, list[str | None]()

        async def untold(by: str | None = None) -> list[str]:
            looks.append(by)
            if len(looks) == 1:
                raise ValueError("unexpected")
            return await whole(by)

        monkeypatch.setattr(bot.store.posts, "pending_tables", untold)
        await wait_until(lambda: len(looks) >= 3)

        assert bot.client.background.states()["telling"]
    assert [r.task for r in caplog.records if r.getMessage() == FAILED] == ["telling"]


class TestEveryTask:
    """All background tasks of the bot are made alike."""

    async def test_each_is_run_by_run_every_under_its_own_name(self, tmp_path: Path) -> None:
        """None has a loop of its own, which could end unnoticed."""
        async with running_bot(tmp_path / "games.db") as bot:
            chores = bot.client.parts.background_tasks
            assert len(chores) == 7
            for name, work in chores.items():
                tree = ast.parse(textwrap.dedent(inspect.getsource(work)))
                loops = [n for n in ast.walk(tree) if isinstance(n, ast.While | ast.For)]
                calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
                made = [c for c in calls if getattr(c.func, "id", "") == "run_every"]
                assert not loops, name
                assert [cast("ast.Constant", c.args[0]).value for c in made] == [name]

    async def test_a_bot_without_trouble_has_them_all(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """On a file as on a server, until it is stopped."""
        async with running_bot(tmp_path / "games.db") as bot:
            await asyncio.sleep(0.05)
            assert_all_up(bot)
        assert [r for r in caplog.records if r.getMessage() == ENDED] == []


def assert_all_up(bot: RunningBot) -> None:
    states = bot.client.background.states()
    assert len(states) == 7
    assert all(states.values())


class TestWarnings:
    """An outage is logged once a minute, whoever notices it."""

    def test_one_a_minute_for_each_cause(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The next one says how many were left out."""
        now = [1000.0]
        monkeypatch.setattr(errors.time, "monotonic", lambda: now[0])
        log = errors.outages
        for _ in range(160):
            errors.log_retry(
                background.log, "a table could not be told", DatabaseUnavailable("away")
            )
        log.warn(background.log, "Discord does not answer", "503")
        now[0] += errors.WARNING_PAUSE_SECONDS
        errors.log_retry(background.log, "no heartbeat", DatabaseUnavailable("away"))

        lines = [(r.getMessage(), getattr(r, "warnings_left_out", 0)) for r in caplog.records]
        assert lines == [
            ("a table could not be told", 0),
            ("Discord does not answer", 0),
            ("no heartbeat", 159),
        ]

    def test_an_unknown_error_is_never_left_out(self, caplog: pytest.LogCaptureFixture) -> None:
        for _ in range(3):
            errors.log_retry(background.log, "it failed", ValueError("unexpected"))

        assert [r.levelno for r in caplog.records] == [logging.ERROR] * 3
