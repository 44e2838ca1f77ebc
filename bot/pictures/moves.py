"""The last moves of a game, for the picture of its board."""

from __future__ import annotations

from typing import Final

from bot.games.progress import Progress
from engine.events import TurnBegan
from engine.history import undone
from engine.view import redact
from render import Move

MAX_SHOWN_MOVES: Final = 3


def last_moves(progress: Progress) -> tuple[Move, ...]:
    """Return the steps of the last turns as everyone may see them, the newest turn last.

    Steps that were undone, and turns without a step, are left out.
    """
    first = progress.version - len(progress.latest)
    gone = undone(progress.latest, first)
    turns: list[Move] = []
    for number, event in enumerate(progress.latest, first + 1):
        if number in gone:
            continue
        if isinstance(event, TurnBegan):
            turns.append(Move(event.seat, ()))
        elif event.step and turns:
            seat, steps = turns[-1].seat, turns[-1].steps
            turns[-1] = Move(seat, (*steps, redact(event, None)))
    return tuple(move for move in turns if move.steps)[-MAX_SHOWN_MOVES:]
