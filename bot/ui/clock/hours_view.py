"""A user's own hours, vacation, and number of turns played in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from bot.games.clock.hours import Hours, zone_of
from bot.games.model import PersonRow, Vacation
from bot.games.table import GameSnapshot
from bot.text.words import Words
from bot.ui.components import Item, Option, Screen, make_panel, select, text_block
from bot.ui.custom_ids import Press
from bot.ui.timestamps import format_moment
from engine.ids import Seat

NO_TABLE: Final = "my"
"""In place of a table's id: the press is about a person."""
NIGHTS: Final = (None, (22, 6), (22, 7), (23, 7), (23, 8), (0, 8), (1, 9))
"""Quiet hours to choose from. None means no quiet hours."""
WEEKENDS: Final = ("count", "free")


@dataclass(frozen=True, slots=True)
class OwnTime:
    """Everything that users can read about their own time. Only that user may see it."""

    person: PersonRow
    vacation: Vacation | None
    days_left: int
    now: datetime


def may_ask_hours(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Return whether the player of a seat has had one turn at a table with a clock.

    If the others are fast, the player reads the hand card only in the second turn.
    """
    pace, state = snapshot.table.pace, snapshot.state
    if not (pace.allowance and pace.sleeps) or state.turn is None or state.over:
        return False
    seats = len(state.players)
    behind = (state.turn - seat) % seats
    begun = (state.turns - behind + seats - 1) // seats
    return begun - (behind == 0) == 1


def asks_hours(snapshot: GameSnapshot, seat: Seat, person: PersonRow) -> bool:
    """Return whether a hand card offers to set the player's hours.

    It does so after the first turn of the player's first game with a clock.
    """
    unasked = person.zone is None and person.hours_asked in ("", snapshot.table.row.id)
    return unasked and may_ask_hours(snapshot, seat)


def hours_panel(own: OwnTime, words: Words, zones: Sequence[str], *, kept: bool = False) -> Screen:
    """Return the user's hours and the usual choices. *kept* says that something was just saved."""
    lines = [*([words.say("hours-kept")] if kept else []), *_setting_lines(own, words)]
    return make_panel(text_block("\n".join(lines)), *_selects(own, words, zones))


def _setting_lines(own: OwnTime, words: Words) -> Iterator[str]:
    say, person = words.say, own.person
    hours = person.hours
    if hours is None:
        yield say("hours-unknown")
    else:
        yield say("hours-zone", zone=hours.zone, time=local_time(hours.zone, own.now))
        yield quiet_words(hours, words)
        yield say("hours-weekends-count" if hours.weekends else "hours-weekends-free")
    if person.muted_until and (muted := datetime.fromisoformat(person.muted_until)) > own.now:
        yield say("hours-muted", until=format_moment(muted))
    if own.vacation is not None:
        yield say("hours-vacation", until=format_moment(own.vacation.span[1]))
    yield say("hours-days-left", left=own.days_left)
    if person.turns:
        yield say("hours-in-time", played=person.in_time, turns=person.turns)
    yield f"-# {say('hours-privacy')}"
    yield f"-# {say('hours-next-turn')}"


def quiet_words(hours: Hours, words: Words) -> str:
    """Return the quiet hours in a sentence."""
    if not hours.quiet_minutes:
        return words.say("hours-quiet-none")
    begin, end = (clock_time(minute) for minute in (hours.quiet_from, hours.quiet_to))
    return words.say("hours-quiet", begin=begin, end=end)


def _selects(own: OwnTime, words: Words, zones: Sequence[str]) -> Iterator[Item]:
    """Yield the selects. They do not show what is set, so they look the same for every user."""
    say = words.say
    offered = [Option(f"{zone} · {local_time(zone, own.now)}", zone) for zone in zones]
    yield select(Press(NO_TABLE, 0, "zone"), say("hours-choose-zone"), offered)
    if own.person.zone is None:
        return  # Quiet hours have no meaning without a zone.
    nights = [Option(night_words(night, words), str(number)) for number, night in enumerate(NIGHTS)]
    yield select(Press(NO_TABLE, 0, "quiet"), say("hours-choose-quiet"), nights)
    weekends = [Option(say(f"hours-weekends-{way}"), way) for way in WEEKENDS]
    yield select(Press(NO_TABLE, 0, "weekends"), say("hours-choose-weekends"), weekends)


def night_words(night: tuple[int, int] | None, words: Words) -> str:
    """Return quiet hours in short, as a choice."""
    if night is None:
        return words.say("hours-quiet-none")
    return " – ".join(clock_time(hour * 60) for hour in night)


def clock_time(minute: int) -> str:
    """Format a minute of the day as a clock shows it.

    >>> clock_time(22 * 60 + 5)
    '22:05'
    """
    return f"{minute // 60:02}:{minute % 60:02}"


def local_time(zone: str, now: datetime) -> str:
    """Return the time of day in a zone."""
    wall = now.astimezone(zone_of(zone))
    return clock_time(wall.hour * 60 + wall.minute)


def date_words(day: date, words: Words) -> str:
    """Return a date in words."""
    return words.say(
        "date", weekday=day.weekday(), day=day.day, month=day.month, year=str(day.year)
    )
