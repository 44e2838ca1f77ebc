"""What a seat is asked, by the key of its sentence, and the verbs of the moves of a turn."""

from __future__ import annotations

from bot.play.table import Outcome
from engine.waiting import Turn, Waiting


def question_key(question: Waiting) -> str:
    """The key of the sentence that asks a question."""
    return f"question-{type(question).__name__}"


def moves_of(outcome: Outcome) -> list[str]:
    """The kinds of move this edition has, as verbs."""
    return outcome.table.rules.verbs(Turn)
