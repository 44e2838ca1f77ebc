"""One run of updates for a table: its state and its messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from bot.games.errors import LeaseLost
from bot.games.lobby import Lobby
from bot.games.model import GameRow, Lease, PersonRow, PostRow, format_time
from bot.games.store import PostStore, Store
from bot.games.table import GameSnapshot
from bot.outbox.delays import PublishDelays
from bot.text.words import Words

CLOSED_RETRY_PERIOD: Final = timedelta(days=1)
"""How long after a table's last change the bot retries a closed channel.

Later, the bot retries only after a change, a press in the channel or `/game check`.
"""
NO_POST: Final = PostRow(0, 0, 0, "")
"""Stands for a message that does not exist."""


class TablePosts:
    """The long-lived messages of one table, read once.

    A posted message is saved at once, so that it is not posted again. Edits are saved at the end of
    a run, because an edit can be repeated.
    """

    def __init__(
        self, store: PostStore, game: str, known: dict[str, PostRow], lease: Lease | None = None
    ) -> None:
        self._store = store
        self._game = game
        self._known = known
        self._lease = lease
        self._edited: dict[str, PostRow] = {}
        self._forgotten: list[str] = []

    def get(self, kind: str) -> PostRow:
        """Return the message of a kind, or `NO_POST` if there is none."""
        return self._known.get(kind, NO_POST)

    def all(self) -> dict[str, PostRow]:
        """Return a copy of all messages by kind."""
        return dict(self._known)

    def is_live(self, post: PostRow) -> bool:
        """Return whether a message is listed under a kind that is not retired."""
        return any(
            other.message_id == post.message_id
            for kind, other in self._known.items()
            if retired_kind(kind) is None
        )

    async def save(self, kind: str, post: PostRow, retired: PostRow | None = None) -> None:
        """Save a new message, and the one it replaces as *retired* until its buttons are gone."""
        new, sent = {kind: post}, f"{SENDING_PREFIX}{kind}"
        if retired:
            # The kind has the message's id, so that it does not replace another retired message,
            # which a stop may have left.
            new[_make_retired_kind(kind, retired)] = replace(retired, version=post.first)
        try:
            await self._store.save(self._game, new, self._lease, [sent] * (sent in self._known))
        except LeaseLost:
            await self._retire_late_posts(self._edited | {kind: post})
            raise
        self._known.pop(sent, None)
        self._known |= new
        self._edited.pop(kind, None)

    def unsaved_post(self, kind: str) -> PostRow:
        """Return the message that was about to be posted and was not saved.

        Its occasion is its nonce.
        """
        return self.get(f"{SENDING_PREFIX}{kind}")

    async def save_intent(self, kind: str, channel_id: int, nonce: str) -> None:
        """Save that a message is about to be posted.

        If the process is killed before it saves the message, another process can find the message
        by its nonce and replace it.
        """
        new = {f"{SENDING_PREFIX}{kind}": PostRow(channel_id, 0, 0, nonce)}
        await self._store.save(self._game, new, self._lease)
        self._known |= new

    def note_edit(self, kind: str, post: PostRow) -> None:
        """Note that a message was edited. `finish` saves it."""
        self._known[kind] = self._edited[kind] = post

    def forget(self, kind: str) -> None:
        """Remove a message that needs no more updates. `finish` saves that."""
        del self._known[kind]
        self._edited.pop(kind, None)
        self._forgotten.append(kind)

    async def finish(self, changes: int, later: datetime | None) -> None:
        """Save all edits, and that the messages show the table up to a number of changes.

        If *later* is given, the table needs another update at that time.
        """
        until = format_time(later) if later else None
        try:
            await self._store.mark_published(
                self._game, changes, self._edited, self._forgotten, until, self._lease
            )
        except LeaseLost:
            await self._retire_late_posts(self._edited)
            raise

    async def _retire_late_posts(self, touched: Mapping[str, PostRow]) -> None:
        """Save messages that were posted or edited after the lease was lost as retired.

        The process with the lease does not know the posted messages. It may have retired the edited
        ones, and the edit has added their buttons again.
        """
        now = await self._store.by_kind(self._game)
        here = {post.message_id for post in now.values()}
        late = {
            _make_retired_kind(kind, post): replace(post, version=now.get(kind, post).first)
            for kind, post in touched.items()
            if post.message_id and post.message_id not in here
        }
        await self._store.save(self._game, late)


BOARD: Final = "board"
"""The kind of the public post: the lobby post, then the board post."""
SENDING_PREFIX: Final = "sending-"
"""The start of the kind of a post that may have been posted, but was not saved."""
RETIRED_PREFIX: Final = "retired-"
"""The start of the kind of a post that a newer post has replaced. Its id and kind follow."""


def _make_retired_kind(kind: str, post: PostRow) -> str:
    return f"{RETIRED_PREFIX}{post.message_id}-{kind}"


def retired_kind(kind: str) -> str | None:
    """Return the former kind of a retired post, or None if the post is not retired.

    >>> retired_kind("retired-12-hand-7"), retired_kind("hand-7")
    ('hand-7', None)
    """
    if not kind.startswith(RETIRED_PREFIX):
        return None
    number, _, former = kind.removeprefix(RETIRED_PREFIX).partition("-")
    return former if number.isdecimal() else kind.removeprefix(RETIRED_PREFIX)


OFFER_PREFIX: Final = "offer-"
INVITATION_PREFIX: Final = "invitation-"
"""The starts of the kinds of direct messages that offer a seat or invite to another game."""
REMINDER_PREFIX: Final = "reminder-"
AWAY_PREFIX: Final = "away-"
FULL_PREFIX: Final = "full-"
"""The starts of the kinds of pings.

They remind of a turn, say that a caretaker plays, or tell the opener that all seats are taken.
"""
PERSONAL_PREFIXES: Final = (
    "hand-",
    "lost-",
    OFFER_PREFIX,
    INVITATION_PREFIX,
    REMINDER_PREFIX,
    AWAY_PREFIX,
    FULL_PREFIX,
)


@dataclass(slots=True)
class PublishRun:
    """The state of a table during one run of updates."""

    lobby: Lobby
    snapshot: GameSnapshot | None
    """The game, or None if there is none to show."""
    words: Words
    """In the language of the table."""
    posts: TablePosts
    store: Store
    now: datetime
    delays: PublishDelays
    run_again_at: datetime | None = None
    """The time of the next run if the table does not change, or None if there is none."""
    closed_until: datetime | None = None
    """When to retry a channel that refused a request, or None if there is no such channel."""
    _people: dict[int, PersonRow] = field(default_factory=dict)

    @property
    def row(self) -> GameRow:
        return self.lobby.row

    async def person(self, user_id: int) -> PersonRow:
        """Return the stored data of a user, read once per run."""
        if user_id not in self._people:
            self._people[user_id] = await self.store.people.get(user_id)
        return self._people[user_id]

    def delay(self, span: timedelta) -> bool:
        """Return whether less than *span* has passed since the table's last change.

        If so, schedule another run for the end of the span.
        """
        until = self._changed_at + span
        if self.now >= until:
            return False
        self.run_again_at = min(until, self.run_again_at or until)
        return True

    def retry_closed(self) -> None:
        """Schedule a retry of a closed channel, unless the table has not changed for a day."""
        if self.closed_until and self.now - self._changed_at < CLOSED_RETRY_PERIOD:
            self.run_again_at = min(self.closed_until, self.run_again_at or self.closed_until)

    async def is_present(self, user_id: int) -> bool:
        """Return whether a user acted at this table shortly before its last change."""
        moved_at = await self.store.games.last_moved(self.row.id, user_id)
        if moved_at is None:
            return False
        return self._changed_at - datetime.fromisoformat(moved_at) < self.delays.present

    @property
    def _changed_at(self) -> datetime:
        return datetime.fromisoformat(self.row.updated_at)

    def closed_dms(self) -> list[int]:
        """Return the users who did not accept their hand card as a direct message."""
        found = self.posts.all()
        return [
            seat.user_id
            for seat in self.lobby.seats
            if seat.user_id and (post := found.get(hand_kind(seat.user_id)))
            if not post.message_id
        ]


def hand_kind(user_id: int) -> str:
    """Return the kind of a user's hand card. The next owner of the seat has another kind."""
    return f"hand-{user_id}"


def post_owner(kind: str) -> int | None:
    """Return the user whose direct message a kind of post is, or None if it is a public post.

    Retired posts have the owner of their former kind.

    >>> post_owner("retired-12-hand-7"), post_owner("call-reminder-7")
    (7, None)
    """
    card, _, user_id = (retired_kind(kind) or kind).rpartition("-")
    return int(user_id) if f"{card}-" in PERSONAL_PREFIXES else None
