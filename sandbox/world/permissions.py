"""Permissions: Discord's bits, and the order in which they are applied."""

from __future__ import annotations

from sandbox.world.state import DM, PRIVATE_THREAD, Channel, Guild, World

CREATE_INVITE = 1 << 0
ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
EXTERNAL_EMOJI = 1 << 18
CHANGE_NICKNAME = 1 << 26
MANAGE_ROLES = 1 << 28
USE_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
PUBLIC_THREADS = 1 << 35
PRIVATE_THREADS = 1 << 36
SEND_IN_THREADS = 1 << 38
PIN_MESSAGES = 1 << 51
ALL = (1 << 53) - 1

MEMBER_DEFAULT = (
    CREATE_INVITE
    | ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | EXTERNAL_EMOJI
    | CHANGE_NICKNAME
    | USE_COMMANDS
    | PUBLIC_THREADS
    | PRIVATE_THREADS
    | SEND_IN_THREADS
)
"""The permissions of @everyone in a new guild."""

BOT_DEFAULT = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | SEND_IN_THREADS
    | PUBLIC_THREADS
    | PRIVATE_THREADS
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | PIN_MESSAGES
)
"""The permissions that a careful bot requests when it is added."""

IN_DIRECT = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | ADD_REACTIONS
    | EXTERNAL_EMOJI
    | USE_COMMANDS
    | PIN_MESSAGES
)
"""The permissions of both participants in a direct message."""


def in_guild(guild: Guild, user_id: int) -> int:
    """Return a member's permissions in a guild, without channel overwrites."""
    if guild.owner_id == user_id:
        return ALL
    granted = guild.roles[guild.id].permissions
    member = guild.members.get(user_id)
    for role_id in member.roles if member else ():
        if role_id in guild.roles:
            granted |= guild.roles[role_id].permissions
    return ALL if granted & ADMINISTRATOR else granted


def _apply_overwrites(guild: Guild, channel: Channel, user_id: int, granted: int) -> int:
    """Apply overwrites in Discord's order: everyone, then all roles together, then the member."""
    everyone = channel.overwrites.get(guild.id)
    if everyone is not None:
        granted = granted & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in guild.members[user_id].roles:
        overwrite = channel.overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    granted = granted & ~deny | allow
    own = channel.overwrites.get(user_id)
    if own is not None:
        granted = granted & ~own.deny | own.allow
    return granted


def in_channel(world: World, channel: Channel, user_id: int) -> int:
    """Return a user's permissions in a channel, which are 0 if they cannot see it."""
    key = (channel.id, user_id)
    found = world.grants.get(key)
    if found is None:
        found = world.grants[key] = _compute(world, channel, user_id)
    return found


def _compute(world: World, channel: Channel, user_id: int) -> int:
    if channel.kind == DM:
        return IN_DIRECT if user_id in (*channel.recipients, world.bot.id) else 0
    guild = world.guilds.get(channel.guild_id or 0)
    if guild is None or user_id not in guild.members:
        return 0
    granted = in_guild(guild, user_id)
    if granted == ALL:
        return ALL
    parent = world.channels.get(channel.parent_id or 0) if channel.is_thread else channel
    if parent is None:
        return 0
    granted = _apply_overwrites(guild, parent, user_id, granted)
    hidden = channel.kind == PRIVATE_THREAD and user_id not in channel.members
    if not granted & VIEW_CHANNEL or (hidden and not granted & MANAGE_THREADS):
        return 0
    return granted


def sees(world: World, channel: Channel, user_id: int) -> bool:
    """Return whether a user can open a channel."""
    return bool(in_channel(world, channel, user_id) & VIEW_CHANNEL)


class Viewers:
    """The people who see each channel, cached until permissions change."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[int, tuple[int, ...]] = {}
        self._version = -1

    def for_channel(self, channel: Channel) -> tuple[int, ...]:
        """Return the people, without the bot, who see a channel."""
        if self._version != self._world.access:
            self._known.clear()
            self._version = self._world.access
        found = self._known.get(channel.id)
        if found is None:
            guild = self._world.guild_of(channel)
            crowd = channel.recipients if guild is None else list(guild.members)
            bot = self._world.bot.id
            found = tuple(u for u in crowd if u != bot and sees(self._world, channel, u))
            self._known[channel.id] = found
        return found
