"""Long-lived messages: posted once, edited in place, and remembered in the store."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import discord

from bot.discord_codes import (
    ASLEEP,
    CLOSED,
    GONE,
    LOCKED,
    NO_ACCESS,
    NO_CHANNEL,
    NO_MESSAGE,
    NOT_ALLOWED,
    NOT_SHOWN,
)
from bot.games.errors import DatabaseError, DiskFull
from bot.games.model import PostRow
from bot.games.store import Clock
from bot.log import logger
from bot.outbox.threads import Threads
from bot.outbox.update import BOARD, PublishRun, TablePosts
from bot.ui.components import Screen
from maps.lru import LruCache

log = logger(__name__)

T = TypeVar("T")

REFUSED: Final = {NO_ACCESS, NOT_ALLOWED, LOCKED}
"""What Discord says of a channel that is closed to us, whoever reads it."""
REFUSED_FOR: Final = timedelta(minutes=10)
"""So long a refusal is remembered. Then the request is tried once more."""
MAX_NONCE_LENGTH: Final = 25
"""Discord takes no longer ones."""
MAX_REMEMBERED_MESSAGES: Final = 1000
"""Messages that are known to have been sent, whatever the database says."""


@dataclass(frozen=True, slots=True)
class PostSpec:
    """What a message is, whatever it says."""

    kind: str
    """There is one message of each kind at a table."""
    occasion: str
    """What it is posted for; on another occasion a new message is posted."""
    nonce: str
    """The same on the same occasion: a post that is sent twice comes once."""
    version: int
    """What it shows, so that nobody shows it again."""
    turn: int = 0
    """The turn it is posted in."""
    since: int | None = None
    """The version after which its story begins; None: the one that it shows."""
    time_said: str = ""
    """What it says of its reader's own time, in short."""
    goes_on: bool = False
    """Whether a new message takes the place of the former one, which has no story of its own."""


class Refused(discord.Forbidden):
    """A channel is closed to us, as Discord says or said a few minutes ago."""

    def __init__(
        self, error: discord.HTTPException, until: datetime, missed: set[str], *, is_new: bool
    ) -> None:
        super().__init__(error.response, {"code": error.code, "message": error.text})
        self.until = until
        """When to try again."""
        self.missed = missed
        """The tables that have something to tell there."""
        self.is_new = is_new
        """Whether Discord was asked just now."""


class Refusals:
    """Remembers which kinds of requests Discord refuses in a channel, for some minutes.

    Each kind is remembered by itself: where files are refused, words may be allowed. Only where we
    may not even see the channel, everything is refused.
    """

    KINDS: Final = ("post", "post files", "edit", "edit files", "delete", "fetch")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known = LruCache[tuple[int, str], Refused](MAX_REMEMBERED_MESSAGES)

    def check(self, channel_id: int, kind: str) -> None:
        """Raise Refused if Discord refused the same a short while ago."""
        known = self._known.get((channel_id, kind))
        if known is None:
            return
        if timedelta(0) < known.until - self._clock() <= REFUSED_FOR:
            raise Refused(known, known.until, known.missed, is_new=False)
        self._known.drop((channel_id, kind))

    def note(self, channel_id: int, kind: str, error: discord.HTTPException) -> Refused:
        """Remember a refusal."""
        refused = Refused(error, self._clock() + REFUSED_FOR, set(), is_new=True)
        # A fetch may also lack the right to read older messages, without which we can post.
        is_hidden = error.code == NO_ACCESS and kind != "fetch"
        for each in self.KINDS if is_hidden else (kind,):
            self._known.put((channel_id, each), refused)
        return refused

    def forget(self, channel_id: int) -> set[str]:
        """Forget the refusals of a channel, and return the tables that it has missed."""
        missed: set[str] = set()
        for kind in self.KINDS:
            known = self._known.get((channel_id, kind))
            if known is not None:
                missed |= known.missed
                self._known.drop((channel_id, kind))
        return missed


class MessageSender:
    """Shows messages. Doing so again does no harm."""

    def __init__(self, client: discord.Client, threads: Threads, clock: Clock) -> None:
        self._client = client
        self._threads = threads
        self.refusals = Refusals(clock)
        # Discord knows a nonce again for some minutes; a database may be away for a night.
        self._unnoted = LruCache[tuple[int, str], discord.Message](MAX_REMEMBERED_MESSAGES)
        self._said = LruCache[tuple[int, str], str](MAX_REMEMBERED_MESSAGES)

    async def upsert(self, run: PublishRun, notice: PostSpec, screen: Screen) -> None:
        """Edit the table's post of this kind, or post a new one on another occasion."""
        await self._show(run, run.row.channel_id, notice, screen)

    async def _show(
        self, run: PublishRun, channel_id: int, notice: PostSpec, screen: Screen
    ) -> None:
        try:
            await self._put(run, channel_id, notice, screen)
        except discord.Forbidden as error:
            if error.code != NOT_ALLOWED or not screen.pictures:
                raise
            # Perhaps it is only files that we may not attach: words are better than nothing.
            await self._put(run, channel_id, notice, screen.plain())

    async def _put(
        self, run: PublishRun, channel_id: int, notice: PostSpec, screen: Screen
    ) -> None:
        kind, posts = notice.kind, run.posts
        former: PostRow | None = posts.get(kind)
        shown: dict[str, Any] = {
            "pictures": screen.shown,
            "screen": screen.digest,
            "time_said": notice.time_said,
        }
        since = notice.version if notice.since is None else notice.since
        nonce, story = notice.nonce, (since, notice.turn)
        if former and notice.goes_on:
            story = (former.first, former.turn)
        if former and former.message_id and former.occasion == notice.occasion:
            if former.screen == shown["screen"] or await self.edit(former, screen):
                posts.note(kind, replace(former, version=notice.version, **shown))
                return
            # Discord refuses the nonce of a message that was deleted.
            nonce = f"{run.row.id}{kind[0]}r{former.message_id:x}"
            former = None
        message = await self._post(posts, channel_id, kind, _hash_nonce(nonce), screen)
        new = PostRow(
            channel_id, message.id, notice.version, notice.occasion, first=story[0], turn=story[1]
        )
        # Somebody who could not note it may have sent it before, when there was less to show.
        is_older = not screen.is_on(message)
        kept = new if is_older else replace(new, **shown)
        try:
            await posts.save(kind, kept, former if former and former.message_id else None)
        except (DatabaseError, DiskFull):
            self._unnoted.put((channel_id, _hash_nonce(nonce)), message)
            raise
        self._unnoted.drop((channel_id, _hash_nonce(nonce)))
        if is_older and await self.edit(new, screen):
            posts.note(kind, replace(new, **shown))

    async def _post(
        self, posts: TablePosts, channel_id: int, kind: str, nonce: str, screen: Screen
    ) -> discord.Message:
        """Post it. A board that somebody was killed over is found by its nonce, and taken away."""
        if kind == BOARD:
            before = posts.sent(kind)
            if before.channel_id == channel_id and before.occasion != nonce:
                with suppress(discord.NotFound):
                    found = await self._send(channel_id, before.occasion, screen)
                    self._unnoted.drop((channel_id, before.occasion))
                    if screen.is_on(found):  # it never came there, and this is ours
                        return found
                    await self.delete(PostRow(channel_id, found.id, 0, ""))
            if before.occasion != nonce:
                await posts.expect(kind, channel_id, nonce)
        return await self._send(channel_id, nonce, screen)

    async def _send(self, channel_id: int, nonce: str, screen: Screen) -> discord.Message:
        sent = self._unnoted.get((channel_id, nonce))
        if sent is not None:
            return sent
        place = self._client.get_partial_messageable(channel_id)
        return await self._ask(
            channel_id,
            "post files" if screen.pictures else "post",
            lambda: place.send(
                view=screen.view(),
                files=screen.files(),
                nonce=nonce,
                allowed_mentions=screen.allowed_mentions,
                silent=screen.silent,
            ),
        )

    async def post_once(self, channel_id: int, nonce: str, screen: Screen) -> None:
        """Post something that is never changed; with the same nonce it comes once."""
        nonce = _hash_nonce(nonce)
        if self._said.get((channel_id, nonce)):
            return
        place = self._client.get_partial_messageable(channel_id)
        await self._ask(
            channel_id,
            "post",
            lambda: place.send(
                view=screen.view(), nonce=nonce, allowed_mentions=screen.allowed_mentions
            ),
        )
        self._said.put((channel_id, nonce), nonce)

    async def post_dm_once(self, run: PublishRun, user_id: int, nonce: str, screen: Screen) -> None:
        """The same to one person alone."""
        nonce = f"{run.row.id} {user_id} {nonce} {run.row.restored}"
        await self._with_dm_channel(
            run, user_id, lambda place: self.post_once(place, nonce, screen)
        )

    async def edit(self, post: PostRow, screen: Screen) -> bool:
        """Change a message; False: it is gone. A picture that it shows is not sent again."""
        channel = self._client.get_partial_messageable(post.channel_id)
        # What an edit does not name stays as it is.
        same = bool(post.pictures) and post.pictures == screen.shown

        def change() -> Awaitable[object]:
            pictures: dict[str, Any] = {} if same else {"attachments": screen.files()}
            return channel.get_partial_message(post.message_id).edit(
                view=screen.view(), allowed_mentions=discord.AllowedMentions.none(), **pictures
            )

        kind = "edit files" if screen.pictures and not same else "edit"
        try:
            await self._ask(post.channel_id, kind, change)
        except discord.HTTPException as error:
            if same and error.code == NOT_SHOWN:
                return await self.edit(replace(post, pictures=""), screen)
            if error.code != NO_MESSAGE:
                raise
            return False
        return True

    async def delete(self, post: PostRow) -> None:
        """Take a message away; it may be gone already."""
        channel = self._client.get_partial_messageable(post.channel_id)
        with suppress(discord.NotFound):
            await self._ask(
                post.channel_id,
                "delete",
                lambda: channel.get_partial_message(post.message_id).delete(),
            )

    async def _ask(self, channel_id: int, kind: str, request: Callable[[], Awaitable[T]]) -> T:
        """Do it, unless Discord has just refused a request of this kind in this channel.

        Raises:
            Refused: The channel is closed to us.
        """
        self.refusals.check(channel_id, kind)
        try:
            return await self._unarchive_and_retry(channel_id, request)
        except discord.HTTPException as error:
            if error.code not in REFUSED:
                raise
            raise self.refusals.note(channel_id, kind, error) from error

    async def _unarchive_and_retry(self, channel_id: int, request: Callable[[], Awaitable[T]]) -> T:
        """Do it; in a thread that sleeps, once more when it is awake."""
        try:
            return await request()
        except discord.HTTPException as error:
            if error.code != ASLEEP:
                raise
        await self._threads.wake(channel_id)
        return await request()

    async def post_exists(self, post: PostRow) -> bool:
        """Whether a message can still be found; where we may not look, we take it to be there."""
        channel = self._client.get_partial_messageable(post.channel_id)
        try:
            await self._ask(
                post.channel_id, "fetch", lambda: channel.fetch_message(post.message_id)
            )
        except discord.NotFound:
            return False
        except discord.Forbidden:
            return True
        return True

    async def upsert_dm(
        self, run: PublishRun, user_id: int, notice: PostSpec, screen: Screen
    ) -> None:
        """Show it to one person alone, or remember that there is no way."""
        # A nonce counts in all channels.
        nonce = f"{run.row.id} {user_id} {notice.nonce} {run.row.restored}"
        try:
            named = replace(notice, nonce=nonce)
            await self._with_dm_channel(
                run, user_id, lambda place: self._show(run, place, named, screen)
            )
        except discord.HTTPException as error:
            if error.code not in CLOSED | GONE:
                raise
            # Nobody can be made to open their messages: `My hand` always works.
            log.info("a direct message was not taken", **run.row.facts)
            await run.posts.save(notice.kind, PostRow(0, 0, notice.version, notice.occasion))

    async def _with_dm_channel(
        self, run: PublishRun, user_id: int, send: Callable[[int], Awaitable[None]]
    ) -> None:
        """Send it to somebody's direct messages; Discord is asked for the way once for each."""
        known = (await run.person(user_id)).dm_channel_id
        if known is not None:
            try:
                await send(known)
            except discord.NotFound as error:
                if error.code != NO_CHANNEL:
                    raise
            else:
                return
        channel = await self._client.create_dm(discord.Object(user_id))
        await run.store.people.set_dm_channel(user_id, channel.id)
        await send(channel.id)


async def skip_if_closed(run: PublishRun, work: Awaitable[object]) -> int:
    """Do it, unless the place is closed to us or gone: then Discord's code for that."""
    try:
        await work
    except discord.HTTPException as error:
        if error.code not in CLOSED | GONE:
            raise
        if isinstance(error, Refused):
            error.missed.add(run.row.id)
            run.closed_until = error.until
            if not error.is_new:
                return error.code
        log.warning("a message found no place", code=error.code, **run.row.facts)
        return error.code
    return 0


def _hash_nonce(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()[:MAX_NONCE_LENGTH]
