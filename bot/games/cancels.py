"""Tables that end without a result, by a moderator or by a vote of the players."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.cache import GameCache
from bot.games.clock.model import Vote
from bot.games.clock.votes import (
    can_pass,
    closed,
    is_late,
    is_open,
    lapses_at,
    owners_of,
    passes,
    with_agreement,
    with_refusal,
)
from bot.games.errors import LobbyError
from bot.games.jobs import CANCEL_LAPSE
from bot.games.lobby import Lobby
from bot.games.model import TABLE, Change, Due, Notice, Who, format_time
from bot.games.seats import check_playing
from bot.games.table import check_impartial, plays_with_others, vote_of
from bot.log import logger
from engine.errors import NotYourGame, StaleGame

log = logger(__name__)


class Cancels(GameCache):
    """Ends tables without a result. A moderator who plays needs the votes of the players."""

    async def cancel(
        self, game_id: str, interaction_id: int | None = None, by: Who | None = None
    ) -> Lobby:
        """End a lobby or a game without a result; everyone else who sits there is told *by* whom.

        If the moderator plays a game there with other people, this only counts as their vote.

        Raises:
            LobbyError: The table is closed, or the moderator could take back a seat there.
        """

        async def change() -> Lobby:
            lobby = await self.lobby(game_id)
            if lobby.row.status not in ("lobby", "playing"):
                raise LobbyError("table-closed")
            if by is not None and lobby.row.status == "playing":
                if plays_with_others(lobby.seats, by.id):
                    return await self._agree(lobby, by.id, interaction_id)
                check_impartial(lobby.seats, await self._store.games.occupants(game_id), by.id)
            told = [
                Notice("told-cancelled", {"by": by.name}, seat.user_id)
                for seat in lobby.seats
                if by and seat.user_id and seat.user_id != by.id
            ]
            return await self._end(lobby, told, interaction_id)

        return await self._changed(game_id, interaction_id, change, lambda: self.lobby(game_id))

    async def agree_to_cancel(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> Lobby:
        """Start the vote to cancel a game, or agree to it; the game ends if enough players agree.

        Raises:
            NotYourGame: The user has no seat here.
            LobbyError: No game is played here.
        """

        async def change() -> Lobby:
            return await self._agree(
                check_playing(await self.lobby(game_id)), user_id, interaction_id
            )

        return await self._changed(game_id, interaction_id, change, lambda: self.lobby(game_id))

    async def refuse_to_cancel(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> Lobby:
        """Vote against canceling a game; the player who started the vote withdraws it.

        Raises:
            NotYourGame: The user has no seat here.
            LobbyError: No game is played here.
            StaleGame: No vote is open.
        """

        async def change() -> Lobby:
            lobby = check_playing(await self.lobby(game_id))
            vote, voters = vote_of(lobby.row), owners_of(lobby.seats)
            if user_id not in voters:
                raise NotYourGame(game_id)
            if not is_open(vote, self.now()):
                raise StaleGame(game_id)
            if user_id == vote.asked_by:
                return await self._store_vote(lobby, closed(vote), interaction_id)
            vote = with_refusal(vote, user_id)
            if not can_pass(vote, voters):
                return await self._drop_refused(lobby, vote, interaction_id)
            return await self._store_vote(lobby, vote, interaction_id)

        return await self._changed(game_id, interaction_id, change, lambda: self.lobby(game_id))

    async def settle_cancel_vote(self, game_id: str, due: Due) -> bool:
        """Close a vote that has lapsed, or that other owners of seats have decided.

        Returns False if no vote is open.
        """

        async def change() -> bool:
            lobby = await self.lobby(game_id)
            vote, voters = vote_of(lobby.row), owners_of(lobby.seats)
            end = lapses_at(vote)
            if lobby.row.status != "playing" or end is None:
                return False
            if is_late(vote, self.now()) or vote.asked_by not in voters:
                await self._store_vote(lobby, closed(vote))
            elif passes(vote, voters):
                await self._end_by_vote(lobby, None)
            elif not can_pass(vote, voters):
                await self._drop_refused(lobby, vote)
            else:
                await self.move_due([(game_id, due, end)])
            return True

        return await self._changed(game_id, None, change, change)

    async def _agree(self, lobby: Lobby, user_id: int, interaction_id: int | None) -> Lobby:
        voters = owners_of(lobby.seats)
        if user_id not in voters:
            raise NotYourGame(lobby.row.id)
        vote = with_agreement(vote_of(lobby.row), user_id, self.now())
        if passes(vote, voters):
            return await self._end_by_vote(lobby, user_id, interaction_id)
        return await self._store_vote(lobby, vote, interaction_id)

    async def _store_vote(
        self,
        lobby: Lobby,
        vote: Vote,
        interaction_id: int | None = None,
        lines: Sequence[Notice] = (),
    ) -> Lobby:
        due = [row for row in await self._store.games.due(lobby.row.id) if row.kind != CANCEL_LAPSE]
        end = lapses_at(vote)
        if end is not None:
            due.append(Due(TABLE, CANCEL_LAPSE, format_time(end), 0))
        change = Change(cancel_vote=vote, due=due, lines=lines)
        return Lobby(await self._commit(lobby.row, change, interaction_id), lobby.seats)

    async def _drop_refused(
        self, lobby: Lobby, vote: Vote, interaction_id: int | None = None
    ) -> Lobby:
        told = [Notice("told-cancel-refused", {}, vote.asked_by)]
        return await self._store_vote(lobby, closed(vote), interaction_id, told)

    async def _end_by_vote(
        self, lobby: Lobby, presser: int | None, interaction_id: int | None = None
    ) -> Lobby:
        """End the game; everyone is told but the *presser*, whose vote was the last one needed."""
        told = [
            Notice("told-players-cancelled", {}, user_id)
            for user_id in sorted(owners_of(lobby.seats))
            if user_id != presser
        ]
        return await self._end(lobby, [Notice("line-players-cancelled", {}), *told], interaction_id)

    async def _end(
        self, lobby: Lobby, lines: Sequence[Notice], interaction_id: int | None
    ) -> Lobby:
        change = Change(status="cancelled", due=(), lines=lines, cancel_vote=Vote())
        row = await self._commit(lobby.row, change, interaction_id)
        log.info("table called off", **row.facts)
        return Lobby(row, lobby.seats)
