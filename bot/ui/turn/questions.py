"""The question to a seat, by the key of its sentence, and the buttons that lead to the answer."""

from __future__ import annotations

from typing import Final

from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.ui.components import PRIMARY, SECONDARY, SUCCESS, Item, button
from bot.ui.custom_ids import Press
from engine.ids import Seat
from engine.questions import SecondDraw, Turn, Waiting

ASKS_FIRST: Final = ("tickets", "harbour", "exchange")
"""Moves that most turns do without. They say more before they act."""


def question_key(question: Waiting) -> str:
    """Return the key of the sentence that asks a question."""
    return f"question-{type(question).__name__}"


def answer_buttons(
    snapshot: GameSnapshot, phrases: Phrases, seat: Seat, turn: int | None = None
) -> list[Item]:
    """Return the buttons that lead to the answer of a seat, or none if the seat is not asked.

    In a turn they are its moves. For a choice there is exactly one button, a green one. With a
    *turn*, the buttons stay valid for all of that turn, whatever the game asks then.
    """
    waiting = snapshot.state.waiting.get(seat)
    number = snapshot.state.question_numbers.get(seat, 0)
    if waiting is None:
        return []
    game, say = snapshot.table.row.id, phrases.words.say
    moving = isinstance(waiting, Turn | SecondDraw)
    return [
        button(
            say(f"button-{verb}"),
            Press(game, number, verb) if turn is None else Press(game, 0, verb, turn=turn),
            (SECONDARY if verb in ASKS_FIRST else PRIMARY) if moving else SUCCESS,
        )
        for verb in snapshot.table.rules.verbs(type(waiting))
    ]
