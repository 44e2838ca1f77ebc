"""Routes for threads: starting, joining, leaving, listing."""

from __future__ import annotations

from sandbox.errors import ApiError
from sandbox.json_codec import Json
from sandbox.rest.router import Call, Reply, route
from sandbox.validation import limits
from sandbox.validation.body_reader import body_form
from sandbox.world.permissions import (
    MANAGE_THREADS,
    PRIVATE_THREADS,
    PUBLIC_THREADS,
    READ_HISTORY,
    SEND_IN_THREADS,
    sees,
)
from sandbox.world.state import PRIVATE_THREAD, Channel

THREAD_MEMBERS = "/channels/{channel}/thread-members"


@route("POST", "/channels/{channel}/threads")
def start(call: Call) -> Reply:
    """Start a thread without a message, which is private unless the body has another type."""
    kind = body_form(call.body).value.get("type", PRIVATE_THREAD)
    parent = call.channel(PRIVATE_THREADS if kind == PRIVATE_THREAD else PUBLIC_THREADS)
    thread = call.core.channels.start_thread(parent, call.bot_id, call.body)
    return call.core.payloads.channel(thread)


@route("POST", "/channels/{channel}/messages/{message}/threads")
def start_on_message(call: Call) -> Reply:
    """Start a thread on a message."""
    parent = call.channel(PUBLIC_THREADS)
    message = call.core.messages.get(parent.id, call.id("message"))
    thread = call.core.channels.start_thread(parent, call.bot_id, call.body, message)
    return call.core.payloads.channel(thread)


def _user(call: Call) -> int:
    if call.params.get("user") in (None, "@me"):
        return call.bot_id
    number = call.id("user")
    thread = call.channel()
    guild = call.core.world.guild_of(thread)
    if guild is None or number not in guild.members:
        raise ApiError.from_code(10013)
    return number


@route("PUT", THREAD_MEMBERS + "/{user}")
def join(call: Call) -> Reply:
    """Join a thread, or add a user to it."""
    user = _user(call)
    thread = call.channel(SEND_IN_THREADS if user != call.bot_id else 0)
    call.core.channels.join(thread, user)
    return None


@route("DELETE", THREAD_MEMBERS + "/{user}")
def leave(call: Call) -> Reply:
    """Leave a thread, or remove a user from it."""
    user, thread = _user(call), call.channel()
    if user != call.bot_id and thread.owner_id != call.bot_id:
        call.channel(MANAGE_THREADS)
    call.core.channels.leave(thread, user)
    return None


@route("GET", THREAD_MEMBERS + "/{user}")
def member(call: Call) -> Reply:
    thread, user = call.channel(), _user(call)
    if user not in thread.members:
        raise ApiError.from_code(10007)
    return call.core.payloads.thread_member(thread, user)


@route("GET", THREAD_MEMBERS)
def members(call: Call) -> Reply:
    thread = call.channel()
    return [call.core.payloads.thread_member(thread, user) for user in thread.members]


def _listing(call: Call, threads: list[Channel], *, more: bool = False) -> Json:
    mine = [t for t in threads if call.bot_id in t.members]
    return {
        "threads": [call.core.payloads.channel(thread) for thread in threads],
        "members": [call.core.payloads.thread_member(thread, call.bot_id) for thread in mine],
        "has_more": more,
    }


@route("GET", "/guilds/{guild}/threads/active")
def active(call: Call) -> Reply:
    """Return the threads of a guild that are not archived."""
    guild = call.core.guilds.get(call.id("guild"))
    world = call.core.world
    found = [
        c
        for c in world.channels_of(guild.id)
        if c.is_thread and not c.archived and sees(world, c, call.bot_id)
    ]
    return _listing(call, found)


def _archived(call: Call, *, private: bool, joined: bool = False) -> Reply:
    parent = call.channel(READ_HISTORY)
    if private and not joined:
        call.channel(MANAGE_THREADS)
    found = [
        c
        for c in call.core.world.channels.values()
        if c.parent_id == parent.id
        and c.is_thread
        and c.archived
        and (c.kind == PRIVATE_THREAD) == private
        and (not joined or call.bot_id in c.members)
    ]
    found.sort(key=lambda c: c.archive_changed, reverse=True)
    count = call.count("limit", 50, limits.HISTORY)
    return _listing(call, found[:count], more=len(found) > count)


@route("GET", "/channels/{channel}/threads/archived/public")
def archived_public(call: Call) -> Reply:
    return _archived(call, private=False)


@route("GET", "/channels/{channel}/threads/archived/private")
def archived_private(call: Call) -> Reply:
    return _archived(call, private=True)


@route("GET", "/channels/{channel}/users/@me/threads/archived/private")
def archived_joined(call: Call) -> Reply:
    """Return the archived private threads that the bot has joined."""
    return _archived(call, private=True, joined=True)
