"""Which card to draw."""

from __future__ import annotations

from bot.text.words import capital
from bot.ui.components import MAIN, QUIET, Item, Screen, back, button, panel, rows, text
from bot.ui.seat_view import OwnSeat
from engine.ids import WILD, Card, DeckName
from engine.questions import SecondDraw, Turn


def draw_panel(own: OwnSeat, refill: DeckName | None = None) -> Screen:
    """What can be drawn; an open card is replaced from the deck *refill*."""
    second = isinstance(own.view.waiting, SecondDraw)
    question = own.say("question-SecondDraw" if second else "question-draw")
    if not own.menu.decks():
        question = own.say("refusal-cards-exhausted")  # D10: not even an open one
    return panel(text(question), *draw_rows(own, refill), *rows([back(own)]))


def draw_rows(own: OwnSeat, refill: DeckName | None = None) -> list[Item]:
    """The display and the decks as buttons."""
    refills = [deck for deck in own.menu.refills() if deck]
    filled = refill if refill in refills else (refills[0] if refills else None)
    tail = f".{filled}" if filled else ""
    slots = set(own.menu.slots())
    cards = [
        button(
            card_label(own, card),
            own.press("take", f"{slot}{tail}"),
            emoji=own.speech.sign(card) if card else None,
            disabled=slot not in slots,
        )
        for slot, card in enumerate(own.view.display)
    ]
    decks = [
        button(capital(own.speech.deck(deck)), own.press("blind", deck), MAIN, emoji="🎴")
        for deck in own.menu.decks()
    ]
    if len(refills) > 1:
        other = next(deck for deck in refills if deck != filled)
        label = own.say("button-refill", deck=own.speech.deck(filled or other))
        decks.append(button(label, own.press("refill", other), QUIET, emoji="🔁"))
    return rows([*cards, *decks])


def card_label(own: OwnSeat, card: Card | None) -> str:
    """What stands on the button of an open card; D3: a wild is all that is drawn in a turn."""
    if card is None:
        return "–"
    if card == WILD and isinstance(own.view.waiting, Turn):
        return own.say("card-wild-turn")
    return capital(own.speech.card_name(card))
