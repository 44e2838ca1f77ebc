"""Names and descriptions of commands, with their keys for the translator."""

from __future__ import annotations

from discord import app_commands

from bot.text.words import Words


def said(key: str) -> app_commands.locale_str:
    """A description: English as it is registered, other languages by its key."""
    return app_commands.locale_str(Words.of("en").say(key), key=key)
