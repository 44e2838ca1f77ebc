"""The codec of custom ids. Games outlive processes, so all a button knows is in its id.

Anybody can read a custom id: nothing that one player alone may know goes into it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LIMIT: Final = 100
"""Discord takes no longer ones."""

_TEMPLATE: Final = re.compile(
    r"ws:(?P<game>[0-9a-z]{1,8}):(?P<question_number>[0-9]{1,6}):(?P<verb>[a-z-]{1,12})"
    r"(?::(?P<arg>[0-9a-z.+-]{1,60}))?"
)


@dataclass(frozen=True, slots=True)
class Press:
    """What a component asks for: of which game, in answer to which question."""

    game: str
    question_number: int
    verb: str
    arg: str = ""

    @property
    def custom_id(self) -> str:
        """The id to put on a component.

        >>> Press("q7x", 12, "claim", "atlanta--miami-1").custom_id
        'ws:q7x:12:claim:atlanta--miami-1'
        """
        tail = f":{self.arg}" if self.arg else ""
        text = f"ws:{self.game}:{self.question_number}:{self.verb}{tail}"
        if parse(text) != self:
            raise ValueError(f"no custom id: {text}")
        return text


def parse(custom_id: str) -> Press | None:
    """What a custom id says; None: it is none of ours, or of another version.

    >>> parse("ws:q7x:12:draw").verb, parse("vote:1")
    ('draw', None)
    """
    found = _TEMPLATE.fullmatch(custom_id) if len(custom_id) <= LIMIT else None
    if found is None:
        return None
    return Press(found["game"], int(found["question_number"]), found["verb"], found["arg"] or "")
