"""Health and metrics over HTTP: do presses reach the bot, and does its database answer?

`python -m bot.ops.health` asks it and says so by its exit code, for a container's health check.
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
"""Says by name whether each background task is up."""

DATABASE_SECONDS: Final = 2.0
"""Seconds after which a database that does not answer counts as down."""
LOOPBACK_ADDRESSES: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # asked, not listened on
"""Where to ask what listens on all addresses."""
WRITE_CHECK_INTERVAL_SECONDS: Final = 5.0
"""Seconds between two tries to write."""
REFUSAL_MEMORY_SECONDS: Final = 30.0
"""Seconds for which it counts that a change could not be written."""
MAX_PENDING_SECONDS: Final = 600
"""Seconds after which a table that is not told is a trouble: for its players and whoever runs the
bot. At all others people can play; 503 of all processes at once would keep them from it."""


MAX_CLOCK_DIFFERENCE_SECONDS: Final = 60
"""Seconds by which our clock may differ from the database's; games go by the latter, but what
Discord has signed at another time is refused."""


class InteractionSource(Protocol):
    """The way by which interactions come: over the gateway or to the endpoint."""

    @property
    def name(self) -> str:
        """What it is called in the report."""

    async def is_open(self) -> bool:
        """Whether they come, and can be answered."""


class Health:
    """What is asked of the parts; nothing in the answer is secret."""

    def __init__(
        self,
        source: InteractionSource,
        store: Store,
        tasks: Tasks = dict[str, bool],
        *,
        backups: bool = False,
    ) -> None:
        """*tasks* says by name whether each background task is up."""
        self._source = source
        self._store = store
        self.tasks = tasks
        self._backups = backups
        self._write_checked_at = float("-inf")
        self._can_write = False

    @property
    def source_name(self) -> str:
        """The name of the way by which interactions come."""
        return self._source.name

    async def is_open(self) -> bool:
        """Return whether interactions come, and can be answered."""
        return await self._source.is_open()

    async def is_writable(self) -> bool:
        """Return whether changes can be saved; a database that does not answer saves none."""
        with suppress(TimeoutError, DatabaseError):
            return await answer_in_time(self._check_writing())
        return False

    async def report(self) -> dict[str, object]:
        """What works, and what an operator would like to know of the rest."""
        is_open = await self.is_open()
        facts: dict[str, object] = {
            "version": program_version(),
            "commit": program_commit(),
            "schema": newest_version(),
        }
        database, untold = False, None
        with suppress(TimeoutError, DatabaseError):
            database, untold, kept = await answer_in_time(self._read_database())
            facts |= {"oldest_untold_s": untold} | kept
        wrong = abs(self._store.clock_ahead) > MAX_CLOCK_DIFFERENCE_SECONDS
        late = untold is not None and untold > MAX_PENDING_SECONDS
        # People can still play without a background task: 503 would keep them from it.
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
        """Why a change could not be written a moment ago, though a note may find room."""
        found = self._store.games.refusal
        return found.why if found and time.monotonic() - found.at < REFUSAL_MEMORY_SECONDS else None

    async def _read_database(self) -> tuple[bool, int | None, dict[str, object]]:
        """What the database says: of itself, of what is untold, of backups."""
        database = await self._check_writing()
        now = self._store.now()
        oldest = await self._store.posts.oldest_pending(format_time(now))
        return database, seconds_between(oldest, now), await self._read_backup_state()

    async def _check_writing(self) -> bool:
        """Whether something can really be written, and all tables are there to write to.

        It is not tried at every asking.
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
        """200 when the bot can serve people, else 503, with what works."""
        report = await self.report()
        status = 503 if report["status"] == "unavailable" else 200
        return web.json_response(report, status=status, headers={"Cache-Control": "no-store"})


async def answer_in_time(query: Coroutine[Any, Any, T]) -> T:
    """What the database answers, if it does so in time.

    Raises:
        TimeoutError: It does not. Nobody waits for it to be called off: over a line that leads
            nowhere, that takes as long again.
    """
    task = asyncio.create_task(query)
    await asyncio.wait({task}, timeout=DATABASE_SECONDS)
    if not task.done():
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        task.cancel()
        raise TimeoutError
    return task.result()


def seconds_between(since: str | None, now: datetime) -> int | None:
    """How long ago that was, in whole seconds."""
    if not since:
        return None
    return max(0, int((now - datetime.fromisoformat(since)).total_seconds()))


@asynccontextmanager
async def serve_health(
    health: Health, host: str, port: int | None, metrics: PrometheusMetrics | None = None
) -> AsyncIterator[None]:
    """Answer at ``GET /health`` and ``/metrics`` while the block runs; without a port, nowhere.

    Raises:
        BadInput: The port or the host cannot be used; the message names the variable.
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
    """Whether the endpoint says that all is well."""
    host = LOOPBACK_ADDRESSES.get(host, host)
    named = f"[{host}]" if ":" in host else host
    try:
        with urllib.request.urlopen(f"http://{named}:{port}/health", timeout=timeout) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def main(write: Callable[[str], object] = sys.stderr.write) -> int:
    """0 if all is well, 1 if not, 2 if there is no endpoint to ask."""
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
