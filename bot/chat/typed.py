"""What people type, and what a modified client sends in its place: read in one way."""

from __future__ import annotations

from typing import Final

from engine.errors import BadInput

DIGITS: Final = 6
"""No number that somebody types here is longer, and Python reads none of thousands of digits."""


class NotUnderstood(BadInput):
    """What was typed means nothing here: `code` names the sentence, `facts` fill it.

    What was typed is never kept: it may be long, and errors may be logged.
    """

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)


def number(text: str) -> int:
    """A whole number that somebody sent.

    >>> number("12")
    12

    Raises:
        BadInput: It is none, or too long.
    """
    if not text.isdecimal() or len(text) > DIGITS:
        raise BadInput("no number")
    return int(text)


def numbers(text: str) -> list[int]:
    """Several of them, with spaces or commas between.

    >>> numbers("1, 3")
    [1, 3]

    Raises:
        BadInput: Something else is among them.
    """
    return [number(part) for part in text.replace(",", " ").split()]
