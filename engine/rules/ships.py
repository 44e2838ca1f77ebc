"""Ship routes and double-ship cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import ClassVar, Final

from engine.board import MapSpec, Route
from engine.ids import WILD, DeckName, Payment, Piece
from engine.rules.base import Rule
from engine.tariffs import (
    Hand,
    Lack,
    Palette,
    Scale,
    Tariff,
    Thrift,
    fitting,
    lack_in_best_colour,
    palette,
    ways,
    with_wilds,
)

_SHIP: Final = Piece("ship")
_SHIPS: Final = DeckName("ship")


class ShipTariff:
    """C10: a double-ship card counts as two ships.

    A surplus ship is lost. A payment may not contain a card that it does not need.
    """

    __slots__ = ("_colour_of", "_kinds", "_names", "_thrift", "_worth", "cost", "scale")

    rule: Final = "C10"

    def __init__(self, cost: int, colours: Palette) -> None:
        self.cost = cost
        faces = [face for kinds in colours.values() for face in kinds]
        self._names = tuple(colours)
        self._kinds = tuple(tuple(face.id for face in kinds) for kinds in colours.values())
        self.scale: Scale = (self.rule, self._kinds)
        self._colour_of = {face.id: face.colour for face in faces}
        self._worth = {face.id: face.worth for face in faces} | {WILD: 1}
        self._thrift = Thrift(faces)

    def strength(self, hand: Hand) -> int:
        """Return the number of ships of the best color plus the wilds."""
        best, worth = 0, self._worth
        for kinds in self._kinds:
            ships = 0
            for card in kinds:
                count = hand.get(card)
                if count is not None:
                    ships += count * worth[card]
            if ships > best:
                best = ships
        return best + hand.get(WILD, 0)

    def affordable(self, hand: Hand) -> bool:
        """Return whether the ships of one color and the wilds reach the cost.

        If they do, removing unneeded cards one by one leads to an accepted payment.
        """
        return self.strength(hand) >= self.cost

    def offers(self, hand: Hand) -> Iterator[Payment]:
        """Yield every payment of one color without unneeded cards, by rising number of wilds."""
        for wilds in range(min(self.cost, hand.get(WILD, 0)) + 1):
            if wilds == self.cost:
                yield ((WILD, wilds),)
                return
            rest = self.cost - wilds
            fewest = ceil(rest / max(self._worth.values()))
            found = [
                payment
                for kinds in self._kinds
                for cards in range(fewest, rest + 1)
                for payment in (with_wilds(p, wilds) for p in ways(hand, kinds, cards))
                if self._suffices(payment)
            ]
            yield from sorted(found, key=self._thrift)

    def accepts(self, payment: Payment) -> bool:
        """Return whether the cards have one color, give enough ships and are all needed."""
        colours = {self._colour_of.get(card) for card, _ in payment if card != WILD}
        return len(colours) <= 1 and None not in colours and self._suffices(payment)

    def lacks(self, hand: Hand) -> Lack:
        """Return what is missing, counted in ships."""
        ships = {card: count * self._worth.get(card, 1) for card, count in hand.items()}
        return lack_in_best_colour(self.cost - hand.get(WILD, 0), self._names, self._kinds, ships)

    def _suffices(self, payment: Payment) -> bool:
        total = sum(self._worth[card] * count for card, count in payment)
        return total >= self.cost and all(
            total - self._worth[card] < self.cost for card, _ in payment
        )


@dataclass(frozen=True, slots=True)
class Ships(Rule):
    """C9: ship routes cost ship cards and ships. Rail routes cost train cards and trains."""

    name: ClassVar[str] = "ships"
    ids: ClassVar[tuple[str, ...]] = ("C9", "C10")

    piece: Piece = _SHIP
    deck: DeckName = _SHIPS

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool:
        """Return whether the board has ship routes."""
        return any(route.piece == _SHIP for route in spec.routes.values())

    def tariff(self, route: Route, base: Tariff) -> Tariff:
        """Return the price in ships for a ship route, else the base price."""
        if route.piece != self.piece:
            return base
        return ShipTariff(route.length, fitting(route, palette(self.spec.faces, self.deck)))
