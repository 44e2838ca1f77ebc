"""Worker processes next to the event loop, so that a press never waits for a picture."""

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
from typing import ClassVar, Final, TypeVar

from bot.log import logger
from bot.metrics import WORKERS_REPLACED, metrics

log = logger(__name__)

T = TypeVar("T")

MAX_WORKERS: Final = 2
"""More workers only slow each other down."""
WORKER_NICENESS: Final = 10
"""Added to the niceness of the event loop, because answers come first."""
MAX_PROCESSOR_SECONDS: Final = 20.0
"""Processor time that one piece of work may use. A picture takes well under a second."""
MAX_IDLE_SECONDS: Final = 60.0
"""Time without any processor use after which a worker counts as stuck."""
POLL_SECONDS: Final = 0.25
"""Time between two checks of a worker."""
PR_SET_PDEATHSIG: Final = 1
"""The option of Linux's prctl() that sets the signal sent when the parent ends."""


class WorkerTimeout(Exception):
    """A worker did not finish its work within the limits."""

    metric_label: ClassVar[str] = "Stuck"


class Workers:
    """A few processes, started when there is work. A process that dies or hangs is replaced.

    Limits count the worker's processor time, not wall-clock time: on a busy machine a picture may
    take long, and it is still finished. The start of a process does not count.
    """

    def __init__(
        self,
        count: int,
        max_processor_seconds: float = MAX_PROCESSOR_SECONDS,
        max_idle_seconds: float = MAX_IDLE_SECONDS,
    ) -> None:
        self.max_processor_seconds = max_processor_seconds
        self.max_idle_seconds = max_idle_seconds
        self._slots = asyncio.Semaphore(count)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    async def run(self, work: Callable[[], T]) -> T:
        """Run *work* in a worker; *work* and its result are pickled.

        Raises:
            WorkerTimeout: The work used too much processor time or none at all. There is no retry.
            BrokenExecutor: Two workers died during the work, or the workers are closed.
        """
        async with self._slots:
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
        is_usable = True
        try:
            return await worker.run(work, self.max_processor_seconds, self.max_idle_seconds)
        except WorkerTimeout as error:
            log.error("a worker is stuck and was replaced", error=str(error))  # noqa: TRY400  # no trace
            metrics.count(WORKERS_REPLACED)
            is_usable = False
            raise
        except (BrokenExecutor, asyncio.CancelledError):
            is_usable = False
            raise
        finally:
            self._busy.discard(worker)
            if is_usable and not self._closed:
                self._idle.append(worker)
            else:
                worker.end()

    def close(self) -> None:
        """End all processes without waiting for their work, and start no new ones."""
        self._closed = True
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle.clear()


class _Worker:
    """One worker process. It starts with its first piece of work."""

    def __init__(self) -> None:
        # The process is spawned because a fork would copy the loop's sockets and locks.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _set_up_worker)
        self._is_warm = False

    async def run(self, work: Callable[[], T], max_processor: float, max_idle: float) -> T:
        """Run *work*.

        Raises:
            WorkerTimeout: The work exceeded one of the limits.
            BrokenExecutor: The process died.
        """
        loop = asyncio.get_running_loop()
        if not self._is_warm:
            # To unpickle the work, the new process imports all modules that the work needs.
            await self._watch(loop.run_in_executor(self._pool, _warm_up, work), math.inf, max_idle)
            self._is_warm = True
        return await self._watch(loop.run_in_executor(self._pool, work), max_processor, max_idle)

    async def _watch(self, future: asyncio.Future[T], max_processor: float, max_idle: float) -> T:
        """Wait for the result, and raise WorkerTimeout if the process exceeds a limit."""
        begin = used = self._processor_seconds()
        idle = 0.0
        while not (await asyncio.wait({future}, timeout=POLL_SECONDS))[0]:
            now = self._processor_seconds()
            # Checks are counted, not time: the whole machine may be suspended between two checks.
            idle = 0.0 if now > used else idle + POLL_SECONDS
            used = now
            if used - begin > max_processor:
                raise WorkerTimeout(f"it used {used - begin:.1f} s of processor time")
            if idle > max_idle:
                raise WorkerTimeout(f"it did nothing for {idle:g} s")
        return future.result()

    def _processor_seconds(self) -> float:
        """Return the processor time that the process has used until now."""
        # Before Python 3.14 the processes have no public name.
        processes = self._pool._processes or {}  # noqa: SLF001
        return sum(map(read_processor_seconds, [*processes]))

    def end(self) -> None:
        """Kill the process, whatever it does."""
        # A suspended process would not notice the shutdown, and the interpreter would wait for it.
        processes = [*(self._pool._processes or {}).values()]  # noqa: SLF001
        # The interpreter would also wait until all unread work is written to the queue.
        unread = getattr(self._pool, "_call_queue", None)  # None after a shutdown
        if unread is not None:
            unread.cancel_join_thread()
        self._pool.shutdown(wait=False)
        for process in processes:
            process.kill()


def read_processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, or 0 if the system has no /proc.

    A worker then seems idle, for example on macOS: its work may take MAX_IDLE_SECONDS.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _warm_up(work: object) -> None:
    """Do nothing. Unpickling *work* has imported all its modules."""


def _set_up_worker() -> None:
    """Lower the priority of a new worker, and make it end with the bot, even after SIGKILL."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(WORKER_NICENESS)
    if sys.platform == "linux":
        # The kernel also ends a worker that is suspended or stuck in a long calculation. It sends
        # the signal when the thread that started the worker ends, which is the loop's thread.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # For other systems, and for a bot that ended before the call of prctl().
        threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)
