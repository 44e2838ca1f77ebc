"""Queries about tables and their players. Nothing in this module changes anything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.games.clock.model import deadline
from bot.games.model import GameRow, PostRow, SeatRow
from bot.games.service import Games
from bot.games.store import Store
from engine.events import Event

NO_SERVER: Final = 0
"""In place of a server's id, which is never 0."""


class TableQueries:
    """Finds tables by channel, server, player and status."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    async def row(self, game: str) -> GameRow | None:
        return await self._store.games.get(game)

    async def open_in(self, channel_id: int) -> GameRow | None:
        """Return the lobby or running game of a channel."""
        return await self._store.games.open_in(channel_id)

    async def latest_in(self, channel_id: int) -> GameRow | None:
        """Return the open table of a channel, or else the game that ended there last."""
        return await self._store.games.latest_in(channel_id)

    async def open_on(self, guild_id: int) -> list[GameRow]:
        """Return the lobbies and running games of a server."""
        return await self._store.games.of_guild(guild_id)

    async def tables_of(self, user_id: int) -> list[GameRow]:
        """Return the lobbies and running games in which a user has a seat."""
        return await self._store.games.of_user(user_id)

    async def waiting_for(self, user_id: int) -> list[str]:
        """Return the games that wait for a user. The game that has waited longest comes first."""
        found = []
        for row in await self._store.games.of_user(user_id):
            if row.status == "playing":
                snapshot = await self._games.snapshot(row.id, row)
                if snapshot.table.seat_of(user_id) in snapshot.state.waiting:
                    found.append(row.id)
        return found

    async def deadline(self, game: str) -> datetime | None:
        """Return the next deadline of a player whose turn it is, or None if there is none."""
        clocks, outages = await self._store.games.clocks(game), self._games.downtime.outages
        found = (deadline(clock, outages) for clock in clocks.values() if not clock.timed_out)
        return min((moment for moment in found if moment), default=None)

    async def finished(self, guild_id: int, user_id: int, most: int) -> list[GameRow]:
        """Return at most *most* games that ended on a server or with a user, the latest first."""
        return await self._store.games.finished_games(guild_id, user_id, most)

    async def ended_since(self, user_id: int, moment: datetime, most: int) -> list[GameRow]:
        """Return at most *most* games of a user that ended after *moment*, the latest first."""
        rows = await self._store.games.finished_games(NO_SERVER, user_id, most)
        return [row for row in rows if datetime.fromisoformat(row.updated_at) >= moment]

    async def seats(self, game: str) -> Sequence[SeatRow]:
        return await self._store.games.seats(game)

    async def log(self, game: str) -> list[Event]:
        return await self._store.games.log(game)

    async def board_post(self, game: str) -> PostRow | None:
        """Return the newest board post of a table, or None if there is none."""
        post = (await self._store.posts.by_kind(game)).get("board")
        return post if post and post.message_id else None

    async def has_closed_dms(self, game: str) -> bool:
        """Return whether a player of a table did not accept a direct message."""
        posts = await self._store.posts.by_kind(game)
        return any(kind.startswith("hand-") and not post.message_id for kind, post in posts.items())

    async def was_pressed(self, interaction_id: int) -> bool:
        """Return whether a press or command has already changed a table."""
        return await self._store.games.pressed_game(interaction_id) is not None

    async def restored(self) -> dict[str, int]:
        """Return the tables that a restored backup has set back, and when, in milliseconds."""
        return await self._store.games.restore_times()
