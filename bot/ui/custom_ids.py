"""The format of custom ids.

Games outlive processes, so everything that a button knows is in its id. Anyone can read a custom
id. It must not contain anything that only one player may know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAX_CUSTOM_ID_LENGTH: Final = 100
"""Discord accepts no longer custom ids."""

_TEMPLATE: Final = re.compile(
    r"ws:(?P<game>[0-9a-z]{1,8}):(?P<of_turn>t?)(?P<number>[0-9]{1,6}):(?P<verb>[a-z-]{1,12})"
    r"(?::(?P<arg>[0-9a-z.+-]{1,60}))?"
)


@dataclass(frozen=True, slots=True)
class Press:
    """What a component asks for: the game, the question it answers, the verb and its argument."""

    game: str
    question_number: int
    verb: str
    arg: str = ""
    turn: int | None = None
    """The turn that this press belongs to, in place of a question.

    Such a press opens whatever the game asks in that turn. None if the press answers a question.
    """

    @property
    def custom_id(self) -> str:
        """The custom id of a component.

        >>> Press("q7x", 12, "claim", "atlanta--miami-1").custom_id
        'ws:q7x:12:claim:atlanta--miami-1'
        """
        tail = f":{self.arg}" if self.arg else ""
        number = self.question_number if self.turn is None else f"t{self.turn}"
        return f"ws:{self.game}:{number}:{self.verb}{tail}"


def parse_custom_id(custom_id: str) -> Press | None:
    """Parse a custom id. Return None if it is from another program or version.

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
