"""Routes for messages in channels, and for pins."""

from __future__ import annotations

from datetime import datetime

from sandbox.clock import format_timestamp
from sandbox.errors import ApiError
from sandbox.json_codec import parse_id
from sandbox.rest.router import Call, Reply, route
from sandbox.validation import limits
from sandbox.validation.body_reader import body_form, invalid
from sandbox.world.permissions import MANAGE_MESSAGES, PIN_MESSAGES, READ_HISTORY, in_channel
from sandbox.world.state import DM, EPOCH, Message

MESSAGES = "/channels/{channel}/messages"


def _message(call: Call) -> Message:
    return call.core.messages.get(call.channel().id, call.id("message"))


@route("POST", MESSAGES)
def send(call: Call) -> Reply:
    channel = call.core.channels.get(call.id("channel"))
    message = call.core.messages.send(call.bot_id, channel, call.body, call.uploads)
    return call.core.payloads.message(message)


@route("GET", MESSAGES)
def history(call: Call) -> Reply:
    """Return messages, the newest first."""
    channel = call.channel()
    count = call.count("limit", 50, limits.HISTORY)
    before, after, around = (call.moment(key) for key in ("before", "after", "around"))
    if not in_channel(call.core.world, channel, call.bot_id) & READ_HISTORY:
        return []
    here = call.core.world.messages.get(channel.id, {}).values()
    found = sorted((m for m in here if m.ephemeral_to is None), key=lambda m: m.id)
    if around is not None:
        older = [m for m in found if m.id < around][-(count // 2) :]
        found = [*older, *[m for m in found if m.id >= around][: count - len(older)]]
    elif after is not None:
        found = [m for m in found if m.id > after][:count]
    else:
        found = [m for m in found if before is None or m.id < before][-count:]
    return [call.core.payloads.message(message) for message in reversed(found)]


@route("GET", MESSAGES + "/{message}")
def get(call: Call) -> Reply:
    call.channel(READ_HISTORY)
    return call.core.payloads.message(_message(call))


@route("PATCH", MESSAGES + "/{message}")
def edit(call: Call) -> Reply:
    """Edit a message of the bot."""
    message = _message(call)
    call.core.messages.edit(call.bot_id, message, call.body, call.uploads)
    return call.core.payloads.message(message)


@route("DELETE", MESSAGES + "/{message}")
def delete(call: Call) -> Reply:
    """Delete a message of the bot, or another user's message with Manage Messages."""
    message, channel = _message(call), call.channel()
    if message.author_id != call.bot_id:
        if channel.kind == DM:
            raise ApiError.from_code(50003)
        call.channel(MANAGE_MESSAGES)
    if channel.archived:
        raise ApiError.from_code(50083)
    call.core.messages.delete(message)
    return None


@route("POST", MESSAGES + "/bulk-delete")
def bulk_delete(call: Call) -> Reply:
    channel = call.channel(MANAGE_MESSAGES)
    form = body_form(call.body)
    sizes = limits.BULK_DELETE
    listed = form.items("messages", sizes[-1], low=sizes[0], required=True)
    form.errors.raise_if_any()
    numbers = [n for each, _ in listed if (n := parse_id(str(each))) is not None]
    oldest = int((call.core.clock.now() - limits.BULK_DELETE_AGE) * 1000) - EPOCH << 22
    if any(number < oldest for number in numbers):
        raise ApiError.from_code(50034)
    here = call.core.world.messages.get(channel.id, {})
    for message in [here[n] for n in numbers if n in here and here[n].ephemeral_to is None]:
        call.core.messages.delete(message)
    return None


@route("GET", MESSAGES + "/pins")
def pins(call: Call) -> Reply:
    """Return pinned messages, the last pinned first."""
    channel = call.channel()
    count = call.count("limit", 50, 50)
    before = call.query.get("before")
    try:
        until = datetime.fromisoformat(before).timestamp() if before else None
    except ValueError:
        raise invalid(("before",), "DATE_TIME_TYPE_PARSE", f"Could not parse {before}.") from None
    found = [m for m in call.core.messages.pins(channel.id) if not until or (m.pinned or 0) < until]
    return {
        "items": [
            {
                "pinned_at": format_timestamp(m.pinned or 0.0),
                "message": call.core.payloads.message(m),
            }
            for m in found[:count]
        ],
        "has_more": len(found) > count,
    }


@route("PUT", MESSAGES + "/pins/{message}")
@route("PUT", "/channels/{channel}/pins/{message}")
def pin(call: Call) -> Reply:
    """Pin a message, which needs a permission of its own."""
    call.channel(PIN_MESSAGES)
    call.core.messages.pin(_message(call), call.bot_id)
    return None


@route("DELETE", MESSAGES + "/pins/{message}")
@route("DELETE", "/channels/{channel}/pins/{message}")
def unpin(call: Call) -> Reply:
    call.channel(PIN_MESSAGES)
    call.core.messages.unpin(_message(call))
    return None
