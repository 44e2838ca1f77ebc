"""Pauses: a table stands still, by a moderator's wish or because most players want it."""

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
    """Stops and starts the clocks of tables; people and bots may move all the same."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def pause(
        self, game_id: str, by: Who, why: str = "", interaction_id: int | None = None
    ) -> GameSnapshot:
        """Let a table stand still until a moderator ends it, 14 days at most.

        If the moderator plays there with other people, this only counts as their vote.

        Raises:
            LobbyError: A moderator has paused it already, it is deserted, no game is played there,
                or the moderator could take back a seat there.
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
        """Let a table go on.

        If the moderator plays there with other people, this only counts as their vote.

        Raises:
            LobbyError: It does not stand still, only a returning player can resume it, the
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
        """A player wants the table to stand still, or to go on; it is done if most do.

        Raises:
            LobbyError: It is so already, a moderator's pause is a moderator's to end, or the
                caretaker plays for who asks.
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
        """A player does not want that; whoever asked may change their mind in this way too.

        Raises:
            StaleGame: Nothing is asked any more.
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
                told = Notice("told-pause-refused", {}, pause.asked_by)
                return Change(pause=close_vote(pause), lines=[told])
            return Change(pause=pause)

        return await self._tables.update(game_id, build_change, interaction_id)

    # --- what is due ---

    async def drop_lapsed_request(self, game_id: str) -> bool:
        """Drop the players' question, if it was not answered in time; whether there was one."""

        async def build_change(table: Table) -> Change | None:
            if not is_late(table.pause, self._tables.now()):
                return None
            return Change(pause=close_vote(table.pause))

        return await self._update_if_needed(game_id, build_change)

    async def end_long_pause(self, game_id: str) -> bool:
        """Let a table go on that has stood still for long; whether it was one."""

        async def build_change(table: Table) -> Change | None:
            since = table.pause.since
            if since is None or table.pause.deserted:
                return None
            if self._tables.now() < since + MAX_PAUSE:
                return None
            return Change(pause=Pause(), lines=[Notice("line-resumed-itself", {})])

        return await self._update_if_needed(game_id, build_change)

    async def _update_if_needed(self, game_id: str, build_change: BuildChange) -> bool:
        done = False

        async def watched(table: Table) -> Change | None:
            nonlocal done
            change = await build_change(table)
            done = change is not None
            return change

        try:
            await self._tables.update(game_id, watched)
        except LobbyError:  # it is over, or called off
            return False
        return done


def voters(table: Table) -> set[int]:
    """The people who decide whether a table stands still: those who play themselves."""
    return {row.user_id for row in table.seats if row.user_id and row.bot is None}


def votes_needed(table: Table) -> int:
    """How many of them must agree: two thirds, rounded up."""
    return count_needed(voters(table))


def votes_for(table: Table) -> int:
    """How many of them agree to what a player asks."""
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
