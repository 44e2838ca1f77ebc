"""A table in memory: its row, its seats and, once the game has started, its game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol, TypeAlias

import msgspec

import engine
import maps
from bot.games.clock.model import Pause, SeatClock, Vote, clock_of_seat, pace_named
from bot.games.clock.pace import Pace
from bot.games.errors import LobbyError
from bot.games.model import (
    ENDED,
    Change,
    Due,
    GameRow,
    Handover,
    Occupant,
    Options,
    SeatHistory,
    SeatRow,
    UndoRequest,
)
from bot.games.orders.model import SeatOrder
from bot.games.progress import Progress
from engine.advice import Links, closed_to_all
from engine.chance import SeededChance, key_for
from engine.errors import NotYourGame, StaleGame
from engine.events import Event
from engine.ids import Seat
from engine.options import Menu
from engine.ruleset import Rules
from engine.scoring import ScoreSheet
from engine.state import GameState
from engine.view import View

MAX_FINAL_EVENTS: Final = 12
"""How many of the last events the summary at the end of a game shows."""


class OldQuestion(StaleGame):
    """An answer belongs to a question that the seat is no longer asked."""


class Table:
    """A game in progress.

    Its state is replaced, never modified, so that readers always see a complete state.
    """

    __slots__ = (
        *("chance", "clocks", "due", "handovers", "orders", "past", "pause", "progress"),
        *("row", "rules", "seats", "state", "undo_request"),
    )

    def __init__(
        self, row: GameRow, seats: Sequence[SeatRow], log: Sequence[Event] | None = None
    ) -> None:
        self.row = row
        self.seats = tuple(seats)
        self.due: tuple[Due, ...] = ()
        """The jobs of the table."""
        self.undo_request: UndoRequest | None = None
        """The last request to undo a move, which may be void."""
        self.handovers: tuple[Handover, ...] = ()
        self.clocks: Mapping[Seat, SeatClock] = {}
        """The clocks of the seats that a person owns or has owned."""
        self.orders: Mapping[Seat, SeatOrder] = {}
        """The standing orders of the seats whose owners have written one."""
        self.pause = Pause()
        self.past = SeatHistory()
        self.progress = Progress.from_events(len(seats), log or ())
        self.rules = Rules.compile(maps.load(row.edition), len(seats))
        words = [seat.word for seat in seats]
        self.chance = SeededChance(key_for(row.seed, row.id, row.edition, words, {}))
        self.state = engine.replay(log) if log else GameState()

    def seat_of(self, user_id: int) -> Seat:
        """Return the seat of a user.

        Raises:
            NotYourGame: The user has no seat at this table.
        """
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat.seat
        raise NotYourGame(self.row.id)

    @property
    def pace(self) -> Pace:
        """The pace of the turns that start from now on."""
        return pace_named(decode_options(self.row).pace)

    @property
    def cancel_vote(self) -> Vote:
        """The players' vote to cancel the game."""
        return decode_vote(self.row)

    def clock(self, seat: Seat) -> SeatClock:
        return clock_of_seat(self.clocks, seat)

    def order(self, seat: Seat) -> SeatOrder:
        """Return the standing order of a seat, or an empty one if its owner has written none."""
        owners = self.seats[seat].owners
        found = self.orders.get(seat)
        return found if found and found.owners == owners else SeatOrder(seat, owners)

    def played_by(self, seat: Seat, bot: str | None) -> tuple[SeatRow, ...]:
        """Return all seats, with one of them played by a bot, or by its owner if *bot* is None."""
        return tuple(replace(row, bot=bot) if row.seat == seat else row for row in self.seats)

    def with_change(self, state: GameState, change: Change) -> Table:
        """Return a copy of the table with *change* applied."""
        new = copy(self)
        new.apply(state, change)
        return new

    def apply(self, state: GameState, change: Change) -> None:
        """Apply a change to the table in memory."""
        self.state = state
        self.seats = tuple(self.seats if change.seats is None else change.seats)
        self.due = tuple(self.due if change.due is None else change.due)
        self.clocks = {**self.clocks, **{Seat(one.seat): one for one in change.clocks}}
        self.pause = self.pause if change.pause is None else change.pause
        if change.options is not None:
            self.row = msgspec.structs.replace(self.row, options=encode_options(change.options))
        self.handovers = tuple(one for one in self.handovers if one not in change.answers)
        if self.undo_request in change.answers:
            self.undo_request = None
        self.orders = {**self.orders, **{Seat(one.seat): one for one in change.orders}}
        if change.status in ENDED:
            self.orders = {}

    def expect(self, seat: Seat, question_number: int | None) -> None:
        """Check that a seat is still asked the question that an answer belongs to.

        A *question_number* of None stands for any question.

        Raises:
            OldQuestion: The question was answered, or the seat is asked something else now.
        """
        if question_number is None:
            return
        is_answered = seat not in self.state.waiting
        if is_answered or self.state.question_numbers.get(seat) != question_number:
            raise OldQuestion(self.row.id)


def decode_options(row: GameRow) -> Options:
    """Return the settings of a table."""
    return msgspec.json.decode(row.options, type=Options)


def encode_options(options: Options) -> str:
    """Return settings as a row stores them."""
    return msgspec.json.encode(options).decode()


def decode_vote(row: GameRow) -> Vote:
    """Return the vote to cancel the game of a table, which may have lapsed."""
    return msgspec.json.decode(row.cancel_vote, type=Vote) if row.cancel_vote else Vote()


def encode_vote(vote: Vote) -> str:
    """Return a vote as a row stores it, or an empty text if no vote is open."""
    return msgspec.json.encode(vote).decode() if vote.asked_at else ""


def plays_with_others(seats: Sequence[SeatRow], user_id: int) -> bool:
    """Return whether this user and at least one other person own seats at a table."""
    owners = {row.user_id for row in seats if row.user_id}
    return user_id in owners and len(owners) > 1


def could_return(seats: Sequence[SeatRow], occupants: Sequence[Occupant], user_id: int) -> bool:
    """Return whether this user could take back a free seat at a table where someone else plays."""
    last = {one.seat: one.user_id for one in occupants if one.user_id}
    others = any(row.user_id not in (None, user_id) for row in seats)
    return others and any(row.is_free and last.get(row.seat) == user_id for row in seats)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one moment, with the events that led to it.

    Code that shows a game to people uses its views and menus, never the state.
    """

    table: Table
    """The table at that moment. The game may continue while people are being notified."""
    state: GameState
    events: tuple[Event, ...]

    @property
    def version(self) -> int:
        return self.state.version

    @property
    def since(self) -> int:
        """The version after which all events are news to the player on turn.

        Once the game is over, the events after it are news to everyone.
        """
        if self.state.turn is not None:
            return self.table.progress.before[self.state.turn]
        return max(0, self.version - MAX_FINAL_EVENTS) if self.state.over else self.version

    @property
    def undo_request(self) -> UndoRequest | None:
        """The open request to undo a move, or None if there is none or it is void."""
        request = self.table.undo_request
        return request if request and request.version == self.version else None

    @property
    def closed(self) -> Links:
        """The unclaimed routes that no player may claim any more."""
        return closed_to_all(self.table.rules, self.state)

    def view(self, viewer: Seat | None) -> View:
        """Return the game as *viewer* may see it, or as the public sees it if *viewer* is None."""
        return engine.view_for(self.table.rules, self.state, viewer)

    def menu(self, seat: Seat) -> Menu:
        """Return the actions that *seat* may take now."""
        return engine.Menu(self.table.rules, self.state, seat)

    def scores(self) -> ScoreSheet:
        """Return the score sheet, which is final once the game is over."""
        return engine.score(self.table.rules, self.state)


BuildChange: TypeAlias = Callable[[Table], Awaitable[Change | None]]
"""Builds the change for a table, or returns None if nothing is to change."""


class Tables(Protocol):
    """The access to games in progress that the services of clocks, pauses and orders need."""

    def now(self) -> datetime:
        """Return the time by which games are played."""

    async def snapshot(self, game_id: str) -> GameSnapshot:
        """Return a game as it is now."""

    async def update(
        self, game_id: str, build_change: BuildChange, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Save the change that *build_change* returns for a game in progress. It has no moves."""

    async def move_due(self, moved: Sequence[tuple[str, Due, datetime]]) -> None:
        """Reschedule jobs of tables to a later time."""

    def may_have_orders(self, game_id: str) -> bool:
        """Return whether a table may have standing orders, without reading the store."""


def check_impartial(seats: Sequence[SeatRow], occupants: Sequence[Occupant], user_id: int) -> None:
    """Check that a moderator does not play with other people at a table.

    A moderator who gave up a seat and could take it back counts as a player.

    Raises:
        LobbyError: The moderator plays there, or could take back a seat.
    """
    if plays_with_others(seats, user_id):
        raise LobbyError("moderator-plays")
    if could_return(seats, occupants, user_id):
        raise LobbyError("moderator-could-return")
