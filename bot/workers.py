"""Processes that work beside the event loop, so that a press never waits for a picture."""

from __future__ import annotations

import asyncio
import ctypes
import math
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from bot.log import logger
from bot.metrics import WORKERS_REPLACED, metrics

log = logger(__name__)

T = TypeVar("T")

MAX_WORKERS: Final = 2
"""More work at once only takes each other's time."""
WORKER_NICENESS: Final = 10
"""How much nicer than the event loop a worker is: answers come first."""
MAX_PROCESSOR_SECONDS: Final = 20.0
"""Processor time that one piece of work may use; a picture takes well under a second."""
MAX_IDLE_SECONDS: Final = 60.0
"""Time without any use of the processor after which a worker counts as stopped."""
LOOK_SECONDS: Final = 0.25
"""Time between two looks at a worker."""
PR_SET_PDEATHSIG: Final = 1
"""The option of Linux's prctl() that names the signal for the death of the parent."""


class WorkerTimeout(Exception):
    """A worker did not come to an end with its work."""


class Workers:
    """A few processes, started when there is work. One that dies or hangs is replaced.

    Limits count the worker's processor time, not the time of the clock: on a busy machine a picture
    may take long, and it still comes. The start of a process does not count.
    """

    def __init__(
        self,
        count: int,
        max_processor_seconds: float = MAX_PROCESSOR_SECONDS,
        max_idle_seconds: float = MAX_IDLE_SECONDS,
    ) -> None:
        self.max_processor_seconds = max_processor_seconds
        self.max_idle_seconds = max_idle_seconds
        self._room = asyncio.Semaphore(count)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    async def run(self, work: Callable[[], T]) -> T:
        """Run *work* in a worker; *work* and its result are pickled.

        Raises:
            Stuck: It used too much processor time or none at all; it is not tried again.
            BrokenExecutor: Two workers died of it, or they are closed.
        """
        async with self._room:
            try:
                return await self._run_in(self._take_worker(), work)
            except BrokenExecutor:
                if self._closed:
                    raise
                log.warning("a worker died; trying once more with a new one")
                metrics.count(WORKERS_REPLACED)
                return await self._run_in(_Worker(), work)

    def _take_worker(self) -> _Worker:
        if self._closed:
            raise BrokenExecutor("the workers are closed")
        return self._idle.pop() if self._idle else _Worker()

    async def _run_in(self, worker: _Worker, work: Callable[[], T]) -> T:
        self._busy.add(worker)
        is_well = True
        try:
            return await worker.run(work, self.max_processor_seconds, self.max_idle_seconds)
        except WorkerTimeout as error:
            log.error("a worker is stuck and was replaced", error=str(error))  # noqa: TRY400  # no trace
            metrics.count(WORKERS_REPLACED)
            is_well = False
            raise
        except (BrokenExecutor, asyncio.CancelledError):
            is_well = False
            raise
        finally:
            self._busy.discard(worker)
            if is_well and not self._closed:
                self._idle.append(worker)
            else:
                worker.end()

    def close(self) -> None:
        """End the processes for good, without waiting for their work."""
        self._closed = True
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle.clear()


class _Worker:
    """One process. It starts with its first work."""

    def __init__(self) -> None:
        # Spawned, not forked: a fork would copy the loop's sockets and locks.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _settle)
        self._is_warm = False

    async def run(self, work: Callable[[], T], max_processor: float, max_idle: float) -> T:
        """Run *work*.

        Raises:
            Stuck: It exceeded one of the limits.
            BrokenExecutor: The process died.
        """
        loop = asyncio.get_running_loop()
        if not self._is_warm:
            # To read the work, the new process imports everything that the work needs.
            await self._watch(loop.run_in_executor(self._pool, _warm_up, work), math.inf, max_idle)
            self._is_warm = True
        return await self._watch(loop.run_in_executor(self._pool, work), max_processor, max_idle)

    async def _watch(self, future: asyncio.Future[T], max_processor: float, max_idle: float) -> T:
        """Wait for a result as long as the process works within its limits."""
        begin = used = self._processor_seconds()
        idle = 0.0
        while not (await asyncio.wait({future}, timeout=LOOK_SECONDS))[0]:
            now = self._processor_seconds()
            # Looks are counted, not time: the whole machine may have slept between two of them.
            idle = 0.0 if now > used else idle + LOOK_SECONDS
            used = now
            if used - begin > max_processor:
                raise WorkerTimeout(f"it used {used - begin:.1f} s of processor time")
            if idle > max_idle:
                raise WorkerTimeout(f"it did nothing for {idle:g} s")
        return future.result()

    def _processor_seconds(self) -> float:
        """Processor time that the process has used so far."""
        processes = self._pool._processes or {}  # noqa: SLF001  # no other way before 3.14
        return sum(map(read_processor_seconds, [*processes]))

    def end(self) -> None:
        """End the process, whatever it does."""
        # A stopped process would not notice the shutdown, and the interpreter would wait for it.
        processes = [*(self._pool._processes or {}).values()]  # noqa: SLF001  # as above
        # The interpreter would also wait until the last byte of unread work is written.
        unread = getattr(self._pool, "_call_queue", None)  # gone once it is shut down
        if unread is not None:
            unread.cancel_join_thread()
        self._pool.shutdown(wait=False)
        for process in processes:
            process.kill()


def read_processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, or 0 if the system does not tell.

    Without /proc, as on macOS, a worker then seems idle: its work may take MAX_IDLE_SECONDS.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _warm_up(work: object) -> None:
    """Do nothing: the work was read, so all its modules are imported."""


def _settle() -> None:
    """Make a new worker modest, and let it end with the bot, even with one killed by -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(WORKER_NICENESS)
    if sys.platform == "linux":
        # The kernel also ends a worker that is stopped or does not leave a long calculation. The
        # signal comes when the thread that started the worker ends: the loop's, in our case.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # For other systems, and for a bot that was gone before the kernel knew.
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)
