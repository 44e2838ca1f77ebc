"""Games in memory: read from their logs when somebody touches them, compared with their rows."""

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
"""So many of the last events that are known are read again: in a database that was set back, others
may stand in their place."""


class GameCache:
    """A bounded cache of games that are looked at.

    One that is not in it is built from its log; one that another program has changed goes on with
    what has happened since.
    """

    def __init__(self, store: Store, size: int = 256) -> None:
        self._store = store
        self._tables: LruCache[str, Table] = LruCache(size)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, game_id: str) -> asyncio.Lock:
        """Return the lock of a table: one caller at a time loads or changes it."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    # --- looking ---

    async def snapshot(self, game_id: str, row: GameRow | None = None) -> GameSnapshot:
        """How a game stands, with nothing new; *row*: as it has just been read."""
        async with self.lock(game_id):
            return snapshot_of(await self.load(game_id, row))

    async def prefetch(self, game_id: str) -> GameRow:
        """The row of a table that will be needed; its game is in memory then.

        Raises:
            NotYourGame: There is no such table.
        """
        async with self.lock(game_id):
            row, _ = await self._read(game_id, self._tables.get(game_id))
            return row

    async def table(self, game_id: str) -> tuple[Lobby, GameSnapshot | None]:
        """A table whatever its status, and its game if there is one to look at.

        Raises:
            NotYourGame: There is no such table.
        """
        async with self.lock(game_id):
            row, found = await self._load_current(game_id)
            game = snapshot_of(found) if isinstance(found, Table) else None
            return Lobby(row, tuple(found.seats)), game

    async def news_for(self, snapshot: GameSnapshot) -> Sequence[Event]:
        """What happened since whoever is on turn was last; rarely so much that it has to be read.

        What has happened after *outcome* is not among it.
        """
        kept = snapshot.table.progress.since(snapshot.since)
        if kept is not None:
            return kept
        log = await self._store.games.log(snapshot.table.row.id, snapshot.since)
        return log[: snapshot.version - snapshot.since]

    async def export_record(self, game_id: str) -> GameRecord:
        """A finished game with its seed, for anybody to verify.

        Raises:
            LobbyError: It is not over: its seed and its cards are secret.
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

    # --- what is due ---

    async def due_jobs(self, game_id: str) -> tuple[Due, ...]:
        """What is to be done at a table without a person, now or later."""
        async with self.lock(game_id):
            row, found = await self._load_current(game_id)
            return tuple(found.due) if row.status in ("lobby", "playing") else ()

    def known_due(self, game_id: str) -> tuple[Due, ...] | None:
        """The same as far as it is in memory, right after a change; None: it is not."""
        table = self._tables.get(game_id)
        return table.due if table else None

    async def forget_due(self, game_id: str, due: Due) -> None:
        """It is void."""
        async with self.lock(game_id):
            await self._store.games.forget_due(game_id, due)
            table = self._tables.get(game_id)
            if table is not None:
                table.due = tuple(row for row in table.due if row != due)

    async def move_due(self, moved: Sequence[tuple[str, Due, datetime]]) -> None:
        """Things at tables are to be done later than it was thought."""
        rows = [(id, due, format_time(at)) for id, due, at in moved]
        await self._store.games.move_due(rows)
        for id, due, at in rows:
            table = self._tables.get(id)
            if table is not None:
                later = replace(due, due_at=at)
                table.due = tuple(later if row == due else row for row in table.due)

    def put(self, table: Table) -> None:
        """Keep a table in memory as it was just saved."""
        self._tables.put(table.row.id, table)

    def clear(self) -> None:
        """Drop all tables from memory."""
        self._tables.clear()

    def may_have_orders(self, game_id: str) -> bool:
        """Whether somebody may have written an order at a table, as far as is in memory."""
        table = self._tables.get(game_id)
        return table is None or bool(table.orders)

    def drop(self, ids: Iterable[str]) -> None:
        """Keep these in memory no longer; whoever looks at one again has it read."""
        for id in ids:
            self._tables.drop(id)

    # --- keeping ---

    async def load(self, game_id: str, row: GameRow | None = None) -> Table:
        """The live game, as the store has it now, or had it when *row* was read."""
        found: Table | StoredGame | None = self._tables.get(game_id)
        if row is None or not isinstance(found, Table) or found.row.mark != row.mark:
            _, found = await self._load_current(game_id)
        if not isinstance(found, Table):
            raise LobbyError("not-playing")
        return found

    async def _load_current(self, game_id: str) -> tuple[GameRow, Table | StoredGame]:
        """The row of a table and its game as they are now; before a game, what belongs to it.

        Raises:
            NotYourGame: There is no such table.
        """
        known = self._tables.get(game_id)
        if known is not None:
            # Mostly it is up to date: we have just changed it ourselves.
            row = await self._store.games.get(game_id)
            if row is None:
                raise NotYourGame(game_id)
            if row.mark == known.row.mark:
                return row, known
        return await self._read(game_id, known)

    async def _read(self, game_id: str, known: Table | None) -> tuple[GameRow, Table | StoredGame]:
        """The same in one way to the store and back, with what is *known* if it is still so.

        Where it is not, only what has happened since is read, or all of it if that does not do.
        """
        mark, after = (known.row.mark, _trusted_version(known)) if known else (UNREAD, 0)
        row, whole = await self._store.games.load_since(game_id, mark, after) or (None, None)
        found = whole or known
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
    """The version until which nobody doubts what is known of a game."""
    return max(0, known.state.version - REREAD_EVENTS)


def _advance_cached(known: Table, row: GameRow, whole: StoredGame) -> Table | None:
    """A game that was known, with what has happened since; None: it has to be read from its log.

    That is so after a step was taken back, and if it is not what was known that goes on.
    """
    after = _trusted_version(known)
    count = known.state.version - after
    before, since = tuple(whole.log[:count]), whole.log[count:]
    if before != known.progress.since(after):
        return None
    state = engine.follow(known.state, since)
    if state is None:
        return None
    table = _attach_rows(Table(row, whole.seats), whole)
    table.state, table.progress = state, known.progress.with_events(since)
    past = SeatHistory.from_log(whole.occupants, whole.helped, whole.log, after)
    table.past = replace(past, helped={**known.past.helped, **past.helped})
    return table


def _replay(row: GameRow, whole: StoredGame) -> Table:
    """The game of a row, from its log."""
    table = _attach_rows(Table(row, whole.seats, whole.log), whole)
    table.past = SeatHistory.from_log(whole.occupants, whole.helped, whole.log)
    return table


def _attach_rows(table: Table, whole: StoredGame) -> Table:
    """A table with what belongs to it besides its game."""
    table.due, table.undo_request = tuple(whole.due), whole.undo_request
    table.handovers = tuple(whole.handovers)
    table.clocks, table.pause, table.orders = whole.clocks, whole.pause, whole.orders
    return table


def snapshot_of(table: Table) -> GameSnapshot:
    """How a game stands, with nothing new."""
    return GameSnapshot(copy(table), table.state, ())
