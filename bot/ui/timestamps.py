"""Moments in messages: everybody reads them in their own zone."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.games.clock.status import SeatTime
from bot.text.words import Words


def format_moment(time: datetime) -> str:
    """A moment, as a date and as how far away it is."""
    absolute, relative = (discord.utils.format_dt(time, style) for style in ("f", "R"))
    return f"{absolute} ({relative})"


def deadline_words(words: Words, time: SeatTime) -> str:
    """Until when there is time, or why the clock stands still; empty: there is nothing to say."""
    if time.away_until is not None:
        return words.say("time-away", until=format_moment(time.away_until))
    if time.paused:
        return words.say("time-paused")
    if time.until is None:
        return ""
    key = "time-until-bank" if time.on_bank else "time-until"
    return words.say(key, until=format_moment(time.until))
