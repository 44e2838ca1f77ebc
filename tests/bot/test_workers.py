"""Processes beside the loop: pictures come from them, and none of them is ever left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import engine
import maps
from bot.pictures import Studio
from bot.workers import Workers
from engine.chance import SeededChance
from engine.ruleset import Rules
from render import UnknownRegion

PARENT = """
import asyncio, os
from bot.workers import Workers

async def main():
    print(await Workers(1).run(os.getpid), flush=True)
    await asyncio.sleep(60)

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
    workers = Workers(1)
    try:
        assert await workers.run(partial(_die_once, tmp_path / "died")) == "alive"
    finally:
        workers.close()


async def test_pictures_from_a_process_are_those_of_a_thread() -> None:
    rules = Rules.compile(maps.load("usa"), 3)
    state, _ = engine.start(rules, SeededChance(b"7" * 32))
    view = engine.view_for(rules, state, None)
    workers = Workers(1)
    try:
        near, far = Studio(), Studio(workers)
        names = ["Guest 1", "Guest 2", "Guest 3"]
        pictures = [await s.board(view, rules.spec, names, "en", "alt") for s in (near, far)]
        assert pictures[0].data == pictures[1].data
        with pytest.raises(UnknownRegion, match="atlantis"):
            await far.board(view, rules.spec, names, "en", "alt", zoom="atlantis")
    finally:
        workers.close()


async def test_a_worker_ends_with_a_killed_bot(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    parent = await asyncio.create_subprocess_exec(
        sys.executable, script, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": os.getcwd()}
    )
    assert parent.stdout is not None
    worker = int(await parent.stdout.readline())
    parent.kill()
    await parent.wait()
    async with asyncio.timeout(10):
        while Path(f"/proc/{worker}").exists() and _runs(worker):
            await asyncio.sleep(0.02)


def _runs(pid: int) -> bool:
    """Whether a process is more than an entry that nobody has collected."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"


def test_a_worker_carries_no_discord() -> None:
    """Memory counts: there are two of them, and each imports just this."""
    script = "import bot.__main__, bot.child, bot.workers, bot.drawing, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)  # noqa: S603  # our own
    names = set(loaded.stdout.decode().split())

    assert "render" in names
    assert not {"discord", "aiohttp", "aiosqlite"} & names
