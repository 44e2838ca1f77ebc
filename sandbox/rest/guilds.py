"""Routes for guilds, their channels, members and roles."""

from __future__ import annotations

from sandbox.errors import ApiError
from sandbox.gateway import intents
from sandbox.rest.router import Call, Reply, route
from sandbox.validation import limits
from sandbox.validation.body_reader import body_form
from sandbox.world.permissions import CHANGE_NICKNAME, MANAGE_CHANNELS, MANAGE_ROLES, in_guild
from sandbox.world.state import Guild, Member

MEMBER_ROLE = "/guilds/{guild}/members/{user}/roles/{role}"


def _guild(call: Call, need: int = 0) -> Guild:
    guild = call.core.guilds.get(call.id("guild"))
    if need and not in_guild(guild, call.bot_id) & need:
        raise ApiError.from_code(50013)
    return guild


def _member(call: Call, guild: Guild) -> Member:
    number = call.id("user")
    if number not in call.core.world.users:
        raise ApiError.from_code(10013)
    if number not in guild.members:
        raise ApiError.from_code(10007)
    return guild.members[number]


@route("GET", "/guilds/{guild}")
def get(call: Call) -> Reply:
    """Return a guild of the bot. Other guilds are refused like guilds that do not exist."""
    guild = call.core.world.guilds.get(call.id("guild"))
    if guild is None or call.bot_id not in guild.members:
        raise ApiError.from_code(10004)
    payload = call.core.payloads.guild(guild)
    if call.query.get("with_counts") in ("1", "true", "True"):
        payload |= {
            "approximate_member_count": len(guild.members),
            "approximate_presence_count": len(guild.members),
        }
    return payload


@route("GET", "/guilds/{guild}/channels")
def channels(call: Call) -> Reply:
    """Return all channels of a guild, without threads."""
    here = call.core.world.channels_of(_guild(call).id)
    return [call.core.payloads.channel(c) for c in here if not c.is_thread]


@route("POST", "/guilds/{guild}/channels")
def create_channel(call: Call) -> Reply:
    guild = _guild(call, MANAGE_CHANNELS)
    return call.core.payloads.channel(call.core.channels.create(guild, call.body))


@route("GET", "/guilds/{guild}/members")
def members(call: Call) -> Reply:
    """Return the members of a guild. The list needs the privileged intent."""
    guild = _guild(call)
    if not call.core.world.application.privileged & intents.GUILD_MEMBERS:
        raise ApiError.from_code(50001)
    count, after = call.count("limit", 1, 1000), call.moment("after") or 0
    found = sorted(
        (m for m in guild.members.values() if m.user_id > after), key=lambda m: m.user_id
    )
    return [call.core.payloads.member(member) for member in found[:count]]


@route("GET", "/guilds/{guild}/members/search")
def search_members(call: Call) -> Reply:
    """Return the members whose name starts with the query."""
    guild, start = _guild(call), call.query.get("query", "").lower()
    users = call.core.world.users
    found = [
        m
        for m in guild.members.values()
        if (m.nick or users[m.user_id].name).lower().startswith(start)
    ]
    return [call.core.payloads.member(m) for m in found[: call.count("limit", 1, 1000)]]


@route("GET", "/guilds/{guild}/members/{user}")
def member(call: Call) -> Reply:
    return call.core.payloads.member(_member(call, _guild(call)))


@route("PATCH", "/guilds/{guild}/members/@me")
def change_nick(call: Call) -> Reply:
    """Change the bot's nickname."""
    guild = _guild(call, CHANGE_NICKNAME)
    form = body_form(call.body)
    nick = form.text("nick", limits.NICK)
    form.errors.raise_if_any()
    own = guild.members[call.bot_id]
    own.nick = nick or None
    call.core.guilds.member_changed(guild, own)
    return call.core.payloads.member(own)


@route("GET", "/guilds/{guild}/roles")
def roles(call: Call) -> Reply:
    return [call.core.payloads.role(role) for role in _guild(call).roles.values()]


@route("GET", "/guilds/{guild}/roles/{role}")
def role(call: Call) -> Reply:
    found = _guild(call).roles.get(call.id("role"))
    if found is None:
        raise ApiError.from_code(10011)
    return call.core.payloads.role(found)


@route("PUT", MEMBER_ROLE)
def give_role(call: Call) -> Reply:
    return _change_role(call, give=True)


@route("DELETE", MEMBER_ROLE)
def take_role(call: Call) -> Reply:
    return _change_role(call, give=False)


def _change_role(call: Call, *, give: bool) -> Reply:
    guild = _guild(call, MANAGE_ROLES)
    member, number = _member(call, guild), call.id("role")
    if number not in guild.roles:
        raise ApiError.from_code(10011)
    kept = [role for role in member.roles if role != number]
    member.roles = [*kept, number] if give else kept
    call.core.guilds.member_changed(guild, member)
    return None


@route("GET", "/guilds/{guild}/emojis")
def emojis(call: Call) -> Reply:
    """Return an empty list, because guilds of the sandbox have no emoji of their own."""
    _guild(call)
    return []
