"""One round of telling a table: how it stands, and where its messages are."""

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

REFUSED_RETRIED_FOR: Final = timedelta(days=1)
"""So long after the last change a closed channel is tried again. Later only a change, a press there
or `/game check` makes us try."""
NOWHERE: Final = PostRow(0, 0, 0, "")
"""In place of a message that is not there."""


class TablePosts:
    """The long-lived messages of one table, read once.

    A message that was posted is remembered at once, lest it be posted again; that one was edited,
    when all is told: an edit can be done again.
    """

    def __init__(
        self, store: PostStore, game: str, known: dict[str, PostRow], lease: Lease | None = None
    ) -> None:
        self._store = store
        self._game = game
        self._known = known
        self._lease = lease
        self._noted: dict[str, PostRow] = {}
        self._gone: list[str] = []

    def get(self, kind: str) -> PostRow:
        """The message of a kind; `NOWHERE` if there is none."""
        return self._known.get(kind, NOWHERE)

    def all(self) -> dict[str, PostRow]:
        """All of them by kind."""
        return dict(self._known)

    def is_live(self, post: PostRow) -> bool:
        """Whether a message is one of those that are not retired."""
        return any(
            other.message_id == post.message_id
            for kind, other in self._known.items()
            if retired_kind(kind) is None
        )

    async def save(self, kind: str, post: PostRow, retired: PostRow | None = None) -> None:
        """Remember a new message; the former one as *retired*, until its buttons are gone."""
        new, sent = {kind: post}, f"{SENDING}{kind}"
        if retired:
            # By its number: one that a stop left before its end was told is not forgotten.
            new[_retired(kind, retired)] = replace(retired, version=post.first)
        try:
            await self._store.save(self._game, new, self._lease, [sent] * (sent in self._known))
        except LeaseLost:
            await self._give_back(self._noted | {kind: post})
            raise
        self._known.pop(sent, None)
        self._known |= new
        self._noted.pop(kind, None)

    def sent(self, kind: str) -> PostRow:
        """What was to be posted and was not kept; its occasion is its nonce."""
        return self.get(f"{SENDING}{kind}")

    async def expect(self, kind: str, channel_id: int, nonce: str) -> None:
        """Remember that a message is about to be posted.

        Whoever is killed before it is kept leaves a way to find it, when another one takes its
        place.
        """
        new = {f"{SENDING}{kind}": PostRow(channel_id, 0, 0, nonce)}
        await self._store.save(self._game, new, self._lease)
        self._known |= new

    def note(self, kind: str, post: PostRow) -> None:
        """Remember that a message was edited."""
        self._known[kind] = self._noted[kind] = post

    def forget(self, kind: str) -> None:
        """A message is nobody's business any more."""
        del self._known[kind]
        self._noted.pop(kind, None)
        self._gone.append(kind)

    async def finish(self, changes: int, later: datetime | None) -> None:
        """Everything up to this change is told, or will be *later*; edits are remembered."""
        until = format_time(later) if later else None
        try:
            await self._store.mark_published(
                self._game, changes, self._noted, self._gone, until, self._lease
            )
        except LeaseLost:
            await self._give_back(self._noted)
            raise

    async def _give_back(self, touched: Mapping[str, PostRow]) -> None:
        """Have those retired that we have posted or edited in vain.

        Whoever has told the table meanwhile knows nothing of them, or has retired them before we
        came and gave them their buttons back.
        """
        now = await self._store.by_kind(self._game)
        here = {post.message_id for post in now.values()}
        late = {
            _retired(kind, post): replace(post, version=now.get(kind, post).first)
            for kind, post in touched.items()
            if post.message_id and post.message_id not in here
        }
        await self._store.save(self._game, late)


BOARD: Final = "board"
"""The kind of the post that everybody sees: the lobby's, then the board's."""
SENDING: Final = "sending-"
"""How the kind of a post begins that may be there, but was not yet noted."""
RETIRED: Final = "retired-"
"""How the kind of a post begins that a newer one has replaced; its number and kind follow."""


def _retired(kind: str, post: PostRow) -> str:
    return f"{RETIRED}{post.message_id}-{kind}"


def retired_kind(kind: str) -> str | None:
    """What a retired post was; None: it is not retired.

    >>> retired_kind("retired-12-hand-7"), retired_kind("hand-7")
    ('hand-7', None)
    """
    if not kind.startswith(RETIRED):
        return None
    number, _, former = kind.removeprefix(RETIRED).partition("-")
    return former if number.isdecimal() else kind.removeprefix(RETIRED)


OFFER: Final = "offer-"
INVITATION: Final = "invitation-"
"""How the kinds of direct messages begin that offer a seat, or ask for another game."""
REMINDER: Final = "reminder-"
AWAY: Final = "away-"
"""How those begin that call somebody to a turn, or say that the caretaker keeps a seat."""
PERSONAL: Final = ("hand-", "lost-", OFFER, INVITATION, REMINDER, AWAY)


@dataclass(slots=True)
class PublishRun:
    """What is told, and to whom."""

    lobby: Lobby
    snapshot: GameSnapshot | None
    """The game, if there is one to look at."""
    words: Words
    """The table's language."""
    posts: TablePosts
    store: Store
    now: datetime
    patience: PublishDelays
    later: datetime | None = None
    """When there is more to tell, though nothing will have changed."""
    closed_until: datetime | None = None
    """When a channel that refused something is tried again."""
    _known: dict[int, PersonRow] = field(default_factory=dict)

    @property
    def row(self) -> GameRow:
        """The table's row."""
        return self.lobby.row

    async def person(self, user_id: int) -> PersonRow:
        """What we know of a player, read once."""
        if user_id not in self._known:
            self._known[user_id] = await self.store.people.get(user_id)
        return self._known[user_id]

    def delay(self, span: timedelta) -> bool:
        """Whether something has to wait until so long after the last change."""
        until = self._changed_at + span
        if self.now >= until:
            return False
        self.later = min(until, self.later or until)
        return True

    def retry_closed(self) -> None:
        """Tell a closed channel again when it may be open, unless nothing changed for a day."""
        if self.closed_until and self.now - self._changed_at < REFUSED_RETRIED_FOR:
            self.later = min(self.closed_until, self.later or self.closed_until)

    async def is_present(self, user_id: int) -> bool:
        """Whether a player acted at this table shortly before its last change."""
        moved = await self.store.games.last_moved(self.row.id, user_id)
        if moved is None:
            return False
        return self._changed_at - datetime.fromisoformat(moved) < self.patience.present

    @property
    def _changed_at(self) -> datetime:
        return datetime.fromisoformat(self.row.updated_at)

    def closed_dms(self) -> list[int]:
        """The people whose hand cards found no open door."""
        found = self.posts.all()
        return [
            seat.user_id
            for seat in self.lobby.seats
            if seat.user_id and (post := found.get(hand_of(seat.user_id)))
            if not post.message_id
        ]


def hand_of(user_id: int) -> str:
    """The kind of post that a player gets; whoever takes over the seat gets another one."""
    return f"hand-{user_id}"


def owner_of(kind: str) -> int | None:
    """Whose message a kind of post is, also a retired one; None: it is everybody's.

    >>> owner_of("retired-12-hand-7"), owner_of("call-reminder-7")
    (7, None)
    """
    card, _, user_id = (retired_kind(kind) or kind).rpartition("-")
    return int(user_id) if f"{card}-" in PERSONAL else None
