"""The buttons that draw cards, and the cards that help a ticket."""

from __future__ import annotations

from collections.abc import Collection

from bot.text.phrases import Phrases
from bot.text.words import capitalize
from bot.ui.components import PRIMARY, SECONDARY, Item, button, button_rows
from bot.ui.seat_view import SeatView
from engine.advice import wanted_links
from engine.ids import WILD, Card, DeckName
from engine.questions import Turn
from engine.view import View
from render import Advice
from render.hand import held


def draw_rows(
    own: SeatView, refill: DeckName | None = None, helps: Collection[Card] = ()
) -> list[Item]:
    """Return the face-up cards and the decks as buttons. Cards in *helps* are blue.

    Equal face-up cards share one button, which takes the first of them. A face-up card is replaced
    from the deck *refill*.
    """
    refills = [deck for deck in own.menu.refills() if deck]
    filled = refill if refill in refills else (refills[0] if refills else None)
    tail = f".{filled}" if filled else ""
    takeable = set(own.menu.slots())
    cards = [
        button(
            card_label(own, card, len(slots)),
            own.press("take", f"{slots[0]}{tail}"),
            PRIMARY if card in helps and slots[0] in takeable else SECONDARY,
            emoji=own.phrases.sign(card),
            disabled=slots[0] not in takeable,
        )
        for card, slots in _equal_cards(own).items()
    ]
    decks = [
        button(capitalize(own.phrases.deck(deck)), own.press("blind", deck), emoji="🎴")
        for deck in own.menu.decks()
    ]
    if len(refills) > 1:
        other = next(deck for deck in refills if deck != filled)
        label = own.say("button-refill", deck=own.phrases.deck(filled or other))
        decks.append(button(label, own.press("refill", other), emoji="🔁"))
    return button_rows([*cards, *decks])


def _equal_cards(own: SeatView) -> dict[Card, list[int]]:
    """Return the places of each face-up card, in the order of the display."""
    found: dict[Card, list[int]] = {}
    for slot, card in enumerate(own.view.display):
        if card is not None:
            found.setdefault(card, []).append(slot)
    return found


def card_label(own: SeatView, card: Card, count: int = 1) -> str:
    """Return the label of a face-up card. A wild says that it is the only card of the turn (D3)."""
    if card == WILD and isinstance(own.view.waiting, Turn):
        name = own.say("card-wild-turn")
    else:
        name = capitalize(own.phrases.card_name(card))
    return name if count == 1 else f"{name} ×{count}"


def helpful_cards(own: SeatView, plan: Advice) -> frozenset[Card]:
    """Return the cards that bring the player closer to a route that a ticket needs."""
    rules, spec, hand = own.snapshot.table.rules, own.phrases.spec, own.view.hand
    found: set[Card] = set()
    for track in wanted_links(plan.missing):
        lack, deck = rules.tariffs[track].lacks(hand), str(spec.routes[track].piece)
        if not lack.cards:
            continue
        found |= {
            face.id
            for face in spec.faces.values()
            if face.id == WILD or (face.colour in lack.colours and str(face.deck) == deck)
        }
    return frozenset(found)


def cards_line(view: View, phrases: Phrases) -> str:
    """Return the cards of a hand in one line, in the order of the picture."""
    cards = ", ".join(f"{n}× {phrases.card(face.id)}" for face, n in held(view, phrases.spec))
    return f"**{phrases.words.say('hand-cards')}**: {cards or '–'}"
