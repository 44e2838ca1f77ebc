"""Processes that work beside the event loop, so that a press never waits for a picture."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import Final, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE: Final = 2
"""More work at once only takes each other's time."""
PATIENCE: Final = 10
"""How much nicer than the event loop a worker is: answers come first."""


class Workers:
    """A few processes, begun when there is work; one that dies is replaced."""

    def __init__(self, count: int = AT_ONCE) -> None:
        self._count = count
        self._pool: Executor | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Have *work* done; what it is and what it returns travel by pickle."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._open(), work)
        except BrokenExecutor:
            log.warning("a worker died; trying once more with new ones")
            self.close()
            return await loop.run_in_executor(self._open(), work)

    def close(self) -> None:
        """Let the processes go, without waiting for work that nobody wants any more."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _open(self) -> Executor:
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
