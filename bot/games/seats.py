"""Seats that are given up, offered and taken during a game.

The cards of a seat stay hidden from everyone else, and a caretaker plays it in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from bot.games.clock.model import SeatClock, pace_named
from bot.games.clock.pace import OFFER_ALLOWANCES
from bot.games.errors import LobbyError
from bot.games.jobs import LAPSE
from bot.games.lobby import Lobby
from bot.games.model import (
    CARETAKER,
    Change,
    Due,
    Handover,
    Notice,
    SeatRow,
    UndoRequest,
    Who,
    format_time,
)
from bot.games.orders.model import SeatOrder
from bot.games.store import Store
from bot.games.table import check_impartial
from bot.games.writer import TableWriter
from bot.log import logger
from engine.errors import NotYourGame
from engine.ids import Seat

if TYPE_CHECKING:
    from bot.games.service import GameService

log = logger(__name__)


class SeatService:
    """Lets people leave a game in progress, and others continue in their place."""

    def __init__(self, store: Store, writer: TableWriter, games: GameService) -> None:
        self._store = store
        self._writer = writer
        self._games = games

    async def give_up(self, game_id: str, user_id: int, interaction_id: int | None = None) -> Lobby:
        """Give up the user's seat. The caretaker plays it until another player takes it.

        Raises:
            NotYourGame: The user has no seat here.
            LobbyError: No game is in progress here.
        """

        async def change() -> Lobby:
            lobby = check_playing(await self._writer.lobby(game_id))
            old = lobby.seat_of(user_id)
            if old is None:
                raise NotYourGame(game_id)
            new = replace(old, user_id=None, bot=CARETAKER)
            return await self.give(lobby, new, Change(), interaction_id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def offer(
        self, game_id: str, seat: Seat, by: Who, interaction_id: int | None = None
    ) -> Lobby:
        """Offer a seat that the caretaker has played for a long time to anyone.

        *by* is the moderator.

        Raises:
            LobbyError: The owner plays, or has not been away long enough, or the moderator plays
                here.
        """

        async def change() -> Lobby:
            lobby = check_playing(await self._writer.lobby(game_id))
            old = seat_at(lobby, seat)
            await self.check_may_give(lobby, old, by)
            clock = (await self._store.games.clocks(game_id)).get(seat)
            if old.user_id is None or old.bot is None or not clock or not clock.kept_since:
                raise LobbyError("not-kept", player=old.name)
            when = clock.kept_since + pace_named(clock.pace).absence(OFFER_ALLOWANCES)
            if self._writer.now() < when:
                raise LobbyError("offer-early", when=when)
            facts: dict[str, str | int] = {"by": by.name, "player": old.name, "seat": seat + 1}
            notices = [Notice("line-offered", facts)]
            if old.user_id != by.id:
                notices.append(Notice("told-offered", {"by": by.name}, old.user_id))
            change = Change(lines=notices, bars=(seat, by.id))
            kept_since = format_time(clock.kept_since)
            new = replace(
                old, user_id=None, bot=CARETAKER, offered_by=by.name, kept_since=kept_since
            )
            return await self.give(lobby, new, change, interaction_id, by.id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def take(
        self, game_id: str, seat: Seat, who: Who, interaction_id: int | None = None
    ) -> Lobby:
        """Give a free seat to a user. The former owner may take it back.

        Raises:
            LobbyError: The seat is not free, or the user may not have it.
        """

        async def change() -> Lobby:
            lobby = check_playing(await self._writer.lobby(game_id))
            old = seat_at(lobby, seat)
            if lobby.seat_of(who.id):
                raise LobbyError("seated-here")
            if not old.is_free:
                raise LobbyError("not-free", player=old.name)
            await self.check_may_have(lobby, seat, who.id)
            facts: dict[str, str | int] = {"seat": seat + 1, "old": old.name, "new": who.name}
            key = "line-taken"
            if await self._last_owner(lobby, seat) == who.id:
                key = "line-back"
            elif old.offered_by:
                key, facts = "line-taken-offered", {**facts, "by": old.offered_by}
            new = replace(old, user_id=who.id, name=who.name, bot=None)
            return await self.give(lobby, new, Change(lines=[Notice(key, facts)]), interaction_id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def _last_owner(self, lobby: Lobby, seat: Seat) -> int | None:
        """Return the last person who owned a seat, or None if only bots have owned it."""
        occupants = await self._store.games.occupants(lobby.row.id)
        people = [one.user_id for one in occupants if one.seat == seat and one.user_id]
        return people[-1] if people else None

    async def check_may_have(self, lobby: Lobby, seat: Seat, user_id: int) -> None:
        """Check that a user would gain nothing unfair by taking a seat.

        One person may know only one hand. The moderator who offered the seat may not have it.

        Raises:
            LobbyError: The user may not have the seat.
        """
        game = lobby.row.id
        if user_id in await self._store.games.barred_users(game, seat):
            raise LobbyError("not-for-who-offered")
        for one in await self._store.games.occupants(game):
            if one.user_id == user_id and one.seat != seat:
                raise LobbyError("knows-other-cards")

    async def check_may_give(self, lobby: Lobby, seat: SeatRow, by: Who) -> None:
        """Check that a moderator may give a seat away.

        A moderator who plays here may give away only their own seat.

        Raises:
            LobbyError: The moderator plays here, or could take back a seat.
        """
        if seat.user_id != by.id:
            occupants = await self._store.games.occupants(lobby.row.id)
            check_impartial(lobby.seats, occupants, by.id)

    async def give(
        self,
        lobby: Lobby,
        new: SeatRow,
        change: Change,
        interaction_id: int | None,
        by: int | None = None,
    ) -> Lobby:
        """Give a seat to its *new* owner. *by* is the moderator who wanted that, for the log.

        Questions about the seat, and questions of its old owner, become void. The word of the seat
        stays, because it is part of the key of every shuffle.
        """
        game, old = lobby.row.id, lobby.seats[new.seat]
        new = replace(new, owners=old.owners + 1)
        if not new.is_free:
            new = replace(new, offered_by="", kept_since="")
        seats = tuple(new if row.seat == new.seat else row for row in lobby.seats)
        change = msgspec.structs.replace(
            change,
            seats=seats,
            occupants=(new,),
            clocks=[SeatClock(new.seat)],
            orders=[SeatOrder(new.seat)],
            answers=await self._open_questions(game, new.seat),
        )
        row = await self._games.save_owner(lobby.row, change, interaction_id)
        log.info(
            "a seat has another owner",
            game=row.id,
            guild=row.guild_id,
            seat=new.seat + 1,
            owner=old.user_id,
            to=new.user_id,
            kind=new.bot or "person",
            by=by,
        )
        return Lobby(row, seats)

    async def _open_questions(self, game: str, seat: Seat) -> Sequence[UndoRequest | Handover]:
        """Return the open questions about a seat, and those that its owner asks."""
        request = await self._store.games.undo_request(game)
        handovers = await self._store.games.handovers(game)
        about: list[UndoRequest | Handover] = [one for one in handovers if one.seat == seat]
        return [*about, request] if request and request.seat == seat else about

    async def due_without_lapse(self, game: str, seat: Seat) -> list[Due]:
        """Return the jobs of a table, without the lapse of a question about this seat."""
        due = await self._store.games.due(game)
        return [row for row in due if (row.seat, row.kind) != (seat, LAPSE)]


def check_playing(lobby: Lobby) -> Lobby:
    """Return the table if its game is in progress. In a lobby, people take seats themselves.

    Raises:
        LobbyError: The game has not started, or the table is closed.
    """
    if lobby.row.version == 0:
        raise LobbyError("not-begun")
    if lobby.row.status != "playing":
        raise LobbyError("table-closed")
    return lobby


def seat_at(lobby: Lobby, seat: Seat) -> SeatRow:
    """Return a seat by its number.

    Raises:
        LobbyError: There is no such seat.
    """
    if not 0 <= seat < len(lobby.seats):
        raise LobbyError("no-such-seat", seats=len(lobby.seats))
    return lobby.seats[seat]
