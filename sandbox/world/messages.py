"""Posting, editing, deleting and pinning of messages whose body is valid."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.errors import ApiError
from sandbox.gateway.dispatch import Dispatcher
from sandbox.gateway.payloads import Payloads
from sandbox.json_codec import Json
from sandbox.validation import limits
from sandbox.validation.body_reader import Form, body_form, invalid
from sandbox.validation.message_body import MessageBody, MessageBodyReader
from sandbox.world import mentions
from sandbox.world.attachments import Upload
from sandbox.world.permissions import (
    ATTACH_FILES,
    EMBED_LINKS,
    MANAGE_THREADS,
    READ_HISTORY,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    VIEW_CHANNEL,
    in_channel,
)
from sandbox.world.state import (
    CATEGORY,
    EPHEMERAL,
    LOADING,
    PRIVATE_THREAD,
    Channel,
    Message,
    World,
)

REPLY, PIN_NOTICE, THREAD_NOTICE = 19, 6, 18


class Messages:
    """The operations on messages."""

    def __init__(self, payloads: Payloads, dispatcher: Dispatcher) -> None:
        self._world: World = payloads.world
        self._dispatcher = dispatcher
        self.body_reader = MessageBodyReader(payloads)
        self._nonces: dict[tuple[int, str], tuple[float, int, int]] = {}
        self.on_change: Callable[[int], None] = lambda message_id: None
        """Called with the id of every message that is edited or deleted."""

    def get(self, channel_id: int, message_id: int) -> Message:
        """Return a message that a channel route can reach, which excludes ephemeral ones."""
        message = self._world.messages.get(channel_id, {}).get(message_id)
        if message is None or message.ephemeral_to is not None:
            raise ApiError.from_code(10008)
        return message

    # Operations of channel routes.

    def send(
        self, author_id: int, channel: Channel, body: object, uploads: dict[int, Upload]
    ) -> Message:
        """Post a message in a channel as one of its members."""
        self._check_may_send(author_id, channel)
        form = body_form(body)
        nonce = form.text("nonce", limits.NONCE)
        form.errors.raise_if_any()
        if nonce and form.value.get("enforce_nonce"):
            same = self._find_by_nonce(author_id, nonce)
            if same is not None:
                return same
        content = self.body_reader.read(body, uploads, channel.id)
        self._check_may_attach(author_id, channel, content)
        message = self.add(
            channel,
            author_id,
            content._replace(flags=content.flags & ~EPHEMERAL),
            nonce=nonce,
            reply_to=self._reply(form, author_id, channel),
        )
        if nonce:
            self._remember_nonce(author_id, nonce, message)
        return message

    def _remember_nonce(self, author_id: int, nonce: str, message: Message) -> None:
        now = self._world.clock.now()
        if len(self._nonces) > 10_000:
            since = now - limits.NONCE_MEMORY
            self._nonces = {k: v for k, v in self._nonces.items() if v[0] > since}
        self._nonces[author_id, nonce] = (now, message.channel_id, message.id)

    def _check_may_send(self, author_id: int, channel: Channel) -> None:
        if channel.kind == CATEGORY:
            raise ApiError.from_code(50008)
        granted = in_channel(self._world, channel, author_id)
        if not granted & VIEW_CHANNEL:
            raise ApiError.from_code(50001)
        needed = SEND_IN_THREADS if channel.is_thread else SEND_MESSAGES
        if not granted & needed:
            raise ApiError.from_code(50013)
        if channel.is_thread and channel.locked and not granted & MANAGE_THREADS:
            raise ApiError.from_code(50083 if channel.archived else 160005)
        closed = not all(self._world.users[u].dms_open for u in channel.recipients)
        if closed and author_id == self._world.bot.id:
            raise ApiError.from_code(50007)

    def _check_may_attach(self, author_id: int, channel: Channel, body: MessageBody) -> None:
        granted = in_channel(self._world, channel, author_id)
        if body.plan.fresh and not granted & ATTACH_FILES:
            raise ApiError.from_code(50013)
        if body.embeds and not granted & EMBED_LINKS:
            raise ApiError.from_code(50013)

    def _find_by_nonce(self, author_id: int, nonce: str) -> Message | None:
        """Return the message with a nonce if it was sent within the last few minutes, else None."""
        known = self._nonces.get((author_id, nonce))
        if known is None or self._world.clock.now() - known[0] > limits.NONCE_MEMORY:
            return None
        return self.get(known[1], known[2])

    def _reply(self, form: Form, author_id: int, channel: Channel) -> int | None:
        reference = form.child("message_reference")
        if reference is None:
            return None
        target = reference.snowflake("message_id", required=True)
        must_exist = reference.truth("fail_if_not_exists", default=True)
        form.errors.raise_if_any()
        if not in_channel(self._world, channel, author_id) & READ_HISTORY:
            raise ApiError.from_code(160002)
        found = self._world.messages.get(channel.id, {}).get(target or 0)
        if (found is None or found.ephemeral_to is not None) and must_exist:
            raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return target if found is not None else None

    # Operations of all routes.

    def add(
        self,
        channel: Channel,
        author_id: int,
        body: MessageBody,
        *,
        kind: int = 0,
        nonce: str | None = None,
        reply_to: int | None = None,
        interaction: Json | None = None,
        ephemeral_to: int | None = None,
    ) -> Message:
        """Save a new message and notify its viewers."""
        message = Message(
            id=self._world.new_id(),
            channel_id=channel.id,
            author_id=author_id,
            created=self._world.clock.now(),
            kind=REPLY if reply_to is not None else kind,
            nonce=nonce,
            reply_to=reply_to,
            interaction=interaction,
            ephemeral_to=ephemeral_to,
        )
        self._fill(message, channel, body)
        channel.last_message_id = message.id
        channel.sent += 1
        if channel.archived:
            channel.archived, channel.archive_changed = False, message.created
            self._dispatcher.channel_changed("UPDATE", channel)
        self._world.save(channel)
        self._add_thread_members(channel, message)
        self._dispatcher.message_created(message)
        return message

    def _fill(self, message: Message, channel: Channel, body: MessageBody) -> None:
        """Set the contents of a message."""
        text = mentions.mentionable_text(body.content, body.components)
        found = mentions.find(self._world, channel, message.author_id, text, body.allowed)
        users = list(found.users)
        if message.reply_to is not None and body.allowed.reply:
            replied = self._world.messages.get(channel.id, {}).get(message.reply_to)
            if replied is not None and replied.author_id not in (*users, message.author_id):
                users.append(replied.author_id)
        message.content = body.content
        message.embeds = body.embeds
        message.components = body.components
        kept = {a.id for a in body.plan.attachments}
        for old in message.attachments:
            if old.id not in kept:
                self._world.delete_file(old)
        message.attachments = body.plan.attachments
        message.flags = body.flags
        message.tts = body.tts
        message.mentions = users
        message.mention_roles = found.roles
        message.mention_everyone = found.everyone
        for number, content in body.plan.fresh.items():
            self._world.save_file(number, content)
        self._world.save(message)

    def _add_thread_members(self, channel: Channel, message: Message) -> None:
        """Add the author and the mentioned people of a message to its thread."""
        if not channel.is_thread or message.ephemeral_to is not None:
            return
        guild = self._world.guilds[channel.guild_id or 0]
        wanted = [u for u in (message.author_id, *message.mentions) if u in guild.members]
        if channel.kind == PRIVATE_THREAD and not channel.invitable:
            wanted = [message.author_id]
        added = [u for u in dict.fromkeys(wanted) if u not in channel.members]
        if added:
            channel.members.update(dict.fromkeys(added, message.created))
            self._world.save(channel, access=True)
            self._dispatcher.thread_members_changed(channel, added, [])

    def change(self, message: Message, body: MessageBody) -> Message:
        """Replace the contents of a message.

        Filling a deferred answer is not an edit: it alerts people.
        """
        channel = self._world.channels[message.channel_id]
        was_loading = bool(message.flags & LOADING)
        self._fill(message, channel, body._replace(flags=body.flags & ~LOADING))
        if not was_loading:
            message.edited = self._world.clock.now()
        self._dispatcher.message_edited(message)
        self.on_change(message.id)
        if was_loading and message.ephemeral_to is None:
            self._dispatcher.alert(message)
        return message

    def edit(
        self, author_id: int, message: Message, body: object, uploads: dict[int, Upload]
    ) -> Message:
        """Edit the author's own message through its channel."""
        channel = self._world.channels[message.channel_id]
        granted = in_channel(self._world, channel, author_id)
        if not granted & VIEW_CHANNEL:
            raise ApiError.from_code(50001)
        if message.author_id != author_id:
            raise ApiError.from_code(50005)
        if channel.archived:
            raise ApiError.from_code(50083)
        new = self.body_reader.read(body, uploads, channel.id, old=message)
        if new.plan.fresh and not granted & ATTACH_FILES:
            raise ApiError.from_code(50013)
        return self.change(message, new)

    def delete(self, message: Message) -> None:
        """Delete a message and its files."""
        self._dispatcher.message_deleted(message)
        self._world.delete(message)
        self.on_change(message.id)

    def pin(self, message: Message, by: int) -> None:
        """Pin a message, and post Discord's notice about it."""
        channel = self._world.channels[message.channel_id]
        if message.pinned is not None:
            return
        if len(self.pins(channel.id)) >= limits.PINS:
            raise ApiError.from_code(30003)
        message.pinned = channel.last_pin = self._world.clock.now()
        self._world.save(message)
        self._world.save(channel)
        self._dispatcher.message_edited(message)
        self._dispatcher.pins_changed(channel)
        self.notice(channel, by, PIN_NOTICE, reply_to=message.id)

    def unpin(self, message: Message) -> None:
        if message.pinned is None:
            return
        message.pinned = None
        self._world.save(message)
        self._dispatcher.message_edited(message)
        self._dispatcher.pins_changed(self._world.channels[message.channel_id])

    def pins(self, channel_id: int) -> list[Message]:
        """Return pinned messages, the last pinned first."""
        pinned = [m for m in self._world.messages.get(channel_id, {}).values() if m.pinned]
        return sorted(pinned, key=lambda m: m.pinned or 0.0, reverse=True)

    def notice(
        self,
        channel: Channel,
        author_id: int,
        kind: int,
        *,
        content: str = "",
        reply_to: int | None = None,
    ) -> Message:
        """Post a message that Discord itself writes, about a pin or a new thread."""
        message = Message(
            id=self._world.new_id(),
            channel_id=channel.id,
            author_id=author_id,
            created=self._world.clock.now(),
            kind=kind,
            content=content,
            reply_to=reply_to,
        )
        self._world.save(message)
        channel.last_message_id = message.id
        self._dispatcher.message_created(message)
        return message
