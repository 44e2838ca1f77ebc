"""Where a table is shown: in its lobby's channel or in a thread, and when its board is reposted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from bot.games.errors import LobbyError
from bot.games.lobby import Lobby
from bot.games.model import Change, Notice
from bot.games.seats import check_playing
from bot.games.writer import TableWriter
from bot.log import logger
from engine.errors import NotYourGame

log = logger(__name__)

REPOST_INTERVAL: Final = timedelta(minutes=1)
"""The shortest time between two reposts of a board."""


class PlacementService:
    """Moves a table into its thread or leaves it in its channel, and reposts its board."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer

    async def move_to_thread(self, game_id: str, thread_id: int) -> None:
        """Move a table to a thread of its lobby's channel. The channel is free from then on.

        Raises:
            ChannelTaken: Another table was opened in that thread.
        """

        async def change() -> None:
            lobby = await self._writer.lobby(game_id)
            if lobby.needs_thread:
                await self._writer.commit(lobby.row, Change(thread_id=thread_id))
                log.info("table moved to a thread", **lobby.row.facts)

        await self._writer.change(game_id, None, change, change)

    async def stay_here(self, game_id: str, notice: Notice) -> None:
        """Leave a table that should have a thread in its channel. *notice* tells everyone why."""

        async def change() -> None:
            lobby = await self._writer.lobby(game_id)
            if lobby.needs_thread:
                options = msgspec.structs.replace(lobby.options, place="here")
                await self._writer.commit(lobby.row, Change(options=options, lines=[notice]))
                log.info("table stays in its channel", why=notice.key, **lobby.row.facts)

        await self._writer.change(game_id, None, change, change)

    async def bring_board(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> Lobby:
        """Repost the board below the messages that people have written since.

        Raises:
            LobbyError: The board was reposted less than a minute ago.
            NotYourGame: The user has no seat here.
        """

        async def change() -> Lobby:
            lobby = check_playing(await self._writer.lobby(game_id))
            if not lobby.seat_of(user_id):
                raise NotYourGame(game_id)
            again = datetime.fromtimestamp(lobby.row.brought / 1000, UTC) + REPOST_INTERVAL
            if self._writer.now() < again:
                raise LobbyError("just-brought", when=again)
            brought = int(self._writer.now().timestamp() * 1000)
            row = await self._writer.commit(lobby.row, Change(brought=brought), interaction_id)
            return Lobby(row, lobby.seats)

        return await self._writer.change_lobby(game_id, interaction_id, change)
