"""A player's own hand card: cards, tickets, and what is asked."""

from __future__ import annotations

from bot.language.speech import Speech
from bot.messages.ids import Press
from bot.messages.kit import GOLD, MAIN, Item, Picture, Screen, button, gallery, line, rows, text
from bot.messages.questions import question_key
from bot.play.table import Outcome
from engine.ids import Seat
from engine.view import View
from engine.waiting import Turn


def hand_screen(
    outcome: Outcome, speech: Speech, seat: Seat, picture: Picture | None, *, offer: bool = True
) -> Screen:
    """A player's own card: the hand, the tickets, and what is asked."""
    say, view = speech.words.say, outcome.view(seat)
    game, channel = outcome.table.row.id, outcome.table.row.channel_id
    title = f"### {speech.spec.title(speech.words.language)} · <#{channel}>"
    question = say(question_key(view.waiting)) if view.waiting else say("question-none")
    items: list[Item] = [text(f"{title}\n{_titled(question)}")]
    if picture:
        items.append(gallery(picture))
    items.append(text(hand_words(view, speech)))
    if view.waiting and offer:
        items += [line(), *hand_buttons(outcome, speech, view, game)]
    return Screen(tuple(items), (picture,) if picture else (), GOLD)


def hand_buttons(outcome: Outcome, speech: Speech, view: View, game: str) -> list[Item]:
    """What leads from a hand to the answer that is asked for."""
    say, number = speech.words.say, view.question_number or 0
    verbs = outcome.table.rules.verbs(type(view.waiting)) if view.waiting else []
    if isinstance(view.waiting, Turn):
        verbs.append("map")
    return rows([button(say(f"button-{v}"), Press(game, number, v), MAIN) for v in verbs])


def hand_words(view: View, speech: Speech) -> str:
    """A hand and its tickets in words."""
    say = speech.words.say
    cards = ", ".join(f"{n}× {speech.card(card)}" for card, n in sorted(view.hand.items()))
    tickets = "\n".join(f"- {speech.ticket(ticket)}" for ticket in view.tickets)
    return f"**{say('hand-cards')}**: {cards or '–'}\n**{say('hand-tickets')}**:\n{tickets or '–'}"


def _titled(word: str) -> str:
    return word[:1].upper() + word[1:]
