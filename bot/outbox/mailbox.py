"""Long-lived messages: posted once, edited in place, and remembered in the store."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.messages.kit import Screen
from bot.play.records import PostRow
from bot.storage.store import SqliteStore

NO_CHANNEL: Final = 10003
NO_MESSAGE: Final = 10008
NO_ACCESS: Final = 50001
GONE: Final = {NO_CHANNEL, NO_MESSAGE, 10013}
"""The channel, the message or the user is no more."""
CLOSED: Final = {NO_ACCESS, 50007, 50013, 50033, 50083, 50278}
"""We may not write there, or to that person."""
NONCE: Final = 25
"""Discord takes no longer ones."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What a message is, whatever it says."""

    game: str
    kind: str
    """There is one message of each kind at a table."""
    occasion: str
    """What it is posted for; on another occasion a new message is posted."""
    nonce: str
    """The same on the same occasion: a post that is sent twice comes once."""
    channel_id: int
    version: int
    """What it shows, so that nobody shows it again."""


class Mailbox:
    """Shows messages. Doing so again does no harm."""

    def __init__(self, client: discord.Client, store: SqliteStore) -> None:
        self._client = client
        self._store = store

    async def show(self, notice: Notice, screen: Screen) -> None:
        """Edit the post of this kind, or post a new one on another occasion."""
        try:
            await self._put(notice, screen)
        except discord.Forbidden as error:
            if error.code != 50013 or not screen.pictures:
                raise
            # Perhaps it is only files that we may not attach: words are better than nothing.
            await self._put(notice, screen.plain())

    async def _put(self, notice: Notice, screen: Screen) -> None:
        former = (await self._store.posts(notice.game)).get(notice.kind)
        nonce = notice.nonce
        if former and former.message_id and former.occasion == notice.occasion:
            if await self.edit(former, screen):
                await self._keep(notice, screen, former.channel_id, former.message_id)
                return
            # Discord refuses the nonce of a message that was deleted.
            nonce = f"{notice.game}{notice.kind[0]}r{former.message_id:x}"
            former = None
        message = await self._client.get_partial_messageable(notice.channel_id).send(
            view=screen.view(),
            files=screen.files(),
            nonce=_short(nonce),
            allowed_mentions=screen.pings,
        )
        retired = former if former and former.message_id else None
        await self._keep(notice, screen, notice.channel_id, message.id, retired)

    async def _keep(
        self,
        notice: Notice,
        screen: Screen,
        channel_id: int,
        message_id: int,
        retired: PostRow | None = None,
    ) -> None:
        post = PostRow(channel_id, message_id, notice.version, notice.occasion, screen.shown)
        await self._store.save_post(notice.game, notice.kind, post, retired)

    async def say(self, channel_id: int, nonce: str, screen: Screen) -> None:
        """Post something that is never changed; with the same nonce it comes once."""
        await self._client.get_partial_messageable(channel_id).send(
            view=screen.view(), nonce=_short(nonce), allowed_mentions=screen.pings
        )

    async def edit(self, post: PostRow, screen: Screen) -> bool:
        """Change a message; False: it is gone. A picture that it shows is not sent again."""
        channel = self._client.get_partial_messageable(post.channel_id)
        # What an edit does not name stays as it is.
        same = post.pictures and post.pictures == screen.shown
        pictures: dict[str, Any] = {} if same else {"attachments": screen.files()}
        try:
            await channel.get_partial_message(post.message_id).edit(
                view=screen.view(), allowed_mentions=discord.AllowedMentions.none(), **pictures
            )
        except discord.NotFound as error:
            if error.code != NO_MESSAGE:
                raise
            return False
        return True

    async def is_there(self, post: PostRow) -> bool:
        """Whether a message can still be found; where we may not look, we take it to be there."""
        channel = self._client.get_partial_messageable(post.channel_id)
        try:
            await channel.fetch_message(post.message_id)
        except discord.NotFound:
            return False
        except discord.Forbidden:
            return True
        return True

    async def show_to(self, user_id: int, notice: Notice, screen: Screen) -> None:
        """Show it to one person alone; Discord is asked for the way once for each person."""
        known = await self._store.dm_channel_of(user_id)
        if known is not None:
            try:
                await self.show(replace(notice, channel_id=known), screen)
            except discord.NotFound as error:
                if error.code != NO_CHANNEL:
                    raise
            else:
                return
        channel = await self._client.create_dm(discord.Object(user_id))
        await self._store.set_dm_channel(user_id, channel.id)
        await self.show(replace(notice, channel_id=channel.id), screen)


def _short(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()[:NONCE]
