"""What each person is shown: a stream a page can follow, and a record a test can search."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple, TypeAlias

from sandbox.clock import Clock
from sandbox.condition import Observable
from sandbox.json_codec import Json, iter_strings
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


class FeedEvent(NamedTuple):
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
            yield from iter_strings(self.message.embeds)
            yield from iter_strings(self.message.components)
            if self.message.nonce is not None:
                yield self.message.nonce
            for each in self.message.attachments:
                yield from (s for s in (each.filename, each.description, each.title) if s)
        yield from iter_strings(self.data)

    def contains(self, needle: str | bytes) -> bool:
        """Whether the text stands in any string of it, or in the bytes of a file."""
        if isinstance(needle, bytes):
            return any(needle in content for content in self.files)
        if any(needle in text for text in self.texts()):
            return True
        return any(needle.encode() in content for content in self.files)


class Feed(Observable):
    """Everything one person was ever shown. `"secret" in person.shown` is the question to ask."""

    def __init__(self, user_id: int, *, remember: bool) -> None:
        super().__init__()
        self.user_id = user_id
        self.events: list[FeedEvent] = []
        self._remember = remember
        self._followers: set[asyncio.Queue[FeedEvent]] = set()

    def add(self, event: FeedEvent) -> None:
        """Show something."""
        if self._remember:
            self.events.append(event)
        for queue in self._followers:
            queue.put_nowait(event)
        self._notify()

    def __contains__(self, needle: str | bytes) -> bool:
        return any(event.contains(needle) for event in self.events)

    def where(self, needle: str | bytes) -> list[FeedEvent]:
        """The sights in which it stands: what to look at when secrecy has failed."""
        return [event for event in self.events if event.contains(needle)]

    def texts(self) -> Iterator[str]:
        """Every string ever shown."""
        for event in self.events:
            yield from event.texts()

    def files(self) -> Iterator[bytes]:
        """The bytes of every file ever shown."""
        for event in self.events:
            yield from event.files

    def pings(self) -> list[Message]:
        """The messages that alerted this person."""
        return [s.message for s in self.events if s.kind == "pinged" and s.message is not None]

    async def follow(self) -> AsyncIterator[FeedEvent]:
        """What is shown from now on, as it comes."""
        with self.queue() as queue:
            while True:
                yield await queue.get()

    @contextmanager
    def queue(self) -> Iterator[asyncio.Queue[FeedEvent]]:
        """What is shown from this line on: for a page, which must miss nothing while it looks."""
        queue: asyncio.Queue[FeedEvent] = asyncio.Queue()
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
        self._feeds: dict[int, Feed] = {}

    def for_user(self, user_id: int) -> Feed:
        """One person's stream."""
        found = self._feeds.get(user_id)
        if found is None:
            found = self._feeds[user_id] = Feed(user_id, remember=self._remember)
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
        event = FeedEvent(self._clock.now(), kind, channel_id, message, data, files)
        for person in people:
            self.for_user(person).add(event)
