"""Parsing of typed text, and of what a modified client sends in its place."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from engine.errors import BadInput

MAX_DIGITS: Final = 6
"""No number that a user types here is longer. Python refuses numbers of thousands of digits."""


class NotUnderstood(BadInput):
    """Typed text that means nothing here. `code` names the sentence, and `facts` fill it in.

    The typed text itself is never saved, because it may be long and errors may be logged.
    """

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)


def parse_number(text: str) -> int:
    """Parse a whole number that a user sent.

    >>> parse_number("12")
    12

    Raises:
        BadInput: The text is no number, or is too long.
    """
    if not text.isdecimal() or len(text) > MAX_DIGITS:
        raise BadInput("no number")
    return int(text)


def parse_numbers(text: str) -> list[int]:
    """Parse several whole numbers, with spaces or commas between them.

    >>> parse_numbers("1, 3")
    [1, 3]

    Raises:
        BadInput: The text contains something else.
    """
    return [parse_number(part) for part in text.replace(",", " ").split()]


_TIME: Final = re.compile(r"(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|uhr|h)?")


def parse_minute_of_day(text: str) -> int:
    """Parse a time of day, in minutes after midnight.

    >>> [parse_minute_of_day(typed) for typed in ("22:30", "7", "10 pm", "24")]
    [1350, 420, 1320, 0]

    Raises:
        NotUnderstood: The text is no time.
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
    """Parse a date, or a number of days from *today*.

    >>> monday = date(2026, 6, 1)
    >>> {parse_day(typed, monday) for typed in ("2026-06-10", "10.6.", "9")}
    {datetime.date(2026, 6, 10)}

    Raises:
        NotUnderstood: The text is no date.
    """
    typed = text.strip()
    try:
        if found := _DATE.fullmatch(typed):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := _GERMAN_DATE.fullmatch(typed):
            typed_date = date(int(found[3] or today.year), int(found[2]), int(found[1]))
            # A date without a year means the next such day.
            is_past = found[3] is None and typed_date < today
            return typed_date.replace(year=typed_date.year + 1) if is_past else typed_date
        if found := _DAYS.fullmatch(typed):
            return today + timedelta(days=int(found[1]))
    except (ValueError, OverflowError):
        pass
    raise NotUnderstood("no-date")
