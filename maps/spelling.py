"""What a mistyped word was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import Final

FEW: Final = 10
"""So many words can be listed in full when none of them is near."""


def hint(word: str, known: Collection[str]) -> str:
    """End a complaint about *word* with the nearest *known* word, or with all if they are few.

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
