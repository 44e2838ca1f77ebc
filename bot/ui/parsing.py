"""What people type, and what a modified client sends in its place: read in one way."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from engine.errors import BadInput

MAX_DIGITS: Final = 6
"""No number that somebody types here is longer, and Python reads none of thousands of digits."""


class NotUnderstood(BadInput):
    """What was typed means nothing here: `code` names the sentence, `facts` fill it.

    What was typed is never kept: it may be long, and errors may be logged.
    """

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)


def parse_number(text: str) -> int:
    """A whole number that somebody sent.

    >>> parse_number("12")
    12

    Raises:
        BadInput: It is none, or too long.
    """
    if not text.isdecimal() or len(text) > MAX_DIGITS:
        raise BadInput("no number")
    return int(text)


def parse_numbers(text: str) -> list[int]:
    """Several of them, with spaces or commas between.

    >>> parse_numbers("1, 3")
    [1, 3]

    Raises:
        BadInput: Something else is among them.
    """
    return [parse_number(part) for part in text.replace(",", " ").split()]


_TIME: Final = re.compile(r"(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|uhr|h)?")


def parse_minute_of_day(text: str) -> int:
    """A time of the day that somebody typed, in minutes after midnight.

    >>> [parse_minute_of_day(typed) for typed in ("22:30", "7", "10 pm", "24")]
    [1350, 420, 1320, 0]

    Raises:
        NotUnderstood: It is none.
    """
    found = _TIME.fullmatch(text.strip().casefold())
    if found is None:
        raise NotUnderstood("no-time")
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half in ("am", "pm"):
        if not 1 <= hour <= 12:
            raise NotUnderstood("no-time")
        hour = hour % 12 + 12 * (half == "pm")
    if minute > 59 or hour * 60 + minute > 24 * 60:
        raise NotUnderstood("no-time")
    return (hour * 60 + minute) % (24 * 60)


_DATE: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_GERMAN_DATE: Final = re.compile(r"(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?")
_DAYS: Final = re.compile(r"\+?(\d{1,4})")


def parse_day(text: str, today: date) -> date:
    """A date that somebody typed, or so many days from *today*.

    >>> monday = date(2026, 6, 1)
    >>> {parse_day(typed, monday) for typed in ("2026-06-10", "10.6.", "9")}
    {datetime.date(2026, 6, 10)}

    Raises:
        NotUnderstood: It is none.
    """
    typed = text.strip()
    try:
        if found := _DATE.fullmatch(typed):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := _GERMAN_DATE.fullmatch(typed):
            said = date(int(found[3] or today.year), int(found[2]), int(found[1]))
            # Without a year it is the next day of that name.
            is_past = found[3] is None and said < today
            return said.replace(year=said.year + 1) if is_past else said
        if found := _DAYS.fullmatch(typed):
            return today + timedelta(days=int(found[1]))
    except (ValueError, OverflowError):
        pass
    raise NotUnderstood("no-date")
