"""The rows that are stored for a table, and the change that one transaction makes to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple, Self, TypeAlias

import msgspec

from bot.games.clock.hours import Hours
from bot.games.clock.model import Pause, SeatClock, Vote
from bot.games.clock.pace import NO_PACE
from bot.games.orders.model import SeatOrder
from engine.actions import Action
from engine.events import Event
from engine.ids import EditionId, Seat
from engine.orders.data import MOST_TURNS

Maker: TypeAlias = Literal["person", "bot", "caretaker"]
"""Who made a move: the owner, a bot that owns the seat, or the bot that plays for an owner."""

Notify: TypeAlias = Literal["channel", "dm", "both", "quiet"]
TextLength: TypeAlias = Literal["short", "full"]
"""How a player is notified when it is their turn."""

Place: TypeAlias = Literal["here", "thread"]
"""Where a table is played: in the channel of its lobby, or in a thread of that channel."""

Consent: TypeAlias = Literal["asked", "agreed", "away"]
"""The owner's answer to a handover: not answered yet, agreed, or absent and therefore not asked."""

ENDED: Final = ("over", "cancelled")
"""The statuses of a table that is finished."""
TABLE: Final = -1
"""Stands for the table itself where a seat number is expected."""
EVERYONE: Final = 0
"""Stands for everyone who can read the table's channel where a user id is expected."""
ALSO: Final = "also"
"""The fact of a notice that names a second sentence about the same change."""
CARETAKER: Final = "caretaker"
"""The kind of bot that plays a seat until its owner comes back or another player takes it over."""
ANSWER_DEADLINE: Final = timedelta(hours=24)
"""How long people have to answer, for example whether they take a seat or play again."""


def format_time(time: datetime) -> str:
    """Return a time as the store saves it. The texts sort in the order of their times."""
    return time.isoformat(timespec="milliseconds")


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a table apart from its edition, as its opener chose them."""

    seats: int | None = None
    """The number of seats, or None for as many as the edition allows."""
    when_full: bool = False
    """Whether the game starts automatically once all seats are taken."""
    invited: tuple[int, ...] = ()
    """The players of the previous game, who are invited to join. Seats are reserved for them."""
    declined: tuple[int, ...] = ()
    """The invited users who do not want to play this time."""
    place: Place = "here"
    """Where the table is played. It is *here* also if no thread could be created."""
    pace: str = NO_PACE
    """The name of the pace, which limits how long each turn may take."""
    usual_pace: bool = False
    """Whether the pace is a default that the opener did not choose.

    A person who plays only with bots then has no time limit.
    """
    vacation: bool = True
    """Whether the clocks of players on vacation stop."""
    orders: int = MOST_TURNS
    """How many turns a standing order plays before its owner checks in. 0 turns orders off."""
    soon: bool = False
    """Whether the game starts some minutes after all seats are taken."""
    starts_at: str = ""
    """When the game starts because all seats are taken. It is empty while a seat is free."""


class Usual(NamedTuple):
    """The settings of new tables on a server, unless their opener chooses others.

    A setting is None if no moderator has set it.
    """

    pace: str | None = None
    vacation: bool | None = None


class Who(NamedTuple):
    """A user's id and display name."""

    id: int
    name: str


Mark: TypeAlias = tuple[int, int, str]
"""Identifies a state of a table's row: its changes, its version, and the time of the last update.

The two numbers alone are not enough. They repeat in a database that was set back, for example by a
replica that took over before it had received everything.
"""
UNREAD: Final[Mark] = (-1, 0, "")
"""The mark of a table that was not read yet."""


class GameRow(msgspec.Struct, frozen=True):
    """A table, without its log."""

    id: str
    edition: EditionId
    status: str
    guild_id: int
    channel_id: int
    opener_id: int
    locale: str
    options: str
    seed: bytes
    commitment: str
    version: int
    """The number of events in its log."""
    changes: int
    """The number of changes that people have to be notified of."""
    announced: int
    """The number of the last change that people were notified of."""
    created_at: str
    updated_at: str
    spoken: int = 0
    """How often its seats and words were set.

    The word that was set last has the same number, unless a seat was given up since.
    """
    restored: int = 0
    """When restoring a backup set the table back, in milliseconds. 0 means never."""
    started_at: str = ""
    parent_id: int = 0
    """The channel of its lobby if the game is played in a thread of that channel, otherwise 0."""
    brought: int = 0
    """When a player last had the board posted again, in milliseconds. 0 means never."""
    cancel_vote: str = ""
    """The open vote to cancel its game, as JSON. It is empty if no vote is open."""

    @property
    def mark(self) -> Mark:
        """The mark that identifies this state of the row."""
        return self.changes, self.version, self.updated_at

    @property
    def is_begun(self) -> bool:
        """Whether there is a game to show: one in progress or one that is over."""
        return self.status in ("playing", "over")

    @property
    def facts(self) -> dict[str, object]:
        """The fields that identify the table in a log line."""
        return {"game": self.id, "guild": self.guild_id, "edition": self.edition}

    def __repr__(self) -> str:
        return f"GameRow({self.id}, {self.edition}, {self.status}, version {self.version})"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and who plays it: a person, a bot, or a bot in place of a person."""

    seat: Seat
    user_id: int | None
    """The person who owns the seat, or None if a bot owns it or its owner gave it up."""
    name: str
    bot: str | None
    """The kind of bot that plays the seat now, or None if its owner plays."""
    word: str
    """The word that the seat adds to the random seed of the game."""
    spoken: int = 0
    """The value of the table's counter `spoken` when the word was set."""
    owners: int = 1
    """How many owners the seat has had."""
    offered_by: str = ""
    """The moderator who offered this free seat. It is empty if its owner gave it up."""
    kept_since: str = ""
    """For an offered seat, when the caretaker had taken it over."""

    @property
    def maker(self) -> Maker:
        """The maker of the seat's moves."""
        if self.bot is None:
            return "person"
        return "caretaker" if self.user_id or self.is_free else "bot"

    @property
    def is_free(self) -> bool:
        """Whether the seat has no owner and another player may take it."""
        return self.user_id is None and self.bot == CARETAKER


@dataclass(frozen=True, slots=True)
class Occupant:
    """An owner of a seat, and the version of the game from which they owned it."""

    seat: Seat
    since: int
    user_id: int | None
    name: str
    at: str = ""
    """When they got the seat. It is empty if that was before this time was stored."""


@dataclass(frozen=True, slots=True)
class Due:
    """A job at a table that needs no person."""

    seat: int
    """The seat that the job concerns, or `TABLE` for the table itself."""
    kind: str
    """What the job does. `JobRunner` has a function for each kind."""
    due_at: str
    turn: int
    """The turn that the job belongs to. The job is void once that turn is over."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player's request to the others to undo a move."""

    seat: Seat
    version: int
    """The version of the game that the request is about. At any other version it is void."""
    agreed: frozenset[int] = frozenset()
    """The users who agree."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A moderator's request to give a seat to a newcomer. The newcomer and the owner are asked."""

    seat: Seat
    user_id: int | None
    """The newcomer, or None for a bot."""
    name: str
    by_id: int
    """The moderator."""
    by_name: str
    at: str
    accepted: bool = False
    """Whether the newcomer has accepted the seat."""
    owner: Consent = "asked"
    has_left: bool = False
    """Whether the owner had left the server when the moderator made the request."""

    @property
    def until(self) -> datetime:
        """The moment at which the request lapses."""
        return datetime.fromisoformat(self.at) + ANSWER_DEADLINE


@dataclass(frozen=True, slots=True)
class Vacation:
    """A period in which the clocks of a user are stopped."""

    user_id: int
    start: str
    until: str

    @property
    def span(self) -> tuple[datetime, datetime]:
        """The start and the end."""
        return datetime.fromisoformat(self.start), datetime.fromisoformat(self.until)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that is sent once: the key of a sentence and the values that fill it."""

    key: str
    facts: dict[str, str | int]
    """The values. `ALSO` is the key of a second sentence: each user gets one notice per change."""
    user_id: int = EVERYONE
    """The user who gets a direct message. With `EVERYONE` the notice is posted in the channel."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action and who made it."""

    action: Action
    maker: Maker = "person"
    user_id: int | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What one transaction writes for a table. Everything that is not named stays unchanged."""

    status: str | None = None
    events: Sequence[Event] = ()
    move: Move | None = None
    """The move that led to the events."""
    seats: Sequence[SeatRow] | None = None
    """All seats of the table after the change."""
    occupants: Sequence[SeatRow] = ()
    """The seats that get another owner. At the start of a game, these are all seats."""
    spoken: int | None = None
    due: Sequence[Due] | None = None
    """All jobs of the table after the change."""
    asks: UndoRequest | Handover | None = None
    """A new question to people. It replaces the previous question of its kind."""
    answers: Sequence[UndoRequest | Handover] = ()
    """The questions that are closed."""
    bars: tuple[Seat, int] | None = None
    """A seat, and a user who can never have it."""
    options: Options | None = None
    thread_id: int | None = None
    """The thread of the table's channel to which the table moves."""
    brought: int | None = None
    """When a player had the board posted again, in milliseconds."""
    clocks: Sequence[SeatClock] = ()
    """The clocks that change, in their new state."""
    orders: Sequence[SeatOrder] = ()
    """The standing orders that change, in their new state."""
    pause: Pause | None = None
    cancel_vote: Vote | None = None
    """The vote to cancel the game, in its new state."""
    vacation: Vacation | None = None
    """A vacation that starts, or whose end changes."""
    counted: Sequence[tuple[int, bool]] = ()
    """The users whose turn is final, and whether they played it in time."""
    lines: Sequence[Notice] = ()
    """The notices to send. Each user gets at most one notice per change."""


TELLING: Final = "tell"
"""The kind of lease for publishing the state of a table."""
DOING: Final = "due"
"""The kind of lease for running the jobs of a table."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of this process to be the only one that does a kind of work at a table."""

    game: str
    kind: str
    token: str
    """Distinguishes this lease from a later one on the same work."""


@dataclass(frozen=True, slots=True)
class PostRow:
    """A long-lived message and the version it shows."""

    channel_id: int
    message_id: int
    version: int
    occasion: str
    """Why it was posted. For another occasion a new message is posted."""
    pictures: str = ""
    """A digest of the pictures in the message."""
    first: int = 0
    """The version at which it was posted."""
    turn: int = 0
    """The turn in which it was posted."""
    screen: str = ""
    """A digest of its content, or empty if the content is unknown."""
    time_said: str = ""
    """A digest of what the message says about the time of its reader."""

    def link(self, guild_id: int) -> str:
        """Return the URL of the message."""
        return f"https://discord.com/channels/{guild_id}/{self.channel_id}/{self.message_id}"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """The settings and statistics of a user."""

    locale: str | None = None
    """The language that the user chose in the bot's settings."""
    client_locale: str | None = None
    """The language of the user's Discord client when it was last seen."""
    dm_channel_id: int | None = None
    """The channel for direct messages, or None if Discord has to be asked for it."""
    notify: Notify = "channel"
    """How the user wants to be notified when it is their turn."""
    zone: str | None = None
    """The user's time zone, or None if they never chose one. Then they have no quiet hours."""
    quiet_from: int = 0
    quiet_to: int = 0
    weekends: int = 1
    muted_until: str = ""
    """The moment until which the user wants no reminders."""
    turns: int = 0
    """How many turns with a deadline the user has had."""
    in_time: int = 0
    """How many of those turns the user played in time."""
    hours_asked: str = ""
    """The table on whose hand card the user was asked for their hours, or empty if never."""
    texts: TextLength = "short"
    """Whether messages to the user repeat in words what their pictures show."""

    @property
    def hours(self) -> Hours | None:
        """The user's hours, or None if they are always awake."""
        if self.zone is None:
            return None
        return Hours(self.zone, self.quiet_from, self.quiet_to, bool(self.weekends))

    @property
    def reads_full_text(self) -> bool:
        """Whether messages to the user repeat in words what their pictures show."""
        return self.texts == "full"

    @property
    def called_in_channel(self) -> bool:
        """Whether a mention in the channel notifies the user."""
        return self.notify in ("channel", "both")

    @property
    def called_by_message(self) -> bool:
        """Whether a direct message notifies the user."""
        return self.notify in ("dm", "both")


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Everything that is stored for a game, as of one moment."""

    log: Sequence[Event]
    """All events, or only the later ones if the caller knows the earlier events."""
    seats: Sequence[SeatRow]
    occupants: Sequence[Occupant]
    helped: Mapping[int, Seat]
    """The versions of the events that a caretaker's moves led to, with the seat it played."""
    due: Sequence[Due]
    undo_request: UndoRequest | None
    handovers: Sequence[Handover]
    clocks: Mapping[Seat, SeatClock]
    pause: Pause
    orders: Mapping[Seat, SeatOrder]


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """The owners that the seats of a table have had, and the events of a caretaker's moves."""

    occupants: tuple[Occupant, ...] = ()
    """The owners in the order in which they came."""
    helped: Mapping[int, Seat] = field(default_factory=dict)
    """The versions that a caretaker's moves led to, each with the seat that it played."""

    @classmethod
    def from_log(
        cls,
        occupants: Iterable[Occupant],
        made: Mapping[int, Seat],
        log: Sequence[Event],
        after: int = 0,
    ) -> Self:
        """Build the history of a table from its occupants and its log.

        *made* maps the versions that caretakers' moves led to to the seats they played. The log
        starts *after* this version.
        """
        helped = {
            version: seat
            for version, seat in made.items()
            if getattr(log[version - 1 - after], "seat", None) == seat
        }
        return cls(tuple(occupants), helped)

    @classmethod
    def for_new_game(cls, seats: Iterable[SeatRow]) -> Self:
        """Return the history of a game that starts with these seats."""
        return cls(tuple(Occupant(row.seat, 0, row.user_id, row.name) for row in seats))

    def with_move(self, move: Move | None, events: Sequence[Event], version: int) -> Self:
        """Return a copy with a move that led to these events, the last of which is *version*."""
        if move is None or move.maker != "caretaker":
            return self
        seat = move.action.seat
        own = {
            number: seat
            for number, event in enumerate(events, version + 1 - len(events))
            if getattr(event, "seat", None) == seat
        }
        return replace(self, helped={**self.helped, **own})

    def names(self, version: int) -> dict[Seat, str]:
        """Return the names of the owners at the time of the event with this version."""
        return {one.seat: one.name for one in self.occupants if one.since < version}
