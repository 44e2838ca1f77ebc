"""Times in messages. Discord shows them to each reader in their own zone."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.games.clock.status import SeatTime
from bot.text.words import Words


def format_moment(time: datetime) -> str:
    """Format a time as a date and as how far away it is."""
    absolute, relative = (discord.utils.format_dt(time, style) for style in ("f", "R"))
    return f"{absolute} ({relative})"


def deadline_words(words: Words, time: SeatTime) -> str:
    """Return until when a seat has time, or why its clock is stopped.

    Return an empty text if the seat has no deadline.
    """
    if time.away_until is not None:
        return words.say("time-away", until=format_moment(time.away_until))
    if time.paused:
        return words.say("time-paused")
    if time.until is None:
        return ""
    key = "time-until-bank" if time.on_bank else "time-until"
    return words.say(key, until=format_moment(time.until))
