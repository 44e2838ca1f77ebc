"""Writes to tables: one at a time per table, retried after a conflict, once for each press."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final, TypeVar

from bot.games.cache import GameCache
from bot.games.errors import Conflict
from bot.games.lobby import Lobby
from bot.games.model import Change, GameRow, format_time
from bot.games.store import Clock, Store
from engine.errors import GameError, NotYourGame, StaleGame

T = TypeVar("T")

MAX_TRIES: Final = 3
"""How often a change is tried while other processes change the same table."""


class TableWriter:
    """Saves changes to tables.

    Changes to one table run one after the other in this process. That only avoids retries: the
    store makes sure that two changes do not overwrite each other, also between two processes. A
    change names the interaction that causes it. If Discord delivers that interaction again, nothing
    changes, and the caller gets the current table.
    """

    def __init__(self, store: Store, clock: Clock, cache: GameCache) -> None:
        self._store = store
        self._clock = clock
        self._cache = cache
        self.on_change: Callable[[str], None] = lambda game_id: None
        """Called with a table's id after each change that was saved."""
        self._unreported: set[str] = set()
        """Tables that were changed but not reported to `on_change` yet."""

    def now(self) -> datetime:
        """Return the time by which games are played."""
        return self._clock()

    def stamp(self) -> str:
        """Return the current time as the store saves it."""
        return format_time(self._clock())

    async def lobby(self, game_id: str) -> Lobby:
        """Load a table and its seats, whatever its status.

        Raises:
            NotYourGame: There is no such table.
        """
        row = await self._store.games.get(game_id)
        if row is None:
            raise NotYourGame(game_id)
        return Lobby(row, tuple(await self._store.games.seats(game_id)))

    async def commit(
        self, row: GameRow, change: Change, interaction_id: int | None = None
    ) -> GameRow:
        """Save a change and return the new row."""
        new = await self._store.games.commit(row, change, self.stamp(), interaction_id)
        self._unreported.add(new.id)
        if change.due is not None and not change.events:
            # Such a change bypasses the table in memory, so the next caller must load it again.
            self._cache.drop([new.id])
        return new

    async def change(
        self,
        game_id: str,
        interaction_id: int | None,
        change: Callable[[], Awaitable[T]],
        known: Callable[[], Awaitable[T]],
    ) -> T:
        """Run *change* under the table's lock, and again if another process was faster.

        Return the result of *known* if this interaction was carried out before.

        Raises:
            StaleGame: Other processes were faster every time.
        """
        try:
            async with self._cache.lock(game_id):
                for _ in range(MAX_TRIES):
                    try:
                        return await change()
                    except Conflict:
                        continue
                    except GameError:
                        if not await self._was_pressed(interaction_id):
                            raise
                        # The process that carried out the press may have died before reporting it.
                        self._unreported.add(game_id)
                        return await known()
                raise StaleGame(game_id)
        finally:
            # Report the change only here, because the table in memory now matches the store.
            self.report(game_id)

    async def change_lobby(
        self, game_id: str, interaction_id: int | None, change: Callable[[], Awaitable[Lobby]]
    ) -> Lobby:
        """Run *change*. A repeated interaction only returns the table and its seats."""
        return await self.change(game_id, interaction_id, change, lambda: self.lobby(game_id))

    def report(self, game_id: str) -> None:
        """Call `on_change` if the table was changed since it was last reported."""
        if game_id in self._unreported:
            self._unreported.discard(game_id)
            self.on_change(game_id)

    async def _was_pressed(self, interaction_id: int | None) -> bool:
        if interaction_id is None:
            return False
        return await self._store.games.pressed_game(interaction_id) is not None
