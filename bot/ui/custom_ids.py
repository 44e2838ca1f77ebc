"""The codec of custom ids. Games outlive processes, so all a button knows is in its id.

Anybody can read a custom id: nothing that one player alone may know goes into it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAX_CUSTOM_ID_LENGTH: Final = 100
"""Discord takes no longer ones."""

_TEMPLATE: Final = re.compile(
    r"ws:(?P<game>[0-9a-z]{1,8}):(?P<of_turn>t?)(?P<number>[0-9]{1,6}):(?P<verb>[a-z-]{1,12})"
    r"(?::(?P<arg>[0-9a-z.+-]{1,60}))?"
)


@dataclass(frozen=True, slots=True)
class Press:
    """What a component asks for: of which game, in answer to which question."""

    game: str
    question_number: int
    verb: str
    arg: str = ""
    turn: int | None = None
    """The turn to which it belongs, in place of a question: it opens whatever is asked in it."""

    @property
    def custom_id(self) -> str:
        """The id to put on a component.

        >>> Press("q7x", 12, "claim", "atlanta--miami-1").custom_id
        'ws:q7x:12:claim:atlanta--miami-1'
        """
        tail = f":{self.arg}" if self.arg else ""
        number = self.question_number if self.turn is None else f"t{self.turn}"
        return f"ws:{self.game}:{number}:{self.verb}{tail}"


def parse_custom_id(custom_id: str) -> Press | None:
    """What a custom id says; None: it is none of ours, or of another version.

    >>> parse_custom_id("ws:q7x:12:draw").verb, parse_custom_id("ws:q7x:t9:draw").turn
    ('draw', 9)
    >>> parse_custom_id("vote:1") is None
    True
    """
    found = _TEMPLATE.fullmatch(custom_id) if len(custom_id) <= MAX_CUSTOM_ID_LENGTH else None
    if found is None:
        return None
    number, of_turn = int(found["number"]), bool(found["of_turn"])
    return Press(
        found["game"],
        0 if of_turn else number,
        found["verb"],
        found["arg"] or "",
        number if of_turn else None,
    )
