"""What the bot needs to be allowed, and what would break without it."""

from __future__ import annotations

from typing import Final

import discord

from bot.language.words import Words

NEEDED: Final = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "attach_files",
    "embed_links",
    "read_message_history",
)
"""Names as Discord has them; each has a sentence that says what it is for."""


def missing_permissions(have: discord.Permissions, words: Words) -> list[str]:
    """One line for each permission that is missing here."""
    return [
        "⚠️ " + words.say("permission-" + name.replace("_", "-"))
        for name in NEEDED
        if not getattr(have, name)
    ]


def wanted() -> discord.Permissions:
    """Everything to ask for in the invite link."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))
