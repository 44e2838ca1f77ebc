"""Guilds: members, roles, and adding or removing the bot."""

from __future__ import annotations

from sandbox.errors import ApiError
from sandbox.gateway import intents
from sandbox.gateway.dispatch import Dispatcher
from sandbox.gateway.payloads import Payloads
from sandbox.world.permissions import BOT_DEFAULT, MEMBER_DEFAULT
from sandbox.world.state import Guild, Member, Role


class Guilds:
    """The operations on guilds."""

    def __init__(self, payloads: Payloads, dispatcher: Dispatcher) -> None:
        self._payloads = payloads
        self._world = payloads.world
        self._dispatcher = dispatcher

    def get(self, guild_id: int) -> Guild:
        """Return a guild that the bot is in, or refuse."""
        guild = self._world.guilds.get(guild_id)
        if guild is None:
            raise ApiError.from_code(10004)
        if self._world.bot.id not in guild.members:
            raise ApiError.from_code(50001)
        return guild

    def create(self, name: str, owner_id: int, *, locale: str = "en-US") -> Guild:
        """Create a guild with its owner and the role @everyone."""
        number = self._world.new_id()
        everyone = Role(id=number, name="@everyone", permissions=MEMBER_DEFAULT)
        guild = Guild(
            id=number, name=name, owner_id=owner_id, locale=locale, roles={number: everyone}
        )
        self._world.save(guild, access=True)
        self.join(guild, owner_id)
        return guild

    def add_bot(self, guild: Guild, permissions: int = BOT_DEFAULT) -> None:
        """Add the bot with a role of its own, unless it is a member already."""
        bot = self._world.bot
        if bot.id in guild.members:
            return
        role = self.add_role(guild, bot.display, permissions, managed=True)
        guild.members[bot.id] = Member(
            user_id=bot.id, joined=self._world.clock.now(), roles=[role.id]
        )
        self._world.save(guild, access=True)
        data = self._payloads.guild_create(guild, all_members=False)
        # Without this field a client treats the guild as new, not as available again.
        del data["unavailable"]
        self._dispatcher.guild_changed("GUILD_CREATE", guild, data)

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot, which was thrown out or leaves. Do nothing if it is not a member."""
        member = guild.members.pop(self._world.bot.id, None)
        if member is None:
            return
        for role_id in member.roles:
            guild.roles.pop(role_id, None)
        self._world.save(guild, access=True)
        self._dispatcher.guild_changed("GUILD_DELETE", guild, {"id": str(guild.id)})

    def join(self, guild: Guild, user_id: int) -> Member:
        """Add a person to a guild."""
        if user_id in guild.members:
            return guild.members[user_id]
        member = Member(user_id=user_id, joined=self._world.clock.now())
        guild.members[user_id] = member
        self._world.save(guild, access=True)
        data = self._payloads.member(member) | {"guild_id": str(guild.id)}
        self._dispatcher.guild_changed("GUILD_MEMBER_ADD", guild, data, intents.GUILD_MEMBERS)
        return member

    def leave(self, guild: Guild, user_id: int) -> None:
        """Remove a person from a guild."""
        if guild.members.pop(user_id, None) is None:
            raise ApiError.from_code(10007)
        self._world.save(guild, access=True)
        data = {
            "guild_id": str(guild.id),
            "user": self._payloads.user(self._world.users[user_id]),
        }
        self._dispatcher.guild_changed("GUILD_MEMBER_REMOVE", guild, data, intents.GUILD_MEMBERS)

    def add_role(
        self, guild: Guild, name: str, permissions: int = 0, *, managed: bool = False
    ) -> Role:
        """Create a role above the others."""
        role = Role(
            id=self._world.new_id(),
            name=name,
            permissions=permissions,
            position=len(guild.roles),
            managed=managed,
        )
        guild.roles[role.id] = role
        self._world.save(guild, access=True)
        self._role_event("GUILD_ROLE_CREATE", guild, role)
        return role

    def role_changed(self, guild: Guild, role: Role) -> None:
        """Save a changed role and notify the bot."""
        self._world.save(guild, access=True)
        self._role_event("GUILD_ROLE_UPDATE", guild, role)

    def _role_event(self, event: str, guild: Guild, role: Role) -> None:
        data = {"guild_id": str(guild.id), "role": self._payloads.role(role)}
        self._dispatcher.guild_changed(event, guild, data)

    def member_changed(self, guild: Guild, member: Member) -> None:
        """Save a member with changed roles or nickname, and notify the bot."""
        self._world.save(guild, access=True)
        data = self._payloads.member(member) | {"guild_id": str(guild.id)}
        own = member.user_id == self._world.bot.id
        intent = intents.GUILDS if own else intents.GUILD_MEMBERS
        self._dispatcher.guild_changed("GUILD_MEMBER_UPDATE", guild, data, intent)
