"""The state: people, guilds, channels and messages as plain records, in tables."""

from __future__ import annotations

import copy
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct, field

from sandbox.clock import Clock
from sandbox.json_codec import Json

EPOCH = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord counts."""

TEXT, DM, CATEGORY, NEWS = 0, 1, 4, 5
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15
HAS_THREAD = 1 << 5

MAX_REMOVED_FILES = 50
"""The number of files that can still be fetched after no message shows them."""


class User(Struct, kw_only=True):
    """The account of a person or the bot."""

    id: int
    name: str
    display: str
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True


class Role(Struct, kw_only=True):
    """A role of a guild. The role with the guild's id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    managed: bool = False
    mentionable: bool = False
    colour: int = 0


class Member(Struct, kw_only=True):
    """A user in a guild."""

    user_id: int
    joined: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


class Guild(Struct, kw_only=True):
    """A guild, which users call a server."""

    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


class Overwrite(Struct, kw_only=True):
    """The permissions that a channel allows and denies to one role (0) or member (1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


class Channel(Struct, kw_only=True):
    """A text channel, a category, a thread or a direct message."""

    id: int
    kind: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str | None = None
    position: int = 0
    slowmode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[int] = field(default_factory=list)
    """The people in a direct message, without the bot."""
    last_message_id: int | None = None
    last_pin: float | None = None
    owner_id: int | None = None
    """The user who started a thread."""
    members: dict[int, float] = field(default_factory=dict)
    """The members of a thread, and when they joined."""
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 4320
    archive_changed: float = 0.0
    sent: int = 0

    @property
    def is_thread(self) -> bool:
        """Whether the channel is a thread of any kind."""
        return self.kind in THREADS


class Attachment(Struct, kw_only=True):
    """A file on a message. Its contents are in `World.files`."""

    id: int
    filename: str
    size: int
    content_type: str
    key: str
    """A random part of the file's address, so that the address cannot be guessed."""
    description: str | None = None
    title: str | None = None
    width: int | None = None
    height: int | None = None
    spoiler: bool = False
    ephemeral: bool = False


class Message(Struct, kw_only=True):
    """A message. Its contents are replaced as a whole, never changed in place."""

    id: int
    channel_id: int
    author_id: int
    created: float
    kind: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    tts: bool = False
    edited: float | None = None
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinned: float | None = None
    nonce: str | None = None
    reply_to: int | None = None
    interaction: Json | None = None
    """The `interaction_metadata`, or None if no interaction created the message."""
    ephemeral_to: int | None = None
    """The only user who sees the message, until the client restarts, or None if it is public."""
    dismissed: bool = False
    """True if its user no longer sees the ephemeral message. Its token still works."""

    def snapshot(self) -> Message:
        """Return a copy of the message that later edits do not change."""
        return copy.copy(self)


class Command(Struct, kw_only=True):
    """A registered application command."""

    id: int
    version: int
    spec: Json
    guild_id: int | None = None


class Emoji(Struct, kw_only=True):
    """An emoji of the application."""

    id: int
    name: str
    animated: bool
    image: bytes


class Application(Struct, kw_only=True):
    """The bot as Discord's developer portal knows it."""

    id: int
    name: str
    token: str
    privileged: int = 0
    """The privileged intents that are enabled in the portal."""
    creates: dict[str, list[float]] = field(default_factory=dict)
    """The times at which commands were created, by guild. 200 a day are allowed."""
    seed: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    """The seed of the key that signs requests to the interactions endpoint."""
    endpoint: str | None = None
    """The address to which interactions are posted, or None if they go to the gateway."""


Record: TypeAlias = User | Guild | Channel | Message | Command | Emoji | Application


class World:
    """All records, and the only place that saves and deletes them."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        self.commands: dict[int, Command] = {}
        self.emojis: dict[int, Emoji] = {}
        self.files: dict[int, bytes] = {}
        self.removed: OrderedDict[int, tuple[Attachment, bytes]] = OrderedDict()
        """The last files that were removed. A client that has just received a file's address can
        still fetch it."""
        self.access = 0
        """A version that grows whenever a user's permissions may have changed."""
        self.grants: dict[tuple[int, int], int] = {}
        """A cache of permissions by channel and user, for the current value of `access`."""
        self.dirty: set[tuple[str, int]] = set()
        """Kind and id of records that are not yet written to the file on disk."""
        self._last_id = 0
        self.application = self._invent_application()

    def new_id(self) -> int:
        """Return a new snowflake, larger than all before."""
        made = (int(self.clock.now() * 1000) - EPOCH) << 22
        self._last_id = max(made, self._last_id + 1)
        return self._last_id

    def expect_ids_after(self, newest: int) -> None:
        """Create only ids after *newest*, which is on disk."""
        self._last_id = max(self._last_id, newest)

    def _invent_application(self) -> Application:
        name = "Sandbox bot"
        bot = User(id=self.new_id(), name="sandbox_bot", display=name, bot=True)
        self.save(bot)
        app = Application(id=bot.id, name=name, token=f"sandbox.{secrets.token_urlsafe(24)}")
        self.dirty.add(("application", app.id))
        return app

    @property
    def bot(self) -> User:
        """The bot's user account."""
        return self.users[self.application.id]

    def save(self, record: Record, *, access: bool = False) -> None:
        """Save a new or changed record. Set `access` if it may change who sees what."""
        if access:
            self._access_changed()
        self._put(record)
        self.dirty.add((type(record).__name__.lower(), record.id))

    def _put(self, record: Record) -> None:
        match record:
            case User():
                self.users[record.id] = record
            case Guild():
                self.guilds[record.id] = record
            case Channel():
                self.channels[record.id] = record
            case Message():
                self.messages.setdefault(record.channel_id, {})[record.id] = record
            case Command():
                self.commands[record.id] = record
            case Emoji():
                self.emojis[record.id] = record
            case Application():
                self.application = record

    def delete(self, record: Guild | Channel | Message | Command | Emoji) -> None:
        """Delete a record."""
        match record:
            case Guild():
                self.guilds.pop(record.id, None)
                self._access_changed()
            case Channel():
                self.channels.pop(record.id, None)
                for message in list(self.messages.pop(record.id, {}).values()):
                    self.delete(message)
                self._access_changed()
            case Message():
                self.messages.get(record.channel_id, {}).pop(record.id, None)
                for attachment in record.attachments:
                    self.delete_file(attachment)
            case Command():
                self.commands.pop(record.id, None)
            case Emoji():
                self.emojis.pop(record.id, None)
        self.dirty.add((type(record).__name__.lower(), record.id))

    def _access_changed(self) -> None:
        self.access += 1
        self.grants.clear()

    def save_file(self, attachment_id: int, content: bytes) -> None:
        """Save the contents of an attachment."""
        self.files[attachment_id] = content
        self.dirty.add(("file", attachment_id))

    def delete_file(self, attachment: Attachment) -> None:
        """Delete an attachment's contents, but serve the last removed files a while longer."""
        content = self.files.pop(attachment.id, None)
        self.dirty.add(("file", attachment.id))
        if content is not None:
            self.removed[attachment.id] = attachment, content
            if len(self.removed) > MAX_REMOVED_FILES:
                self.removed.popitem(last=False)

    def guild_of(self, channel: Channel) -> Guild | None:
        """Return the guild of a channel, or None for a direct message."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def channels_of(self, guild_id: int) -> Iterator[Channel]:
        """Return all channels of a guild, including threads."""
        return (each for each in self.channels.values() if each.guild_id == guild_id)

    def direct_channel(self, user_id: int) -> Channel:
        """Return the bot's direct channel with a user, and create it if needed."""
        for channel in self.channels.values():
            if channel.kind == DM and channel.recipients == [user_id]:
                return channel
        channel = Channel(id=self.new_id(), kind=DM, recipients=[user_id])
        self.save(channel, access=True)
        return channel
