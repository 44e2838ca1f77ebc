"""Where harbours pay, and the cards to keep for them (W1, W2, P7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from engine.board import Ticket
from engine.ids import WILD, Card, CityId, Payment
from engine.rules.harbours import Harbours

WILDS_FOR_A_HARBOUR: Final = 2
"""So many wilds are kept for a harbour that waits for no more cards than that."""


class Site(NamedTuple):
    """A port and what a harbour there would bring."""

    gain: int
    city: CityId


class Ports:
    """The static facts about harbours: their price in each colour and their points."""

    def __init__(self, harbours: Harbours) -> None:
        self._harbours = harbours
        marked: dict[str, dict[Card, int]] = {}
        for face in harbours.spec.faces.values():
            if face.harbour and face.colour is not None:
                marked.setdefault(face.colour, {})[face.id] = harbours.needs[face.deck]
        self._marked: Final = tuple(marked.values())
        self.piece: Final = harbours.piece

    def sites(self, tickets: Iterable[Ticket]) -> list[Site]:
        """The ports that these tickets name, those first that bring most if all are fulfilled."""
        naming: dict[CityId, int] = {}
        for ticket in tickets:
            for stop in ticket.stops:
                naming[stop] = naming.get(stop, 0) + 1
        harbours, cities = self._harbours, self._harbours.spec.cities
        highest = len(harbours.points) - 1
        found = [
            Site(harbours.points[min(times, highest)] - harbours.unbuilt, city)
            for city, times in naming.items()
            if cities[city].port
        ]
        return sorted(found, reverse=True)

    def cards(self, hand: Mapping[Card, int]) -> Mapping[Card, int]:
        """The cards for a harbour, in the colour that comes closest."""
        best, least = self._marked[0], 99
        for cards in self._marked:
            missing = 0
            for card, need in cards.items():
                missing += max(0, need - hand.get(card, 0))
            if missing < least:
                best, least = cards, missing
        return best

    def payment(self, hand: Mapping[Card, int]) -> Payment:
        """The thriftiest payment for a harbour, from a hand that has one."""
        return next(self._harbours.price.offers(hand))


def still_wanted(cards: Mapping[Card, int], hand: Mapping[Card, int]) -> dict[Card, int]:
    """How many of which of these cards are missing, wilds not counted.

    >>> still_wanted({Card("train-red-h"): 2, Card("ship-red"): 2}, {Card("ship-red"): 1, WILD: 3})
    {'train-red-h': 2, 'ship-red': 1}
    """
    return {
        card: need - hand.get(card, 0) for card, need in cards.items() if need > hand.get(card, 0)
    }


def set_aside(cards: Mapping[Card, int], hand: Mapping[Card, int]) -> dict[Card, int]:
    """What *hand* holds of these cards, and wilds if a few of them are all that is missing."""
    kept = {card: min(need, hand.get(card, 0)) for card, need in cards.items()}
    missing = sum(cards.values()) - sum(kept.values())
    if missing <= WILDS_FOR_A_HARBOUR:
        kept[WILD] = min(missing, hand.get(WILD, 0))
    return kept
