"""Long-lived messages: posted once, edited in place, and saved in the store."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import discord

from bot.discord_codes import (
    ARCHIVED,
    CLOSED,
    GONE,
    INVALID_FORM,
    LOCKED,
    NO_ACCESS,
    NO_CHANNEL,
    NO_MESSAGE,
    NOT_ALLOWED,
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

REFUSED_CODES: Final = {NO_ACCESS, NOT_ALLOWED, LOCKED}
"""Codes of a channel that is closed to the bot, not only to one recipient."""
REFUSAL_MEMORY: Final = timedelta(minutes=10)
"""How long a refusal is remembered. Afterwards the request is sent again."""
MAX_NONCE_LENGTH: Final = 25
"""Discord's limit."""
MAX_REMEMBERED_MESSAGES: Final = 1000
"""The number of sent messages, and of refusals, that are cached in memory."""


@dataclass(frozen=True, slots=True)
class PostSpec:
    """The identity of a message, without its content."""

    kind: str
    """A table has one message of each kind."""
    occasion: str
    """What the message is posted for. Another occasion means a new message."""
    nonce: str
    """Equal for equal occasions, so that Discord drops a second copy."""
    version: int
    """The version that the message shows, so that it is not published again."""
    turn: int = 0
    """The turn in which the message is posted."""
    since: int | None = None
    """The version after which its history starts. If None, the version that it shows."""
    time_said: str = ""
    """A digest of what the message says about its reader's time."""
    continues_history: bool = False
    """Whether a new message also takes over the history of the one that it replaces."""


class Refused(discord.Forbidden):
    """A channel is closed to the bot: Discord refused a request now or some minutes ago."""

    def __init__(
        self, error: discord.HTTPException, until: datetime, missed: set[str], *, is_new: bool
    ) -> None:
        super().__init__(error.response, {"code": error.code, "message": error.text})
        self.until = until
        """The time of the next attempt."""
        self.missed = missed
        """The tables with pending updates in the channel."""
        self.is_new = is_new
        """Whether Discord refused the request now, not some minutes ago."""


class Refusals:
    """Remembers for some minutes which kinds of requests Discord refuses in a channel.

    Each kind is remembered separately: a channel that refuses files may accept text. If the bot
    cannot see the channel at all, all kinds are refused.
    """

    KINDS: Final = ("post", "post files", "edit", "edit files", "delete", "fetch")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known = LruCache[tuple[int, str], Refused](MAX_REMEMBERED_MESSAGES)

    def check(self, channel_id: int, kind: str) -> None:
        """Raise Refused if Discord recently refused a request of this kind in the channel."""
        known = self._known.get((channel_id, kind))
        if known is None:
            return
        if timedelta(0) < known.until - self._clock() <= REFUSAL_MEMORY:
            raise Refused(known, known.until, known.missed, is_new=False)
        self._known.drop((channel_id, kind))

    def remember(self, channel_id: int, kind: str, error: discord.HTTPException) -> Refused:
        """Remember a refusal, and return the exception to raise for it."""
        refused = Refused(error, self._clock() + REFUSAL_MEMORY, set(), is_new=True)
        # A fetch may also fail without the permission to read the history. Posts do not need it.
        is_hidden = error.code == NO_ACCESS and kind != "fetch"
        for each in self.KINDS if is_hidden else (kind,):
            self._known.put((channel_id, each), refused)
        return refused

    def forget(self, channel_id: int) -> set[str]:
        """Forget the refusals of a channel, and return the tables with pending updates there."""
        missed: set[str] = set()
        for kind in self.KINDS:
            known = self._known.get((channel_id, kind))
            if known is not None:
                missed |= known.missed
                self._known.drop((channel_id, kind))
        return missed


class MessageSender:
    """Posts, edits and deletes messages. Repeating a call does no harm."""

    def __init__(self, client: discord.Client, threads: Threads, clock: Clock) -> None:
        self._client = client
        self._threads = threads
        self.refusals = Refusals(clock)
        # Discord recognizes a nonce for some minutes. A database may be unavailable for a night.
        self._unsaved = LruCache[tuple[int, str], discord.Message](MAX_REMEMBERED_MESSAGES)
        self._posted_once = LruCache[tuple[int, str], str](MAX_REMEMBERED_MESSAGES)

    async def upsert(self, run: PublishRun, spec: PostSpec, screen: Screen) -> None:
        """Edit the table's post of this kind, or post a new one on another occasion."""
        await self._upsert_with_fallback(run, run.row.channel_id, spec, screen)

    async def _upsert_with_fallback(
        self, run: PublishRun, channel_id: int, spec: PostSpec, screen: Screen
    ) -> None:
        try:
            await self._upsert_in(run, channel_id, spec, screen)
        except discord.Forbidden as error:
            if error.code != NOT_ALLOWED or not screen.pictures:
                raise
            # The bot may lack only the permission to attach files. Text is better than nothing.
            await self._upsert_in(run, channel_id, spec, screen.plain())

    async def _upsert_in(
        self, run: PublishRun, channel_id: int, spec: PostSpec, screen: Screen
    ) -> None:
        kind, posts = spec.kind, run.posts
        former: PostRow | None = posts.get(kind)
        shown: dict[str, Any] = {
            "pictures": screen.shown,
            "screen": screen.digest,
            "time_said": spec.time_said,
        }
        since = spec.version if spec.since is None else spec.since
        nonce, story = spec.nonce, (since, spec.turn)
        if former and spec.continues_history:
            story = (former.first, former.turn)
        if former and former.message_id and former.occasion == spec.occasion:
            if former.screen == shown["screen"] or await self.edit(former, screen):
                posts.note_edit(kind, replace(former, version=spec.version, **shown))
                return
            # Discord refuses the nonce of a deleted message.
            nonce = f"{run.row.id}{kind[0]}r{former.message_id:x}"
            former = None
        message = await self._post(posts, channel_id, kind, _hash_nonce(nonce), screen)
        new = PostRow(
            channel_id, message.id, spec.version, spec.occasion, first=story[0], turn=story[1]
        )
        # An earlier attempt may have sent it with older content, without saving that.
        is_older = not screen.is_on(message)
        kept = new if is_older else replace(new, **shown)
        try:
            await posts.save(kind, kept, former if former and former.message_id else None)
        except (DatabaseError, DiskFull):
            self._unsaved.put((channel_id, _hash_nonce(nonce)), message)
            raise
        self._unsaved.drop((channel_id, _hash_nonce(nonce)))
        if is_older and await self.edit(new, screen):
            posts.note_edit(kind, replace(new, **shown))

    async def _post(
        self, posts: TablePosts, channel_id: int, kind: str, nonce: str, screen: Screen
    ) -> discord.Message:
        """Post a message.

        A process may have been killed after it posted another board and before it saved that. That
        board is found by its nonce and deleted.
        """
        if kind == BOARD:
            before = posts.unsaved_post(kind)
            if before.channel_id == channel_id and before.occasion != nonce:
                with suppress(discord.NotFound):
                    found = await self._send(channel_id, before.occasion, screen)
                    self._unsaved.drop((channel_id, before.occasion))
                    if screen.is_on(found):  # the other board was never posted; this is the new one
                        return found
                    await self.delete(PostRow(channel_id, found.id, 0, ""))
            if before.occasion != nonce:
                await posts.save_intent(kind, channel_id, nonce)
        return await self._send(channel_id, nonce, screen)

    async def _send(self, channel_id: int, nonce: str, screen: Screen) -> discord.Message:
        sent = self._unsaved.get((channel_id, nonce))
        if sent is not None:
            return sent
        place = self._client.get_partial_messageable(channel_id)
        return await self._request(
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
        """Post a message that is never edited. A second call with the same nonce does nothing."""
        nonce = _hash_nonce(nonce)
        if self._posted_once.get((channel_id, nonce)):
            return
        place = self._client.get_partial_messageable(channel_id)
        await self._request(
            channel_id,
            "post",
            lambda: place.send(
                view=screen.view(), nonce=nonce, allowed_mentions=screen.allowed_mentions
            ),
        )
        self._posted_once.put((channel_id, nonce), nonce)

    async def post_dm_once(self, run: PublishRun, user_id: int, nonce: str, screen: Screen) -> None:
        """Send a direct message that is never edited, once for each nonce."""
        nonce = f"{run.row.id} {user_id} {nonce} {run.row.restored}"
        await self._with_dm_channel(
            run, user_id, lambda place: self.post_once(place, nonce, screen)
        )

    async def edit(self, post: PostRow, screen: Screen) -> bool:
        """Edit a message, and return False if it is gone. Unchanged pictures are not sent again."""
        channel = self._client.get_partial_messageable(post.channel_id)
        # Discord does not change what an edit leaves out.
        same = bool(post.pictures) and post.pictures == screen.shown

        def change() -> Awaitable[object]:
            pictures: dict[str, Any] = {} if same else {"attachments": screen.files()}
            return channel.get_partial_message(post.message_id).edit(
                view=screen.view(), allowed_mentions=discord.AllowedMentions.none(), **pictures
            )

        kind = "edit files" if screen.pictures and not same else "edit"
        try:
            await self._request(post.channel_id, kind, change)
        except discord.HTTPException as error:
            if same and error.code == INVALID_FORM:
                return await self.edit(replace(post, pictures=""), screen)
            if error.code != NO_MESSAGE:
                raise
            return False
        return True

    async def delete(self, post: PostRow) -> None:
        """Delete a message, which may be deleted already."""
        channel = self._client.get_partial_messageable(post.channel_id)
        with suppress(discord.NotFound):
            await self._request(
                post.channel_id,
                "delete",
                lambda: channel.get_partial_message(post.message_id).delete(),
            )

    async def _request(self, channel_id: int, kind: str, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request, unless Discord recently refused this kind of request in the channel.

        Raises:
            Refused: The channel is closed to the bot.
        """
        self.refusals.check(channel_id, kind)
        try:
            return await self._unarchive_and_retry(channel_id, request)
        except discord.HTTPException as error:
            if error.code not in REFUSED_CODES:
                raise
            raise self.refusals.remember(channel_id, kind, error) from error

    async def _unarchive_and_retry(self, channel_id: int, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request. If the thread is archived, unarchive it and send the request again."""
        try:
            return await request()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
        await self._threads.unarchive(channel_id)
        return await request()

    async def post_exists(self, post: PostRow) -> bool:
        """Return whether a message exists. Return True if the bot may not read the channel."""
        channel = self._client.get_partial_messageable(post.channel_id)
        try:
            await self._request(
                post.channel_id, "fetch", lambda: channel.fetch_message(post.message_id)
            )
        except discord.NotFound:
            return False
        except discord.Forbidden:
            return True
        return True

    async def upsert_dm(
        self, run: PublishRun, user_id: int, spec: PostSpec, screen: Screen
    ) -> None:
        """Edit or send a direct message, or save that the user accepts none."""
        # Discord compares nonces across all channels.
        nonce = f"{run.row.id} {user_id} {spec.nonce} {run.row.restored}"
        try:
            named = replace(spec, nonce=nonce)
            await self._with_dm_channel(
                run, user_id, lambda place: self._upsert_with_fallback(run, place, named, screen)
            )
        except discord.HTTPException as error:
            if error.code not in CLOSED | GONE:
                raise
            # The bot cannot change that setting of a user. `My hand` always works.
            log.info("a direct message was refused", **run.row.facts)
            await run.posts.save(spec.kind, PostRow(0, 0, spec.version, spec.occasion))

    async def _with_dm_channel(
        self, run: PublishRun, user_id: int, send: Callable[[int], Awaitable[None]]
    ) -> None:
        """Call *send* with the channel of a user's direct messages.

        Discord is asked for that channel once per user.
        """
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
    """Await *work*, and return Discord's code if the channel is closed or gone, or else 0."""
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
        log.warning("a channel refused a message", code=error.code, **run.row.facts)
        return error.code
    return 0


def _hash_nonce(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()[:MAX_NONCE_LENGTH]
