"""What the bot needs to be allowed, and what would break without it."""

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
"""Names as Discord has them; each has a sentence that says what it is for."""
FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""Those without which no table can be played in a thread of its own."""
EVERYTHING: Final = tuple(dict.fromkeys((*NEEDED, *FOR_THREADS)))


def missing_permissions(
    have: discord.Permissions, words: Words, names: Iterable[str] = NEEDED
) -> list[str]:
    """One line for each of these permissions that is missing here."""
    return [
        "⚠️ " + words.say("permission-" + name.replace("_", "-"))
        for name in names
        if not getattr(have, name)
    ]


def may_post(have: discord.Permissions) -> bool:
    """Whether we may post everything that a table needs."""
    return all(getattr(have, name) for name in NEEDED)


def required_permissions() -> discord.Permissions:
    """Everything to ask for in the invite link."""
    return discord.Permissions(**dict.fromkeys(EVERYTHING, True))
