"""The cost of a start with many games, also after an outage that moved all deadlines."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from bench.bot import EDITION, running, wish_for
from bench.measure import Row, progress
from bot.games.clock.downtime import HEARTBEAT_NOTE
from bot.games.clock.pace import NO_PACE
from bot.games.job_runner import JobRunner
from bot.games.model import Options, format_time
from bot.games.service import make_games
from bot.outbox.deadline_refresh import DEADLINES_REFRESHED_NOTE
from bot.storage.store import open_store
from engine.ai.random_agent import RandomAgent
from engine.ids import Seat
from sandbox import Club, Sandbox

GAMES: Final = 10_000
OUTAGE: Final = timedelta(hours=5)
REFRESHED_TABLES: Final = 300
"""Tables that are notified of moved deadlines during the measurement. They are more than the memory
caches, so that notifying all tables takes no more memory."""


def rows() -> Iterator[Row]:
    """Yield all measurements."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_starts(Path(folder)))


async def _starts(folder: Path) -> list[Row]:
    empty, full, timed = folder / "empty.db", folder / "full.db", folder / "timed.db"
    for path in (empty, full, timed):
        await (await open_store(path)).close()
    await _fill(full)
    await _fill(timed, pace="day")
    poll = await _poll(full), await _poll(timed)
    late = await _poll(timed, timedelta(days=10))
    costs = {path: [await _start(path) for _ in range(3)] for path in (empty, full, timed)}
    retelling = await _refresh_memory(timed)
    seconds = {path: min(cost[0] for cost in found) for path, found in costs.items()}
    memory = {path: min(cost[1] for cost in found) for path, found in costs.items()}
    took = f"{seconds[full]:.2f} s against {seconds[empty]:.2f} s of processor time"
    held = f"{memory[full] / 1024:.0f} MiB against {memory[empty] / 1024:.0f} MiB"
    return [
        Row(f"start with {GAMES:,} games / none", seconds[full] / seconds[empty], 1.5, note=took),
        Row(f"memory with {GAMES:,} games / none", memory[full] / memory[empty], 1.5, note=held),
        Row(f"start with {GAMES:,} deadlines / without", seconds[timed] / seconds[full], 1.2),
        Row(f"memory with {GAMES:,} deadlines / without", memory[timed] / memory[full], 1.2),
        Row(
            f"memory while {GAMES:,} moved deadlines are announced / without",
            retelling / memory[full],
            1.2,
            note=f"{retelling / 1024:.0f} MiB, after {REFRESHED_TABLES} tables",
        ),
        Row(
            f"poll with {GAMES:,} deadlines / without",
            poll[1] / poll[0],
            2,
            note=_microseconds_note(*poll),
        ),
        Row(f"{GAMES:,} deadlines looked at after a stop of 10 days", late, 10, "s"),
    ]


def _microseconds_note(without: float, timed: float) -> str:
    return f"{timed * 1e6:.0f} µs against {without * 1e6:.0f} µs of processor time"


async def _poll(path: Path, stop: timedelta = timedelta(0)) -> float:
    """Return the processor seconds of one poll for due jobs.

    A *stop* before it makes all jobs due.
    """
    store = await open_store(path)
    moment = datetime.now(UTC)
    service = make_games(store, lambda: moment, system=lambda: moment)
    await service.downtime.record_heartbeat()
    moment += stop
    driver, spent = JobRunner(service, store), []
    for _ in range(1 if stop else 200):
        begun = time.process_time()
        await driver.run_due(moment)
        spent.append(time.process_time() - begun)
    await store.close()
    return min(spent)


async def _fill(path: Path, pace: str = NO_PACE) -> None:
    """Fill a database with thousands of unfinished games, copied from one that was played."""
    store = await open_store(path)
    service = make_games(store)
    lobby = await service.lobby.open(EDITION, 1, 1, 1, "en", Options(pace=pace))
    game = lobby.row.id
    for user in (1, 2):
        await service.lobby.join(game, user, f"Guest {user}", f"word-{user}")
    snapshot = await service.play.start(game)
    for number in range(60):
        seat = Seat(next(iter(snapshot.state.waiting)))
        action = RandomAgent().choose(snapshot.view(seat), snapshot.menu(seat), Random(number))
        snapshot = await service.play.act(game, seat + 1, None, wish_for(action))
    row = await store.games.get(game)
    assert row is not None
    await store.posts.mark_published(game, row.changes, {})
    await store.close()
    with sqlite3.connect(path) as db:
        for table in ("games", "seats", "actions", "events", "clocks", "due"):
            names = [column[1] for column in db.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "games" else "game_id"
            taken = {key: "? || c.n", "channel_id": "c.n", "user_id": f"{table}.user_id + c.n * 2"}
            values = ", ".join(taken.get(name, f"{table}.{name}") for name in names)
            db.execute(
                f"WITH RECURSIVE c(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM c WHERE n < {GAMES})"  # noqa: S608
                f" INSERT INTO {table} SELECT {values} FROM {table}, c WHERE {table}.{key} = ?",
                ("g", game),
            )
    db.close()


async def _start(path: Path) -> tuple[float, float]:
    """Return the processor seconds and peak memory (KiB) of a bot until it is connected."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        _set_guild(path, sandbox.club("Bench"))
        async with running(sandbox, "-m", "bot", database=path) as pid:
            await asyncio.sleep(0.5)
            ticks = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
            return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK"), _peak(pid)


async def _refresh_memory(path: Path) -> float:
    """Return the peak memory (KiB) of a bot that announces new deadlines after an outage.

    The posts are gone, so that each is drawn and posted again, which is more work than usual.
    """
    progress(f"announcing new deadlines to {REFRESHED_TABLES} tables")
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        _set_guild(path, club)
        with closing(sqlite3.connect(path)) as db, db:
            ids = [
                id
                for (id,) in db.execute(
                    "SELECT id FROM games ORDER BY id LIMIT ?", (REFRESHED_TABLES,)
                )
            ]
            halls = [(club.channel(f"hall-{id}").id, id) for id in ids]
            db.executemany("UPDATE games SET channel_id = ? WHERE id = ?", halls)
            before = format_time(datetime.now(UTC) - OUTAGE)
            db.execute("UPDATE notes SET text = ? WHERE name = ?", (before, HEARTBEAT_NOTE))
        async with running(sandbox, "-m", "bot", database=path) as pid:
            async with asyncio.timeout(300):
                while _last_refreshed(path) < ids[-1]:
                    await asyncio.sleep(0.5)
            return _peak(pid)


def _set_guild(path: Path, club: Club) -> None:
    """Move all games to a guild of the bot, or players would be notified that theirs is lost."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE games SET guild_id = ?", (club.guild.id,))


def _last_refreshed(path: Path) -> str:
    """Return the last table whose announcement is recorded, or an empty text."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute(
            "SELECT text FROM notes WHERE name = ?", (DEADLINES_REFRESHED_NOTE,)
        ).fetchone()
    return found[0].partition(" ")[2] if found else ""


def _peak(pid: int) -> float:
    """Return the peak memory (KiB) of a process."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return float(next(line for line in status if line.startswith("VmHWM")).split()[1])
