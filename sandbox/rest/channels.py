"""Routes for channels: reading, changing, deleting, permissions, typing."""

from __future__ import annotations

from sandbox.errors import ApiError
from sandbox.rest.router import Call, Reply, route
from sandbox.validation.body_reader import Form, body_form
from sandbox.world.permissions import (
    MANAGE_CHANNELS,
    MANAGE_ROLES,
    MANAGE_THREADS,
    SEND_IN_THREADS,
    SEND_MESSAGES,
)
from sandbox.world.state import DM, Channel, Overwrite


@route("GET", "/channels/{channel}")
def get(call: Call) -> Reply:
    return call.core.payloads.channel(call.channel())


@route("PATCH", "/channels/{channel}")
def change(call: Call) -> Reply:
    """Change a channel or thread. Its name and topic can change twice in ten minutes."""
    channel = call.channel()
    if channel.kind == DM:
        raise ApiError.from_code(50003)
    form = body_form(call.body)
    call.channel(_needed_to_change(call, channel, form))
    if form.has("name") or form.has("topic"):
        call.core.rates.rename(channel.id)
    return call.core.payloads.channel(call.core.channels.change(channel, call.body))


def _needed_to_change(call: Call, channel: Channel, form: Form) -> int:
    """Return the permission that a change needs.

    A member who may write in a thread may also unarchive it, and the thread's owner may change
    everything. A locked thread and every other change need Manage Threads.
    """
    if not channel.is_thread:
        return MANAGE_CHANNELS
    wakes = form.value == {"archived": False}
    open_to_us = channel.owner_id == call.bot_id or wakes
    return SEND_IN_THREADS if open_to_us and not channel.locked else MANAGE_THREADS


@route("DELETE", "/channels/{channel}")
def delete(call: Call) -> Reply:
    """Delete a channel, or close a direct message."""
    channel = call.channel()
    if channel.kind != DM:
        call.channel(MANAGE_THREADS if channel.is_thread else MANAGE_CHANNELS)
    payload = call.core.payloads.channel(channel)
    call.core.channels.delete(channel)
    return payload


@route("POST", "/channels/{channel}/typing")
def typing(call: Call) -> Reply:
    """Show that the bot is typing."""
    channel = call.channel()
    call.channel(SEND_IN_THREADS if channel.is_thread else SEND_MESSAGES)
    call.core.feeds.show(
        call.core.dispatcher.viewers.for_channel(channel), "typing", channel_id=channel.id
    )
    return None


@route("PUT", "/channels/{channel}/permissions/{target}")
def set_permissions(call: Call) -> Reply:
    """Set the permissions of a role or member in a channel."""
    channel = call.channel(MANAGE_ROLES)
    form = body_form(call.body)
    kind = form.choice("type", (0, 1), required=True)
    allow, deny = form.whole("allow", 0) or 0, form.whole("deny", 0) or 0
    form.errors.raise_if_any()
    made = Overwrite(id=call.id("target"), kind=kind, allow=allow, deny=deny)
    call.core.channels.overwrite(channel, made)
    return None


@route("DELETE", "/channels/{channel}/permissions/{target}")
def clear_permissions(call: Call) -> Reply:
    """Remove the permissions of a role or member in a channel."""
    channel = call.channel(MANAGE_ROLES)
    if channel.overwrites.pop(call.id("target"), None) is None:
        raise ApiError.from_code(10009)
    call.core.channels.changed(channel)
    return None
