"""Times in messages. Discord shows them to each reader in their own zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import discord

from bot.games.clock.status import SeatTime
from bot.text.words import Words

HOUR: Final = timedelta(hours=1)
MAX_HOURS: Final = 72
"""A longer span is shown in days."""


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
    return due_line(words, time)


def due_line(words: Words, time: SeatTime, *, now: bool = False) -> str:
    """Return when a turn is due and the bank next to it, or when the running bank ends.

    Return an empty text if there is no deadline. A message that is read *now*, not days later, also
    says how much of the running bank is left.
    """
    due = due_words(words, time, now=now)
    return f"⏳ {due}" if due else ""


def due_words(words: Words, time: SeatTime, *, now: bool = False) -> str:
    """Return the words of `due_line` without its sign."""
    if time.end is None:
        return ""
    moment, bank = _format_end(time.end, is_short=time.is_short), span_words(words, time.bank)
    if time.on_bank:
        key = "time-bank-left" if now and time.bank else "time-bank"
    else:
        key = "time-due-bank" if time.bank else "time-due"
    return words.say(key, moment=moment, bank=bank)


def _format_end(moment: datetime, *, is_short: bool) -> str:
    """Format the end of a turn. The date is left out if the time of day is enough."""
    if not is_short:
        return format_moment(moment)
    return ", ".join(discord.utils.format_dt(moment, style) for style in ("R", "t"))


def span_words(words: Words, span: timedelta) -> str:
    """Return a length of time in a natural unit, rounded down."""
    if span < HOUR:
        return words.say("time-minutes", count=span // timedelta(minutes=1))
    if span <= MAX_HOURS * HOUR:
        return words.say("time-hours", count=span // HOUR)
    return words.say("time-days", count=span // timedelta(days=1))
