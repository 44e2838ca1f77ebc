"""Seats that change hands: never unnoticed, and not against an owner who is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.logbook import logger
from bot.play.lobbies import Lobbies, LobbyError
from bot.play.records import Change, Handover, Line, SeatRow
from bot.play.table import Lobby
from engine.errors import NotYourGame, StaleGame
from engine.ids import Seat

log = logger(__name__)

ABSENCE: Final = timedelta(days=7)
"""Whoever has not moved for so long is not asked."""


class Handovers(Lobbies):
    """Gives a seat, with everything sealed in it, to another person."""

    async def hand_over(
        self,
        id: str,
        seat: Seat,
        to: tuple[int, str],
        by: tuple[int, str],
        press_id: int | None = None,
    ) -> bool:
        """Give a seat away, or ask its owner first; whether it is done.

        *to* and *by* are a user's id and name: who is to have it, and the moderator.
        """

        async def change() -> bool:
            lobby = _played(await self.lobby(id))
            if to[0] == by[0]:
                # Else a moderator could open any hand.
                raise LobbyError("not-for-yourself")
            handover = Handover(seat, *to, *by, self._stamp())
            _check_free(lobby, handover)
            if await self._is_there(lobby, lobby.seats[seat]):
                await self._commit(lobby.row, Change(asks=handover), press_id)
                return False
            await self._move(lobby, handover, "line-handed", press_id)
            return True

        async def known() -> bool:
            return (await self.lobby(id)).seat_of(to[0]) is not None

        return await self._changed(id, press_id, change, known)

    async def agree_to_hand_over(
        self, id: str, seat: Seat, user_id: int, press_id: int | None = None
    ) -> Lobby:
        """The owner lets the seat go.

        Raises:
            StaleGame: Nobody asks any more.
        """

        async def change() -> Lobby:
            lobby = _played(await self.lobby(id))
            handover = await self._asked_of(lobby, seat, user_id)
            _check_free(lobby, handover)
            return await self._move(lobby, handover, "line-agreed", press_id)

        return await self._changed(id, press_id, change, lambda: self.lobby(id))

    async def keep_seat(
        self, id: str, seat: Seat, user_id: int, press_id: int | None = None
    ) -> Lobby:
        """The owner stays.

        Raises:
            StaleGame: Nobody asks any more.
        """

        async def change() -> Lobby:
            lobby = _played(await self.lobby(id))
            handover = await self._asked_of(lobby, seat, user_id)
            line = _line("line-kept", lobby, handover)
            change = Change(answers=handover, line=line)
            return Lobby(await self._commit(lobby.row, change, press_id), lobby.seats)

        return await self._changed(id, press_id, change, lambda: self.lobby(id))

    async def _is_there(self, lobby: Lobby, owner: SeatRow) -> bool:
        """Whether a seat has an owner who has moved lately, or whose game has just begun."""
        if owner.user_id is None:
            return False
        moved = await self._store.games.last_moved(lobby.row.id, owner.user_id)
        last = max(moved or "", lobby.row.started_at or lobby.row.created_at)
        return self.now() - datetime.fromisoformat(last) < ABSENCE

    async def _asked_of(self, lobby: Lobby, seat: Seat, user_id: int) -> Handover:
        if not 0 <= seat < len(lobby.seats) or lobby.seats[seat].user_id != user_id:
            raise NotYourGame(lobby.row.id)
        for handover in await self._store.games.handovers(lobby.row.id):
            if handover.seat == seat:
                return handover
        raise StaleGame(lobby.row.id)

    async def _move(
        self, lobby: Lobby, handover: Handover, key: str, press_id: int | None
    ) -> Lobby:
        old = lobby.seats[handover.seat]
        # The word stays: it is part of the key of every shuffle.
        new = replace(
            old,
            user_id=handover.user_id,
            name=handover.name,
            bot=None,
            owners=old.owners + 1,
        )
        seats = tuple(new if row.seat == old.seat else row for row in lobby.seats)
        change = Change(
            seats=seats,
            occupants=(new,),
            due=[due for due in await self._store.games.due(lobby.row.id) if due.seat != old.seat],
            answers=handover,
            line=_line(key, lobby, handover),
        )
        row = await self._commit(lobby.row, change, press_id)
        log.info(
            "a seat was handed over",
            game=row.id,
            guild=row.guild_id,
            seat=old.seat + 1,
            by=handover.by_id,
            owner=old.user_id,
            to=handover.user_id,
            agreed=key == "line-agreed",
        )
        return Lobby(row, seats)


def _played(lobby: Lobby) -> Lobby:
    """A table at which a game is played; before that people sit down by themselves."""
    if lobby.row.version == 0:
        raise LobbyError("not-begun")
    if lobby.row.status != "playing":
        raise LobbyError("table-closed")
    return lobby


def _check_free(lobby: Lobby, handover: Handover) -> None:
    if handover.seat >= len(lobby.seats):
        raise LobbyError("no-such-seat", seats=len(lobby.seats))
    if lobby.seat_of(handover.user_id):
        raise LobbyError("already-seated")


def _line(key: str, lobby: Lobby, handover: Handover) -> Line:
    facts: dict[str, str | int] = {
        "seat": handover.seat + 1,
        "old": lobby.seats[handover.seat].name,
        "new": handover.name,
        "by": handover.by_name,
    }
    return Line(key, facts)
