"""What a seat is asked, by the key of its sentence, and the verbs of the moves of a turn."""

from __future__ import annotations

from typing import Final

from bot.play.table import Outcome
from engine.waiting import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn, Waiting

QUESTIONS: Final[dict[type[Waiting], str]] = {
    Turn: "question-turn",
    SecondDraw: "question-second",
    SplitChoice: "question-split",
    TicketChoice: "question-tickets",
    MixChoice: "question-mix",
}


def moves_of(outcome: Outcome) -> list[str]:
    """The kinds of move this edition has, as verbs."""
    return outcome.table.rules.verbs(Turn)
