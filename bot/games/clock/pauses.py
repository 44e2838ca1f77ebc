"""Pauses: a moderator or enough votes of the players stop all clocks of a table."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.games.clock.model import Pause
from bot.games.clock.votes import (
    can_pass,
    close_vote,
    count_agreed,
    count_needed,
    is_late,
    is_open,
    passes,
    with_agreement,
    with_refusal,
)
from bot.games.display_names import clean_name
from bot.games.errors import LobbyError
from bot.games.model import Change, Notice, Who
from bot.games.table import (
    BuildChange,
    GameSnapshot,
    Table,
    Tables,
    check_impartial,
    plays_with_others,
)
from engine.errors import StaleGame

MAX_PAUSE: Final = timedelta(days=14)
MAX_REASON_LENGTH: Final = 200


class Pauses:
    """Pauses and resumes tables. People and bots may still move during a pause."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def pause(
        self, game_id: str, by: Who, why: str = "", interaction_id: int | None = None
    ) -> GameSnapshot:
        """Pause a table until a moderator resumes it, for at most 14 days.

        If the moderator plays there with other people, this only counts as their vote.

        Raises:
            LobbyError: A moderator has already paused the table, it is deserted, no game is in
                progress there, or the moderator could take back a seat there.
        """
        reason = clean_name(why, MAX_REASON_LENGTH) if why.strip() else ""

        async def build_change(table: Table) -> Change:
            if table.pause.is_on and (table.pause.by or table.pause.deserted):
                raise LobbyError("paused-already")
            if plays_with_others(table.seats, by.id):
                return self._with_vote(table, by.id, pausing=True)
            check_impartial(table.seats, table.past.occupants, by.id)
            facts: dict[str, str | int] = {"by": by.name}
            key = "line-paused"
            if reason:
                key, facts = "line-paused-why", {**facts, "why": reason}
            since = table.pause.since or self._tables.now()
            pause = Pause(since=since, by=by.name, why=reason)
            return Change(pause=pause, lines=[Notice(key, facts)])

        return await self._tables.update(game_id, build_change, interaction_id)

    async def resume(
        self, game_id: str, by: Who, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Resume a table.

        If the moderator plays there with other people, this only counts as their vote.

        Raises:
            LobbyError: The table is not paused, only a returning player can resume it, the
                moderator plays there and another moderator paused it, or the moderator could take
                back a seat there.
        """

        async def build_change(table: Table) -> Change:
            if not table.pause.is_on:
                raise LobbyError("not-paused")
            _check_has_players(table)
            if plays_with_others(table.seats, by.id) and not table.pause.by:
                return self._with_vote(table, by.id, pausing=False)
            check_impartial(table.seats, table.past.occupants, by.id)
            return Change(pause=Pause(), lines=[Notice("line-resumed", {"by": by.name})])

        return await self._tables.update(game_id, build_change, interaction_id)

    async def ask(
        self, game_id: str, user_id: int, interaction_id: int | None = None, *, pausing: bool
    ) -> GameSnapshot:
        """Vote for a pause, or for its end if *pausing* is false. Enough votes take effect.

        Raises:
            LobbyError: The table is already in that state, only a moderator can end the pause of a
                moderator, or the caretaker plays for the user.
            NotYourGame: The user has no seat here.
        """

        async def build_change(table: Table) -> Change:
            return self._with_vote(table, user_id, pausing=pausing)

        return await self._tables.update(game_id, build_change, interaction_id)

    def _with_vote(self, table: Table, user_id: int, *, pausing: bool) -> Change:
        """Return the change that a player's vote for a pause, or for its end, makes."""
        _check_may_vote(table, user_id)
        now = self._tables.now()
        if table.pause.is_on == pausing:
            raise LobbyError("paused-already" if pausing else "not-paused")
        pause = with_agreement(table.pause, user_id, now)
        if not passes(pause, voters(table)):
            return Change(pause=pause)
        if pausing:
            return Change(pause=Pause(since=now), lines=[Notice("line-players-paused", {})])
        return Change(pause=Pause(), lines=[Notice("line-players-resumed", {})])

    async def refuse(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Vote against the open request. The player who made it withdraws it in this way.

        Raises:
            StaleGame: No request is open any more.
            NotYourGame: The user has no seat here.
        """

        async def build_change(table: Table) -> Change:
            _check_may_vote(table, user_id)
            if not is_open(table.pause, self._tables.now()):
                raise StaleGame(game_id)
            if user_id == table.pause.asked_by:
                return Change(pause=close_vote(table.pause))
            pause = with_refusal(table.pause, user_id)
            if not can_pass(pause, voters(table)):
                notice = Notice("told-pause-refused", {}, pause.asked_by)
                return Change(pause=close_vote(pause), lines=[notice])
            return Change(pause=pause)

        return await self._tables.update(game_id, build_change, interaction_id)

    # --- jobs ---

    async def drop_lapsed_request(self, game_id: str) -> bool:
        """Close the players' request if it has lapsed. Return whether there was one."""

        async def build_change(table: Table) -> Change | None:
            if not is_late(table.pause, self._tables.now()):
                return None
            return Change(pause=close_vote(table.pause))

        return await self._update_if_needed(game_id, build_change)

    async def end_long_pause(self, game_id: str) -> bool:
        """Resume a table whose pause has reached its maximum. Return whether it was resumed."""

        async def build_change(table: Table) -> Change | None:
            since = table.pause.since
            if since is None or table.pause.deserted:
                return None
            if self._tables.now() < since + MAX_PAUSE:
                return None
            return Change(pause=Pause(), lines=[Notice("line-resumed-itself", {})])

        return await self._update_if_needed(game_id, build_change)

    async def _update_if_needed(self, game_id: str, build_change: BuildChange) -> bool:
        changed = False

        async def build_and_record(table: Table) -> Change | None:
            nonlocal changed
            change = await build_change(table)
            changed = change is not None
            return change

        try:
            await self._tables.update(game_id, build_and_record)
        except LobbyError:  # The game is over, or the table was canceled.
            return False
        return changed


def voters(table: Table) -> set[int]:
    """Return the people who vote on a pause: the owners who play their own seats."""
    return {row.user_id for row in table.seats if row.user_id and row.bot is None}


def votes_needed(table: Table) -> int:
    """Return how many voters must agree to a pause or its end: two thirds, rounded up."""
    return count_needed(voters(table))


def votes_for(table: Table) -> int:
    """Return how many voters agree to the open request."""
    return count_agreed(table.pause, voters(table))


def _check_has_players(table: Table) -> None:
    if table.pause.deserted:
        raise LobbyError("deserted")


def _check_may_vote(table: Table, user_id: int) -> None:
    table.seat_of(user_id)
    _check_has_players(table)
    if table.pause.is_on and table.pause.by:
        raise LobbyError("moderators-pause")
    if user_id not in voters(table):
        raise LobbyError("helped-no-vote")
