"""How somebody's time stands, in words to themselves."""

from __future__ import annotations

from bot.games.clock.status import SeatTime
from bot.text.words import Words
from bot.ui.timestamps import moment


def time_words(words: Words, time: SeatTime) -> str:
    """Until when there is time, or why the clock stands still; empty: there is nothing to say."""
    if time.away_until is not None:
        return words.say("time-away", until=moment(time.away_until))
    if time.paused:
        return words.say("time-paused")
    if time.until is None:
        return ""
    key = "time-until-bank" if time.on_bank else "time-until"
    return words.say(key, until=moment(time.until))
