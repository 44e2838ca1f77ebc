"""Mentions: which of them are valid, and whom they alert."""

from __future__ import annotations

import re
from typing import NamedTuple

from sandbox.json_codec import Json, parse_id
from sandbox.validation import components, limits
from sandbox.validation.body_reader import Form
from sandbox.world.permissions import MENTION_EVERYONE, in_channel
from sandbox.world.state import Channel, Message, World

USER = re.compile(r"<@!?(\d{1,20})>")
ROLE = re.compile(r"<@&(\d{1,20})>")
EVERYONE = re.compile(r"@(everyone|here)\b")


class AllowedMentions(NamedTuple):
    """The `allowed_mentions` of a request."""

    parse: frozenset[str] = frozenset({"users", "roles", "everyone"})
    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    reply: bool = False


class Mentions(NamedTuple):
    """The valid mentions in a text."""

    users: list[int]
    roles: list[int]
    everyone: bool


def read_allowed(form: Form) -> AllowedMentions:
    """Return the `allowed_mentions` of a body. Everything is allowed if the body has none."""
    inner = form.child("allowed_mentions")
    if inner is None:
        return AllowedMentions(reply=True)
    parse = frozenset(str(each) for each, _ in inner.items("parse", 3))
    for name in parse - {"users", "roles", "everyone"}:
        inner.add_error("parse", "BASE_TYPE_CHOICES", f"{name} is not a kind of mention")
    ids: dict[str, frozenset[int]] = {}
    for key in ("users", "roles"):
        listed = inner.items(key, limits.ALLOWED_MENTIONS)
        found = (parse_id(str(each)) for each, _ in listed)
        ids[key] = frozenset(number for number in found if number is not None)
        if listed and key in parse:
            inner.add_error(
                "parse",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
    return AllowedMentions(parse, ids["users"], ids["roles"], inner.truth("replied_user"))


def mentionable_text(content: str, parts: list[Json]) -> str:
    """Return the text of a message that can contain mentions."""
    if not parts:
        return content
    texts = [c["content"] for c in components.walk(parts) if c["type"] == components.TEXT]
    return "\n".join([content, *texts])


def find(
    world: World, channel: Channel, author_id: int, text: str, allowed: AllowedMentions
) -> Mentions:
    """Return the mentions in a text that exist and are allowed."""
    if "@" not in text:
        return Mentions([], [], everyone=False)
    users = dict.fromkeys(int(found) for found in USER.findall(text))
    all_users = "users" in allowed.parse
    chosen = [u for u in users if u in world.users and (all_users or u in allowed.users)]
    guild = world.guild_of(channel)
    if guild is None:
        return Mentions(chosen, [], everyone=False)
    may_all = bool(in_channel(world, channel, author_id) & MENTION_EVERYONE)
    all_roles = "roles" in allowed.parse
    roles = [
        role
        for role in dict.fromkeys(int(found) for found in ROLE.findall(text))
        if role in guild.roles
        and (all_roles or role in allowed.roles)
        and (may_all or guild.roles[role].mentionable)
    ]
    everyone = "everyone" in allowed.parse and may_all and bool(EVERYONE.search(text))
    return Mentions(chosen, roles, everyone)


def pinged_users(world: World, channel: Channel, message: Message) -> set[int]:
    """Return the people that a new message alerts."""
    guild = world.guild_of(channel)
    if guild is None:
        return set(channel.recipients) - {message.author_id}
    alerted = set(message.mentions)
    for member in guild.members.values():
        if message.mention_everyone or any(r in message.mention_roles for r in member.roles):
            alerted.add(member.user_id)
    return alerted - {message.author_id, world.bot.id}
