"""The ports where harbors pay, and the cards to save for them (W1, W2, P7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from engine.board import Ticket
from engine.ids import WILD, Card, CityId, Payment
from engine.rules.harbours import Harbours

WILDS_FOR_A_HARBOUR: Final = 2
"""The largest number of missing cards for which wilds are saved for a harbor."""


class Site(NamedTuple):
    """A port, and the points that a harbor there would bring."""

    gain: int
    city: CityId


class Ports:
    """The static facts about harbors: their price in each color and their points."""

    def __init__(self, harbours: Harbours) -> None:
        self._harbours = harbours
        marked: dict[str, dict[Card, int]] = {}
        for face in harbours.spec.faces.values():
            if face.harbour and face.colour is not None:
                marked.setdefault(face.colour, {})[face.id] = harbours.needs[face.deck]
        self._marked: Final = tuple(marked.values())
        self.piece: Final = harbours.piece

    def sites(self, tickets: Iterable[Ticket]) -> list[Site]:
        """Return the ports that these tickets name, the best first if all tickets are completed."""
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
        """Return the cards for a harbor, in the color that comes closest."""
        best, least = self._marked[0], 99
        for cards in self._marked:
            missing = 0
            for card, need in cards.items():
                missing += max(0, need - hand.get(card, 0))
            if missing < least:
                best, least = cards, missing
        return best

    def payment(self, hand: Mapping[Card, int]) -> Payment:
        """Return the thriftiest payment for a harbor, from a hand that can pay."""
        return next(self._harbours.price.offers(hand))


def still_wanted(cards: Mapping[Card, int], hand: Mapping[Card, int]) -> dict[Card, int]:
    """Return how many of these cards are missing, without counting wilds.

    >>> still_wanted({Card("train-red-h"): 2, Card("ship-red"): 2}, {Card("ship-red"): 1, WILD: 3})
    {'train-red-h': 2, 'ship-red': 1}
    """
    return {
        card: need - hand.get(card, 0) for card, need in cards.items() if need > hand.get(card, 0)
    }


def set_aside(cards: Mapping[Card, int], hand: Mapping[Card, int]) -> dict[Card, int]:
    """Return the cards of these that *hand* has, plus wilds if only a few cards are missing."""
    kept = {card: min(need, hand.get(card, 0)) for card, need in cards.items()}
    missing = sum(cards.values()) - sum(kept.values())
    if missing <= WILDS_FOR_A_HARBOUR:
        kept[WILD] = min(missing, hand.get(WILD, 0))
    return kept
