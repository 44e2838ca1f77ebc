"""Everything that happens to a game between a click and the log. No Discord, no SQL."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import engine
from bot.play.handovers import Handovers
from bot.play.lobbies import Clock, Limits, LobbyError, before_the_game, utc_now
from bot.play.table import Lobby, Outcome, Table
from bot.storage.records import Appeal, GameRow
from bot.storage.store import SqliteStore
from engine.actions import Action
from engine.errors import IllegalAction, NotYourGame, StaleGame
from engine.ids import Seat
from engine.kept import Kept
from engine.record import GameRecord

log = logging.getLogger(__name__)

Wish: TypeAlias = Callable[[Seat], Action]
"""What a user wants, once it is known which seat is theirs."""

Heard: TypeAlias = tuple[Outcome, Appeal | None]
"""How a game stands, and what is still asked of the table."""


class GameService(Handovers):
    """Opens tables, carries out wishes and keeps what happened.

    A bounded cache of live games; one that is not in it, or that another program has changed, is
    rebuilt from its log when somebody touches it.
    """

    def __init__(
        self,
        store: SqliteStore,
        clock: Clock = utc_now,
        keep: int = 256,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(store, clock, limits)
        self._tables: Kept[str, Table] = Kept(keep)

    # --- games ---

    async def start(self, id: str, press_id: int | None = None) -> Outcome:
        """Lay out the table: from here on seats and words are fixed."""

        async def change() -> Outcome:
            lobby = before_the_game(await self.lobby(id))
            least = lobby.spec.seats[0]
            if len(lobby.seats) < least:
                raise LobbyError("too-few-players", least=least)
            return await self._begin(lobby, press_id)

        return await self._playing(id, press_id, change)

    async def start_if_full(self, id: str) -> bool:
        """Begin, if the opener wished so and all seats are taken."""

        async def change() -> bool:
            lobby = await self.lobby(id)
            full = lobby.row.status == "lobby" and len(lobby.seats) == lobby.size
            if not full or not lobby.options.when_full:
                return False
            await self._begin(lobby, None)
            return True

        return await self._changed(id, None, change, change)

    async def _begin(self, lobby: Lobby, press_id: int | None) -> Outcome:
        table = Table(lobby.row, lobby.seats, None)
        state, events = engine.start(table.rules, table.chance)
        due = any(table.machines_due(state))
        table.row = await self._store.append(
            lobby.row, events, self._stamp(), machine_due=due, press_id=press_id
        )
        table.state = state
        self._remember(table)
        log.info("game started", extra=lobby.row.facts | {"seats": len(lobby.seats)})
        return Outcome(table, state, tuple(events))

    async def cancel(self, id: str, press_id: int | None = None) -> Lobby:
        """End a lobby or a game without a result."""

        async def change() -> Lobby:
            lobby = _open(await self.lobby(id))
            row = await self._store.set_status(lobby.row, "cancelled", self._stamp(), press_id)
            log.info("table called off", extra=row.facts)
            return Lobby(row, lobby.seats)

        return await self._changed(id, press_id, change, lambda: self.lobby(id))

    async def act(
        self, id: str, user_id: int, asked: int | None, wish: Wish, press_id: int | None = None
    ) -> Outcome:
        """Carry out a wish (a function from the user's seat to an action) and keep it.

        While others move, it is tried again only as long as the same question is asked.
        """

        async def change() -> Outcome:
            nonlocal asked
            table = await self._load(id)
            seat = table.seat_of(user_id)
            table.expect(seat, asked)
            asked = table.state.asked.get(seat)
            return await self._carry_out(table, wish(seat), user_id, press_id)

        return await self._playing(id, press_id, change)

    async def undo(
        self, id: str, user_id: int, asked: int | None = None, press_id: int | None = None
    ) -> Outcome:
        """Take back the user's last step, where the rules allow it (T3)."""

        async def change() -> Outcome:
            table = await self._load(id)
            seat = table.seat_of(user_id)
            if asked is not None and asked != table.state.asked.get(seat):
                raise StaleGame(id)
            return await self._take_back(table, seat, press_id)

        return await self._playing(id, press_id, change)

    async def _playing(
        self, id: str, press_id: int | None, change: Callable[[], Awaitable[Outcome]]
    ) -> Outcome:
        async def known() -> Outcome:
            return _as_it_is(await self._load(id))

        return await self._changed(id, press_id, change, known)

    async def _take_back(
        self, table: Table, seat: Seat, press_id: int | None, *, agreed: bool = False
    ) -> Outcome:
        state, events = engine.undo(await self._store.log(table.row.id), seat, agreed=agreed)
        due = any(table.machines_due(state))
        table.row = await self._store.append(
            table.row, events, self._stamp(), machine_due=due, press_id=press_id
        )
        table.state = state
        return Outcome(table, state, tuple(events))

    async def _carry_out(
        self, table: Table, action: Action, user_id: int | None, press_id: int | None
    ) -> Outcome:
        """Act on a copy, commit, then swap: a refusal or a failed save leaves no trace."""
        state = table.state.copy()
        events = engine.act(table.rules, state, action, table.chance)
        table.row = await self._store.append(
            table.row,
            events,
            self._stamp(),
            status="over" if state.over else "playing",
            machine_due=any(table.machines_due(state)),
            action=action,
            user_id=user_id,
            press_id=press_id,
        )
        table.state = state
        if state.over:
            log.info("game over", extra=table.row.facts | {"turns": state.turns})
        return Outcome(table, state, tuple(events))

    # --- bots ---

    async def bot_due(self, id: str) -> tuple[Outcome, Seat] | None:
        """A bot that owes an answer, and how the game stands; None: none does."""
        try:
            outcome = await self.look(id)
        except (LobbyError, NotYourGame):  # not begun, called off, or forgotten
            return None
        seat = next(outcome.table.machines_due(outcome.state), None)
        return None if seat is None else (outcome, seat)

    async def act_for_bot(self, id: str, version: int, action: Action) -> bool:
        """Carry out what a bot decided, if the game still stands where it looked at it."""

        async def change() -> bool:
            try:
                table = await self._load(id)
            except LobbyError:  # it was called off meanwhile
                return False
            owed = action.seat in table.machines_due(table.state)
            if table.state.version != version or not owed:
                return False
            await self._carry_out(table, action, None, None)
            return True

        return await self._changed(id, None, change, change)

    # --- taking back by consent ---

    async def appeal(self, id: str, user_id: int, press_id: int | None = None) -> Heard:
        """Ask the others to let the user's last step be taken back; None: nobody is to be asked."""

        async def change() -> Heard:
            table = await self._load(id)
            seat = table.seat_of(user_id)
            if table.state.over:
                raise IllegalAction("game-over")
            engine.undo(await self._store.log(id), seat, agreed=True)
            return await self._heard(table, Appeal(seat, table.state.version), press_id)

        return await self._changed(id, press_id, change, lambda: self._hearing(id))

    async def agree(self, id: str, user_id: int, press_id: int | None = None) -> Heard:
        """Let somebody's step be taken back; None: all have agreed, and it is done.

        Raises:
            StaleGame: Nothing is asked any more.
        """

        async def change() -> Heard:
            table = await self._load(id)
            appeal = await self._asked(table, user_id)
            agreed = replace(appeal, agreed=appeal.agreed | {user_id})
            return await self._heard(table, agreed, press_id)

        return await self._changed(id, press_id, change, lambda: self._hearing(id))

    async def refuse(self, id: str, user_id: int, press_id: int | None = None) -> Heard:
        """Let a step stand; whoever asked may change their mind in this way too.

        Raises:
            StaleGame: Nothing is asked any more.
        """

        async def change() -> Heard:
            table = await self._load(id)
            await self._asked(table, user_id)
            table.row = await self._store.set_appeal(table.row, None, self._stamp(), press_id)
            return _as_it_is(table), None

        return await self._changed(id, press_id, change, lambda: self._hearing(id))

    async def appeal_at(self, outcome: Outcome) -> Appeal | None:
        """What is asked of the table, if it still matters."""
        appeal = await self._store.appeal(outcome.table.row.id)
        return appeal if appeal and appeal.version == outcome.version else None

    async def _hearing(self, id: str) -> Heard:
        outcome = _as_it_is(await self._load(id))
        return outcome, await self.appeal_at(outcome)

    async def _asked(self, table: Table, user_id: int) -> Appeal:
        table.seat_of(user_id)
        appeal = await self.appeal_at(_as_it_is(table))
        if appeal is None:
            raise StaleGame(table.row.id)
        return appeal

    async def _heard(self, table: Table, appeal: Appeal, press_id: int | None) -> Heard:
        """Take the step back if nobody is left to agree, else wait."""
        others = {s.user_id for s in table.seats if s.user_id and s.seat != appeal.seat}
        if others - appeal.agreed:
            table.row = await self._store.set_appeal(table.row, appeal, self._stamp(), press_id)
            return _as_it_is(table), appeal
        return await self._take_back(table, appeal.seat, press_id, agreed=True), None

    # --- looking ---

    async def look(self, id: str) -> Outcome:
        """How a game stands, with nothing new."""
        async with self._lock(id):
            return _as_it_is(await self._load(id))

    async def record(self, id: str) -> GameRecord:
        """A finished game with its seed, for anybody to verify.

        Raises:
            LobbyError: It is not over: its seed and its cards are secret.
        """
        lobby = await self.lobby(id)
        if lobby.row.status != "over":
            raise LobbyError("not-over")
        outcome = await self.look(id)
        return GameRecord(
            game=id,
            edition=lobby.row.edition,
            words=tuple(seat.word for seat in lobby.seats),
            commitment=lobby.row.commitment,
            seed=lobby.row.seed.hex(),
            actions=tuple(await self._store.actions(id)),
            events=tuple(await self._store.log(id)),
            scores=outcome.scores().totals,
        )

    # --- keeping ---

    async def _load(self, id: str) -> Table:
        """The live game, as the store has it now."""
        row = await self._store.game(id)
        if row is None:
            raise NotYourGame(id)
        if row.status not in ("playing", "over"):
            raise LobbyError("not-playing")
        table = self._tables.get(id)
        if table is None or table.row.changes != row.changes:
            table = await self._rebuilt(row)
            self._remember(table)
        return table

    async def _rebuilt(self, row: GameRow) -> Table:
        seats, log = await self._store.seats(row.id), await self._store.log(row.id)
        return Table(row, seats, engine.replay(log))

    def _remember(self, table: Table) -> None:
        self._tables.put(table.row.id, table)


def _open(lobby: Lobby) -> Lobby:
    """A table that is neither over nor called off."""
    if lobby.row.status not in ("lobby", "playing"):
        raise LobbyError("table-closed")
    return lobby


def _as_it_is(table: Table) -> Outcome:
    return Outcome(table, table.state, ())
