"""Labels: which words stand for a line of the score sheet, and how points are written."""

from __future__ import annotations


def score_key(line: str) -> str:
    """The key of the words for what scores, by the name of its lines.

    >>> score_key("longest_path")
    'score-longest-path'
    """
    return f"score-{line.replace('_', '-')}"


def signed(points: int, plus: str = "+") -> str:
    """Points with their sign.

    >>> signed(7), signed(-7), signed(7, plus="")
    ('+7', '\N{MINUS SIGN}7', '7')
    """
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"{plus}{points}"
