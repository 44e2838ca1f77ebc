"""A player's own hand card: cards, tickets, and what is asked."""

from __future__ import annotations

from bot.language.speech import Speech
from bot.messages.ids import Press
from bot.messages.kit import GOLD, Item, Picture, Screen, button, gallery, line, rows, text
from bot.messages.questions import QUESTIONS, answer_buttons
from bot.play.table import Outcome
from engine.ids import Seat
from engine.view import View
from engine.waiting import TicketChoice


def hand_screen(
    outcome: Outcome, speech: Speech, seat: Seat, picture: Picture | None, *, offer: bool = True
) -> Screen:
    """A player's own card: the hand, the tickets, and what is asked."""
    say, view = speech.words.say, outcome.view(seat)
    channel = outcome.table.row.channel_id
    title = f"### {speech.spec.title(speech.words.language)} · <#{channel}>"
    question = say(QUESTIONS[type(view.waiting)]) if view.waiting else say("question-none")
    items: list[Item] = [text(f"{title}\n{question}")]
    if picture:
        items.append(gallery(picture))
    items.append(text(hand_words(view, speech)))
    if view.waiting and offer:
        items += [line(), *hand_buttons(outcome, speech, seat)]
    return Screen(tuple(items), (picture,) if picture else (), GOLD)


def hand_buttons(outcome: Outcome, speech: Speech, seat: Seat) -> list[Item]:
    """What leads from a hand to the answer that is asked for, and to the map."""
    map_press = Press(outcome.table.row.id, 0, "map")
    own_map = button(speech.words.say("button-map"), map_press)
    return rows([*answer_buttons(outcome, speech, seat), own_map])


def hand_words(view: View, speech: Speech) -> str:
    """A hand and its tickets in words."""
    say = speech.words.say
    cards = ", ".join(f"{n}× {speech.card(card)}" for card, n in sorted(view.hand.items()))
    tickets = "\n".join(f"- {speech.ticket(ticket)}" for ticket in view.tickets)
    lines = [f"**{say('hand-cards')}**: {cards or '–'}"]
    if isinstance(view.waiting, TicketChoice):
        offered = enumerate(view.waiting.offered, 1)
        lines.append(f"**{say('hand-offered', least=view.waiting.keep)}**:")
        lines += [f"{number}. {speech.ticket(ticket)}" for number, ticket in offered]
    lines.append(f"**{say('hand-tickets')}**:\n{tickets or '–'}")
    return "\n".join(lines)
