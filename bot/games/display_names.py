"""Removes invisible characters from display names and from words that players type."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import chain
from typing import Final

MAX_NAME_LENGTH: Final = 32
"""Longer names are cut. Discord allows no more characters either."""
NAMELESS: Final = "?"
"""Replaces a name that has no visible character."""

_JOINER: Final = "\u200d"
_EMOJI_STYLE: Final = "\ufe0f"
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
"""Letters, marks and symbols that are blank. People use them for invisible names."""
_NEW_EMOJI: Final = range(0x1F000, 0x1FB00)
"""A range of emoji only. Python's character table may lack the newest of them."""
_EMOJI: Final = frozenset(
    chain(range(0x2190, 0x2200), range(0x2600, 0x27C0), range(0x2B00, 0x2C00), _NEW_EMOJI)
)
"""The ranges of emoji that can be parts of a joined emoji."""


def clean_name(name: str, limit: int = MAX_NAME_LENGTH) -> str:
    """Return a name for plain text, such as labels and descriptions of pictures.

    The result is one line without invisible characters. A name that is too long is cut and ends
    with an ellipsis.

    >>> clean_name("Guest" + chr(0x202E) + chr(10) + "1"), clean_name(chr(0x3164))
    ('Guest 1', '?')
    >>> clean_name("Guest 1", 6)
    'Guest…'
    """
    visible = " ".join("".join(_without_loose_joiners("".join(map(_visible_form, name)))).split())
    while visible and unicodedata.category(visible[0])[0] in "MZ":
        visible = visible[1:]  # A leading accent would combine with the text before the name.
    if len(visible) > limit:
        visible = visible[: limit - 1].rstrip(f" {_JOINER}") + "…"
    return visible or NAMELESS


def _visible_form(char: str) -> str:
    """Return a visible character unchanged, a space for any whitespace, otherwise nothing."""
    if char.isspace():
        return " "
    is_invisible = (
        unicodedata.category(char) in _INVISIBLE_CATEGORIES and ord(char) not in _NEW_EMOJI
    )
    return "" if char != _JOINER and (is_invisible or char in _BLANK) else char


def _without_loose_joiners(text: str) -> Iterator[str]:
    """Yield the characters of a text, with joiners only if they join two emoji."""
    for before, char, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        joins = ord(after) in _EMOJI and (before == _EMOJI_STYLE or ord(before) in _EMOJI)
        if char != _JOINER or joins:
            yield char
