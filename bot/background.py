"""Background tasks, which run repeatedly until the process stops, and random delays."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bot.games.errors import log_retry
from bot.log import bind_context, logger

if TYPE_CHECKING:
    from bot.games.store import LeaseStore

log = logger(__name__)

Job: TypeAlias = Callable[[], Awaitable[float | None]]
"""One run of a task. Its result is the seconds until the next run, or None for the usual pause."""
Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""A whole task, from its start until it is canceled."""

WAKE_PAUSE_SECONDS: Final = 1.0
"""The pause before a task runs that was woken early, so that several wakes cause one run."""
JITTER_STEPS: Final = 1_000_000


def jitter(seconds: float) -> float:
    """Return a random delay between *seconds* / 2 and *seconds*.

    Callers that failed at the same time then do not all retry at the same time.

    >>> 5 <= jitter(10) <= 10
    True
    """
    return seconds * (JITTER_STEPS + secrets.randbelow(JITTER_STEPS + 1)) / (2 * JITTER_STEPS)


async def run_every(
    name: str,
    seconds: float,
    job: Job,
    leases: LeaseStore | None = None,
    *,
    first_after: float = 0.0,
    wake: asyncio.Event | None = None,
) -> None:
    """Run *job* repeatedly, *seconds* apart, until canceled.

    A job that fails is logged and runs again after the usual pause.

    Args:
        name: The name of the task in the log.
        seconds: The pause between two runs, unless the job returns another one.
        job: The function to run.
        leases: If given, the job runs only while this process is the leader.
        first_after: The pause before the first run, in seconds.
        wake: If given, setting it ends a pause early.
    """
    bind_context(task=name)
    await asyncio.sleep(first_after)
    while True:
        if wake is not None:
            wake.clear()
        pause: float | None = None
        try:
            if leases is None or await leases.is_leader():
                pause = await job()
        except Exception as error:  # one failed run must not end the task
            log_retry(log, "a background task failed", error)
        await _pause(seconds if pause is None else pause, wake)


async def _pause(seconds: float, wake: asyncio.Event | None) -> None:
    if wake is None:
        await asyncio.sleep(seconds)
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await wake.wait()
    if wake.is_set():
        await asyncio.sleep(WAKE_PAUSE_SECONDS)


class BackgroundTasks:
    """Starts the background tasks of a process and records when a task ends too early."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ended_early: set[str] = set()
        self._is_stopping = False

    def start(self, works: Mapping[str, Work]) -> None:
        """Start a task for each of *works*, which are given by name."""
        for name, work in works.items():
            task = asyncio.create_task(work(), name=name)
            task.add_done_callback(self._note_end)
            self._tasks[name] = task

    def states(self) -> dict[str, bool]:
        """Return whether each task is up, by name. Tasks that `stop` ended count as up."""
        return {name: name not in self._ended_early for name in self._tasks}

    async def stop(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        self._is_stopping = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if self._is_stopping:
            return
        name = task.get_name()
        self._ended_early.add(name)
        log.error("a background task has ended; restart the bot", task=name, exc_info=error)
