"""What happened since somebody last looked, from the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import engine
from bot.language.speech import Speech
from bot.play.table import Outcome
from engine import events as e
from engine.ids import Seat


def recap_for(events: Sequence[e.Event], outcome: Outcome, speech: Speech) -> tuple[int, list[str]]:
    """The version of the last step before the others moved, and what everybody did since.

    For whoever is on turn: since that player's own last step of an earlier turn.
    """
    turn = outcome.state.turn
    since = len(events)
    if turn is not None:
        begun = _last(events, lambda event: isinstance(event, e.TurnBegan) and event.seat == turn)
        since = _last(
            events[:begun],
            lambda event: event.step and getattr(event, "seat", None) == turn,
        )
    elif outcome.state.over:
        since = max(0, len(events) - 12)
    lines = [speech.event(engine.redact(event, None)) for event in events[since:]]
    return since, [line for line in lines if line]


def _last(events: Sequence[e.Event], wanted: Callable[[e.Event], bool]) -> int:
    """The version after the last event that is wanted; 0 if there is none."""
    for number in range(len(events), 0, -1):
        if wanted(events[number - 1]):
            return number
    return 0


def touched(events: Sequence[e.Event], seat: Seat) -> int:
    """The version at which a seat's own card last changed."""
    return _last(events, lambda event: event.for_all or getattr(event, "seat", None) == seat)
