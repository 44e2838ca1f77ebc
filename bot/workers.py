"""Processes that work beside the event loop, so that a press never waits for a picture."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Final, TypeVar

from bot.logbook import logger
from bot.meter import WORKERS_REPLACED, meter

log = logger(__name__)

T = TypeVar("T")

AT_ONCE: Final = 2
"""More work at once only takes each other's time."""
PATIENCE: Final = 10
"""How much nicer than the event loop a worker is: answers come first."""
LIMIT: Final = 20.0
"""Seconds after which nobody waits for a worker any more; a picture takes well under one."""


class Stuck(Exception):
    """A worker did not come to an end with its work."""


class Workers:
    """A few processes, begun when there is work; one that dies or hangs is replaced.

    The time for a piece of work counts from when it is handed over: give no more at once than
    there are workers.
    """

    def __init__(self, count: int, limit: float = LIMIT) -> None:
        self.limit = limit
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def run(self, work: Callable[[], T]) -> T:
        """Have *work* done; what it is and what it returns travel by pickle.

        Raises:
            Stuck: It took too long; it is not tried again.
            BrokenExecutor: Workers died over it twice, or they are closed.
        """
        pool = self._open()
        try:
            return await self._result(pool, work)
        except BrokenExecutor:
            if self._closed:
                raise
            log.warning("a worker died; trying once more with new ones")
            meter.count(WORKERS_REPLACED)
            self._end(pool)
            return await self._result(self._open(), work)

    async def _result(self, pool: ProcessPoolExecutor, work: Callable[[], T]) -> T:
        future = asyncio.get_running_loop().run_in_executor(pool, work)
        limit = self.limit
        await asyncio.wait({future}, timeout=limit)
        if not future.done():
            log.error("a worker was not done in time; all of them are replaced", seconds=limit)
            meter.count(WORKERS_REPLACED)
            future.cancel()
            self._end(pool)
            raise Stuck
        return future.result()

    def close(self) -> None:
        """End the processes for good, without waiting for work that nobody wants any more."""
        self._closed = True
        if self._pool is not None:
            self._end(self._pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """End these processes; the next work gets new ones, unless it has them already."""
        if self._pool is pool:
            self._pool = None
        # One that is stopped would not hear that it is to end, and the interpreter would wait for
        # it. What the others were at fails as if they had died, and is tried again.
        processes = [*(pool._processes or {}).values()]  # noqa: SLF001  # no other way before 3.14
        # Nor would it end before what nobody reads any more is written to the last byte.
        unread = getattr(pool, "_call_queue", None)  # gone once it is shut down
        if unread is not None:
            unread.cancel_join_thread()
        pool.shutdown(wait=False)
        for process in processes:
            process.kill()

    def _open(self) -> ProcessPoolExecutor:
        if self._closed:
            raise BrokenExecutor("the workers are gone")
        if self._pool is None:
            # Spawned, not forked: a fork would copy the loop's sockets and locks.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, context, _settle)
        return self._pool


def _settle() -> None:
    """What a worker does first: be modest, and never outlive the bot, even one killed by -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(PATIENCE)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)
