"""What is kept of a table, row by row, and what one change does to it."""

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
"""Who made a move: the owner of the seat, a bot whose seat it is, or who plays for an owner."""

Notify: TypeAlias = Literal["channel", "dm", "both", "quiet"]
"""The ways to be called on one's turn."""

Place: TypeAlias = Literal["here", "thread"]
"""Where a table is played: where its lobby stands, or in a thread of its own below it."""

Consent: TypeAlias = Literal["asked", "agreed", "away"]
"""What the owner of a seat says to its going: not yet anything, yes, or nobody need be asked."""

ENDED: Final = ("over", "cancelled")
"""What becomes of a table in the end."""
TABLE: Final = -1
"""In place of a seat: the table itself."""
EVERYONE: Final = 0
"""In place of a user: all who can read the table's channel."""
ALSO: Final = "also"
"""The fact of a line that names a second sentence of the same change."""
CARETAKER: Final = "caretaker"
"""The kind of bot that plays a seat until its owner comes back or somebody takes it over."""
ANSWER_DEADLINE: Final = timedelta(hours=24)
"""So long people have to answer: whether they take a seat, whether they play again."""


def format_time(time: datetime) -> str:
    """A time as it is kept: such texts are in the order of their times."""
    return time.isoformat(timespec="milliseconds")


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the opener wished for a table, beyond its edition."""

    seats: int | None = None
    """How many seats it has; None: as many as the edition allows."""
    when_full: bool = False
    """Whether it starts by itself once all seats are taken."""
    invited: tuple[int, ...] = ()
    """The users who are asked to join: those of the game before. Seats are reserved for them."""
    declined: tuple[int, ...] = ()
    """Those of them who will not play this time."""
    place: Place = "here"
    """Where it is played; *here* also if no thread could be made."""
    pace: str = NO_PACE
    """How long each turn may take, by its name."""
    usual_pace: bool = False
    """Whether nobody named that pace: then who plays with bots alone has none."""
    vacation: bool = True
    """Whether clocks stand still for those who are on vacation."""
    orders: int = MOST_TURNS
    """How many turns an order plays without a look of its owner; 0: there are no orders."""


class Usual(NamedTuple):
    """What new tables of a server are like, unless their opener says otherwise."""

    pace: str | None = None
    """None: nobody has set it."""
    vacation: bool | None = None


class Who(NamedTuple):
    """A user and how they are called."""

    id: int
    name: str


Mark: TypeAlias = tuple[int, int, str]
"""What tells a row from the same at other times: changes, version, and when that was.

Numbers alone do not: in a database that was set back, as by a replica that had not heard everything
when it took over, they come a second time.
"""
UNREAD: Final[Mark] = (-1, 0, "")
"""That of a table that nobody has read."""


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
    """How many events its log has."""
    changes: int
    """How often anything about it changed that people are to be told."""
    announced: int
    """Up to which change they have been told."""
    created_at: str
    updated_at: str
    spoken: int = 0
    """How often its seats and words were set: the last word that was set has this number too,
    unless a seat was given up since."""
    restored: int = 0
    """When it was set back by restoring a backup, in milliseconds; 0: never."""
    started_at: str = ""
    """When its game began."""
    parent_id: int = 0
    """The channel of its lobby, if it is played in a thread of that; 0: it is not."""
    brought: int = 0
    """When its board was last posted anew because somebody wished it, in milliseconds; 0: never."""
    cancel_vote: str = ""
    """The open vote to cancel its game, as JSON; empty if no vote is open."""

    @property
    def mark(self) -> Mark:
        """What tells it from the same row at other times."""
        return self.changes, self.version, self.updated_at

    @property
    def is_begun(self) -> bool:
        """Whether there is a game to look at: one that is played, or one that is over."""
        return self.status in ("playing", "over")

    @property
    def facts(self) -> dict[str, object]:
        """What a log line says of it."""
        return {"game": self.id, "guild": self.guild_id, "edition": self.edition}

    def __repr__(self) -> str:
        return f"GameRow({self.id}, {self.edition}, {self.status}, version {self.version})"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: a person, a bot, or a person for whom a bot plays."""

    seat: Seat
    user_id: int | None
    """The person who owns it; None: it is a bot's, or was given up."""
    name: str
    bot: str | None
    """The kind of bot that plays here now; None: its owner does."""
    word: str
    """What it adds to the chance of the game."""
    spoken: int = 0
    """Where the table's counter stood when the word was set."""
    owners: int = 1
    """How many have owned it."""
    offered_by: str = ""
    """The moderator who offered this free seat; empty if its owner gave it up."""
    kept_since: str = ""
    """Since when the caretaker had kept the seat when it was offered."""

    @property
    def maker(self) -> Maker:
        """Who makes its moves."""
        if self.bot is None:
            return "person"
        return "caretaker" if self.user_id or self.is_free else "bot"

    @property
    def is_free(self) -> bool:
        """Whether its owner gave it up and somebody may take it."""
        return self.user_id is None and self.bot == CARETAKER


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has had a seat from a version of the game on."""

    seat: Seat
    since: int
    user_id: int | None
    name: str
    at: str = ""
    """When they got it; empty: before anybody kept that."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to be done at a table without a person."""

    seat: int
    """Whom it is about; `TABLE`: the table itself."""
    kind: str
    """What: the driver knows how."""
    due_at: str
    turn: int
    """The turn it belongs to; when that is over it is void."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player asks the others to let a step be taken back."""

    seat: Seat
    version: int
    """The version it is about; at another one it is void."""
    agreed: frozenset[int] = frozenset()
    """The users who agree."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A moderator would give a seat to somebody else: newcomer and owner are asked."""

    seat: Seat
    user_id: int | None
    """Who is to have it; None: a bot."""
    name: str
    by_id: int
    by_name: str
    """The moderator."""
    at: str
    accepted: bool = False
    """Whether the newcomer will have it."""
    owner: Consent = "asked"
    has_left: bool = False
    """Whether the owner had left the server when the moderator asked for this."""

    @property
    def until(self) -> datetime:
        """When it lapses."""
        return datetime.fromisoformat(self.at) + ANSWER_DEADLINE


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which somebody's clocks stand still."""

    user_id: int
    start: str
    until: str

    @property
    def span(self) -> tuple[datetime, datetime]:
        """From when until when."""
        return datetime.fromisoformat(self.start), datetime.fromisoformat(self.until)


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that people at a table are told, once: a sentence and what fills it."""

    key: str
    facts: dict[str, str | int]
    """With `ALSO`: the key of a second sentence, since each user gets one line per change."""
    user_id: int = EVERYONE
    """Who is told by direct message; `EVERYBODY` is, in the channel."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action and who made it."""

    action: Action
    maker: Maker = "person"
    user_id: int | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What one transaction does to a table; what is not named stays as it is."""

    status: str | None = None
    events: Sequence[Event] = ()
    move: Move | None = None
    """What led to the events."""
    seats: Sequence[SeatRow] | None = None
    """Who sits there from now on, and nobody else."""
    occupants: Sequence[SeatRow] = ()
    """Those of the seats that have another owner from now on; at the start, all."""
    spoken: int | None = None
    due: Sequence[Due] | None = None
    """All that is to be done there from now on."""
    asks: UndoRequest | Handover | None = None
    """What people are asked from now on, in place of a former question of the kind."""
    answers: Sequence[UndoRequest | Handover] = ()
    """What they are no longer asked."""
    bars: tuple[Seat, int] | None = None
    """A seat, and a user who can never have it."""
    options: Options | None = None
    thread_id: int | None = None
    """The thread of its channel in which it is played from now on."""
    brought: int | None = None
    """When its board is posted anew because somebody wishes it, in milliseconds."""
    clocks: Sequence[SeatClock] = ()
    """The clocks of seats that stand otherwise from now on."""
    orders: Sequence[SeatOrder] = ()
    """The orders of seats that stand otherwise from now on."""
    pause: Pause | None = None
    cancel_vote: Vote | None = None
    """The vote to cancel the game as it stands from now on."""
    vacation: Vacation | None = None
    """One that begins, or ends otherwise than was said."""
    counted: Sequence[tuple[int, bool]] = ()
    """Users whose turn is over for good, and whether they played it in time."""
    lines: Sequence[Notice] = ()
    """What people are told once; nobody is told two things of one change."""


TELLING: Final = "tell"
DOING: Final = "due"
"""The kinds of lease: on telling people of a table, and on what is due there without a person."""


@dataclass(frozen=True, slots=True)
class Lease:
    """What this program alone does at a table, for a while."""

    game: str
    kind: str
    token: str
    """By which it is known from a later one."""


@dataclass(frozen=True, slots=True)
class PostRow:
    """A long-lived message and the version it shows."""

    channel_id: int
    message_id: int
    version: int
    occasion: str
    """What it was posted for; on another occasion a new message is posted."""
    pictures: str = ""
    """Which pictures it shows."""
    first: int = 0
    """The version at which it was posted."""
    turn: int = 0
    """The turn in which it was posted."""
    screen: str = ""
    """What it says, in short; empty: nobody knows."""
    time_said: str = ""
    """What it says of its reader's own time, in short."""

    def link(self, guild_id: int) -> str:
        """The way to it."""
        return f"https://discord.com/channels/{guild_id}/{self.channel_id}/{self.message_id}"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """What we know of a user."""

    locale: str | None = None
    """The language that was chosen with us."""
    client_locale: str | None = None
    """That of the user's client, when it was last seen."""
    dm_channel_id: int | None = None
    """Where direct messages go; None: Discord has to be asked."""
    notify: Notify = "channel"
    """How they want to be called when it is their turn."""
    zone: str | None = None
    """Where they live; None: they never said, and have no quiet hours."""
    quiet_from: int = 0
    quiet_to: int = 0
    weekends: int = 1
    muted_until: str = ""
    """So long they want no reminders."""
    turns: int = 0
    """How many turns with a deadline they have had."""
    in_time: int = 0
    """How many of those they played in time."""
    hours_asked: str = ""
    """The table on whose hand card they were asked for their hours; empty: never."""

    @property
    def hours(self) -> Hours | None:
        """When they are awake; None: always."""
        if self.zone is None:
            return None
        return Hours(self.zone, self.quiet_from, self.quiet_to, bool(self.weekends))

    @property
    def called_in_channel(self) -> bool:
        """Whether a mention in the channel rings."""
        return self.notify in ("channel", "both")

    @property
    def called_by_message(self) -> bool:
        """Whether a direct message rings."""
        return self.notify in ("dm", "both")


@dataclass(frozen=True, slots=True)
class StoredGame:
    """What belongs to a game, as of one moment."""

    log: Sequence[Event]
    """What has happened; where the beginning is known, what has happened since."""
    seats: Sequence[SeatRow]
    occupants: Sequence[Occupant]
    helped: Mapping[int, Seat]
    """The versions of those events that moves of a caretaker led to, with the seat moved for."""
    due: Sequence[Due]
    undo_request: UndoRequest | None
    handovers: Sequence[Handover]
    clocks: Mapping[Seat, SeatClock]
    pause: Pause
    orders: Mapping[Seat, SeatOrder]


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """Those who have had the seats of a table, and the events that were a caretaker's."""

    occupants: tuple[Occupant, ...] = ()
    """In the order in which they came."""
    helped: Mapping[int, Seat] = field(default_factory=dict)
    """The versions that a caretaker's moves led to, each with the seat that was played."""

    @classmethod
    def from_log(
        cls,
        occupants: Iterable[Occupant],
        made: Mapping[int, Seat],
        log: Sequence[Event],
        after: int = 0,
    ) -> Self:
        """The past of a table whose caretakers *made* the events of these versions, by seat.

        The log begins *after* this version.
        """
        helped = {
            version: seat
            for version, seat in made.items()
            if getattr(log[version - 1 - after], "seat", None) == seat
        }
        return cls(tuple(occupants), helped)

    @classmethod
    def for_new_game(cls, seats: Iterable[SeatRow]) -> Self:
        """What there is of it when a game begins."""
        return cls(tuple(Occupant(row.seat, 0, row.user_id, row.name) for row in seats))

    def with_move(self, move: Move | None, events: Sequence[Event], version: int) -> Self:
        """The same once a move has led to these events, the last of which is *version*."""
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
        """Who had the seats when the event of this version happened."""
        return {one.seat: one.name for one in self.occupants if one.since < version}
