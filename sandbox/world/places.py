"""Guilds and channels, as tests and the page use them."""

from __future__ import annotations

from sandbox.core import Core
from sandbox.errors import NotPossible
from sandbox.world.permissions import BOT_DEFAULT
from sandbox.world.state import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Guild, Overwrite, Role, User


class Place:
    """A channel, a thread or a direct message."""

    def __init__(self, core: Core, channel: Channel) -> None:
        self._core = core
        self.channel = channel
        self.id = channel.id

    def __repr__(self) -> str:
        return f"<Place {self.channel.name or 'direct message'}>"

    @property
    def name(self) -> str:
        """The name of the channel."""
        return self.channel.name

    @property
    def mention(self) -> str:
        """The text that links to the channel."""
        return f"<#{self.id}>"

    def deny(self, who: User | Role | int, permissions: int) -> None:
        """Deny permissions in this channel to a user or role. The bot's user is `sandbox.bot`."""
        self._overwrite(who, deny=permissions)

    def allow(self, who: User | Role | int, permissions: int) -> None:
        """Allow permissions in this channel to a user or role."""
        self._overwrite(who, allow=permissions)

    def _overwrite(self, who: User | Role | int, *, allow: int = 0, deny: int = 0) -> None:
        number = who if isinstance(who, int) else who.id
        old = self.channel.overwrites.get(number)
        kind = 0 if isinstance(who, Role) or number == self.channel.guild_id else 1
        before = (old.allow, old.deny) if old is not None else (0, 0)
        made = Overwrite(
            id=number,
            kind=kind,
            allow=before[0] & ~deny | allow,
            deny=before[1] & ~allow | deny,
        )
        self._core.channels.overwrite(self.channel, made)

    def thread(self, name: str, owner: User | int, *, private: bool = False) -> Place:
        """Start a thread in this channel as a user."""
        number = owner if isinstance(owner, int) else owner.id
        body = {"name": name, "type": PRIVATE_THREAD if private else PUBLIC_THREAD}
        return Place(self._core, self._core.channels.start_thread(self.channel, number, body))

    def add(self, who: User | int) -> None:
        """Add a user to this thread."""
        self._core.channels.join(self.channel, who if isinstance(who, int) else who.id)

    def change(self, **fields: object) -> None:
        """Change the channel's name, topic, `archived`, `locked` and other fields."""
        self._core.channels.change(self.channel, fields)

    def delete(self) -> None:
        self._core.channels.delete(self.channel)

    def delete_message(self, message_id: int) -> None:
        """Delete a message as a moderator."""
        message = self._core.world.messages.get(self.id, {}).get(message_id)
        if message is None:
            raise NotPossible("there is no such message")
        self._core.messages.delete(message)


class Club:
    """A guild with its channels, roles and members."""

    def __init__(self, core: Core, guild: Guild) -> None:
        self._core = core
        self.guild = guild
        self.id = guild.id

    def __repr__(self) -> str:
        return f"<Club {self.guild.name}>"

    @property
    def everyone(self) -> Role:
        """The role @everyone."""
        return self.guild.roles[self.guild.id]

    def channel(self, name: str, *, topic: str | None = None) -> Place:
        """Create a text channel."""
        made = self._core.channels.create(self.guild, {"name": name, "topic": topic})
        return Place(self._core, made)

    def channels(self) -> list[Place]:
        """Return the guild's channels and threads."""
        return [Place(self._core, c) for c in self._core.world.channels_of(self.id)]

    def role(self, name: str, permissions: int = 0, *, mentionable: bool = False) -> Role:
        """Create a role."""
        role = self._core.guilds.add_role(self.guild, name, permissions)
        role.mentionable = mentionable
        self._core.guilds.role_changed(self.guild, role)
        return role

    def set_permissions(self, role: Role, permissions: int) -> None:
        """Set the permissions of a role."""
        role.permissions = permissions
        self._core.guilds.role_changed(self.guild, role)

    def give(self, who: User | int, role: Role) -> None:
        """Give a member a role."""
        member = self.guild.members[who if isinstance(who, int) else who.id]
        member.roles = [*member.roles, role.id]
        self._core.guilds.member_changed(self.guild, member)

    def take(self, who: User | int, role: Role) -> None:
        """Take a role from a member."""
        member = self.guild.members[who if isinstance(who, int) else who.id]
        member.roles = [each for each in member.roles if each != role.id]
        self._core.guilds.member_changed(self.guild, member)

    def join(self, who: User | int) -> None:
        """Add a user to the guild."""
        self._core.guilds.join(self.guild, who if isinstance(who, int) else who.id)

    def leave(self, who: User | int) -> None:
        """Remove a user from the guild."""
        self._core.guilds.leave(self.guild, who if isinstance(who, int) else who.id)

    def add_bot(self, permissions: int = BOT_DEFAULT) -> None:
        """Add the bot to the guild."""
        self._core.guilds.add_bot(self.guild, permissions)

    def remove_bot(self) -> None:
        """Remove the bot from the guild."""
        self._core.guilds.remove_bot(self.guild)

    @property
    def bot_role(self) -> Role:
        """The bot's own role. Take permissions from it to test the bot without them."""
        return next(role for role in self.guild.roles.values() if role.managed)
