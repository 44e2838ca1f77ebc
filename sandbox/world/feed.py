"""The feed of each person: a stream for the page, and a record that tests can search."""

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
    "message",  # A message appeared, or became visible.
    "edit",
    "gone",  # A message disappeared.
    "pinged",  # A message alerts this person.
    "modal",
    "choices",  # The bot answered an autocomplete.
    "failed",  # An interaction got no answer in time.
    "typing",
    "channel",  # A channel or thread appeared or changed.
    "channel_gone",
    "commands",  # The list of slash commands changed.
]


class FeedEvent(NamedTuple):
    """An event that a person's client received, with everything that could be read from it."""

    at: float
    kind: Kind
    channel_id: int | None = None
    message: Message | None = None
    """The message at that time."""
    data: Json | None = None
    """The data of a modal, choices, a channel or anything else that is not a message."""
    files: tuple[bytes, ...] = ()
    """The contents of the message's attachments."""

    def texts(self) -> Iterator[str]:
        """Yield every string in the event, even those that only a modified client would show."""
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
        """Return whether a text is in any string of the event, or in the bytes of a file."""
        if isinstance(needle, bytes):
            return any(needle in content for content in self.files)
        if any(needle in text for text in self.texts()):
            return True
        return any(needle.encode() in content for content in self.files)


class Feed(Observable):
    """Everything that one person was shown. Tests ask `"secret" in person.shown`."""

    def __init__(self, user_id: int, *, remember: bool) -> None:
        super().__init__()
        self.user_id = user_id
        self.events: list[FeedEvent] = []
        self._remember = remember
        self._followers: set[asyncio.Queue[FeedEvent]] = set()

    def add(self, event: FeedEvent) -> None:
        """Add an event, and send it to all followers."""
        if self._remember:
            self.events.append(event)
        for queue in self._followers:
            queue.put_nowait(event)
        self._notify()

    def __contains__(self, needle: str | bytes) -> bool:
        return any(event.contains(needle) for event in self.events)

    def where(self, needle: str | bytes) -> list[FeedEvent]:
        """Return the events that contain a text, to find out where secrecy has failed."""
        return [event for event in self.events if event.contains(needle)]

    def texts(self) -> Iterator[str]:
        """Yield every string that was shown."""
        for event in self.events:
            yield from event.texts()

    def files(self) -> Iterator[bytes]:
        """Yield the contents of every file that was shown."""
        for event in self.events:
            yield from event.files

    def pings(self) -> list[Message]:
        """Return the messages that alerted this person."""
        return [s.message for s in self.events if s.kind == "pinged" and s.message is not None]

    async def follow(self) -> AsyncIterator[FeedEvent]:
        """Yield events from now on, as they happen."""
        with self.queue() as queue:
            while True:
                yield await queue.get()

    @contextmanager
    def queue(self) -> Iterator[asyncio.Queue[FeedEvent]]:
        """Return a queue of the events from this moment on, so that a page misses none."""
        queue: asyncio.Queue[FeedEvent] = asyncio.Queue()
        self._followers.add(queue)
        try:
            yield queue
        finally:
            self._followers.discard(queue)


class Feeds:
    """The feeds of all people."""

    def __init__(self, clock: Clock, *, remember: bool) -> None:
        self._clock = clock
        self._remember = remember
        self._feeds: dict[int, Feed] = {}

    def for_user(self, user_id: int) -> Feed:
        """Return the feed of one person."""
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
        """Add the same event to the feeds of several people."""
        event = FeedEvent(self._clock.now(), kind, channel_id, message, data, files)
        for person in people:
            self.for_user(person).add(event)
