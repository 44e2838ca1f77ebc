"""The pace of a table in words, and how long a game may take at it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.games.clock.pace import NO_PACE, Pace
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


def settings_line(lobby: Lobby, words: Words) -> str:
    """Return the time per turn, how long the game takes and whether plans play, in one line."""
    pace, people, say = lobby.pace, lobby.people, words.say
    is_untimed = people <= 1 and lobby.options.usual_pace
    parts = [say(f"pace-short-{NO_PACE if is_untimed else pace.name}")]
    if people > 1:
        unit, count = _rounded_span(expected_duration(lobby.spec, people, pace))
        parts.append(say(f"lobby-about-{unit}", count=count))
    parts.append(say("lobby-plans" if lobby.options.orders else "lobby-no-plans"))
    return f"⏱️ {' · '.join(parts)}"


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
