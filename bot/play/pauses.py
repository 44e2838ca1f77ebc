"""Pauses: a table stands still, by a moderator's wish or because most players want it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from bot.play.clocks import Pause
from bot.play.controllers import LONGEST_PAUSE
from bot.play.lobbies import LobbyError
from bot.play.names import plain
from bot.play.records import PATIENCE, Change, Line, Who
from bot.play.table import Arrange, Outcome, Table, Tables

LONGEST_REASON: Final = 200


class Pauses:
    """Stops and starts the clocks of tables; people and bots may move all the same."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def pause(self, id: str, by: Who, why: str = "", press_id: int | None = None) -> Outcome:
        """Let a table stand still until a moderator ends it, 14 days at most.

        Raises:
            LobbyError: A moderator has paused it already, or no game is played there.
        """
        reason = plain(why, LONGEST_REASON) if why.strip() else ""

        async def arrange(table: Table) -> Change:
            if table.pause.is_on and table.pause.by:
                raise LobbyError("paused-already")
            facts: dict[str, str | int] = {"by": by.name}
            key = "line-paused"
            if reason:
                key, facts = "line-paused-why", {**facts, "why": reason}
            since = table.pause.since or self._tables.now()
            pause = Pause(since=since, by=by.name, why=reason)
            return Change(pause=pause, lines=[Line(key, facts)])

        return await self._tables.alter(id, arrange, press_id)

    async def resume(self, id: str, by: Who, press_id: int | None = None) -> Outcome:
        """Let a table go on.

        Raises:
            LobbyError: It does not stand still.
        """

        async def arrange(table: Table) -> Change:
            if not table.pause.is_on:
                raise LobbyError("not-paused")
            return Change(pause=Pause(), lines=[Line("line-resumed", {"by": by.name})])

        return await self._tables.alter(id, arrange, press_id)

    async def ask(self, id: str, user_id: int, press_id: int | None = None) -> Outcome:
        """A player wants the table to stand still, or to go on; it is done if most do.

        Raises:
            LobbyError: A moderator's pause is a moderator's to end.
            NotYourGame: The user has no seat here.
        """

        async def arrange(table: Table) -> Change:
            table.seat_of(user_id)
            pause, now = table.pause, self._tables.now()
            if pause.is_on and pause.by:
                raise LobbyError("moderators-pause")
            if pause.asked_at is None or _is_late(pause, now):
                pause = msgspec.structs.replace(pause, asked_at=now, agreed=())
            agreed = tuple(sorted({*pause.agreed, user_id}))
            if len({*agreed} & voters(table)) < needed(table):
                return Change(pause=msgspec.structs.replace(pause, agreed=agreed))
            if pause.is_on:
                return Change(pause=Pause(), lines=[Line("line-players-resumed", {})])
            return Change(pause=Pause(since=now), lines=[Line("line-players-paused", {})])

        return await self._tables.alter(id, arrange, press_id)

    # --- what is due ---

    async def let_lapse(self, id: str) -> bool:
        """Drop the players' question, if it was not answered in time; whether there was one."""

        async def arrange(table: Table) -> Change | None:
            if not _is_late(table.pause, self._tables.now()):
                return None
            return Change(pause=msgspec.structs.replace(table.pause, asked_at=None, agreed=()))

        return await self._done(id, arrange)

    async def end_if_long(self, id: str) -> bool:
        """Let a table go on that has stood still for long; whether it was one."""

        async def arrange(table: Table) -> Change | None:
            since = table.pause.since
            if since is None or self._tables.now() < since + LONGEST_PAUSE:
                return None
            return Change(pause=Pause(), lines=[Line("line-resumed-itself", {})])

        return await self._done(id, arrange)

    async def _done(self, id: str, arrange: Arrange) -> bool:
        done = False

        async def watched(table: Table) -> Change | None:
            nonlocal done
            change = await arrange(table)
            done = change is not None
            return change

        try:
            await self._tables.alter(id, watched)
        except LobbyError:  # it is over, or called off
            return False
        return done


def voters(table: Table) -> set[int]:
    """The people who decide whether a table stands still: those who play themselves."""
    return {row.user_id for row in table.seats if row.user_id and row.bot is None}


def needed(table: Table) -> int:
    """How many of them must agree: two thirds, rounded up."""
    return -(-2 * len(voters(table)) // 3)


def _is_late(pause: Pause, now: datetime) -> bool:
    return pause.asked_at is not None and now >= pause.asked_at + PATIENCE
