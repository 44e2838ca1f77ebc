"""Health and metrics over HTTP: whether presses reach the bot, and whether its database answers.

`python -m bot.ops.health` asks the endpoint and exits with the result, for the health check of a
container.
"""

from __future__ import annotations

import asyncio
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

from aiohttp import web

from bot.build import program_commit, program_version
from bot.config import read_settings
from bot.games.errors import DatabaseError, DiskFull, WrongTables
from bot.games.model import format_time
from bot.ops.backups import FAILED_BACKUP_NOTE, LAST_BACKUP_NOTE
from bot.storage.sqlite.schema import newest_version
from engine.errors import BadInput

if TYPE_CHECKING:
    from bot.ops.prometheus import PrometheusMetrics
    from bot.storage.store import Store

T = TypeVar("T")

Tasks: TypeAlias = Callable[[], Mapping[str, bool]]
"""Returns whether each background task runs, by its name."""

DATABASE_SECONDS: Final = 2.0
"""A database that does not answer within this time counts as down."""
LOOPBACK_ADDRESSES: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # only compared, never bound
"""The address to ask, by the wildcard address that the endpoint listens on."""
WRITE_CHECK_INTERVAL_SECONDS: Final = 5.0
"""Seconds between two test writes."""
REFUSAL_MEMORY_SECONDS: Final = 30.0
"""How long a change that could not be written affects the health."""
MAX_PENDING_SECONDS: Final = 600
"""After this time an unpublished change is a problem for its players and the operator.

The status is then only "degraded", because all other tables can be played. A 503 of all processes
at once would stop those, too."""
MAX_CLOCK_DIFFERENCE_SECONDS: Final = 60
"""How far this machine's clock may differ from the database's.

Games use the database's clock. But requests are refused if Discord's signature seems to be from
another time."""


class InteractionSource(Protocol):
    """The source of interactions: the gateway or the endpoint."""

    @property
    def name(self) -> str:
        """The key of the source in the report."""

    async def is_open(self) -> bool:
        """Return whether interactions arrive and can be answered."""


class Health:
    """The health report. It contains no secrets."""

    def __init__(
        self,
        source: InteractionSource,
        store: Store,
        tasks: Tasks = dict[str, bool],
        *,
        backups: bool = False,
    ) -> None:
        """Set what the report covers. With *backups*, it has the state of the backups, too."""
        self._source = source
        self._store = store
        self.tasks = tasks
        self._backups = backups
        self._write_checked_at = float("-inf")
        self._can_write = False

    @property
    def source_name(self) -> str:
        """The key of the source of interactions in the report."""
        return self._source.name

    async def is_open(self) -> bool:
        """Return whether interactions arrive and can be answered."""
        return await self._source.is_open()

    async def is_writable(self) -> bool:
        """Return whether changes can be saved, which needs a database that answers."""
        with suppress(TimeoutError, DatabaseError):
            return await answer_in_time(self._check_writing())
        return False

    async def report(self) -> dict[str, object]:
        """Return the status, what works, and further facts for operators."""
        is_open = await self.is_open()
        facts: dict[str, object] = {
            "version": program_version(),
            "commit": program_commit(),
            "schema": newest_version(),
        }
        database, pending_seconds = False, None
        with suppress(TimeoutError, DatabaseError):
            database, pending_seconds, backup = await answer_in_time(self._read_database())
            facts |= {"oldest_untold_s": pending_seconds} | backup
        wrong = abs(self._store.clock_ahead) > MAX_CLOCK_DIFFERENCE_SECONDS
        late = pending_seconds is not None and pending_seconds > MAX_PENDING_SECONDS
        # Players can still play without a background task, and a 503 would stop them.
        stopped = [name for name, is_up in self.tasks().items() if not is_up]
        status = "degraded" if late or stopped or facts.get("backup_error") else "ok"
        return {
            "status": "unavailable" if wrong or not (is_open and database) else status,
            self.source_name: is_open,
            "database": database,
            "write_error": self._store.write_error or self._refusal,
            "clock_ahead_s": round(self._store.clock_ahead),
            "stopped_tasks": stopped,
            **facts,
        }

    @property
    def _refusal(self) -> str | None:
        """Why a change could not be written in the last 30 seconds, or None if it could.

        A note may still find room on a disk that is too full for a change.
        """
        last = self._store.games.refusal
        return last.why if last and time.monotonic() - last.at < REFUSAL_MEMORY_SECONDS else None

    async def _read_database(self) -> tuple[bool, int | None, dict[str, object]]:
        """Return whether writes work, the seconds the oldest update waits, and the backup state."""
        database = await self._check_writing()
        now = self._store.now()
        oldest = await self._store.posts.oldest_pending(format_time(now))
        return database, seconds_between(oldest, now), await self._read_backup_state()

    async def _check_writing(self) -> bool:
        """Return whether a write succeeds and all tables exist.

        After a success the next test write is 5 seconds later. After a failure every request tests.
        """
        now = asyncio.get_running_loop().time()
        if now - self._write_checked_at >= WRITE_CHECK_INTERVAL_SECONDS or not self._can_write:
            self._write_checked_at, self._can_write = now, False
            with suppress(DiskFull, WrongTables):
                await self._store.check_tables()
                await self._store.notes.set("health", datetime.now(UTC).isoformat())
                self._can_write = True
        return self._can_write and self._refusal is None

    async def _read_backup_state(self) -> dict[str, object]:
        if not self._backups:
            return {}
        failed = (await self._store.notes.get(FAILED_BACKUP_NOTE) or "").partition(" ")[2]
        age = seconds_between(await self._store.notes.get(LAST_BACKUP_NOTE), self._store.now())
        return {
            "backup_age_h": None if age is None else age // 3600,
            "backup_error": failed or None,
        }

    async def answer_request(self, request: web.Request) -> web.Response:
        """Return the report with status 200, or 503 if the bot cannot serve players."""
        report = await self.report()
        status = 503 if report["status"] == "unavailable" else 200
        return web.json_response(report, status=status, headers={"Cache-Control": "no-store"})


async def answer_in_time(query: Coroutine[Any, Any, T]) -> T:
    """Return the result of a database query, if it arrives within 2 seconds.

    Raises:
        TimeoutError: The query takes longer. It is canceled, but not waited for: over a dead
            connection the cancellation would take just as long.
    """
    task = asyncio.create_task(query)
    await asyncio.wait({task}, timeout=DATABASE_SECONDS)
    if not task.done():
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        task.cancel()
        raise TimeoutError
    return task.result()


def seconds_between(since: str | None, now: datetime) -> int | None:
    """Return the whole seconds from *since* to *now*, or None if *since* is None or empty."""
    if not since:
        return None
    return max(0, int((now - datetime.fromisoformat(since)).total_seconds()))


@asynccontextmanager
async def serve_health(
    health: Health, host: str, port: int | None, metrics: PrometheusMetrics | None = None
) -> AsyncIterator[None]:
    """Serve ``GET /health`` and ``/metrics`` while the block runs, if there is a port.

    Raises:
        BadInput: The port or the host cannot be used. The message names the variable.
    """
    if port is None:
        yield
        return
    app = web.Application()
    app.router.add_get("/health", health.answer_request)
    if metrics is not None:
        app.router.add_get("/metrics", metrics.answer_request)
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise BadInput(
                f"the health endpoint cannot listen on {host} port {port} ({error.strerror});"
                " set WHISTLESTOP_HEALTH_PORT or WHISTLESTOP_HEALTH_HOST"
            ) from error
        yield
    finally:
        await runner.cleanup()


def ask_health(host: str, port: int, timeout: float = 5.0) -> bool:
    """Return whether the endpoint answers with status 200."""
    host = LOOPBACK_ADDRESSES.get(host, host)
    url_host = f"[{host}]" if ":" in host else host
    try:
        with urllib.request.urlopen(f"http://{url_host}:{port}/health", timeout=timeout) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def main(write: Callable[[str], object] = sys.stderr.write) -> int:
    """Return 0 if the bot is healthy, 1 if not, or 2 if there is no endpoint to ask."""
    try:
        settings = read_settings()
    except BadInput as error:
        write(f"whistlestop: {error}\n")
        return 2
    port = settings.health_port
    if port is None:
        write("whistlestop: WHISTLESTOP_HEALTH_PORT is not set\n")
        return 2
    return 0 if ask_health(settings.health_host, port) else 1


if __name__ == "__main__":
    sys.exit(main())
