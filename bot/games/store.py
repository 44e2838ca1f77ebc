"""What the shell needs of the world outside: somewhere to keep things, and the time.

`bot.storage` implements the store. What a method promises is said here, once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from bot.games.clock.hours import Hours, Span
from bot.games.clock.model import SeatClock
from bot.games.model import (
    Change,
    Due,
    GameRow,
    Handover,
    Lease,
    Mark,
    Move,
    Notice,
    Notify,
    Occupant,
    PersonRow,
    PostRow,
    SeatRow,
    StoredGame,
    UndoRequest,
    Usual,
    Vacation,
)
from engine.events import Event
from engine.ids import Seat


class Clock(Protocol):
    """Where the time comes from."""

    def __call__(self) -> datetime:
        """The time now."""


class GameStore(Protocol):
    """Tables: their rows, seats, logs, what they wait for, and the presses that changed them."""

    async def create(
        self, row: GameRow, seats: Sequence[SeatRow] = (), interaction_id: int | None = None
    ) -> None:
        """Keep a new lobby and who sits there from the start.

        Raises:
            ChannelTaken: An open table is in that channel already.
            IdTaken: There is a table of that id.
            Repeated: This press has opened one before.
        """

    async def commit(
        self, row: GameRow, change: Change, at: str, interaction_id: int | None = None
    ) -> GameRow:
        """Write a change, all of it or nothing; the row as it is now.

        Raises:
            ChannelTaken: It was to move to where an open table is already.
            Conflict: The table has changed since *row* was read.
            Repeated: This press was carried out before.
        """

    async def get(self, game_id: str) -> GameRow | None:
        """A table by its id."""

    async def load_since(
        self, game_id: str, mark: Mark, version: int = 0
    ) -> tuple[GameRow, StoredGame | None] | None:
        """A table by its id, and all that belongs to it if its row has another *mark*.

        Of its log, what came after this *version*.

        Raises:
            CorruptLog: An event is missing or damaged.
        """

    async def seats(self, game_id: str) -> list[SeatRow]:
        """Who sits at a table, in seat order."""

    async def occupants(self, game_id: str) -> list[Occupant]:
        """Who has had its seats, and since when."""

    async def log(self, game_id: str, after: int = 0) -> list[Event]:
        """The events of a game that come *after* this version, in order.

        Raises:
            CorruptLog: An event is missing or damaged.
        """

    async def moves(self, game_id: str) -> list[Move]:
        """All actions of a game with who made them, in order."""

    async def last_moved(self, game_id: str, user_id: int) -> str | None:
        """When somebody last did something at a table."""

    async def undo_request(self, game_id: str) -> UndoRequest | None:
        """What a player asks the others of a table to allow."""

    async def handovers(self, game_id: str) -> list[Handover]:
        """The seats that moderators would give to somebody else."""

    async def barred_users(self, game_id: str, seat: Seat) -> set[int]:
        """The users who may never have a seat: they offered it, or replaced its owner."""

    async def pressed_game(self, interaction_id: int) -> str | None:
        """The table that a press has changed; None: it has changed nothing."""

    async def forget_presses(self, before: str) -> None:
        """Nobody delivers those again."""

    async def due(self, game_id: str) -> list[Due]:
        """What is to be done at a table without a person."""

    async def due_by(self, time: str) -> list[str]:
        """The tables where something is to be done at that time or before."""

    async def next_due(self) -> str | None:
        """When the next thing is to be done anywhere."""

    async def forget_due(self, game_id: str, due: Due) -> None:
        """It is void."""

    async def move_due(self, moved: Sequence[tuple[str, Due, str]]) -> None:
        """Things at tables are to be done at other times; not those that changed meanwhile."""

    async def make_due_now(self, kinds: Sequence[str], now: str) -> None:
        """Everything of these kinds is to be looked at now."""

    async def clocks(self, game_id: str) -> dict[Seat, SeatClock]:
        """The clocks of a table's seats."""

    async def due_clocks(self, kind: str, time: str) -> list[tuple[str, Due, SeatClock]]:
        """The clocks anywhere that are to be looked at by that time, with what is due."""

    async def open_in(self, channel_id: int) -> GameRow | None:
        """The lobby or running game of a channel."""

    async def latest_in(self, channel_id: int) -> GameRow | None:
        """The open table of a channel, else the game that ended there last."""

    async def of_user(self, user_id: int) -> list[GameRow]:
        """The open tables at which a user sits, the one that has waited longest first."""

    async def of_guild(self, guild_id: int) -> list[GameRow]:
        """The open tables of a server, the one that has waited longest first."""

    async def finished_games(self, guild_id: int, user_id: int, most: int) -> list[GameRow]:
        """The games that ended on a server or with a user, the latest first."""

    async def count_lobbies(self, opener_id: int) -> int:
        """How many lobbies somebody has opened that wait for their start."""

    async def lobbies_until(self, created: str) -> list[str]:
        """The lobbies that were opened at that time or before."""

    async def open_after(self, game_id: str, most: int) -> list[str]:
        """Some open tables whose ids come after this one, in their order."""

    async def count_by_status(self) -> dict[str, int]:
        """How many tables there are, by status."""

    async def open_guilds(self) -> list[int]:
        """The servers with open tables."""

    async def quiet_channels(self, since: str) -> list[int]:
        """The channels and threads of games in which nothing has changed since that time."""

    async def open_in_left_guilds(self, left: str) -> list[str]:
        """The open tables of servers that we were removed from at that time or before."""

    async def restore_times(self) -> dict[str, int]:
        """When open tables were set back by restoring a backup."""

    async def forget_cancelled(self, ended: str) -> int:
        """Delete the tables that were called off at that time or before; how many."""


class PostStore(Protocol):
    """What was told, and where it stands: long-lived messages, lines, what is left to tell."""

    async def pending_tables(self, by: str | None = None) -> list[str]:
        """The tables where people are still to be told something.

        *by* a time: those that wait since then, and that nobody is just telling.
        """

    async def oldest_pending(self, by: str) -> str | None:
        """Since when the table waits that has waited longest to be told; None: none does.

        What has to wait until after *by* does not count.
        """

    async def by_kind(self, game_id: str) -> dict[str, PostRow]:
        """Where a table's long-lived messages are, by kind."""

    async def save(
        self,
        game_id: str,
        posts: Mapping[str, PostRow],
        lease: Lease | None = None,
        gone: Sequence[str] = (),
    ) -> None:
        """Remember messages, each in place of the former one of its kind, and forget those *gone*.

        Raises:
            LeaseLost: Somebody else tells this table by now.
        """

    async def schedule_rewrite(self, game_id: str, at: str) -> None:
        """Nobody knows what a table's messages show: all is to be told once more, from then on."""

    async def schedule_updates(self, ids: Sequence[str], at: str) -> None:
        """Tables are to be told once more from that time on, though nothing changed there."""

    async def forget_contents(self, game_id: str) -> None:
        """Nobody knows what a table's messages show, or whether they are there."""

    async def record_edit(
        self, game_id: str, message_id: int, version: int, time_said: str
    ) -> None:
        """A press has brought a message to this version, and to this time of its reader's.

        One that is gone stays so.
        """

    async def mark_published(
        self,
        game_id: str,
        changes: int,
        posts: Mapping[str, PostRow],
        gone: Sequence[str] = (),
        later: str | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Everything up to this change has been told: remember *posts*, forget those *gone*.

        *later*: not quite; the rest has to wait until then, unless there is another change.

        Raises:
            LeaseLost: Somebody else tells this table by now.
        """

    async def lines(self, game_id: str) -> list[tuple[int, Notice]]:
        """What people at a table are still to be told, in order, each with its number."""

    async def forget_line(self, game_id: str, n: int, user_id: int) -> None:
        """It was told."""


class LeaseStore(Protocol):
    """Which program does what, at a table or at all, where several share a store."""

    @property
    def shared(self) -> bool:
        """Whether there may be other programs."""

    async def is_leader(self) -> bool:
        """Whether this program is the one that does what only one does.

        It is asked before each round of such work: another one takes over when this one ends.
        """

    def lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Do something while no other program does the same; whoever comes later waits."""

    async def claim(self, game_id: str, kind: str) -> Lease | None:
        """Do something alone for a while; None: somebody else does it."""

    async def release(self, lease: Lease) -> None:
        """It is done, or left to others."""


class PersonStore(Protocol):
    """What is remembered of people and servers: languages, addresses, where we were removed."""

    async def get(self, user_id: int) -> PersonRow:
        """What we know of a user."""

    async def set_locale(self, user_id: int, locale: str | None) -> None:
        """Keep the language a user chose; None: whatever Discord says."""

    async def set_notify(self, user_id: int, notify: Notify) -> None:
        """Keep how a user wants to be called."""

    async def set_hours(self, user_id: int, hours: Hours | None) -> None:
        """Keep when a user is awake; None: always."""

    async def set_hours_asked(self, user_id: int, game: str) -> None:
        """Keep at which table a user was asked when they are awake; they are asked once."""

    async def mute(self, user_id: int, until: str) -> None:
        """Keep until when a user wants no reminders."""

    async def vacations(self, user_id: int, after: str) -> list[Vacation]:
        """A user's vacations that end after that time, in their order."""

    async def save_vacation(self, vacation: Vacation) -> None:
        """One that begins, or ends otherwise than was said."""

    async def set_client_locale(self, user_id: int, locale: str) -> None:
        """Keep the language of a user's client."""

    async def set_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        """Keep where a user's direct messages are; None: it has to be asked again."""

    async def guild_locale(self, guild_id: int) -> str | None:
        """The language that was chosen for a server."""

    async def set_guild_locale(self, guild_id: int, locale: str | None) -> None:
        """Keep it; None: whatever Discord says."""

    async def usual(self, guild_id: int) -> Usual:
        """What new tables of a server are like."""

    async def set_usual(self, guild_id: int, usual: Usual) -> None:
        """Keep it."""

    async def left_at(self, guild_id: int) -> str | None:
        """Since when we are no longer on a server; None: we are, as far as we know."""

    async def set_left(self, guild_id: int, at: str | None) -> None:
        """We were removed from a server, or are on it again."""


class NoteStore(Protocol):
    """Notes of the program to itself, e.g. the hash of the commands it registered."""

    async def get(self, name: str) -> str | None:
        """A note."""

    async def set(self, name: str, text: str) -> None:
        """Keep a note."""


class OutageStore(Protocol):
    """When no process ran: such times count for nobody."""

    async def list_after(self, moment: datetime) -> list[Span]:
        """Those that ended after a moment, in their order."""

    async def add(self, outage: Span) -> None:
        """Keep one."""

    async def forget_after(self, moment: datetime) -> None:
        """What comes after a moment has not been yet."""


class Store(Protocol):
    """Everything that is kept."""

    def now(self) -> datetime:
        """The time, the same for all programs that share the store."""

    @property
    def games(self) -> GameStore:
        """Tables."""

    @property
    def posts(self) -> PostStore:
        """What was told."""

    @property
    def leases(self) -> LeaseStore:
        """Who does what."""

    @property
    def people(self) -> PersonStore:
        """People and servers."""

    @property
    def notes(self) -> NoteStore:
        """Notes."""

    @property
    def outages(self) -> OutageStore:
        """When no process ran."""
