"""Routes for users, direct messages and the gateway's address."""

from __future__ import annotations

from sandbox.errors import ApiError
from sandbox.rest.router import Call, Reply, route
from sandbox.validation import limits
from sandbox.validation.body_reader import body_form
from sandbox.world.permissions import in_guild


@route("GET", "/users/@me")
def me(call: Call) -> Reply:
    """Return the bot's own user."""
    world = call.core.world
    return call.core.payloads.user(world.bot) | {"verified": True, "mfa_enabled": False, "flags": 0}


@route("PATCH", "/users/@me")
def change_me(call: Call) -> Reply:
    """Change the bot's user name."""
    form = body_form(call.body)
    name = form.text("username", 32, low=2)
    form.errors.raise_if_any()
    bot = call.core.world.bot
    if name is not None:
        bot.name = name
        call.core.world.save(bot)
    return me(call)


@route("GET", "/users/{user}")
def user(call: Call) -> Reply:
    found = call.core.world.users.get(call.id("user"))
    if found is None:
        raise ApiError.from_code(10013)
    return call.core.payloads.user(found)


@route("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> Reply:
    """Return the guilds that the bot is in."""
    mine = [g for g in call.core.world.guilds.values() if call.bot_id in g.members]
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner": guild.owner_id == call.bot_id,
            "permissions": str(in_guild(guild, call.bot_id)),
            "features": [],
        }
        for guild in mine
    ]


@route("DELETE", "/users/@me/guilds/{guild}")
def leave_guild(call: Call) -> Reply:
    call.core.guilds.remove_bot(call.core.guilds.get(call.id("guild")))
    return None


@route("POST", "/users/@me/channels")
def open_direct(call: Call) -> Reply:
    """Open a direct message, which also works with people who accept none."""
    form = body_form(call.body)
    number = form.snowflake("recipient_id", required=True)
    form.errors.raise_if_any()
    if number not in call.core.world.users or number == call.bot_id:
        raise ApiError.from_code(50033)
    return call.core.payloads.channel(call.core.channels.direct(number))


@route("GET", "/gateway")
def gateway(call: Call) -> Reply:
    """Return the gateway's address."""
    return {"url": gateway_url(call)}


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Reply:
    """Return the gateway's address and the number of shards to start."""
    now, starts = call.core.clock.now(), call.core.gateway.starts
    recent = sum(start > now - 24 * 3600 for start in starts)
    return {
        "url": gateway_url(call),
        "shards": call.core.shards,
        "session_start_limit": {
            "total": limits.SESSION_STARTS,
            "remaining": limits.SESSION_STARTS - recent,
            "reset_after": 24 * 3600 * 1000,
            "max_concurrency": 1,
        },
    }


def gateway_url(call: Call) -> str:
    return call.core.payloads.base.replace("http://", "ws://") + "/gateway"
