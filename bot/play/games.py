"""Everything that happens to a game between a click and the log. No Discord, no SQL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

import engine
from bot.logbook import logger
from bot.play.clocks import called_back, refreshed
from bot.play.controllers import BOT, CLOCK, kind_at, maker_at, owed
from bot.play.handovers import Handovers
from bot.play.lobbies import Limits, LobbyError, before_the_game, check_nobody_asked, utc_now
from bot.play.past import Past
from bot.play.pauses import Pauses
from bot.play.ports import Clock, Store
from bot.play.pulse import Pulse
from bot.play.records import Change, Due, GameRow, Line, Move, UndoRequest, Vacation, Who, stamp
from bot.play.table import Arrange, Lobby, OldQuestion, Outcome, Table
from bot.play.timekeeper import Timekeeper
from bot.play.vacations import Vacations
from bot.play.winding import Owner, begins, set_back, wound
from engine.actions import Action
from engine.errors import IllegalAction, StaleGame
from engine.ids import Seat
from engine.kept import Kept
from engine.record import GameRecord
from engine.state import GameState

log = logger(__name__)

Wish: TypeAlias = Callable[[Seat], Action]
"""What a user wants, once it is known which seat is theirs."""


class GameService(Handovers):
    """Opens tables, carries out wishes and keeps what happened.

    A bounded cache of live games; one that is not in it, or that another program has changed, is
    rebuilt from its log when somebody touches it.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock = utc_now,
        keep: int = 256,
        limits: Limits | None = None,
        system: Clock = utc_now,
    ) -> None:
        super().__init__(store, clock, limits)
        self._keep = keep
        self._tables: Kept[str, Table] = Kept(keep)
        self.pulse = Pulse(store, clock, system)
        self.pulse.on_setback = self._look_anew
        self.vacations = Vacations(self, store)
        self.clocks = Timekeeper(self, store, self.pulse, self.vacations)
        self.pauses = Pauses(self)

    # --- games ---

    async def start(self, id: str, press_id: int | None = None) -> Outcome:
        """Lay out the table: from here on seats and words are fixed."""

        async def change() -> Outcome:
            lobby = before_the_game(await self.lobby(id))
            least = lobby.spec.seats[0]
            if len(lobby.seats) < least:
                raise LobbyError("too-few-players", least=least)
            check_nobody_asked(lobby, self.now())
            return await self._begin(lobby, press_id)

        return await self._playing(id, press_id, change)

    async def start_if_full(self, id: str) -> bool:
        """Begin, if nobody is waited for any more."""

        async def change() -> bool:
            lobby = await self.lobby(id)
            if lobby.row.status != "lobby" or not lobby.begins_by_itself:
                return False
            await self._begin(lobby, None)
            return True

        return await self._changed(id, None, change, change)

    async def _begin(self, lobby: Lobby, press_id: int | None) -> Outcome:
        table = Table(lobby.row, lobby.seats)
        table.past = Past.at_start(lobby.seats)
        state, events = engine.start(table.rules, table.chance)
        change = Change(status="playing", events=events, occupants=lobby.seats)
        outcome = await self._advance(table, state, change, press_id)
        self._tables.put(table.row.id, table)
        log.info("game started", seats=len(lobby.seats), **lobby.row.facts)
        return outcome

    async def cancel(self, id: str, press_id: int | None = None, by: Who | None = None) -> Lobby:
        """End a lobby or a game without a result; *by* whom is told to all others who sit there."""

        async def change() -> Lobby:
            lobby = _open(await self.lobby(id))
            told = [
                Line("told-cancelled", {"by": by.name}, seat.user_id)
                for seat in lobby.seats
                if by and seat.user_id and seat.user_id != by.id
            ]
            change = Change(status="cancelled", due=(), lines=told)
            row = await self._commit(lobby.row, change, press_id)
            log.info("table called off", **row.facts)
            return Lobby(row, lobby.seats)

        return await self._changed(id, press_id, change, lambda: self.lobby(id))

    async def act(
        self,
        id: str,
        user_id: int,
        question_number: int | None,
        wish: Wish,
        press_id: int | None = None,
        *,
        by_hand: bool = True,
    ) -> Outcome:
        """Carry out a wish (a function from the user's seat to an action) and keep it.

        While others move, it is tried again only as long as the same question is asked. A move *by
        hand* ends the owner's vacation.
        """
        vacation: Vacation | None = None

        async def change() -> Outcome:
            nonlocal question_number, vacation
            table = await self._load(id)
            seat = table.seat_of(user_id)
            table.expect(seat, question_number)
            question_number = table.state.question_numbers.get(seat)
            if by_hand and table.clock(seat).away_until is not None:
                vacation = await self.vacations.of(user_id)
            move = Move(wish(seat), "person", user_id)
            return await self._carry_out(table, move, press_id, vacation)

        outcome = await self._playing(id, press_id, change)
        if vacation is not None:
            await self.vacations.heed(user_id)
        return outcome

    async def undo(
        self, id: str, user_id: int, question_number: int | None = None, press_id: int | None = None
    ) -> Outcome:
        """Take back the user's last step, where the rules allow it (T3)."""

        async def change() -> Outcome:
            table = await self._load(id)
            seat = table.seat_of(user_id)
            if question_number not in (None, table.state.question_numbers.get(seat)):
                raise OldQuestion(id)
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
        log = await self._store.games.log(table.row.id)
        state, events = engine.undo(log, seat, agreed=agreed)
        return await self._advance(table, state, Change(events=events), press_id)

    async def _carry_out(
        self,
        table: Table,
        move: Move,
        press_id: int | None = None,
        vacation: Vacation | None = None,
    ) -> Outcome:
        """Act on a copy, commit, then swap: a refusal or a failed save leaves no trace.

        An owner who moves is back, also from a *vacation* that a move by hand ends.
        """
        state = table.state.copy()
        events = engine.act(table.rules, state, move.action, table.chance)
        change = Change(events=events, move=move, status="over" if state.over else None)
        if move.maker == "person":
            change = self._back_to_move(table, change, move.action.seat, vacation)
        outcome = await self._advance(table, state, change, press_id)
        if state.over:
            log.info("game over", turns=state.turns, **table.row.facts)
        return outcome

    async def _advance(
        self, table: Table, state: GameState, change: Change, press_id: int | None
    ) -> Outcome:
        """Keep what led to *state*, with clocks and what is due then; let the table have it."""
        change = await self._timed(table, state, change)
        outcome = Outcome(table, state, tuple(change.events))
        # Other than by a handover, nothing here gives a table other owners: it is still the same.
        table.row = await super()._commit(table.row, change, press_id)
        table.take_over(state, change)
        table.progress = table.progress.after(change.events)
        table.past = table.past.after(change.move, change.events, state.version)
        return outcome

    async def _timed(self, table: Table, state: GameState, change: Change) -> Change:
        """A change with the clocks that run after it, and with all that is due then."""
        await self.pulse.feel()
        now, outages = self.now(), self.pulse.outages
        change = set_back(table.after(state, change), change, now, outages)
        after = table.after(state, change)
        owners = await self._owners(dict(begins(after)))
        change = wound(after, change, owners, now, outages)
        due = tuple(owed(Outcome(table.after(state, change), state, ()), now, outages))
        known = {_whose(row): row for row in table.due if row.kind != CLOCK}
        due = tuple(known.get(_whose(row), row) for row in due)
        return change if set(due) == set(table.due) else replace(change, due=due)

    async def _owners(self, seats: Mapping[Seat, int]) -> dict[Seat, Owner]:
        """What counts of the people whose turn begins."""
        owners = {}
        for seat, user_id in seats.items():
            person = await self._store.people.get(user_id)
            vacation = await self.vacations.of(user_id)
            owners[seat] = Owner(person.hours, vacation.span if vacation else None)
        return owners

    def _back_to_move(
        self, table: Table, change: Change, seat: Seat, vacation: Vacation | None
    ) -> Change:
        """The change with its mover's return: from the caretaker's help, and from vacation."""
        row, clock, now = table.seats[seat], table.clock(seat), self.now()
        if row.bot:
            line = Line("line-back", {"new": row.name, "seat": seat + 1})
            change = replace(change, seats=table.played_by(seat, None), lines=[line])
        if row.bot or clock.timed_out:
            clock = refreshed(clock, now, self.pulse.outages)
        if vacation is not None:
            clock = called_back(clock, now)
            change = replace(change, vacation=replace(vacation, until=stamp(now)))
        return change if clock is table.clock(seat) else replace(change, clocks=[clock])

    async def alter(self, id: str, arrange: Arrange, press_id: int | None = None) -> Outcome:
        """Change a game that is played, apart from its moves: clocks, pauses, who plays a seat.

        *arrange* says what is to change; None: nothing.
        """

        async def change() -> Outcome:
            table = await self._load(id)
            if table.row.status != "playing":
                raise LobbyError("table-closed")
            wanted = await arrange(table)
            if wanted is None:
                return _as_it_is(table)
            return await self._advance(table, table.state, wanted, press_id)

        return await self._playing(id, press_id, change)

    # --- what is due ---

    async def due(self, id: str) -> tuple[Due, ...]:
        """What is to be done at a table without a person, now or later."""
        async with self._lock(id):
            row = await self._store.games.get(id)
            if row is None or row.status not in ("lobby", "playing"):
                return ()
            if row.status == "lobby":
                return tuple(await self._store.games.due(id))
            return (await self._current(row)).due

    def known_due(self, id: str) -> tuple[Due, ...] | None:
        """The same as far as it is in memory, right after a change; None: it is not."""
        table = self._tables.get(id)
        return table.due if table else None

    async def act_for(self, id: str, version: int, action: Action) -> bool:
        """Carry out what was decided for a seat, if the game still stands where it was looked at.

        False: it does not, or a person decides there by now.
        """

        async def change() -> bool:
            try:
                table = await self._load(id)
            except LobbyError:  # it was called off meanwhile
                return False
            seat = action.seat
            if table.state.version != version or kind_at(table, seat) is None:
                return False
            owner = table.seats[seat].user_id
            await self._carry_out(table, Move(action, maker_at(table, seat), owner))
            return True

        return await self._changed(id, None, change, change)

    async def forget_due(self, id: str, due: Due) -> None:
        """It is void."""
        async with self._lock(id):
            await self._store.games.forget_due(id, due)
            table = self._tables.get(id)
            if table is not None:
                table.due = tuple(row for row in table.due if row != due)

    async def move_due(self, moved: Sequence[tuple[str, Due, datetime]]) -> None:
        """Things at tables are to be done later than it was thought."""
        rows = [(id, due, stamp(at)) for id, due, at in moved]
        await self._store.games.move_due(rows)
        for id, due, at in rows:
            table = self._tables.get(id)
            if table is not None:
                later = replace(due, due_at=at)
                table.due = tuple(later if row == due else row for row in table.due)

    async def _look_anew(self) -> None:
        """After the system's clock was put back, whatever depends on the time is looked at now."""
        await self._store.games.hurry_due((BOT, CLOCK), self._stamp())
        self._tables = Kept(self._keep)

    # --- taking back by consent ---

    async def ask_undo(self, id: str, user_id: int, press_id: int | None = None) -> Outcome:
        """Ask the others to let the user's last step be taken back; it may be done at once."""

        async def change() -> Outcome:
            table = await self._load(id)
            seat = table.seat_of(user_id)
            if table.state.over:
                raise IllegalAction("game-over")
            engine.undo(await self._store.games.log(id), seat, agreed=True)
            return await self._asked(table, UndoRequest(seat, table.state.version), press_id)

        return await self._playing(id, press_id, change)

    async def agree(self, id: str, user_id: int, press_id: int | None = None) -> Outcome:
        """Let somebody's step be taken back; it is done if all have agreed.

        Raises:
            StaleGame: Nothing is asked any more.
        """

        async def change() -> Outcome:
            table = await self._load(id)
            request = _request(table, user_id)
            agreed = replace(request, agreed=request.agreed | {user_id})
            return await self._asked(table, agreed, press_id)

        return await self._playing(id, press_id, change)

    async def refuse(self, id: str, user_id: int, press_id: int | None = None) -> Outcome:
        """Let a step stand; whoever asked may change their mind in this way too.

        Raises:
            StaleGame: Nothing is asked any more.
        """

        async def change() -> Outcome:
            table = await self._load(id)
            request = _request(table, user_id)
            asker, other = table.seats[request.seat], table.seats[table.seat_of(user_id)]
            told = []
            if asker.user_id and asker.user_id != user_id:
                told = [Line("told-undo-refused", {"by": other.name}, asker.user_id)]
            change = Change(answers=[request], lines=told)
            table.row = await self._commit(table.row, change, press_id)
            table.undo_request = None
            return _as_it_is(table)

        return await self._playing(id, press_id, change)

    async def _asked(self, table: Table, request: UndoRequest, press_id: int | None) -> Outcome:
        """Take the step back if nobody is left to agree, else wait."""
        # Whoever is in the caretaker's hands agrees.
        others = {
            row.user_id
            for row in table.seats
            if row.user_id and row.bot is None and row.seat != request.seat
        }
        if not others - request.agreed:
            return await self._take_back(table, request.seat, press_id, agreed=True)
        table.row = await self._commit(table.row, Change(asks=request), press_id)
        table.undo_request = request
        return _as_it_is(table)

    # --- looking ---

    async def look(self, id: str) -> Outcome:
        """How a game stands, with nothing new."""
        async with self._lock(id):
            return _as_it_is(await self._load(id))

    async def standing(self, id: str) -> tuple[Lobby, Outcome | None]:
        """A table whatever its status, and its game if there is one to look at.

        Raises:
            NotYourGame: There is no such table.
        """
        async with self._lock(id):
            row = await self._row(id)
            if not row.is_begun:
                return Lobby(row, tuple(await self._store.games.seats(id))), None
            table = await self._current(row)
            return Lobby(row, table.seats), _as_it_is(table)

    async def record(self, id: str) -> GameRecord:
        """A finished game with its seed, for anybody to verify.

        Raises:
            LobbyError: It is not over: its seed and its cards are secret.
        """
        lobby, outcome = await self.standing(id)
        if lobby.row.status != "over" or outcome is None:
            raise LobbyError("not-over")
        moves = await self._store.games.moves(id)
        return GameRecord(
            game=id,
            edition=lobby.row.edition,
            words=tuple(seat.word for seat in lobby.seats),
            commitment=lobby.row.commitment,
            seed=lobby.row.seed.hex(),
            actions=tuple(move.action for move in moves),
            events=tuple(await self._store.games.log(id)),
            scores=outcome.scores().totals,
            makers=tuple(move.maker for move in moves),
        )

    # --- keeping ---

    async def _commit(self, row: GameRow, change: Change, press_id: int | None = None) -> GameRow:
        """The same; where seats change apart from the game, it is read anew."""
        new = await super()._commit(row, change, press_id)
        if change.due is not None and not change.events:
            self._tables.drop(new.id)
        return new

    async def _load(self, id: str) -> Table:
        """The live game, as the store has it now."""
        row = await self._row(id)
        if not row.is_begun:
            raise LobbyError("not-playing")
        return await self._current(row)

    async def _current(self, row: GameRow) -> Table:
        """The game of a row that was just read: as it is in memory, else from its log."""
        table = self._tables.get(row.id)
        if table is None or table.row.changes != row.changes:
            games = self._store.games
            events = await games.log(row.id)
            table = Table(row, await games.seats(row.id), events)
            table.due = tuple(await games.due(row.id))
            table.undo_request = await games.undo_request(row.id)
            table.handovers = tuple(await games.handovers(row.id))
            table.clocks = await games.clocks(row.id)
            table.pause = await games.pause(row.id)
            made = await games.made_by(row.id, "caretaker")
            table.past = Past.of(await games.occupants(row.id), made, events)
            self._tables.put(row.id, table)
        return table


def _open(lobby: Lobby) -> Lobby:
    """A table that is neither over nor called off."""
    if lobby.row.status not in ("lobby", "playing"):
        raise LobbyError("table-closed")
    return lobby


def _request(table: Table, user_id: int) -> UndoRequest:
    """What somebody at a table is asked to allow."""
    table.seat_of(user_id)
    request = _as_it_is(table).undo_request
    if request is None:
        raise StaleGame(table.row.id)
    return request


def _whose(due: Due) -> tuple[int, str, int]:
    """What tells one thing that is due from another."""
    return due.seat, due.kind, due.turn


def _as_it_is(table: Table) -> Outcome:
    return Outcome(table, table.state, ())
