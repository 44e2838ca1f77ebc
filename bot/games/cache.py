"""Games in memory, loaded from their logs on first use and checked against their rows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import Final
from weakref import WeakValueDictionary

import engine
from bot.games.errors import LobbyError
from bot.games.lobby import Lobby
from bot.games.model import UNREAD, Due, GameRow, SeatHistory, StoredGame, format_time
from bot.games.store import Store
from bot.games.table import GameSnapshot, Table
from engine.errors import NotYourGame
from engine.events import Event
from engine.record import GameRecord
from maps.lru import LruCache

REREAD_EVENTS: Final = 12
"""How many of the last cached events are read again.

In a database that was set back, other events may have taken their place.
"""


class GameCache:
    """A bounded cache of games.

    A game that is not cached is built from its log. A game that another process has changed is
    updated with the events since then.
    """

    def __init__(self, store: Store, size: int = 256) -> None:
        self._store = store
        self._tables: LruCache[str, Table] = LruCache(size)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, game_id: str) -> asyncio.Lock:
        """Return the lock of a table, which lets one caller at a time load or change it."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    # --- reading ---

    async def snapshot(self, game_id: str, row: GameRow | None = None) -> GameSnapshot:
        """Return a game as it is now, without new events.

        *row* is the table's row if the caller has just read it.
        """
        async with self.lock(game_id):
            return snapshot_of(await self.load(game_id, row))

    async def prefetch(self, game_id: str) -> GameRow:
        """Load a table that will be needed soon into memory and return its row.

        Raises:
            NotYourGame: There is no such table.
        """
        async with self.lock(game_id):
            row, _ = await self._read(game_id, self._tables.get(game_id))
            return row

    async def table(self, game_id: str) -> tuple[Lobby, GameSnapshot | None]:
        """Return a table whatever its status, and its game if it has started.

        Raises:
            NotYourGame: There is no such table.
        """
        async with self.lock(game_id):
            row, found = await self._load_current(game_id)
            game = snapshot_of(found) if isinstance(found, Table) else None
            return Lobby(row, tuple(found.seats)), game

    async def news_for(self, snapshot: GameSnapshot) -> Sequence[Event]:
        """Return the events since the last step of the player on turn, up to *snapshot*.

        They are nearly always in memory. Only a long series of events is read from the log.
        """
        cached = snapshot.table.progress.since(snapshot.since)
        if cached is not None:
            return cached
        log = await self._store.games.log(snapshot.table.row.id, snapshot.since)
        return log[: snapshot.version - snapshot.since]

    async def export_record(self, game_id: str) -> GameRecord:
        """Return a finished game with its seed, so that anyone can verify it.

        Raises:
            LobbyError: The game is not over. Its seed and its cards are still secret.
        """
        lobby, snapshot = await self.table(game_id)
        if lobby.row.status != "over" or snapshot is None:
            raise LobbyError("not-over")
        moves = await self._store.games.moves(game_id)
        return GameRecord(
            game=game_id,
            edition=lobby.row.edition,
            words=tuple(seat.word for seat in lobby.seats),
            commitment=lobby.row.commitment,
            seed=lobby.row.seed.hex(),
            actions=tuple(move.action for move in moves),
            events=tuple(await self._store.games.log(game_id)),
            scores=snapshot.scores().totals,
            makers=tuple(move.maker for move in moves),
        )

    # --- jobs ---

    async def due_jobs(self, game_id: str) -> tuple[Due, ...]:
        """Return the jobs of a table, also those that are due later."""
        async with self.lock(game_id):
            row, found = await self._load_current(game_id)
            return tuple(found.due) if row.status in ("lobby", "playing") else ()

    def known_due(self, game_id: str) -> tuple[Due, ...] | None:
        """Return the jobs of a table from memory, or None if the table is not in memory.

        They are up to date right after a change.
        """
        table = self._tables.get(game_id)
        return table.due if table else None

    async def forget_due(self, game_id: str, due: Due) -> None:
        """Delete a job that is void."""
        async with self.lock(game_id):
            await self._store.games.forget_due(game_id, due)
            table = self._tables.get(game_id)
            if table is not None:
                table.due = tuple(row for row in table.due if row != due)

    async def move_due(self, moved: Sequence[tuple[str, Due, datetime]]) -> None:
        """Reschedule jobs of tables to a later time."""
        rows = [(game_id, due, format_time(at)) for game_id, due, at in moved]
        await self._store.games.move_due(rows)
        for game_id, due, at in rows:
            table = self._tables.get(game_id)
            if table is not None:
                later = replace(due, due_at=at)
                table.due = tuple(later if row == due else row for row in table.due)

    def put(self, table: Table) -> None:
        """Cache a table that was just saved."""
        self._tables.put(table.row.id, table)

    def clear(self) -> None:
        """Drop all tables from memory."""
        self._tables.clear()

    def may_have_orders(self, game_id: str) -> bool:
        """Return whether a table may have standing orders, without reading the store."""
        table = self._tables.get(game_id)
        return table is None or bool(table.orders)

    def drop(self, ids: Iterable[str]) -> None:
        """Drop tables from memory, so that the next caller loads them again."""
        for game_id in ids:
            self._tables.drop(game_id)

    # --- loading ---

    async def load(self, game_id: str, row: GameRow | None = None) -> Table:
        """Return a game as the store has it now, or as it was when *row* was read.

        Raises:
            LobbyError: The game of the table has not started, or the table was canceled.
            NotYourGame: There is no such table.
        """
        found: Table | StoredGame | None = self._tables.get(game_id)
        if row is None or not isinstance(found, Table) or found.row.mark != row.mark:
            _, found = await self._load_current(game_id)
        if not isinstance(found, Table):
            raise LobbyError("not-playing")
        return found

    async def _load_current(self, game_id: str) -> tuple[GameRow, Table | StoredGame]:
        """Return the row of a table and its game as they are now.

        Before the game starts, return the stored rows in place of the game.

        Raises:
            NotYourGame: There is no such table.
        """
        known = self._tables.get(game_id)
        if known is not None:
            # Usually the cached game is up to date, because this process made the last change.
            row = await self._store.games.get(game_id)
            if row is None:
                raise NotYourGame(game_id)
            if row.mark == known.row.mark:
                return row, known
        return await self._read(game_id, known)

    async def _read(self, game_id: str, known: Table | None) -> tuple[GameRow, Table | StoredGame]:
        """Read the row of a table and its game in one round trip to the store.

        The *known* game is returned if it is up to date. Otherwise only the events since then are
        read. If the known game cannot be updated with them, the whole log is read.
        """
        mark, after = (known.row.mark, _trusted_version(known)) if known else (UNREAD, 0)
        row, stored = await self._store.games.load_since(game_id, mark, after) or (None, None)
        found = stored or known
        if row is None or found is None:
            raise NotYourGame(game_id)
        if isinstance(found, StoredGame) and row.is_begun:
            played = _advance_cached(known, row, found) if known else _replay(row, found)
            if played is None:
                return await self._read(game_id, None)
            found = played
            self._tables.put(game_id, found)
        return row, found


def _trusted_version(known: Table) -> int:
    """Return the last version that need not be read again."""
    return max(0, known.state.version - REREAD_EVENTS)


def _advance_cached(known: Table, row: GameRow, stored: StoredGame) -> Table | None:
    """Return the cached game with the events since then, or None if the whole log must be read.

    That is necessary after an undo, and if the stored events do not continue the cached ones.
    """
    after = _trusted_version(known)
    count = known.state.version - after
    before, since = tuple(stored.log[:count]), stored.log[count:]
    if before != known.progress.since(after):
        return None
    state = engine.follow(known.state, since)
    if state is None:
        return None
    table = _attach_rows(Table(row, stored.seats), stored)
    table.state, table.progress = state, known.progress.with_events(since)
    past = SeatHistory.from_log(stored.occupants, stored.helped, stored.log, after)
    table.past = replace(past, helped={**known.past.helped, **past.helped})
    return table


def _replay(row: GameRow, stored: StoredGame) -> Table:
    """Build the game of a row from its log."""
    table = _attach_rows(Table(row, stored.seats, stored.log), stored)
    table.past = SeatHistory.from_log(stored.occupants, stored.helped, stored.log)
    return table


def _attach_rows(table: Table, stored: StoredGame) -> Table:
    """Add to a table its stored jobs, requests, clocks, pause and orders, and return it."""
    table.due, table.undo_request = tuple(stored.due), stored.undo_request
    table.handovers = tuple(stored.handovers)
    table.clocks, table.pause, table.orders = stored.clocks, stored.pause, stored.orders
    return table


def snapshot_of(table: Table) -> GameSnapshot:
    """Return a snapshot of a table without new events."""
    return GameSnapshot(copy(table), table.state, ())
