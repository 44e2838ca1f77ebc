"""The panel that asks which card to draw."""

from __future__ import annotations

from bot.text.words import capitalize
from bot.ui.components import (
    PRIMARY,
    SECONDARY,
    Item,
    Screen,
    back_button,
    button,
    button_rows,
    make_panel,
    text_block,
)
from bot.ui.seat_view import SeatView
from engine.ids import WILD, Card, DeckName
from engine.questions import SecondDraw, Turn


def draw_panel(own: SeatView, refill: DeckName | None = None) -> Screen:
    """Return what the player can draw. A face-up card is replaced from the deck *refill*."""
    second = isinstance(own.view.waiting, SecondDraw)
    question = own.say("question-SecondDraw" if second else "question-draw")
    if not own.menu.decks():
        question = own.say("refusal-cards-exhausted")  # D10: no face-up card may be taken either.
    return make_panel(
        text_block(question), *draw_rows(own, refill), *button_rows([back_button(own)])
    )


def draw_rows(own: SeatView, refill: DeckName | None = None) -> list[Item]:
    """Return the face-up cards and the decks as buttons."""
    refills = [deck for deck in own.menu.refills() if deck]
    filled = refill if refill in refills else (refills[0] if refills else None)
    tail = f".{filled}" if filled else ""
    slots = set(own.menu.slots())
    cards = [
        button(
            card_label(own, card),
            own.press("take", f"{slot}{tail}"),
            emoji=own.phrases.sign(card) if card else None,
            disabled=slot not in slots,
        )
        for slot, card in enumerate(own.view.display)
    ]
    decks = [
        button(capitalize(own.phrases.deck(deck)), own.press("blind", deck), PRIMARY, emoji="🎴")
        for deck in own.menu.decks()
    ]
    if len(refills) > 1:
        other = next(deck for deck in refills if deck != filled)
        label = own.say("button-refill", deck=own.phrases.deck(filled or other))
        decks.append(button(label, own.press("refill", other), SECONDARY, emoji="🔁"))
    return button_rows([*cards, *decks])


def card_label(own: SeatView, card: Card | None) -> str:
    """Return the label of a face-up card. A wild says that it is the only card of the turn (D3)."""
    if card is None:
        return "–"
    if card == WILD and isinstance(own.view.waiting, Turn):
        return own.say("card-wild-turn")
    return capitalize(own.phrases.card_name(card))
