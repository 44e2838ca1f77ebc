"""Names that their owners chose, and words that players type: what can be seen of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import chain
from typing import Final

MAX_NAME_LENGTH: Final = 32
"""So many characters of a name are shown: Discord allows no more either."""
NAMELESS: Final = "?"
"""Stands for a name of which nothing can be seen."""

_JOINER: Final = "\u200d"
_EMOJI_STYLE: Final = "\ufe0f"
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
"""Letters, marks and symbols that show nothing: people make invisible names of them."""
_NEW_EMOJI: Final = range(0x1F000, 0x1FB00)
"""Emoji only; those that are newer than our table of characters are not in it."""
_EMOJI: Final = frozenset(
    chain(range(0x2190, 0x2200), range(0x2600, 0x27C0), range(0x2B00, 0x2C00), _NEW_EMOJI)
)
"""Where the emoji are that can be parts of another one."""


def clean_name(name: str, limit: int = MAX_NAME_LENGTH) -> str:
    """A name for where nothing is formatted: labels, descriptions of pictures.

    One line without invisible characters, cut with an ellipsis where it is too long.

    >>> plain("Guest" + chr(0x202E) + chr(10) + "1"), plain(chr(0x3164)), plain("Guest 1", 6)
    ('Guest 1', '?', 'Guest…')
    """
    seen = " ".join("".join(_without_loose_joiners("".join(map(_visible_form, name)))).split())
    while seen and unicodedata.category(seen[0])[0] in "MZ":
        seen = seen[1:]  # an accent would sit on whatever stands before the name
    if len(seen) > limit:
        seen = seen[: limit - 1].rstrip(f" {_JOINER}") + "…"
    return seen or NAMELESS


def _visible_form(char: str) -> str:
    """A character, a space for whatever is one, nothing for what cannot be seen."""
    if char.isspace():
        return " "
    is_unseen = unicodedata.category(char) in _INVISIBLE_CATEGORIES and ord(char) not in _NEW_EMOJI
    return "" if char != _JOINER and (is_unseen or char in _BLANK) else char


def _without_loose_joiners(text: str) -> Iterator[str]:
    """The characters of a text, joiners only where they join two emoji."""
    for before, char, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        joins = ord(after) in _EMOJI and (before == _EMOJI_STYLE or ord(before) in _EMOJI)
        if char != _JOINER or joins:
            yield char
