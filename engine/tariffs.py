"""Prices in transport cards. Each price is an object, which avoids functions with flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias, TypeVar

from engine.board import Face, Route
from engine.ids import WILD, Card, DeckName, Payment

K = TypeVar("K", bound=str)

Hand: TypeAlias = Mapping[Card, int]

Palette: TypeAlias = Mapping[str, tuple[Face, ...]]
"""The cards that can pay, by color. In each color, cards without a harbor symbol come first."""


Scale: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Lack:
    """The cards or wilds that a hand lacks for a price, in single cards. A double counts as two."""

    cards: int
    colours: tuple[str, ...]
    needs: Mapping[DeckName, int] = field(default_factory=dict)
    """The whole price by deck, if it is a price in cards with a symbol (W2)."""


class Tariff(Protocol):
    """The price of something in transport cards."""

    @property
    def rule(self) -> str:
        """The rule that sets this price."""

    @property
    def cost(self) -> int:
        """The price in single cards."""

    @property
    def scale(self) -> Scale:
        """The kind of cards that pay. Prices with equal scales differ only in their cost."""

    def strength(self, hand: Hand) -> int:
        """Return how much *hand* can pay toward a price of this scale, wilds included."""

    def affordable(self, hand: Hand) -> bool:
        """Return whether *hand* contains an accepted payment: its strength reaches the cost."""

    def offers(self, hand: Hand) -> Iterator[Payment]:
        """Yield every payment that *hand* can make, the least wasteful first.

        The order is fewest wilds, then fewest cards with the harbor symbol, then fewest cards.
        """

    def accepts(self, payment: Payment) -> bool:
        """Return whether the rules allow this payment. No other code decides that."""

    def lacks(self, hand: Hand) -> Lack:
        """Return the fewest cards that *hand* needs in addition."""


def palette(faces: Mapping[Card, Face], deck: DeckName) -> Palette:
    """Return the colored cards of *deck* by color."""
    found: dict[str, list[Face]] = {}
    for face in sorted(faces.values(), key=lambda face: face.harbour):
        if face.deck == deck and face.colour is not None:
            found.setdefault(face.colour, []).append(face)
    return {colour: tuple(kinds) for colour, kinds in found.items()}


def fitting(route: Route, colours: Palette) -> Palette:
    """Return the colors that pay for *route*: its own color, or any color for a gray route (C2)."""
    return colours if route.colour is None else {route.colour: colours[route.colour]}


def ways(
    hand: Mapping[K, int], kinds: Sequence[K], total: int
) -> Iterator[tuple[tuple[K, int], ...]]:
    """Yield all ways to take *total* cards of these *kinds* from *hand*, the first kinds first."""
    if len(kinds) < 2:
        if total == 0:
            yield ()
        elif held(hand, kinds) >= total:
            yield ((kinds[0], total),)
        return
    first, rest = kinds[0], kinds[1:]
    room = held(hand, rest)
    for count in range(min(total, hand.get(first, 0)), max(0, total - room) - 1, -1):
        for others in ways(hand, rest, total - count):
            yield ((first, count), *others) if count else others


def held(hand: Mapping[K, int], kinds: Iterable[K]) -> int:
    """Return how many cards of these *kinds* are in *hand*."""
    return sum([hand.get(kind, 0) for kind in kinds])


def with_wilds(payment: Payment, wilds: int) -> Payment:
    """Return *payment* with this number of wilds added."""
    return (*payment, (WILD, wilds)) if wilds else payment


class Thrift:
    """A sort key for payments: those with cards that a player would rather save come last."""

    __slots__ = ("_marked",)

    def __init__(self, kinds: Iterable[Face]) -> None:
        self._marked = frozenset(face.id for face in kinds if face.harbour)

    def __call__(self, payment: Payment) -> tuple[int, int, int]:
        """Return the numbers of wilds, of cards with a harbor symbol and of all cards."""
        wilds = symbols = cards = 0
        for card, count in payment:
            cards += count
            if card == WILD:
                wilds += count
            elif card in self._marked:
                symbols += count
        return wilds, symbols, cards


class OneColour:
    """C2, C3: one card per space, all of the same color. A wild replaces any card."""

    __slots__ = ("_colour_of", "_kinds", "_names", "_single", "_thrift", "cost", "only", "scale")

    rule: Final = "C2"

    def __init__(self, cost: int, colours: Palette) -> None:
        self.cost = cost
        self._names = tuple(colours)
        self._kinds = tuple(tuple(face.id for face in kinds) for kinds in colours.values())
        self.scale: Scale = (self.rule, self._kinds)
        self._colour_of = {face.id: name for name, kinds in colours.items() for face in kinds}
        self._thrift = Thrift(face for kinds in colours.values() for face in kinds)
        # Every turn calls `strength`. If there is one kind of card per color, or only one card at
        # all, a dictionary lookup is enough.
        single = all(len(kinds) == 1 for kinds in self._kinds)
        cards = sorted((kinds[0] for kinds in colours.values()), key=lambda face: face.harbour)
        self._single = tuple(face.id for face in cards) if single else None
        self.only = cards[0].id if single and len(cards) == 1 else None
        """The only card that counts in addition to wilds, or None if there are several."""

    def strength(self, hand: Hand) -> int:
        """Return the number of cards of the best color plus the wilds."""
        wilds = hand.get(WILD, 0)
        if self._single is not None:
            return wilds + max([hand.get(card, 0) for card in self._single])
        return wilds + max([held(hand, kinds) for kinds in self._kinds])

    def affordable(self, hand: Hand) -> bool:
        """Return whether one color and the wilds reach the cost."""
        return self.strength(hand) >= self.cost

    def offers(self, hand: Hand) -> Iterator[Payment]:
        """Yield payments by rising number of wilds, plain cards before cards with a symbol."""
        for wilds in range(min(self.cost, hand.get(WILD, 0)) + 1):
            rest = self.cost - wilds
            if rest == 0:
                yield ((WILD, wilds),)
                return
            if self._single is not None:
                for card in self._single:
                    if hand.get(card, 0) >= rest:
                        yield with_wilds(((card, rest),), wilds)
                continue
            found = [
                with_wilds(cards, wilds)
                for kinds in self._kinds
                for cards in ways(hand, kinds, rest)
            ]
            yield from sorted(found, key=self._thrift)

    def accepts(self, payment: Payment) -> bool:
        """Return whether the number is right and all cards but the wilds have one valid color."""
        total, colours = 0, set()
        for card, count in payment:
            total += count
            if card != WILD:
                colours.add(self._colour_of.get(card))
        return total == self.cost and len(colours) <= 1 and None not in colours

    def lacks(self, hand: Hand) -> Lack:
        """Return the cards that are missing in the color that the hand has most of."""
        return lack_in_best_colour(self.cost - hand.get(WILD, 0), self._names, self._kinds, hand)


def lack_in_best_colour(
    need: int, names: Sequence[str], kinds: Sequence[Sequence[Card]], hand: Hand
) -> Lack:
    """Return how many cards of *need* the best color lacks, and the colors that lack that few."""
    have = [held(hand, cards) for cards in kinds]
    best = max(have)
    return Lack(
        max(0, need - best), tuple(n for n, h in zip(names, have, strict=True) if h == best)
    )
