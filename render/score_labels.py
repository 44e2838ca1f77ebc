"""Labels of the score sheet: the text keys of its lines, and the format of points."""

from __future__ import annotations


def score_key(line: str) -> str:
    """Return the text key of a kind of score line, by the name of its rule.

    >>> score_key("longest_path")
    'score-longest-path'
    """
    return f"score-{line.replace('_', '-')}"


def signed(points: int, plus: str = "+") -> str:
    """Return points with their sign.

    >>> signed(7), signed(-7), signed(7, plus="")
    ('+7', '\N{MINUS SIGN}7', '7')
    """
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"{plus}{points}"
