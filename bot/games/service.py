"""Changes to a game in progress: moves, undo requests and votes to cancel.

`make_games` builds all services. This module imports neither Discord nor SQL.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

import msgspec

import engine
from bot.games.bots import bot_at, move_maker
from bot.games.cache import GameCache, snapshot_of
from bot.games.clock.desertion import cancel_abandoned
from bot.games.clock.downtime import DowntimeDetector
from bot.games.clock.model import Vote
from bot.games.clock.pauses import Pauses
from bot.games.clock.service import ClockService
from bot.games.clock.vacations import Vacations
from bot.games.clock.votes import (
    can_pass,
    close_vote,
    is_late,
    is_open,
    lapses_at,
    owners_of,
    passes,
    with_agreement,
    with_refusal,
)
from bot.games.errors import Conflict, LobbyError
from bot.games.followups import FollowUps, return_of_owner
from bot.games.handovers import HandoverService
from bot.games.jobs import BOT, CANCEL_LAPSE, CLOCK, ORDER
from bot.games.lobby import (
    Limits,
    Lobby,
    LobbyService,
    check_in_lobby,
    check_invitations_answered,
    utc_now,
)
from bot.games.model import (
    TABLE,
    Change,
    Due,
    GameRow,
    Move,
    Notice,
    SeatHistory,
    UndoRequest,
    Vacation,
    Who,
    format_time,
)
from bot.games.orders.model import SeatOrder, Wait, order_wait, with_step
from bot.games.orders.service import Orders
from bot.games.orders.transitions import may_play, order_answer
from bot.games.placement import PlacementService
from bot.games.seats import SeatService, check_playing
from bot.games.store import Clock, Store
from bot.games.table import (
    BuildChange,
    GameSnapshot,
    OldQuestion,
    Table,
    check_impartial,
    decode_vote,
    plays_with_others,
)
from bot.games.writer import TableWriter
from bot.log import logger
from engine.actions import Action
from engine.errors import IllegalAction, NotYourGame, StaleGame
from engine.ids import Seat
from engine.orders import Stop
from engine.state import GameState

log = logger(__name__)

Wish: TypeAlias = Callable[[Seat], Action]
"""Builds the action that a user wants to take, from the seat of that user."""


class GameService:
    """Starts games, carries out moves and saves what happened."""

    def __init__(
        self,
        store: Store,
        writer: TableWriter,
        cache: GameCache,
        downtime: DowntimeDetector,
        wait: Wait = order_wait,
    ) -> None:
        self._store = store
        self._writer = writer
        self._cache = cache
        self._downtime = downtime
        self._vacations = Vacations(self, store)
        self._followups = FollowUps(store, downtime, self._vacations, wait)

    # --- tables, as the services of clocks, pauses, orders and vacations use them ---

    def now(self) -> datetime:
        return self._writer.now()

    async def snapshot(self, game_id: str, row: GameRow | None = None) -> GameSnapshot:
        return await self._cache.snapshot(game_id, row)

    async def move_due(self, moved: Sequence[tuple[str, Due, datetime]]) -> None:
        await self._cache.move_due(moved)

    def may_have_orders(self, game_id: str) -> bool:
        return self._cache.may_have_orders(game_id)

    # --- games ---

    async def start(self, game_id: str, interaction_id: int | None = None) -> GameSnapshot:
        """Start the game of a lobby. From then on its seats and words are fixed."""

        async def change() -> GameSnapshot:
            lobby = check_in_lobby(await self._writer.lobby(game_id))
            least = lobby.spec.seats[0]
            if len(lobby.seats) < least:
                raise LobbyError("too-few-players", least=least)
            check_invitations_answered(lobby, self.now())
            return await self._start_game(lobby, interaction_id)

        return await self._change_game(game_id, interaction_id, change)

    async def start_if_full(self, game_id: str) -> bool:
        """Start the game if the lobby waits for no further player. Return whether it started."""

        async def change() -> bool:
            lobby = await self._writer.lobby(game_id)
            if lobby.row.status != "lobby" or not lobby.is_ready_to_start(self.now()):
                return False
            await self._start_game(lobby, None)
            return True

        return await self._writer.change(game_id, None, change, change)

    async def _start_game(self, lobby: Lobby, interaction_id: int | None) -> GameSnapshot:
        table = Table(lobby.row, lobby.seats)
        table.past = SeatHistory.for_new_game(lobby.seats)
        state, events = engine.start(table.rules, table.chance)
        change = Change(
            status="playing",
            events=events,
            occupants=lobby.seats,
            options=lobby.changed_start_options,
        )
        snapshot = await self._save(table, state, change, interaction_id)
        log.info("game started", seats=len(lobby.seats), **lobby.row.facts)
        return snapshot

    async def act(
        self,
        game_id: str,
        user_id: int,
        question_number: int | None,
        wish: Wish,
        interaction_id: int | None = None,
        *,
        by_hand: bool = True,
        row: GameRow | None = None,
    ) -> GameSnapshot:
        """Take the action that *wish* builds for the user's seat, and save the move.

        If other players move at the same time, the move is retried as long as the seat is asked
        the same question. A move *by_hand* ends the owner's vacation. *row* is the table's row if
        the caller has just read it. If it is out of date, saving fails and the row is read again.
        """
        vacation: Vacation | None = None

        async def change() -> GameSnapshot:
            nonlocal question_number, vacation, row
            table, row = await self._cache.load(game_id, row), None
            seat = table.seat_of(user_id)
            table.expect(seat, question_number)
            question_number = table.state.question_numbers.get(seat)
            if by_hand and table.clock(seat).away_until is not None:
                vacation = await self._vacations.current_vacation(user_id)
            move = Move(wish(seat), "person", user_id)
            return await self._apply_move(table, move, interaction_id, vacation)

        snapshot = await self._change_game(game_id, interaction_id, change)
        if vacation is not None:
            await self._vacations.apply_vacation(user_id)
        return snapshot

    async def undo(
        self,
        game_id: str,
        user_id: int,
        question_number: int | None = None,
        interaction_id: int | None = None,
    ) -> GameSnapshot:
        """Undo the user's last step if the rules allow it (T3)."""

        async def change(table: Table) -> GameSnapshot:
            seat = table.seat_of(user_id)
            if question_number not in (None, table.state.question_numbers.get(seat)):
                raise OldQuestion(game_id)
            return await self._undo_step(table, seat, interaction_id)

        return await self._change_table(game_id, interaction_id, change)

    async def _change_game(
        self,
        game_id: str,
        interaction_id: int | None,
        change: Callable[[], Awaitable[GameSnapshot]],
    ) -> GameSnapshot:
        """Run *change*. A repeated interaction only returns the game as it is now."""

        async def known() -> GameSnapshot:
            return snapshot_of(await self._cache.load(game_id))

        return await self._writer.change(game_id, interaction_id, change, known)

    async def _change_table(
        self,
        game_id: str,
        interaction_id: int | None,
        change: Callable[[Table], Awaitable[GameSnapshot]],
    ) -> GameSnapshot:
        """Run *change* on the table in memory, in the same way as `_change_game`."""

        async def load_and_change() -> GameSnapshot:
            return await change(await self._cache.load(game_id))

        return await self._change_game(game_id, interaction_id, load_and_change)

    async def _undo_step(
        self, table: Table, seat: Seat, interaction_id: int | None, *, agreed: bool = False
    ) -> GameSnapshot:
        log = await self._store.games.log(table.row.id)
        state, events = engine.undo(log, seat, agreed=agreed)
        return await self._save(table, state, Change(events=events), interaction_id)

    async def _apply_move(
        self,
        table: Table,
        move: Move,
        interaction_id: int | None = None,
        vacation: Vacation | None = None,
        order: SeatOrder | None = None,
    ) -> GameSnapshot:
        """Apply a move to a copy of the state, save it, and then replace the table's state.

        A move that is refused or cannot be saved therefore changes nothing. An owner who moves
        takes their seat back from the caretaker. A move by hand also ends their *vacation*. If a
        standing *order* makes the move, the steps are added to its record.
        """
        state = table.state.copy()
        events = engine.act(table.rules, state, move.action, table.chance)
        change = Change(events=events, move=move, status="over" if state.over else None)
        if order is not None:
            steps = [engine.redact(event, move.action.seat) for event in events if event.step]
            change = msgspec.structs.replace(change, orders=[with_step(order, tuple(steps))])
        if move.maker == "person":
            await self._downtime.check()
            change = return_of_owner(
                table, change, move, vacation, self.now(), self._downtime.outages
            )
        snapshot = await self._save(table, state, change, interaction_id)
        if state.over:
            log.info("game over", turns=state.turns, **table.row.facts)
        return snapshot

    async def _save(
        self, table: Table, state: GameState, change: Change, interaction_id: int | None
    ) -> GameSnapshot:
        """Save *change* with its consequences, and apply it to the table in memory.

        *state* is the state of the game after the change.
        """
        change = await self._followups.complete(table, state, change, self.now())
        table.row = await self._writer.commit(table.row, change, interaction_id)
        table.apply(state, change)
        self._cache.put(table)
        table.progress = table.progress.with_events(change.events)
        table.past = table.past.with_move(change.move, change.events, state.version)
        return GameSnapshot(copy(table), state, tuple(change.events))

    async def save_owner(self, row: GameRow, change: Change, interaction_id: int | None) -> GameRow:
        """Save a change of a seat's owner, with the clocks and jobs that follow from it."""
        table = await self._cache.load(row.id, row)
        if table.row.mark != row.mark:
            raise Conflict(row.id)
        snapshot = await self._save(table, table.state, change, interaction_id)
        # The table in memory does not know its new occupant yet, so it must be read again.
        self._cache.drop([row.id])
        return snapshot.table.row

    async def update(
        self, game_id: str, build_change: BuildChange, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Save the change that *build_change* returns for a game in progress.

        Such a change has no moves: it concerns clocks, pauses or the player of a seat. If
        *build_change* returns None, nothing changes.
        """

        async def change(table: Table) -> GameSnapshot:
            if table.row.status != "playing":
                raise LobbyError("table-closed")
            requested = await build_change(table)
            if requested is None:
                return snapshot_of(table)
            return await self._save(table, table.state, requested, interaction_id)

        return await self._change_table(game_id, interaction_id, change)

    # --- jobs ---

    async def act_for(
        self, game_id: str, version: int, action: Action, row: GameRow | None = None
    ) -> bool:
        """Carry out a bot's action for a seat, if the game is still at *version*.

        Return False if it is not, or if a person plays the seat by now. *row* is the table's row
        when the bot decided. If it is out of date, it is read again.
        """

        async def change() -> bool:
            nonlocal row
            try:
                table, row = await self._cache.load(game_id, row), None
            except LobbyError:  # The table was canceled in the meantime.
                return False
            seat = action.seat
            if table.state.version != version or bot_at(table, seat) is None:
                return False
            owner = table.seats[seat].user_id
            await self._apply_move(table, Move(action, move_maker(table, seat), owner))
            return True

        return await self._writer.change(game_id, None, change, change)

    async def play_order(self, game_id: str, seat: Seat, turn: int) -> bool:
        """Make the next step of a turn by the standing order of a seat.

        Return False if the order does not play that turn. The move counts as the owner's in every
        respect, but it does not end a vacation.
        """

        async def change() -> bool:
            try:
                table = await self._cache.load(game_id)
            except LobbyError:  # The table was canceled in the meantime.
                return False
            record = table.order(seat)
            is_due = record.plays_in(turn) and table.state.turns == turn
            if not is_due or not may_play(table, seat):
                return False
            answer = order_answer(table, record)
            if isinstance(answer, Stop):
                stopped = msgspec.structs.replace(
                    record, plays=False, status="stopped", stop=answer
                )
                await self._save(table, table.state, Change(orders=[stopped]), None)
                return True
            move = Move(answer, "person", table.seats[seat].user_id)
            await self._apply_move(table, move, order=record)
            return True

        return await self._writer.change(game_id, None, change, change)

    # --- undo by consent ---

    async def ask_undo(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Ask the other players to agree that the user's last step is undone.

        The step is undone immediately if there is no other player to ask.
        """

        async def change(table: Table) -> GameSnapshot:
            seat = table.seat_of(user_id)
            if table.state.over:
                raise IllegalAction("game-over")
            engine.undo(await self._store.games.log(game_id), seat, agreed=True)
            request = UndoRequest(seat, table.state.version)
            return await self._undo_or_ask(table, request, interaction_id)

        return await self._change_table(game_id, interaction_id, change)

    async def agree(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Agree to the open undo request. The step is undone once all players have agreed.

        Raises:
            StaleGame: No undo request is open any more.
        """

        async def change(table: Table) -> GameSnapshot:
            request = _open_undo_request(table, user_id)
            agreed = replace(request, agreed=request.agreed | {user_id})
            return await self._undo_or_ask(table, agreed, interaction_id)

        return await self._change_table(game_id, interaction_id, change)

    async def refuse(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Refuse the open undo request. The player who asked withdraws it in this way.

        Raises:
            StaleGame: No undo request is open any more.
        """

        async def change(table: Table) -> GameSnapshot:
            request = _open_undo_request(table, user_id)
            asker, other = table.seats[request.seat], table.seats[table.seat_of(user_id)]
            notices = []
            if asker.user_id and asker.user_id != user_id:
                notices = [Notice("told-undo-refused", {"by": other.name}, asker.user_id)]
            change = Change(answers=[request], lines=notices)
            table.row = await self._writer.commit(table.row, change, interaction_id)
            table.undo_request = None
            return snapshot_of(table)

        return await self._change_table(game_id, interaction_id, change)

    async def _undo_or_ask(
        self, table: Table, request: UndoRequest, interaction_id: int | None
    ) -> GameSnapshot:
        """Undo the step if all other players have agreed, otherwise save the request."""
        # A player for whom the caretaker plays counts as agreeing. Otherwise the request could wait
        # forever.
        others = {
            row.user_id
            for row in table.seats
            if row.user_id and row.bot is None and row.seat != request.seat
        }
        if not others - request.agreed:
            return await self._undo_step(table, request.seat, interaction_id, agreed=True)
        table.row = await self._writer.commit(table.row, Change(asks=request), interaction_id)
        table.undo_request = request
        return snapshot_of(table)


def _open_undo_request(table: Table, user_id: int) -> UndoRequest:
    """Return the open undo request of a table where this user has a seat."""
    table.seat_of(user_id)
    request = snapshot_of(table).undo_request
    if request is None:
        raise StaleGame(table.row.id)
    return request


class CancelService:
    """Ends tables without a result. A moderator who plays there needs the votes of the players."""

    def __init__(self, store: Store, writer: TableWriter, cache: GameCache) -> None:
        self._store = store
        self._writer = writer
        self._cache = cache

    async def cancel(
        self, game_id: str, interaction_id: int | None = None, by: Who | None = None
    ) -> Lobby:
        """End a lobby or a game without a result.

        Everyone else who has a seat is notified that the moderator *by* canceled it. If the
        moderator plays a game there with other people, this only counts as their vote.

        Raises:
            LobbyError: The table is closed, or the moderator could take back a seat there.
        """

        async def change() -> Lobby:
            lobby = await self._writer.lobby(game_id)
            if lobby.row.status not in ("lobby", "playing"):
                raise LobbyError("table-closed")
            if by is not None and lobby.row.status == "playing":
                if plays_with_others(lobby.seats, by.id):
                    return await self._agree(lobby, by.id, interaction_id)
                check_impartial(lobby.seats, await self._store.games.occupants(game_id), by.id)
            notices = [
                Notice("told-cancelled", {"by": by.name}, seat.user_id)
                for seat in lobby.seats
                if by and seat.user_id and seat.user_id != by.id
            ]
            return await self._end(lobby, notices, interaction_id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def agree_to_cancel(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> Lobby:
        """Start the vote to cancel a game, or agree to it. The game ends if enough players agree.

        Raises:
            NotYourGame: The user has no seat here.
            LobbyError: No game is in progress here.
        """

        async def change() -> Lobby:
            lobby = check_playing(await self._writer.lobby(game_id))
            return await self._agree(lobby, user_id, interaction_id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def refuse_to_cancel(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> Lobby:
        """Vote against canceling a game. The player who started the vote withdraws it.

        Raises:
            NotYourGame: The user has no seat here.
            LobbyError: No game is in progress here.
            StaleGame: No vote is open.
        """

        async def change() -> Lobby:
            lobby = check_playing(await self._writer.lobby(game_id))
            vote, voters = decode_vote(lobby.row), owners_of(lobby.seats)
            if user_id not in voters:
                raise NotYourGame(game_id)
            if not is_open(vote, self._writer.now()):
                raise StaleGame(game_id)
            if user_id == vote.asked_by:
                return await self._store_vote(lobby, close_vote(vote), interaction_id)
            vote = with_refusal(vote, user_id)
            if not can_pass(vote, voters):
                return await self._drop_refused(lobby, vote, interaction_id)
            return await self._store_vote(lobby, vote, interaction_id)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def settle_cancel_vote(self, game_id: str, due: Due) -> bool:
        """Close a vote that has lapsed, or that a change of seat owners has decided.

        Return False if no vote is open.
        """

        async def change() -> bool:
            lobby = await self._writer.lobby(game_id)
            vote, voters = decode_vote(lobby.row), owners_of(lobby.seats)
            end = lapses_at(vote)
            if lobby.row.status != "playing" or end is None:
                return False
            if is_late(vote, self._writer.now()) or vote.asked_by not in voters:
                await self._store_vote(lobby, close_vote(vote))
            elif passes(vote, voters):
                await self._end_by_vote(lobby, None)
            elif not can_pass(vote, voters):
                await self._drop_refused(lobby, vote)
            else:
                await self._cache.move_due([(game_id, due, end)])
            return True

        return await self._writer.change(game_id, None, change, change)

    async def cancel_if_abandoned(self, game_id: str) -> bool:
        """Cancel a deserted table if no player came back in time. Return whether it was one."""

        async def change() -> bool:
            table = await self._cache.load(game_id)
            end = cancel_abandoned(table, self._writer.now())
            if end is not None:
                await self._writer.commit(table.row, end)
                log.info("deserted table called off", **table.row.facts)
            return end is not None

        try:
            return await self._writer.change(game_id, None, change, change)
        except LobbyError:  # The table was canceled in the meantime.
            return False

    async def _agree(self, lobby: Lobby, user_id: int, interaction_id: int | None) -> Lobby:
        voters = owners_of(lobby.seats)
        if user_id not in voters:
            raise NotYourGame(lobby.row.id)
        vote = with_agreement(decode_vote(lobby.row), user_id, self._writer.now())
        if passes(vote, voters):
            return await self._end_by_vote(lobby, user_id, interaction_id)
        return await self._store_vote(lobby, vote, interaction_id)

    async def _store_vote(
        self,
        lobby: Lobby,
        vote: Vote,
        interaction_id: int | None = None,
        notices: Sequence[Notice] = (),
    ) -> Lobby:
        due = [row for row in await self._store.games.due(lobby.row.id) if row.kind != CANCEL_LAPSE]
        end = lapses_at(vote)
        if end is not None:
            due.append(Due(TABLE, CANCEL_LAPSE, format_time(end), 0))
        change = Change(cancel_vote=vote, due=due, lines=notices)
        return Lobby(await self._writer.commit(lobby.row, change, interaction_id), lobby.seats)

    async def _drop_refused(
        self, lobby: Lobby, vote: Vote, interaction_id: int | None = None
    ) -> Lobby:
        notices = [Notice("told-cancel-refused", {}, vote.asked_by)]
        return await self._store_vote(lobby, close_vote(vote), interaction_id, notices)

    async def _end_by_vote(
        self, lobby: Lobby, presser: int | None, interaction_id: int | None = None
    ) -> Lobby:
        """End the game and notify all players except *presser*, who cast the deciding vote."""
        personal = [
            Notice("told-players-cancelled", {}, user_id)
            for user_id in sorted(owners_of(lobby.seats))
            if user_id != presser
        ]
        notices = [Notice("line-players-cancelled", {}), *personal]
        return await self._end(lobby, notices, interaction_id)

    async def _end(
        self, lobby: Lobby, notices: Sequence[Notice], interaction_id: int | None
    ) -> Lobby:
        change = Change(status="cancelled", due=(), lines=notices, cancel_vote=Vote())
        row = await self._writer.commit(lobby.row, change, interaction_id)
        log.info("table called off", **row.facts)
        return Lobby(row, lobby.seats)


@dataclass(frozen=True, slots=True)
class Games:
    """All services for games, which share one cache and one writer."""

    cache: GameCache
    writer: TableWriter
    downtime: DowntimeDetector
    lobby: LobbyService
    play: GameService
    cancels: CancelService
    seats: SeatService
    handovers: HandoverService
    placement: PlacementService
    clocks: ClockService
    pauses: Pauses
    orders: Orders
    vacations: Vacations

    def now(self) -> datetime:
        """Return the time by which games are played."""
        return self.writer.now()

    async def snapshot(self, game_id: str, row: GameRow | None = None) -> GameSnapshot:
        """Return a game as it is now. *row* is its row if the caller has just read it."""
        return await self.cache.snapshot(game_id, row)


def make_games(
    store: Store,
    clock: Clock = utc_now,
    *,
    limits: Limits | None = None,
    system: Clock = utc_now,
    wait: Wait = order_wait,
    cache_size: int = 256,
) -> Games:
    """Build the services over a store.

    *clock* gives the time by which games are played, *system* the time of the machine.
    """
    cache = GameCache(store, cache_size)
    writer = TableWriter(store, clock, cache)
    downtime = DowntimeDetector(store, clock, system)
    play = GameService(store, writer, cache, downtime, wait)
    vacations = Vacations(play, store)
    seats = SeatService(store, writer, play)

    async def review_everything() -> None:
        # The system clock was set back, so every moment that was computed from it is wrong.
        await store.games.make_due_now((BOT, CLOCK, ORDER), writer.stamp())
        cache.clear()

    downtime.on_setback = review_everything
    return Games(
        cache=cache,
        writer=writer,
        downtime=downtime,
        lobby=LobbyService(store, writer, limits),
        play=play,
        cancels=CancelService(store, writer, cache),
        seats=seats,
        handovers=HandoverService(store, writer, seats),
        placement=PlacementService(writer),
        clocks=ClockService(play, store, downtime, vacations),
        pauses=Pauses(play),
        orders=Orders(play, downtime),
        vacations=vacations,
    )
