"""The choice of the transport card to take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.actions import Action, DrawBlind, DrawOpen
from engine.ai.purse import IDLE_VALUE, Wishes
from engine.ids import WILD, Card, DeckName
from engine.options import Menu
from engine.questions import Turn
from engine.view import View


def best_draw(view: View, menu: Menu, wishes: Wishes) -> Action | None:
    """Return the draw that helps most, face-up or from a deck, or None if there is no card.

    A face-up wild takes the whole turn (D3), so it has to beat two cards.
    """
    display = view.display
    values = wishes.values()
    blind = _blind_values(menu.decks(), wishes.atlas.part_of_deck, values)
    shown = {slot: card for slot in menu.slots() if (card := display[slot]) is not None}
    choices: list[tuple[float, DeckName | int]] = [(value, deck) for deck, value in blind.items()]
    choices += [
        (values.get(card, IDLE_VALUE), slot) for slot, card in shown.items() if card != WILD
    ]
    choices.sort(key=lambda choice: choice[0], reverse=True)
    wild = next((slot for slot, card in shown.items() if card == WILD), None)
    if wild is not None and isinstance(menu.waiting, Turn):
        best_two = sum([value for value, _ in choices[:2]])
        if values[WILD] > best_two or not choices:
            return DrawOpen(menu.seat, wild, _refill(menu, blind))
    if not choices:
        return None
    _, best = choices[0]
    if isinstance(best, int):
        return DrawOpen(menu.seat, best, _refill(menu, blind))
    return DrawBlind(menu.seat, best)


def _blind_values(
    decks: Iterable[DeckName],
    part_of_deck: Mapping[Card, tuple[DeckName, float]],
    values: Mapping[Card, float],
) -> dict[DeckName, float]:
    """Return the average value of the top card of each deck."""
    means = dict.fromkeys(decks, IDLE_VALUE)
    for card, value in values.items():
        deck, part = part_of_deck[card]
        if deck in means:
            means[deck] += part * (value - IDLE_VALUE)
    return means


def _refill(menu: Menu, blind: Mapping[DeckName, float]) -> DeckName | None:
    """Return the deck that fills the gap: the one with the more valuable top card (D2)."""
    return max(menu.refills(), key=lambda deck: blind.get(deck, 0.0) if deck else 0.0)


def gained(before: Mapping[Card, int], hand: Mapping[Card, int]) -> Card | None:
    """Return the only card by which *hand* has grown, or None if it differs in another way.

    >>> gained({WILD: 1}, {WILD: 1, Card("train-red"): 1})
    'train-red'
    """
    new = [card for card, count in hand.items() if count != before.get(card, 0)]
    if len(new) != 1 or sum(hand.values()) != sum(before.values()) + 1:
        return None
    return new[0]
