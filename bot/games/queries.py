"""Questions about tables and those who play at them; nothing here changes anything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.games.clock.model import deadline
from bot.games.model import GameRow, PostRow, SeatRow
from bot.games.service import Games
from bot.games.store import Store
from engine.events import Event


class TableQueries:
    """Finds tables by where they stand, who sits there, and how they ended."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    async def row(self, game: str) -> GameRow | None:
        """A table by its id."""
        return await self._store.games.get(game)

    async def open_in(self, channel_id: int) -> GameRow | None:
        """The table of a channel that is neither over nor called off."""
        return await self._store.games.open_in(channel_id)

    async def latest_in(self, channel_id: int) -> GameRow | None:
        """The table of a channel, also one whose game has ended."""
        return await self._store.games.latest_in(channel_id)

    async def open_on(self, guild_id: int) -> list[GameRow]:
        """The tables of a server that are neither over nor called off."""
        return await self._store.games.of_guild(guild_id)

    async def tables_of(self, user_id: int) -> list[GameRow]:
        """The tables at which a user sits."""
        return await self._store.games.of_user(user_id)

    async def waiting_for(self, user_id: int) -> list[str]:
        """The games that wait for a user, the one that has waited longest first."""
        found = []
        for row in await self._store.games.of_user(user_id):
            if row.status == "playing":
                snapshot = await self._games.snapshot(row.id)
                if snapshot.table.seat_of(user_id) in snapshot.state.waiting:
                    found.append(row.id)
        return found

    async def deadline(self, game: str) -> datetime | None:
        """When the next time of somebody who is awaited is up; None: nobody's runs out."""
        clocks, outages = await self._store.games.clocks(game), self._games.downtime.outages
        found = (deadline(clock, outages) for clock in clocks.values() if not clock.timed_out)
        return min((moment for moment in found if moment), default=None)

    async def finished(self, guild_id: int, user_id: int, most: int) -> list[GameRow]:
        """Games that ended on a server or with a user."""
        return await self._store.games.finished_games(guild_id, user_id, most)

    async def seats(self, game: str) -> Sequence[SeatRow]:
        """Who sits at a table."""
        return await self._store.games.seats(game)

    async def log(self, game: str) -> list[Event]:
        """All that happened at a table."""
        return await self._store.games.log(game)

    async def board_post(self, game: str) -> PostRow | None:
        """Where the newest post of a table stands; None: there is none."""
        post = (await self._store.posts.by_kind(game)).get("board")
        return post if post and post.message_id else None

    async def was_pressed(self, interaction_id: int) -> bool:
        """Whether a press or command has changed a table before."""
        return await self._store.games.pressed_game(interaction_id) is not None

    async def restored(self) -> dict[str, int]:
        """The tables that a restored backup has set back, and when, in milliseconds."""
        return await self._store.games.restore_times()
