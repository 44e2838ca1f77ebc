"""The pace of a table in words, and how long a game may take at it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.games.clock.pace import Pace
from bot.games.lobby import Lobby
from bot.text.rulebook import turns_each
from bot.text.words import Words
from engine.board import MapSpec

TYPICAL_TURN_TIME: Final = timedelta(hours=5)
"""How long a turn takes among people who check in a few times a day, at any time limit."""
FAST_TURN_DIVISOR: Final = 5
"""At a fast pace a turn takes this fraction of its time limit, because most people need little of
it."""
DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=7)


def pace_words(lobby: Lobby, words: Words) -> list[str]:
    """Return sentences about the pace of a table, its clock, and how long a game takes."""
    pace, people, say = lobby.pace, lobby.people, words.say
    lines = [f"⏱️ {say('lobby-pace', pace=say(f'pace-{pace.name}'))}", *vacation_words(lobby, words)]
    if lobby.options.usual_pace and pace.allowance:
        lines.append(say("lobby-solo"))
    if people > 1:
        key, count = _rounded_span(expected_duration(lobby.spec, people, pace))
        lines.append(say(f"lobby-lasts-{key}", people=people, count=count))
    return lines


def vacation_words(lobby: Lobby, words: Words) -> list[str]:
    """Return whether the clock of a table stops for nights and vacations.

    Return nothing if the table has no clock.
    """
    pace = lobby.pace
    if not pace.allowance:
        return []
    if not pace.sleeps:
        return [words.say("lobby-never-sleeps")]
    return [words.say("lobby-vacation-yes" if lobby.options.vacation else "lobby-vacation-no")]


def expected_duration(spec: MapSpec, people: int, pace: Pace) -> timedelta:
    """Return about how long this many *people* play a game. Bots take no time."""
    each = (
        min(TYPICAL_TURN_TIME, pace.allowance / FAST_TURN_DIVISOR)
        if pace.allowance
        else TYPICAL_TURN_TIME
    )
    return people * turns_each(spec) * each


def _rounded_span(span: timedelta) -> tuple[str, int]:
    """Return a duration in a natural unit: the unit, and how many of it."""
    if span < 2 * DAY:
        return "hours", max(1, round(span / timedelta(hours=1)))
    return ("days", round(span / DAY)) if span < 2 * WEEK else ("weeks", round(span / WEEK))
