"""The permissions that the bot needs, and what would break without them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from bot.text.words import Words

NEEDED: Final = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "attach_files",
    "embed_links",
    "read_message_history",
)
"""Discord's names. Each permission has a sentence that says what it is for."""
FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""Without these, no table can have a thread of its own."""
EVERYTHING: Final = tuple(dict.fromkeys((*NEEDED, *FOR_THREADS)))


def missing_permissions(
    have: discord.Permissions, words: Words, names: Iterable[str] = NEEDED
) -> list[str]:
    """Return a line for each of these permissions that is missing here."""
    return [
        "⚠️ " + words.say("permission-" + name.replace("_", "-"))
        for name in names
        if not getattr(have, name)
    ]


def may_post(have: discord.Permissions) -> bool:
    """Return whether the bot may post everything that a table needs."""
    return all(getattr(have, name) for name in NEEDED)


def required_permissions() -> discord.Permissions:
    """Return the permissions that the invite link asks for."""
    return discord.Permissions(**dict.fromkeys(EVERYTHING, True))
