"""What the store holds, row by row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec

from engine.ids import EditionId, Seat


def stamp(time: datetime) -> str:
    """A time as it is kept: such texts are in the order of their times."""
    return time.isoformat(timespec="milliseconds")


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the opener wished for a table, beyond its edition."""

    seats: int | None = None
    """How many seats it has; None: as many as the edition allows."""
    when_full: bool = False
    """Whether it starts by itself once all seats are taken."""
    invited: tuple[int, ...] = ()
    """The users who are asked to join: those of the game before."""


@dataclass(frozen=True, slots=True)
class GameRow:
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
    machine_due: bool
    created_at: str
    updated_at: str
    spoken: int = 0
    """How often its seats and words were set: the last word that was set has this number too,
    unless a seat was given up since."""
    restored: int = 0
    """When it was set back by restoring a backup, in milliseconds; 0: never."""
    started_at: str = ""
    """When its game began."""

    @property
    def facts(self) -> dict[str, object]:
        """What a log line says of it."""
        return {"game": self.id, "guild": self.guild_id, "edition": self.edition}

    def __repr__(self) -> str:
        return f"GameRow({self.id}, {self.edition}, {self.status}, version {self.version})"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: a person, or a machine by the name of its kind."""

    seat: Seat
    user_id: int | None
    name: str
    machine: str | None
    word: str
    """What it adds to the chance of the game."""
    spoken: int = 0
    """Where the table's counter stood when the word was set."""
    owners: int = 1
    """How many have owned it."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """A player asks the others to let a step be taken back."""

    seat: Seat
    version: int
    """The version it is about; at another one it is void."""
    agreed: frozenset[int] = frozenset()
    """The users who agree."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A moderator would give a seat to somebody else, and asks its owner."""

    seat: Seat
    user_id: int
    """Who is to have it."""
    name: str
    by_id: int
    by_name: str
    """The moderator."""
    at: str


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that everybody at a table is told, once: a sentence and what fills it."""

    key: str
    facts: dict[str, str | int]


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

    def link(self, guild_id: int) -> str:
        """The way to it."""
        return f"https://discord.com/channels/{guild_id}/{self.channel_id}/{self.message_id}"
