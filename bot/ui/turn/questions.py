"""The question to a seat in words, and the buttons that lead to the answer."""

from __future__ import annotations

from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import Words
from bot.ui.components import SECONDARY, SUCCESS, Item, button
from bot.ui.custom_ids import Press
from engine.ids import Seat
from engine.questions import SecondDraw, Turn, Waiting
from engine.ruleset import Rules


def question_text(rules: Rules, words: Words, question: Waiting) -> str:
    """Return the sentence that asks a question. A turn also names the edition's own moves."""
    also = [
        words.say(f"move-{verb}")
        for verb in (rules.verbs(Turn) if isinstance(question, Turn) else ())
        if words.has(f"move-{verb}")
    ]
    if also:
        return words.say("question-Turn-also", moves=words.join_list(also))
    return words.say(f"question-{type(question).__name__}")


def answer_buttons(
    snapshot: GameSnapshot, phrases: Phrases, seat: Seat, turn: int | None = None
) -> list[Item]:
    """Return the buttons that lead to the answer of a seat, or none if the seat is not asked.

    In a turn they are its moves, which are gray: blue marks only what helps a ticket. For a choice
    there is exactly one button, a green one. With a *turn*, the buttons stay valid for all of that
    turn, whatever the game asks then.
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
            SECONDARY if moving else SUCCESS,
        )
        for verb in snapshot.table.rules.verbs(type(waiting))
    ]
