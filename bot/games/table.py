"""A table as the service holds it: its row, its seats and, once it is played, its game."""

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
"""So many of the last events are told at the end."""


class OldQuestion(StaleGame):
    """A seat is no longer asked what this answers, or something else by now."""


class Table:
    """A game in play. Its state is replaced, never changed, so that readers see a whole one."""

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
        """What is to be done here without a person."""
        self.undo_request: UndoRequest | None = None
        """What a player asks the others to allow; it may be void."""
        self.handovers: tuple[Handover, ...] = ()
        """The seats that moderators would give to somebody else."""
        self.clocks: Mapping[Seat, SeatClock] = {}
        """Of the seats that a person has, or has had."""
        self.orders: Mapping[Seat, SeatOrder] = {}
        """Of the seats whose owners have written one."""
        self.pause = Pause()
        self.past = SeatHistory()
        self.progress = Progress.from_events(len(seats), log or ())
        self.rules = Rules.compile(maps.load(row.edition), len(seats))
        words = [seat.word for seat in seats]
        self.chance = SeededChance(key_for(row.seed, row.id, row.edition, words, {}))
        self.state = engine.replay(log) if log else GameState()

    def seat_of(self, user_id: int) -> Seat:
        """The seat of a user.

        Raises:
            NotYourGame: The user sits elsewhere.
        """
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat.seat
        raise NotYourGame(self.row.id)

    @property
    def pace(self) -> Pace:
        """How long each turn may take from now on."""
        return pace_named(decode_options(self.row).pace)

    @property
    def cancel_vote(self) -> Vote:
        """The players' vote to cancel the game."""
        return decode_vote(self.row)

    def clock(self, seat: Seat) -> SeatClock:
        """The clock of a seat."""
        return clock_of_seat(self.clocks, seat)

    def order(self, seat: Seat) -> SeatOrder:
        """The standing order of a seat; an empty one if its owner has written none."""
        owners = self.seats[seat].owners
        found = self.orders.get(seat)
        return found if found and found.owners == owners else SeatOrder(seat, owners)

    def played_by(self, seat: Seat, bot: str | None) -> tuple[SeatRow, ...]:
        """The seats once a bot plays one of them for its owner, or (None) the owner does."""
        return tuple(replace(row, bot=bot) if row.seat == seat else row for row in self.seats)

    def with_change(self, state: GameState, change: Change) -> Table:
        """How it will stand once this is kept."""
        new = copy(self)
        new.apply(state, change)
        return new

    def apply(self, state: GameState, change: Change) -> None:
        """Stand as a change has it that was kept."""
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
        """Refuse an answer to a question that is no longer asked; None answers whatever is."""
        if question_number is None:
            return
        is_answered = seat not in self.state.waiting
        if is_answered or self.state.question_numbers.get(seat) != question_number:
            raise OldQuestion(self.row.id)


def decode_options(row: GameRow) -> Options:
    """What the opener of a table wished for."""
    return msgspec.json.decode(row.options, type=Options)


def encode_options(options: Options) -> str:
    """The same as a row has it."""
    return msgspec.json.encode(options).decode()


def decode_vote(row: GameRow) -> Vote:
    """Return the vote to cancel the game of a table; it may have lapsed."""
    return msgspec.json.decode(row.cancel_vote, type=Vote) if row.cancel_vote else Vote()


def encode_vote(vote: Vote) -> str:
    """Return a vote as a row stores it; empty if no vote is open."""
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
    """What an action led to, for those who tell it: views and menus, never the state."""

    table: Table
    """As it was then, for the game goes on while people are told."""
    state: GameState
    events: tuple[Event, ...]

    @property
    def version(self) -> int:
        """The version after it."""
        return self.state.version

    @property
    def since(self) -> int:
        """The version after which all is news to whoever is on turn; at the end, to everybody."""
        if self.state.turn is not None:
            return self.table.progress.before[self.state.turn]
        return max(0, self.version - MAX_FINAL_EVENTS) if self.state.over else self.version

    @property
    def undo_request(self) -> UndoRequest | None:
        """What a player asks the others to allow, if it still matters."""
        request = self.table.undo_request
        return request if request and request.version == self.version else None

    @property
    def closed(self) -> Links:
        """The free tracks that nobody may claim any more."""
        return closed_to_all(self.table.rules, self.state)

    def view(self, viewer: Seat | None) -> View:
        """The game as *viewer* sees it now."""
        return engine.view_for(self.table.rules, self.state, viewer)

    def menu(self, seat: Seat) -> Menu:
        """What *seat* may do now."""
        return engine.Menu(self.table.rules, self.state, seat)

    def scores(self) -> ScoreSheet:
        """The score sheet, final once the game is over."""
        return engine.score(self.table.rules, self.state)


BuildChange: TypeAlias = Callable[[Table], Awaitable[Change | None]]
"""What is to change at a table; None: nothing."""


class Tables(Protocol):
    """Who can change games that are played."""

    def now(self) -> datetime:
        """The time, as everything here has it."""

    async def snapshot(self, game_id: str) -> GameSnapshot:
        """A game as it stands."""

    async def update(
        self, game_id: str, build_change: BuildChange, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Change a game that is played, apart from its moves, as *arrange* says."""

    async def move_due(self, moved: Sequence[tuple[str, Due, datetime]]) -> None:
        """Things at tables are to be done later than it was thought."""

    def may_have_orders(self, game_id: str) -> bool:
        """Whether somebody may have written an order at a table, as far as is in memory."""


def check_impartial(seats: Sequence[SeatRow], occupants: Sequence[Occupant], user_id: int) -> None:
    """Refuse what a moderator may not do at a table where they play with other people.

    Someone who gave up a seat and could take it back counts as a player.
    """
    if plays_with_others(seats, user_id):
        raise LobbyError("moderator-plays")
    if could_return(seats, occupants, user_id):
        raise LobbyError("moderator-could-return")
