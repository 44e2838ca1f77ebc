"""Channels and threads: creating, changing, joining, deleting."""

from __future__ import annotations

from sandbox.errors import ApiError
from sandbox.gateway.dispatch import Dispatcher
from sandbox.validation import limits
from sandbox.validation.body_reader import Form, body_form
from sandbox.world.messages import THREAD_NOTICE, Messages
from sandbox.world.permissions import sees
from sandbox.world.state import (
    CATEGORY,
    DM,
    HAS_THREAD,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Guild,
    Message,
    Overwrite,
    World,
)

STARTER_NOTICE = 21


class Channels:
    """The operations on channels and threads."""

    def __init__(self, world: World, dispatcher: Dispatcher, messages: Messages) -> None:
        self._world = world
        self._dispatcher = dispatcher
        self._messages = messages

    def get(self, channel_id: int) -> Channel:
        """Return the channel with an id, or refuse if there is none."""
        channel = self._world.channels.get(channel_id)
        if channel is None:
            raise ApiError.from_code(10003)
        return channel

    def direct(self, user_id: int) -> Channel:
        """Return the bot's direct channel with a user, and create it if needed."""
        known = len(self._world.channels)
        channel = self._world.direct_channel(user_id)
        if len(self._world.channels) != known:
            self._dispatcher.access_changed()
        return channel

    def create(self, guild: Guild, body: object) -> Channel:
        """Create a text channel or a category."""
        form = body_form(body)
        name = form.text("name", limits.CHANNEL_NAME, low=1, required=True) or ""
        kind = form.choice("type", (TEXT, CATEGORY, NEWS)) or TEXT
        topic = form.text("topic", limits.TOPIC)
        parent = form.snowflake("parent_id")
        overwrites = read_overwrites(form)
        form.errors.raise_if_any()
        here = [c for c in self._world.channels_of(guild.id) if not c.is_thread]
        channel = Channel(
            id=self._world.new_id(),
            kind=kind,
            name=name if kind == CATEGORY else name.lower().replace(" ", "-"),
            guild_id=guild.id,
            parent_id=parent,
            topic=topic,
            position=len(here),
            overwrites=overwrites,
        )
        self._world.save(channel, access=True)
        self._dispatcher.channel_changed("CREATE", channel)
        return channel

    def change(self, channel: Channel, body: object) -> Channel:
        """Change name, topic and permissions, and whether a thread is archived or locked."""
        form = body_form(body)
        name = form.text("name", limits.CHANNEL_NAME, low=1)
        topic = form.text("topic", limits.TOPIC)
        slowmode = form.whole("rate_limit_per_user", 0, limits.SLOWMODE)
        overwrites = read_overwrites(form)
        minutes = form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES)
        form.errors.raise_if_any()
        channel.name = name or channel.name
        channel.slowmode = channel.slowmode if slowmode is None else slowmode
        if channel.is_thread:
            self._change_thread(channel, form, minutes)
        else:
            channel.topic = topic if "topic" in form.value else channel.topic
            channel.position = form.whole("position", 0) or channel.position
            if "permission_overwrites" in form.value:
                channel.overwrites = overwrites
            if "parent_id" in form.value:
                channel.parent_id = form.snowflake("parent_id")
        self.changed(channel)
        return channel

    def _change_thread(self, thread: Channel, form: Form, minutes: int | None) -> None:
        thread.auto_archive = minutes or thread.auto_archive
        thread.locked = form.truth("locked", default=thread.locked)
        thread.invitable = form.truth("invitable", default=thread.invitable)
        archived = form.truth("archived", default=thread.archived)
        if archived != thread.archived:
            thread.archived, thread.archive_changed = archived, self._world.clock.now()

    def changed(self, channel: Channel) -> None:
        """Save a changed channel and notify its viewers."""
        self._world.save(channel, access=True)
        self._dispatcher.channel_changed("UPDATE", channel)

    def overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        """Set the permissions of one role or member."""
        channel.overwrites[overwrite.id] = overwrite
        self.changed(channel)

    def delete(self, channel: Channel) -> None:
        """Delete a channel with its threads. A direct message is only closed."""
        if channel.kind == DM:
            return
        inner = [c for c in self._world.channels.values() if c.parent_id == channel.id]
        for thread in inner:
            if thread.is_thread:
                self.delete(thread)
            else:
                thread.parent_id = None
                self.changed(thread)
        audience = self._dispatcher.viewers.for_channel(channel)
        bot_knew = not channel.is_thread or sees(self._world, channel, self._world.bot.id)
        self._dispatcher.channel_deleted(channel, audience, bot_knew=bot_knew)
        self._world.delete(channel)

    # Threads.

    def start_thread(
        self, parent: Channel, owner_id: int, body: object, message: Message | None = None
    ) -> Channel:
        """Start a thread, on a message or without one."""
        form = body_form(body)
        name = form.text("name", limits.CHANNEL_NAME, low=1, required=True) or ""
        minutes = form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES)
        kinds = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
        kind = form.choice("type", kinds)
        form.errors.raise_if_any()
        if parent.kind not in (TEXT, NEWS):
            raise ApiError.from_code(50024)
        if message is not None and message.id in self._world.channels:
            raise ApiError.from_code(160004)
        if message is not None:
            kind = NEWS_THREAD if parent.kind == NEWS else PUBLIC_THREAD
        now = self._world.clock.now()
        thread = Channel(
            id=self._world.new_id() if message is None else message.id,
            kind=kind or PRIVATE_THREAD,
            name=name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            owner_id=owner_id,
            members={owner_id: now},
            auto_archive=minutes or 4320,
            archive_changed=now,
            invitable=form.truth("invitable", default=True),
        )
        self._world.save(thread, access=True)
        self._dispatcher.channel_changed("CREATE", thread)
        if message is not None:
            message.flags |= HAS_THREAD
            self._world.save(message)
            self._messages.notice(thread, message.author_id, STARTER_NOTICE, reply_to=message.id)
        elif thread.kind != PRIVATE_THREAD:
            self._messages.notice(parent, owner_id, THREAD_NOTICE, content=name)
        return thread

    def join(self, thread: Channel, user_id: int) -> None:
        """Add a user to a thread."""
        self._check_active_thread(thread)
        if user_id not in thread.members:
            thread.members[user_id] = self._world.clock.now()
            self._world.save(thread, access=True)
            self._dispatcher.thread_members_changed(thread, [user_id], [])

    def leave(self, thread: Channel, user_id: int) -> None:
        """Remove a user from a thread."""
        self._check_active_thread(thread)
        if thread.members.pop(user_id, None) is None:
            raise ApiError.from_code(10007)
        self._world.save(thread, access=True)
        self._dispatcher.thread_members_changed(thread, [], [user_id])

    def _check_active_thread(self, thread: Channel) -> None:
        if not thread.is_thread:
            raise ApiError.from_code(50024)
        if thread.archived:
            raise ApiError.from_code(50083)


def read_overwrites(form: Form) -> dict[int, Overwrite]:
    """Return the `permission_overwrites` of a body."""
    found: dict[int, Overwrite] = {}
    for entry in form.forms("permission_overwrites", 1000):
        number = entry.snowflake("id", required=True)
        kind = entry.choice("type", (0, 1, "0", "1"), required=True)
        allow, deny = entry.whole("allow", 0) or 0, entry.whole("deny", 0) or 0
        if number is not None and kind is not None:
            found[number] = Overwrite(id=number, kind=int(kind), allow=allow, deny=deny)
    return found
