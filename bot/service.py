"""Everything that happens to a game between a click and the log. No Discord, no SQL."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import engine
from bot.lobbies import Clock, Lobbies, LobbyError, utc_now
from bot.rows import Appeal, SeatRow
from bot.store import SqliteStore
from bot.tables import Lobby, Outcome, Table
from engine.actions import Action
from engine.ai.agent import answer_of
from engine.ai.planner import Planner
from engine.errors import IllegalAction, StaleGame
from engine.ids import Seat
from engine.record import GameRecord

Wish: TypeAlias = Callable[[Seat], Action]
"""What a user wants, once it is known which seat is theirs."""


class GameService(Lobbies):
    """Opens tables, carries out wishes and keeps what happened.

    One lock for each game, a bounded cache of live ones; a game that is not in it is rebuilt from
    its log when somebody touches it.
    """

    def __init__(self, store: SqliteStore, clock: Clock = utc_now, keep: int = 256) -> None:
        super().__init__(store, clock)
        self._keep = keep
        self._tables: OrderedDict[str, Table] = OrderedDict()

    # --- games ---

    async def start(self, id: str) -> Outcome:
        """Lay out the table: from here on seats and words are fixed."""
        async with self._changing(id) as lobby:
            least = lobby.spec.seats[0]
            if len(lobby.seats) < least:
                raise LobbyError("too-few-players", least=least)
            return await self._begin(lobby)

    async def start_if_full(self, id: str) -> bool:
        """Begin, if the opener wished so and all seats are taken."""
        async with self._lock(id):
            lobby = await self.lobby(id)
            full = lobby.row.status == "lobby" and len(lobby.seats) == lobby.size
            if not full or not lobby.options.when_full:
                return False
            await self._begin(lobby)
            return True

    async def _begin(self, lobby: Lobby) -> Outcome:
        table = Table(lobby.row, lobby.seats, None)
        state, events = engine.start(table.rules, table.chance)
        due = any(table.machines_due(state))
        await self._store.append(lobby.row.id, 0, events, self._stamp(), machine_due=due)
        table.state = state
        self._remember(table)
        return Outcome(table, state, tuple(events))

    async def cancel(self, id: str) -> Lobby:
        """End a lobby or a game without a result."""
        async with self._lock(id):
            lobby = await self.lobby(id)
            if lobby.row.status not in ("lobby", "playing"):
                raise LobbyError("table-closed")
            await self._store.set_status(id, "cancelled", self._stamp())
            self._tables.pop(id, None)
            return await self.lobby(id)

    async def replace(self, id: str, seat: Seat, user_id: int, name: str) -> Lobby:
        """Hand a seat, with everything sealed in it, to another person."""
        async with self._lock(id):
            lobby = await self.lobby(id)
            if lobby.row.status not in ("lobby", "playing"):
                raise LobbyError("table-closed")
            if lobby.seat_of(user_id):
                raise LobbyError("already-seated")
            old = lobby.seats[seat]
            # The word stays: it is part of the key of every shuffle.
            new = SeatRow(old.seat, user_id, name, None, old.word)
            seats = [new if row.seat == seat else row for row in lobby.seats]
            await self._store.write_seats(id, seats, self._stamp())
            self._tables.pop(id, None)
            return await self.lobby(id)

    async def act(self, id: str, user_id: int, asked: int | None, wish: Wish) -> Outcome:
        """Carry out a wish (a function from the user's seat to an action) and keep it."""
        async with self._lock(id):
            table = await self._load(id)
            seat = table.seat_of(user_id)
            table.expect(seat, asked)
            return await self._carry_out(table, wish(seat), user_id)

    async def machine_move(self, id: str) -> Outcome | None:
        """Let the next machine that owes an answer give it; None: none does."""
        async with self._lock(id):
            table = await self._load(id)
            seat = next(table.machines_due(table.state), None)
            if seat is None:
                return None
            outcome = Outcome(table, table.state, ())
            action = await asyncio.to_thread(_choose, outcome, seat)
            return await self._carry_out(table, action, None)

    async def undo(self, id: str, user_id: int) -> Outcome:
        """Take back the user's last step, where the rules allow it (T3)."""
        async with self._lock(id):
            table = await self._load(id)
            seat = table.seat_of(user_id)
            return await self._take_back(table, seat)

    async def appeal(self, id: str, user_id: int) -> tuple[Outcome, Appeal | None]:
        """Ask the others to let the user's last step be taken back; None: nobody is to be asked."""
        async with self._lock(id):
            table = await self._load(id)
            seat = table.seat_of(user_id)
            if table.state.over:
                raise IllegalAction("game-over")
            engine.undo(await self._store.log(id), seat, agreed=True)
            return await self._heard(table, Appeal(seat, table.state.version))

    async def agree(self, id: str, user_id: int) -> tuple[Outcome, Appeal | None]:
        """Let somebody's step be taken back; None: all have agreed, and it is done.

        Raises:
            StaleGame: Nothing is asked any more.
        """
        async with self._lock(id):
            table = await self._load(id)
            appeal = await self._asked(table, user_id)
            return await self._heard(table, replace(appeal, agreed=appeal.agreed | {user_id}))

    async def refuse(self, id: str, user_id: int) -> None:
        """Let a step stand; whoever asked may change their mind in this way too.

        Raises:
            StaleGame: Nothing is asked any more.
        """
        async with self._lock(id):
            await self._asked(await self._load(id), user_id)
            await self._store.set_appeal(id, None)

    async def appeal_at(self, outcome: Outcome) -> Appeal | None:
        """What is asked of the table, if it still matters."""
        appeal = await self._store.appeal(outcome.table.row.id)
        return appeal if appeal and appeal.version == outcome.version else None

    async def _asked(self, table: Table, user_id: int) -> Appeal:
        table.seat_of(user_id)
        appeal = await self.appeal_at(Outcome(table, table.state, ()))
        if appeal is None:
            raise StaleGame(table.row.id)
        return appeal

    async def _heard(self, table: Table, appeal: Appeal) -> tuple[Outcome, Appeal | None]:
        """Take the step back if nobody is left to agree, else wait."""
        others = {s.user_id for s in table.seats if s.user_id and s.seat != appeal.seat}
        if others - appeal.agreed:
            await self._store.set_appeal(table.row.id, appeal)
            return Outcome(table, table.state, ()), appeal
        outcome = await self._take_back(table, appeal.seat, agreed=True)
        await self._store.set_appeal(table.row.id, None)
        return outcome, None

    async def _take_back(self, table: Table, seat: Seat, *, agreed: bool = False) -> Outcome:
        game = table.row.id
        state, events = engine.undo(await self._store.log(game), seat, agreed=agreed)
        due = any(table.machines_due(state))
        await self._store.append(game, table.state.version, events, self._stamp(), machine_due=due)
        table.state = state
        return Outcome(table, state, tuple(events))

    async def _carry_out(self, table: Table, action: Action, user_id: int | None) -> Outcome:
        """Act on a copy, commit, then swap: a refusal or a failed save leaves no trace."""
        before, state = table.state.version, table.state.copy()
        events = engine.act(table.rules, state, action, table.chance)
        try:
            await self._store.append(
                table.row.id,
                before,
                events,
                self._stamp(),
                status="over" if state.over else "playing",
                machine_due=any(table.machines_due(state)),
                action=action,
                user_id=user_id,
            )
        except StaleGame:
            self._tables.pop(table.row.id, None)
            raise
        table.state = state
        return Outcome(table, state, tuple(events))

    # --- looking ---

    async def look(self, id: str) -> Outcome:
        """How a game stands, with nothing new."""
        async with self._lock(id):
            table = await self._load(id)
            return Outcome(table, table.state, ())

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
        table = self._tables.get(id)
        if table is None:
            lobby = await self.lobby(id)
            if lobby.row.status not in ("playing", "over"):
                raise LobbyError("not-playing")
            log = await self._store.log(id)
            table = Table(lobby.row, lobby.seats, engine.replay(log))
            self._remember(table)
        self._tables.move_to_end(id)
        return table

    def _remember(self, table: Table) -> None:
        self._tables[table.row.id] = table
        while len(self._tables) > self._keep:
            self._tables.popitem(last=False)


def _choose(outcome: Outcome, seat: Seat) -> Action:
    """A planner's answer; a new planner does as well as one that has sat there from the start."""
    rules = outcome.table.rules
    return answer_of(Planner(rules), outcome.view(seat), outcome.menu(seat))
