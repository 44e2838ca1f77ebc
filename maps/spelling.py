"""Suggestions for mistyped words."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import Final

FEW: Final = 10
"""If no known word is similar, all are listed, provided there are at most 10."""


def hint(word: str, known: Collection[str]) -> str:
    """Return the end of a message about *word*: the most similar *known* word, or all if few.

    >>> hint("muenchn", ["muenchen", "muenster"])
    '; did you mean "muenchen"?'
    >>> hint("tram", ["rail", "ship"])
    '; known: "rail", "ship"'
    """
    near = difflib.get_close_matches(word.strip().lower(), known, n=1)
    if near:
        return f'; did you mean "{near[0]}"?'
    return f"; known: {listed(known)}" if 0 < len(known) <= FEW else ""


def listed(words: Collection[str]) -> str:
    """Quote words and join them with commas."""
    return ", ".join(f'"{word}"' for word in words)
