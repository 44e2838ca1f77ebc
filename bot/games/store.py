"""Protocols for the store and the clock.

`bot.storage` implements the store. The docstrings here are the contract of its methods.
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
    TextLength,
    UndoRequest,
    Usual,
    Vacation,
)
from engine.events import Event
from engine.ids import Seat


class Clock(Protocol):
    """A source of the current time."""

    def __call__(self) -> datetime:
        """Return the current time."""


class GameStore(Protocol):
    """Tables: their rows, seats, logs, jobs, questions, and the presses that changed them."""

    async def create(
        self, row: GameRow, seats: Sequence[SeatRow] = (), interaction_id: int | None = None
    ) -> None:
        """Save a new lobby and its first seats.

        Raises:
            ChannelTaken: The channel already has an open table.
            IdTaken: A table with that id exists.
            DuplicatePress: This press has opened a table before.
        """

    async def commit(
        self, row: GameRow, change: Change, at: str, interaction_id: int | None = None
    ) -> GameRow:
        """Write a change in one transaction and return the new row.

        Raises:
            ChannelTaken: The table was to move to a channel that has an open table.
            Conflict: The table has changed since *row* was read.
            DuplicatePress: This press was carried out before.
        """

    async def get(self, game_id: str) -> GameRow | None:
        """Return the row of a table, or None if there is no such table."""

    async def load_since(
        self, game_id: str, mark: Mark, version: int = 0
    ) -> tuple[GameRow, StoredGame | None] | None:
        """Return the row of a table, and everything stored for it if the row's mark is not *mark*.

        The log contains only the events after this *version*. Return None if there is no such
        table.

        Raises:
            CorruptLog: An event is missing or damaged.
        """

    async def seats(self, game_id: str) -> list[SeatRow]:
        """Return the seats of a table in their order."""

    async def occupants(self, game_id: str) -> list[Occupant]:
        """Return the owners that the seats of a table have had, and since when."""

    async def log(self, game_id: str, after: int = 0) -> list[Event]:
        """Return the events of a game that come *after* this version, in order.

        Raises:
            CorruptLog: An event is missing or damaged.
        """

    async def moves(self, game_id: str) -> list[Move]:
        """Return all moves of a game, in order."""

    async def last_moved(self, game_id: str, user_id: int) -> str | None:
        """Return when a user last moved at a table, or None if they never did."""

    async def undo_request(self, game_id: str) -> UndoRequest | None:
        """Return the stored undo request of a table, which may be void."""

    async def handovers(self, game_id: str) -> list[Handover]:
        """Return the open handovers of a table."""

    async def barred_users(self, game_id: str, seat: Seat) -> set[int]:
        """Return the users who may never have a seat.

        They are moderators who offered the seat, skipped a turn of it or replaced its owner.
        """

    async def pressed_game(self, interaction_id: int) -> str | None:
        """Return the id of the table that a press has changed, or None if it changed nothing."""

    async def forget_presses(self, before: str) -> None:
        """Delete the presses from before that time. Discord does not deliver them again."""

    async def due(self, game_id: str) -> list[Due]:
        """Return the jobs of a table."""

    async def due_by(self, time: str) -> list[str]:
        """Return the ids of the tables with a job that is due by that time."""

    async def next_due(self) -> str | None:
        """Return when the next job of any table is due, or None if there are no jobs."""

    async def forget_due(self, game_id: str, due: Due) -> None:
        """Delete a job that is void."""

    async def move_due(self, moved: Sequence[tuple[str, Due, str]]) -> None:
        """Reschedule jobs of tables. Jobs that have changed in the meantime are left alone."""

    async def make_due_now(self, kinds: Sequence[str], now: str) -> None:
        """Make all jobs of these kinds due at *now*."""

    async def clocks(self, game_id: str) -> dict[Seat, SeatClock]:
        """Return the clocks of a table by seat."""

    async def due_clocks(self, kind: str, time: str) -> list[tuple[str, Due, SeatClock]]:
        """Return the table, the job and the clock of all jobs of this kind that are due by then."""

    async def open_in(self, channel_id: int) -> GameRow | None:
        """Return the lobby or running game of a channel, or None if there is none."""

    async def latest_in(self, channel_id: int) -> GameRow | None:
        """Return the open table of a channel, or else the game that ended there last."""

    async def of_user(self, user_id: int) -> list[GameRow]:
        """Return the open tables where a user has a seat, the one waiting longest first."""

    async def of_guild(self, guild_id: int) -> list[GameRow]:
        """Return the open tables of a server, the one waiting longest first."""

    async def finished_games(self, guild_id: int, user_id: int, most: int) -> list[GameRow]:
        """Return at most *most* games that ended on a server or with a user, the latest first."""

    async def count_lobbies(self, opener_id: int) -> int:
        """Return how many lobbies of a user have not started yet."""

    async def lobbies_until(self, created: str) -> list[str]:
        """Return the ids of the lobbies that were opened by that time."""

    async def open_after(self, game_id: str, most: int) -> list[str]:
        """Return the ids of at most *most* open tables that come after this id, in their order."""

    async def count_by_status(self) -> dict[str, int]:
        """Return the number of tables by status."""

    async def open_guilds(self) -> list[int]:
        """Return the ids of the servers with open tables."""

    async def quiet_channels(self, since: str) -> list[int]:
        """Return the channels and threads of running games without a change since then."""

    async def open_in_left_guilds(self, left: str) -> list[str]:
        """Return the open tables of servers that the bot was removed from by that time."""

    async def restore_times(self) -> dict[str, int]:
        """Return the open tables that restoring a backup set back, and when, in milliseconds."""

    async def forget_cancelled(self, ended: str) -> int:
        """Delete the tables that were canceled by that time and return their number."""


class PostStore(Protocol):
    """Posts, notices, and the tables whose changes people have not been notified of yet."""

    async def pending_tables(self, by: str | None = None) -> list[str]:
        """Return the ids of the tables that are still to be published.

        With *by*, return only the tables that have waited since that time and that no process is
        publishing now.
        """

    async def oldest_pending(self, by: str) -> str | None:
        """Return since when the longest waiting table waits to be published.

        Tables that have to wait until after *by* do not count. Return None if no table waits.
        """

    async def by_kind(self, game_id: str) -> dict[str, PostRow]:
        """Return the posts of a table by kind."""

    async def save(
        self,
        game_id: str,
        posts: Mapping[str, PostRow],
        lease: Lease | None = None,
        gone: Sequence[str] = (),
    ) -> None:
        """Save posts, each in place of the previous one of its kind, and delete the kinds *gone*.

        Raises:
            LeaseLost: Another process is publishing this table by now.
        """

    async def schedule_rewrite(self, game_id: str, at: str) -> None:
        """Mark the content of a table's posts as unknown, and publish the table again from *at*."""

    async def schedule_updates(self, ids: Sequence[str], at: str) -> None:
        """Publish tables again from that time on, although nothing has changed there."""

    async def forget_contents(self, game_id: str) -> None:
        """Mark as unknown what a table's posts show and whether they exist."""

    async def record_edit(
        self, game_id: str, message_id: int, version: int, time_said: str
    ) -> None:
        """Record that a press has updated a post to this version and this time of its reader.

        A post that was deleted stays deleted.
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
        """Record that all changes up to this one were published.

        Save *posts* and delete the kinds *gone*. If *later* is given, a part is not published yet.
        It waits until that time, unless there is another change before.

        Raises:
            LeaseLost: Another process is publishing this table by now.
        """

    async def lines(self, game_id: str) -> list[tuple[int, Notice]]:
        """Return the unsent notices of a table in order, each with its number."""

    async def forget_line(self, game_id: str, n: int, user_id: int) -> None:
        """Delete a notice that was sent."""


class LeaseStore(Protocol):
    """Leases, which divide the work between processes that share a store."""

    @property
    def shared(self) -> bool:
        """Whether other processes may use the store."""

    async def is_leader(self) -> bool:
        """Return whether this process does the work that only one process may do.

        Callers ask before each round of such work, because another process takes over when this
        one ends.
        """

    def lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Return a context in which no other process does the same work. Later processes wait."""

    async def claim(self, game_id: str, kind: str) -> Lease | None:
        """Claim a kind of work at a table for a while, or return None if another process has it."""

    async def release(self, lease: Lease) -> None:
        """Release a lease when the work is done or left to other processes."""


class PersonStore(Protocol):
    """Settings of people and servers, and the servers that the bot was removed from."""

    async def get(self, user_id: int) -> PersonRow:
        """Return the settings of a user, or the defaults if none are stored."""

    async def set_locale(self, user_id: int, locale: str | None) -> None:
        """Save the language that a user chose, or None for the language of their client."""

    async def set_notify(self, user_id: int, notify: Notify) -> None:
        """Save how a user wants to be notified."""

    async def set_texts(self, user_id: int, texts: TextLength) -> None:
        """Save how long the messages to a user are."""

    async def set_hours(self, user_id: int, hours: Hours | None) -> None:
        """Save when a user is awake, or None for always."""

    async def set_hours_asked(self, user_id: int, game: str) -> None:
        """Save the table at which a user was asked for their hours. Each user is asked once."""

    async def mute(self, user_id: int, until: str) -> None:
        """Save until when a user wants no reminders."""

    async def vacations(self, user_id: int, after: str) -> list[Vacation]:
        """Return the vacations of a user that end after that time, in their order."""

    async def save_vacation(self, vacation: Vacation) -> None:
        """Save a vacation that starts, or whose end changes."""

    async def set_client_locale(self, user_id: int, locale: str) -> None:
        """Save the language of a user's Discord client."""

    async def set_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        """Save the channel of a user's direct messages, or None if Discord must be asked again."""

    async def guild_locale(self, guild_id: int) -> str | None:
        """Return the language that was chosen for a server, or None if none was chosen."""

    async def set_guild_locale(self, guild_id: int, locale: str | None) -> None:
        """Save the language of a server, or None for the language that Discord reports."""

    async def usual(self, guild_id: int) -> Usual:
        """Return the default settings of new tables on a server."""

    async def set_usual(self, guild_id: int, usual: Usual) -> None:
        """Save the default settings of new tables on a server."""

    async def open_channels(self, guild_id: int) -> tuple[int, ...]:
        """Return the channels of a server in which every member may open a table."""

    async def set_open_channels(self, guild_id: int, channels: Sequence[int]) -> None:
        """Set the channels of a server in which every member may open a table."""

    async def left_at(self, guild_id: int) -> str | None:
        """Return when the bot was removed from a server, or None if that is not known."""

    async def set_left(self, guild_id: int, at: str | None) -> None:
        """Save when the bot was removed from a server, or None if it is on that server again."""


class NoteStore(Protocol):
    """Small texts that the program saves for itself, e.g. the hash of its registered commands."""

    async def get(self, name: str) -> str | None:
        """Return a note, or None if there is none."""

    async def set(self, name: str, text: str) -> None:
        """Save a note in place of the previous one."""


class OutageStore(Protocol):
    """Periods in which no process ran. They count for no player's clock."""

    async def list_after(self, moment: datetime) -> list[Span]:
        """Return the outages that ended after a moment, in their order."""

    async def add(self, outage: Span) -> None:
        """Save an outage."""

    async def forget_after(self, moment: datetime) -> None:
        """Delete the outages, or parts of them, after a moment.

        The clock was set back, so that time is in the future again.
        """


class Store(Protocol):
    """Everything that is stored."""

    def now(self) -> datetime:
        """Return the time, which is the same for all processes that share the store."""

    @property
    def games(self) -> GameStore:
        """The tables."""

    @property
    def posts(self) -> PostStore:
        """The posts and notices."""

    @property
    def leases(self) -> LeaseStore:
        """The leases."""

    @property
    def people(self) -> PersonStore:
        """The settings of people and servers."""

    @property
    def notes(self) -> NoteStore:
        """The notes."""

    @property
    def outages(self) -> OutageStore:
        """The periods in which no process ran."""
