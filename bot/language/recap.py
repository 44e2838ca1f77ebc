"""What happened since somebody last looked, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import engine
from bot.language.speech import Speech
from bot.play.table import Outcome
from engine.events import Event, RouteClaimed
from engine.history import undone
from engine.ids import RouteId

CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
"""The numbers of fresh claims as the picture of the board shows them; nobody waits for more."""


def recap_for(outcome: Outcome, news: Sequence[Event], speech: Speech) -> list[str]:
    """What everybody did after `outcome.since`, a line each, as everybody may know it.

    What was taken back is left out. Claims bear the numbers that they have in the picture.
    """
    gone, numbers = undone(news, outcome.since), _numbers(outcome)
    past = outcome.table.past
    lines = []
    for version, event in enumerate(news, outcome.since + 1):
        then = speech.then(past, version)
        line = None if version in gone else then.event(engine.redact(event, None))
        if line and isinstance(event, RouteClaimed) and event.route in numbers:
            line = f"{numbers[event.route]} {line}"
        lines += [line] if line else []
    return lines


def _numbers(outcome: Outcome) -> Mapping[RouteId, str]:
    """The number of each fresh claim; none at the end, when no board is shown."""
    if outcome.state.over:
        return {}
    fresh = outcome.view(None).claimed_since(outcome.since)
    return dict(zip(fresh, CIRCLED, strict=False))
