"""What each person is shown: a stream a page can follow, and a record a test can search."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple, TypeAlias

from sandbox.clock import Clock
from sandbox.condition import Watched
from sandbox.json_codec import Json, strings
from sandbox.world.state import Message

Kind: TypeAlias = Literal[
    "message",  # a message appeared, or became visible
    "edit",
    "gone",  # a message disappeared
    "pinged",  # a message that alerts this person
    "modal",
    "choices",  # autocomplete
    "failed",  # an interaction got no answer in time
    "typing",
    "channel",  # a channel or thread appeared or changed
    "channel_gone",
    "commands",  # the list of slash commands changed
]


class Sight(NamedTuple):
    """One thing that a person's client was told, with everything that could be read from it."""

    at: float
    kind: Kind
    channel_id: int | None = None
    message: Message | None = None
    """The message as it was then."""
    data: Json | None = None
    """A modal, choices, a channel, and what else is no message."""
    files: tuple[bytes, ...] = ()
    """The bytes of the message's attachments."""

    def texts(self) -> Iterator[str]:
        """Every string in it, also those that only a modified client would show."""
        if self.message is not None:
            yield self.message.content
            yield from strings(self.message.embeds)
            yield from strings(self.message.components)
            if self.message.nonce is not None:
                yield self.message.nonce
            for each in self.message.attachments:
                yield from (s for s in (each.filename, each.description, each.title) if s)
        yield from strings(self.data)

    def holds(self, needle: str | bytes) -> bool:
        """Whether the text stands in any string of it, or in the bytes of a file."""
        if isinstance(needle, bytes):
            return any(needle in content for content in self.files)
        if any(needle in text for text in self.texts()):
            return True
        return any(needle.encode() in content for content in self.files)


class Shown(Watched):
    """Everything one person was ever shown. `"secret" in person.shown` is the question to ask."""

    def __init__(self, user_id: int, *, remember: bool) -> None:
        super().__init__()
        self.user_id = user_id
        self.sights: list[Sight] = []
        self._remember = remember
        self._followers: set[asyncio.Queue[Sight]] = set()

    def add(self, sight: Sight) -> None:
        """Show something."""
        if self._remember:
            self.sights.append(sight)
        for queue in self._followers:
            queue.put_nowait(sight)
        self._stir()

    def __contains__(self, needle: str | bytes) -> bool:
        return any(sight.holds(needle) for sight in self.sights)

    def where(self, needle: str | bytes) -> list[Sight]:
        """The sights in which it stands: what to look at when secrecy has failed."""
        return [sight for sight in self.sights if sight.holds(needle)]

    def texts(self) -> Iterator[str]:
        """Every string ever shown."""
        for sight in self.sights:
            yield from sight.texts()

    def files(self) -> Iterator[bytes]:
        """The bytes of every file ever shown."""
        for sight in self.sights:
            yield from sight.files

    def pings(self) -> list[Message]:
        """The messages that alerted this person."""
        return [s.message for s in self.sights if s.kind == "pinged" and s.message is not None]

    async def follow(self) -> AsyncIterator[Sight]:
        """What is shown from now on, as it comes."""
        with self.queue() as queue:
            while True:
                yield await queue.get()

    @contextmanager
    def queue(self) -> Iterator[asyncio.Queue[Sight]]:
        """What is shown from this line on: for a page, which must miss nothing while it looks."""
        queue: asyncio.Queue[Sight] = asyncio.Queue()
        self._followers.add(queue)
        try:
            yield queue
        finally:
            self._followers.discard(queue)


class Feeds:
    """The streams of all people."""

    def __init__(self, clock: Clock, *, remember: bool) -> None:
        self._clock = clock
        self._remember = remember
        self._feeds: dict[int, Shown] = {}

    def of(self, user_id: int) -> Shown:
        """One person's stream."""
        found = self._feeds.get(user_id)
        if found is None:
            found = self._feeds[user_id] = Shown(user_id, remember=self._remember)
        return found

    def show(
        self,
        people: tuple[int, ...],
        kind: Kind,
        *,
        channel_id: int | None = None,
        message: Message | None = None,
        data: Json | None = None,
        files: tuple[bytes, ...] = (),
    ) -> None:
        """Show the same thing to several people."""
        sight = Sight(self._clock.now(), kind, channel_id, message, data, files)
        for person in people:
            self.of(person).add(sight)
