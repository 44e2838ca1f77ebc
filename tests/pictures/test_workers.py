"""Processes beside the loop: pictures come from them, and none of them is ever left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

import engine
import maps
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import Studio
from bot.workers import Workers, WorkerTimeout, read_processor_seconds
from engine.chance import SeededChance
from engine.ruleset import Rules
from render import UnknownRegion
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until
from tests.whole_games.test_kill import bot_process

BOT = """
import asyncio, os, re, signal, time
from pathlib import Path
from bot.workers import Workers

DOING = os.environ["DOING"]

def mark():
    Path(os.environ["MARK"]).touch()

def work():
    mark()
    if DOING == "working":
        while True:
            sum(range(1000))
    if DOING == "holding the interpreter":
        re.match("(a+)+$", "a" * 64 + "b")
    if DOING == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)

async def main():
    await Workers(1).run(work)
    await asyncio.sleep(600)

if __name__ == "__mp_main__" and DOING == "starting":
    mark()
    time.sleep(1)
if __name__ == "__main__":
    asyncio.run(main())
"""

STOPPED = """
import asyncio, os, signal
from functools import partial
from bot.workers import Workers

async def main():
    # Given up before they have read what is to be done, which is more than a pipe holds.
    hasty = Workers(2)
    work = [asyncio.create_task(hasty.run(partial(len, bytes(10**6)))) for _ in range(6)]
    await asyncio.sleep(0.05)
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    workers = Workers(2)
    worker = await workers.run(os.getpid)
    os.kill(worker, signal.SIGSTOP)
    asyncio.ensure_future(workers.run(os.getpid))
    await asyncio.sleep(0)
    print(worker, flush=True)
    workers.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        _die()
    return "alive"


async def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    workers = Workers(1, TEST_TIMEOUT_SECONDS)
    try:
        assert await workers.run(partial(_die_once, tmp_path / "died")) == "alive"
    finally:
        workers.close()


def _stop() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def _wait_for_removal(mark: Path) -> str:
    mark.touch()
    while mark.exists():
        time.sleep(0.02)
    return "done"


def _work_with_breaks(seconds: float) -> str:
    """Use little of the processor for a while, as a picture does on a busy machine."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(100_000))
        time.sleep(0.05)
    return "done"


def _spin() -> None:
    while True:
        pass


class SlowToImport:
    """Work whose modules take a while to import: with breaks, or with much processor time."""

    def __init__(self, *, sleep: float = 0.0, burn: float = 0.0) -> None:
        self.sleep, self.burn = sleep, burn

    def __reduce__(self) -> tuple[object, ...]:
        return _import_slowly, (self.sleep, self.burn)

    def __call__(self) -> str:
        return "done"


@cache  # as with modules, only the first import in a process takes time
def _import_slowly(sleep: float, burn: float) -> SlowToImport:
    time.sleep(sleep)
    end = time.process_time() + burn
    while time.process_time() < end:
        pass
    return SlowToImport()


class TestLimits:
    """Work is limited by the processor time that it uses, not by the clock on the wall."""

    async def test_work_on_a_busy_machine_is_finished(self) -> None:
        """It takes far longer than its limit of processor time, but never stands still."""
        workers = Workers(1, max_processor_seconds=1.0, max_idle_seconds=TEST_TIMEOUT_SECONDS)
        try:
            assert await workers.run(partial(_work_with_breaks, 4.0)) == "done"
        finally:
            workers.close()

    async def test_endless_work_is_given_up(self) -> None:
        """It is always busy, so only its processor time can end it."""
        workers = Workers(1, max_processor_seconds=1.0, max_idle_seconds=TEST_TIMEOUT_SECONDS)
        try:
            spinning = await workers.run(os.getpid)
            with pytest.raises(WorkerTimeout, match="processor time"):
                await workers.run(_spin)
            assert await workers.run(os.getpid) != spinning
            await _gone(spinning)
        finally:
            workers.close()

    async def test_the_start_of_a_process_does_not_count(self) -> None:
        """Imports may take more processor time than the work may."""
        workers = Workers(1, max_processor_seconds=0.5, max_idle_seconds=TEST_TIMEOUT_SECONDS)
        try:
            assert await workers.run(SlowToImport(burn=2.0)) == "done"
        finally:
            workers.close()

    async def test_a_process_that_never_starts_is_given_up(self) -> None:
        workers = Workers(1, max_idle_seconds=1.0)
        try:
            with pytest.raises(WorkerTimeout, match="did nothing"):
                await workers.run(SlowToImport(sleep=600))
        finally:
            workers.close()

    async def test_more_work_than_workers_waits(self) -> None:
        workers = Workers(2, TEST_TIMEOUT_SECONDS)
        try:
            pids = await asyncio.gather(*(workers.run(os.getpid) for _ in range(8)))
            assert len(set(pids)) <= 2
        finally:
            workers.close()

    def test_where_the_system_does_not_tell(self) -> None:
        """Without a number, a process seems idle, and the limit on idle time still applies."""
        assert read_processor_seconds(os.getpid()) > 0.0
        assert read_processor_seconds(2**30) == 0.0


class TestAStoppedWorker:
    """One that hangs: nobody waits for it for ever, neither for its work nor for its end."""

    async def test_is_replaced(self) -> None:
        """What it was at is given up; the next work is done by another one."""
        workers = Workers(1, TEST_TIMEOUT_SECONDS)
        try:
            stopped = await workers.run(os.getpid)
            os.kill(stopped, signal.SIGSTOP)
            with _without_timeout(workers), pytest.raises(WorkerTimeout):
                await workers.run(os.getpid)
            assert await workers.run(os.getpid) != stopped
            await _gone(stopped)
        finally:
            workers.close()

    async def test_takes_no_other_with_it(self, tmp_path: Path) -> None:
        """The work of its neighbor goes on, in the same process."""
        workers = Workers(2, TEST_TIMEOUT_SECONDS)
        try:
            neighbor = await _start_work(workers, tmp_path / "mark")
            with _without_timeout(workers), pytest.raises(WorkerTimeout):
                await workers.run(_stop)
            (tmp_path / "mark").unlink()
            assert await neighbor == "done"
        finally:
            workers.close()

    async def test_holds_nobody_up_at_the_end(self, tmp_path: Path) -> None:
        """The program ends, and leaves no process behind."""
        program = await _program(tmp_path, STOPPED)
        assert program.stdout is not None
        try:
            worker = int(await program.stdout.readline())
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                await program.wait()
                await _gone(worker)
        finally:
            if program.returncode is None:
                program.kill()
                os.kill(worker, signal.SIGKILL)

    async def test_holds_no_bot_up(self, tmp_path: Path) -> None:
        """Stopped in the middle of a picture, it ends with the bot that is told to end."""
        async with bot_process(tmp_path / "games.db") as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await bot.wait_idle()
            assert bot.process is not None
            workers = _workers_of(bot.process.pid)
            assert workers
            for pid in workers:
                os.kill(pid, signal.SIGSTOP)
            try:
                there = bot.club.channel("second-hall")
                await bot.moderator.slash(there, "game new", edition="usa")
                await bot.stop()
                for pid in workers:
                    await _gone(pid)
            finally:
                for pid in workers:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)


def _workers_of(pid: int) -> list[int]:
    """The processes in which a bot draws."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (entry / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[1]
            if int(parent) == pid and b"spawn_main" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


async def test_closed_workers_begin_nothing(tmp_path: Path) -> None:
    """Neither what is still asked for nor what they were at when they were closed."""
    workers = Workers(1, TEST_TIMEOUT_SECONDS)
    at_work = await _start_work(workers, tmp_path / "mark")
    workers.close()
    for work in (at_work, workers.run(os.getpid)):
        with pytest.raises(BrokenExecutor):
            await work


async def _start_work(workers: Workers, mark: Path) -> asyncio.Future[str]:
    """Work that has started, and that ends when its mark is removed."""
    work = asyncio.ensure_future(workers.run(partial(_wait_for_removal, mark)))
    await wait_until(lambda: mark.exists())
    return work


@contextmanager
def _without_timeout(workers: Workers) -> Iterator[None]:
    """Be impatient for a moment."""
    patient, workers.max_idle_seconds = workers.max_idle_seconds, 0.5
    yield
    workers.max_idle_seconds = patient


async def _program(folder: Path, text: str, **environment: str) -> asyncio.subprocess.Process:
    """Start a program as the leader of a session, by which all its processes can be found."""
    script = folder / "program.py"
    script.write_text(text, encoding="utf-8")
    return await asyncio.create_subprocess_exec(
        *(sys.executable, script),
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.getcwd()} | environment,
        start_new_session=True,
    )


async def _gone(pid: int) -> None:
    await wait_until(lambda: not _runs(pid))


async def test_pictures_from_a_process_are_those_of_a_thread() -> None:
    rules = Rules.compile(maps.load("usa"), 3)
    state, _ = engine.start(rules, SeededChance(b"7" * 32))
    view = engine.view_for(rules, state, None)
    workers = Workers(1, TEST_TIMEOUT_SECONDS)
    try:
        near, far = Studio(), Studio(workers)
        sketch = PictureSpec(rules.spec.id, "en", view, names=("Guest 1", "Guest 2", "Guest 3"))
        pictures = [await s.draw_board(sketch, "alt") for s in (near, far)]
        assert pictures[0].data == pictures[1].data
        with pytest.raises(UnknownRegion, match="atlantis"):
            await far.draw_board(replace(sketch, zoom="atlantis"), "alt")
    finally:
        workers.close()


@pytest.mark.parametrize(
    "doing", ["nothing", "starting", "working", "holding the interpreter", "stopped"]
)
async def test_a_worker_ends_with_a_killed_bot(tmp_path: Path, doing: str) -> None:
    """Whatever the worker is doing: no process that the bot started is left."""
    mark = tmp_path / "mark"
    bot = await _program(tmp_path, BOT, DOING=doing, MARK=str(mark))
    await wait_until(lambda: mark.exists())
    family = _session(bot.pid)
    assert len(family) > 1
    bot.kill()
    await bot.wait()
    try:
        for pid in family:
            await _gone(pid)
    finally:
        for pid in _session(bot.pid):
            os.kill(pid, signal.SIGKILL)


def _session(leader: int) -> list[int]:
    """The processes that a program has started, and itself."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state = (entry / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
            if int(state[3]) == leader and state[0] != "Z":
                found.append(int(entry.name))
    return found


def _runs(pid: int) -> bool:
    """Whether a process is more than an entry that nobody has collected."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.parametrize(
    ("pages", "heavy"),
    [
        ("bot.__main__, bot.sandbox_child", {"discord", "aiohttp", "aiosqlite"}),
        ("bot.cli.main", {"discord", "aiohttp"}),
    ],
)
def test_a_worker_carries_no_discord(pages: str, heavy: set[str]) -> None:
    """Memory counts: there are two of them, and each imports the page that was started and this."""
    script = f"import {pages}, bot.workers, bot.pictures.sketch, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)  # noqa: S603  # our own
    names = set(loaded.stdout.decode().split())

    assert "render" in names
    assert not heavy & names
