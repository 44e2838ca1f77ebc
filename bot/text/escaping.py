"""Names as they may stand in a message: harmless, and still readable."""

from __future__ import annotations

import re
from typing import Final

from bot.games.display_names import LONGEST, plain

_MEANS_SOMETHING: Final = re.compile(r"[\\*_~|`<>\[\]:/]")
"""Emphasis, code, spoilers; mentions, times and commands; links, with and without a text; emoji."""
_BEGINS_SOMETHING: Final = re.compile(r"^(\d*)(?=[#.-])")
"""Headings, small print and lists, at the beginning of a line."""


def safe(name: str, limit: int = LONGEST) -> str:
    r"""A name as it may stand in a message: it neither formats, mentions nor links anything.

    >>> print(safe("Guest_1"), safe("https://example.org"), safe("<t:0>"))
    Guest\_1 https\:\/\/example.org \<t\:0\>
    """
    escaped = _MEANS_SOMETHING.sub(r"\\\g<0>", plain(name, limit))
    # Backslashes do not keep Discord from calling everyone.
    return _BEGINS_SOMETHING.sub(r"\1\\", escaped).replace("@", "@\u200b")
