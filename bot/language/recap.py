"""What happened since somebody last looked, from the log."""

from __future__ import annotations

from collections.abc import Sequence

import engine
from bot.language.speech import Speech
from bot.play.table import Outcome
from engine import events as e
from engine.ids import Seat

STEPS = (
    e.RouteClaimed,
    e.PiecePlaced,
    e.PiecesExchanged,
    e.Passed,
    e.OpenCardTaken,
    e.BlindCardDrawn,
    e.TicketsKept,
    e.MixChosen,
)
"""What a player did, as opposed to what followed from it."""


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
            lambda event: isinstance(event, STEPS) and getattr(event, "seat", None) == turn,
        )
    elif outcome.state.over:
        since = max(0, len(events) - 12)
    lines = [speech.event(engine.redact(event, None)) for event in events[since:]]
    return since, [line for line in lines if line]


def _last(events: Sequence[e.Event], wanted: object) -> int:
    for number in range(len(events), 0, -1):
        if wanted(events[number - 1]):  # type: ignore[operator]
            return number
    return 0


def touched(events: Sequence[e.Event], seat: Seat) -> int:
    """The version at which a seat's own card last changed."""
    whole = (e.MixesRevealed, e.GameEnded, e.Reverted)
    return _last(
        events, lambda event: getattr(event, "seat", None) == seat or isinstance(event, whole)
    )
