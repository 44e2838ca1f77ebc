"""The data for one guest's window: everything that the guest may see, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandbox.core import Core
from sandbox.json_codec import Json
from sandbox.world import permissions
from sandbox.world.feed import FeedEvent
from sandbox.world.people import Person
from sandbox.world.state import DM, Channel, Guild, Message, User

HISTORY_PAGE_SIZE = 50
"""Messages of a channel that a window gets before the guest scrolls up."""

SWITCHES = {
    "view": permissions.VIEW_CHANNEL,
    "send": permissions.SEND_MESSAGES,
    "embed": permissions.EMBED_LINKS,
    "attach": permissions.ATTACH_FILES,
    "history": permissions.READ_HISTORY,
    "threads": permissions.PUBLIC_THREADS,
    "in_threads": permissions.SEND_IN_THREADS,
    "pin": permissions.PIN_MESSAGES,
}
"""Permissions that the page can take from the bot, by the page's names."""


class Welcome(NamedTuple):
    """A text that the page shows at the beginning of one channel."""

    channel_id: int
    texts: Mapping[str, str]
    """Discord markdown by language (`en`, `de`)."""


def guests(core: Core) -> list[User]:
    """Return the people a window can act as: everyone except owners of servers.

    Owners exist only because each server needs one.
    """
    owners = {guild.owner_id for guild in core.world.guilds.values()}
    people = [user for user in core.world.users.values() if not user.bot]
    return [user for user in people if user.id not in owners] or people


class Views:
    """The data that one guest may see."""

    def __init__(self, core: Core, person: Person) -> None:
        self._core = core
        self._person = person

    def hello(self, welcome: Welcome | None) -> Json:
        """Return the whole state, for a window that has just been opened."""
        core, me = self._core, self._person
        channels = [c for c in core.world.channels.values() if self.sees(c)]
        return {
            "kind": "hello",
            "now": core.clock.now(),
            "me": self.myself(),
            "bot": {"id": str(core.world.bot.id), "name": core.world.bot.display},
            "online": bool(core.gateway.connected()),
            "guests": [{"id": str(u.id), "name": u.display} for u in guests(core)],
            "guilds": [self._guild(g) for g in core.world.guilds.values() if me.id in g.members],
            "people": [self._user(user) for user in self._known_users()],
            "channels": [self.channel(c) for c in channels],
            "messages": {str(c.id): self.history(c, None) for c in channels},
            "welcome": _welcome(welcome),
        }

    def myself(self) -> Json:
        """Return the guest with their language and direct message settings."""
        user = self._person.user
        return self._user(user) | {"locale": user.locale, "dms_open": user.dms_open}

    def _user(self, user: User) -> Json:
        return {"id": str(user.id), "name": user.display, "bot": user.bot}

    def _known_users(self) -> list[User]:
        world, me = self._core.world, self._person.id
        shared = [guild for guild in world.guilds.values() if me in guild.members]
        known = {me, world.bot.id}.union(*(guild.members for guild in shared))
        return [user for user in world.users.values() if user.id in known]

    def _guild(self, guild: Guild) -> Json:
        roles = [r for r in guild.roles.values() if r.id != guild.id]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "members": [str(member) for member in guild.members],
            "roles": [{"id": str(r.id), "name": r.name, "colour": r.colour} for r in roles],
            "mine": [str(role) for role in guild.members[self._person.id].roles],
        }

    def sees(self, channel: Channel) -> bool:
        """Return whether the guest can open a channel."""
        return permissions.sees(self._core.world, channel, self._person.id)

    def channel(self, channel: Channel) -> Json:
        """Return a channel, what the guest may do there, and which permissions the bot lacks."""
        world = self._core.world
        mine = permissions.in_channel(world, channel, self._person.id)
        bots = permissions.in_channel(world, channel, world.bot.id)
        needed = permissions.SEND_IN_THREADS if channel.is_thread else permissions.SEND_MESSAGES
        return {
            "id": str(channel.id),
            "type": channel.kind,
            "name": world.bot.display if channel.kind == DM else channel.name,
            "topic": channel.topic,
            "guild_id": None if channel.guild_id is None else str(channel.guild_id),
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "position": channel.position,
            "archived": channel.archived,
            "can_send": bool(mine & needed) and not channel.locked,
            "bot_lacks": [name for name, bit in SWITCHES.items() if not bots & bit],
        }

    def history(self, channel: Channel, before: int | None) -> list[Json]:
        """Return the newest messages of a channel, or those before a message, the oldest first."""
        messages = self._core.world.messages.get(channel.id, {}).values()
        mine = [m for m in messages if self._visible(m) and (before is None or m.id < before)]
        return [self.message(m) for m in sorted(mine, key=lambda m: m.id)[-HISTORY_PAGE_SIZE:]]

    def _visible(self, message: Message) -> bool:
        return self._person.find(message.channel_id, message.id) is not None

    def message(self, message: Message) -> Json:
        """Return a message as Discord sends it to clients."""
        return self._core.payloads.message(message)

    def event_frame(self, event: FeedEvent) -> Json | None:
        """Return a frame for an event, or None if the answer to a request contains it already."""
        made: Json = {"kind": event.kind, "channel_id": str(event.channel_id)}
        if event.kind in ("message", "edit") and event.message is not None:
            return made | {"message": self.message(event.message)}
        if event.kind in ("gone", "pinged") and event.message is not None:
            return made | {"message_id": str(event.message.id)}
        if event.kind == "channel":
            channel = self._core.world.channels.get(event.channel_id or 0)
            return made | {"channel": self.channel(channel)} if channel is not None else None
        if event.kind in ("typing", "channel_gone", "commands"):
            return made
        return None


def _welcome(welcome: Welcome | None) -> Json | None:
    if welcome is None:
        return None
    return {"channel_id": str(welcome.channel_id), "texts": dict(welcome.texts)}
