"""Rough terrain: spaces that cost a pair of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from typing import ClassVar, Final

from engine.board import MapSpec, Route
from engine.ids import WILD, DeckName, Payment
from engine.rules.base import Rule
from engine.tariffs import (
    Hand,
    Lack,
    Palette,
    Scale,
    Tariff,
    Thrift,
    held,
    palette,
    ways,
    with_wilds,
)

_TRAINS: Final = DeckName("train")


class RoughTariff:
    """C11: each rough space costs a pair of one color, and ordinary spaces follow C2."""

    __slots__ = ("_colour_of", "_kinds", "_own", "_pairs", "_plain", "_thrift", "cost", "scale")

    rule: Final = "C11"

    def __init__(self, route: Route, colours: Palette) -> None:
        self._pairs = route.rough
        self._plain = route.length - route.rough
        self._own = route.colour
        self.cost = 2 * self._pairs + self._plain
        self.scale: Scale = (self.rule, self._own, self._pairs, self._plain)
        faces = [face for kinds in colours.values() for face in kinds]
        self._kinds = {name: tuple(face.id for face in kinds) for name, kinds in colours.items()}
        self._colour_of = {face.id: name for name, kinds in colours.items() for face in kinds}
        self._thrift = Thrift(faces)

    def strength(self, hand: Hand) -> int:
        """Return how many cards pairs and the best plain color can use, plus the wilds."""
        return self.cost - self._open_spaces(self._held(hand)) + hand.get(WILD, 0)

    def affordable(self, hand: Hand) -> bool:
        """Return whether the wilds can complete what pairs and the best plain color leave open."""
        return self.strength(hand) >= self.cost

    def offers(self, hand: Hand) -> Iterator[Payment]:
        """Yield every payment from *hand*, by rising number of wilds."""
        colours, have = tuple(self._kinds), self._held(hand)
        for wilds in range(min(self.cost, hand.get(WILD, 0)) + 1):
            found = [
                with_wilds(cards, wilds)
                for counts in ways(have, colours, self.cost - wilds)
                if self._open_spaces(dict(counts)) <= wilds
                for cards in self._cards(hand, counts)
            ]
            yield from sorted(found, key=self._thrift)

    def accepts(self, payment: Payment) -> bool:
        """Return whether the number is right and the wilds fill what the colors leave open."""
        counts: Counter[str] = Counter()
        wilds = 0
        for card, count in payment:
            if card == WILD:
                wilds += count
            elif card in self._colour_of:
                counts[self._colour_of[card]] += count
            else:
                return False
        return counts.total() + wilds == self.cost and self._open_spaces(counts) <= wilds

    def lacks(self, hand: Hand) -> Lack:
        """Return how many cards are missing, and the colors of which a card would help."""
        counts = self._held(hand)
        wanting = self._open_spaces(counts)
        helpful = tuple(
            name
            for name, count in counts.items()
            if self._open_spaces({**counts, name: count + 1}) < wanting
        )
        return Lack(max(0, wanting - hand.get(WILD, 0)), helpful)

    def _cards(self, hand: Hand, counts: tuple[tuple[str, int], ...]) -> Iterator[Payment]:
        """Yield all ways to pay *counts* cards of each color, which may have several kinds."""
        for parts in product(*(ways(hand, self._kinds[name], count) for name, count in counts)):
            yield tuple(chain.from_iterable(parts))

    def _held(self, hand: Hand) -> Mapping[str, int]:
        return {name: held(hand, kinds) for name, kinds in self._kinds.items()}

    def _open_spaces(self, counts: Mapping[str, int]) -> int:
        """Return how many cards are still missing after the best use of the colored cards."""
        plain_colours = (self._own,) if self._own else tuple(self._kinds)
        return min(
            self._open_with(counts, colour, laid)
            for colour in plain_colours
            for laid in range(min(self._plain, counts.get(colour, 0)) + 1)
        )

    def _open_with(self, counts: Mapping[str, int], plain: str, laid: int) -> int:
        """Return how many cards are missing with *laid* cards of *plain* on the ordinary spaces.

        Whole pairs are used first. A single card begins a pair, one for each pair that is left.
        """
        pairs = singles = 0
        for colour, count in counts.items():
            rest = count - laid if colour == plain else count
            pairs += rest // 2
            singles += rest % 2
        open_pairs = max(0, self._pairs - pairs)
        return self._plain - laid + 2 * open_pairs - min(open_pairs, singles)


@dataclass(frozen=True, slots=True)
class RoughTerrain(Rule):
    """C11: a rough space costs two train cards of the same color instead of one."""

    name: ClassVar[str] = "rough_terrain"
    ids: ClassVar[tuple[str, ...]] = ("C11",)

    deck: DeckName = _TRAINS

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool:
        """Return whether the board has rough spaces."""
        return any(route.rough for route in spec.routes.values())

    def tariff(self, route: Route, base: Tariff) -> Tariff:
        """Return a price in pairs for a route with rough spaces, else the base price."""
        return RoughTariff(route, palette(self.spec.faces, self.deck)) if route.rough else base
