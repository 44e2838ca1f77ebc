"""A hand as strength by suit: what it can pay, what it lacks and which card helps most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.ai.atlas import CARDS_A_TURN, Atlas, Track
from engine.ai.terrain import Terrain
from engine.ids import WILD, Card, Payment

WILD_VALUE: Final = 1.25
"""The value of a wild, measured in cards that fit."""
IDLE_WILD_VALUE: Final = 0.65
"""The value of a wild when nothing is missing."""
IDLE_VALUE: Final = 0.15
"""The value of a card that fits nothing now."""
LATER_VALUE: Final = 0.45
"""The value of a card that fits only what comes after the plan."""
HARBOUR_VALUE: Final = 1.5
"""The value of a card that a harbor waits for."""
NEARLY_THERE: Final = 0.3
"""The additional value of the last missing card. It is divided by the number of missing cards."""


class Purse:
    """The cards of a hand, counted by suit."""

    __slots__ = ("atlas", "have", "wilds")

    def __init__(self, atlas: Atlas, hand: Mapping[Card, int]) -> None:
        self.atlas = atlas
        self.wilds = hand.get(WILD, 0)
        self.have = [0] * len(atlas.suits)
        strength = atlas.strength
        for card, count in hand.items():
            if card != WILD:
                suit, worth = strength[card]
                self.have[suit] += worth * count

    def set_aside(self, cards: Mapping[Card, int]) -> None:
        """Ignore these cards from now on."""
        for card, count in cards.items():
            if card == WILD:
                self.wilds -= count
            else:
                suit, worth = self.atlas.strength[card]
                self.have[suit] -= worth * count


def strengths(atlas: Atlas, have: Sequence[int]) -> list[int]:
    """Return for each palette what a hand with this strength per suit can pay without wilds."""
    pays = list(have)
    for suits, mixed in atlas.palettes[len(pays) :]:
        held = [have[suit] for suit in suits]
        pays.append(sum([max(0, n - n % 2) for n in held]) if mixed else max(held))
    return pays


class Share(NamedTuple):
    """The part of the hand that is set aside for one group."""

    group: int
    track: Track
    suit: int
    lack: int
    """The missing strength, without any wild."""


class Wishes:
    """A hand divided among the groups to claim, and what is missing in each suit."""

    __slots__ = ("_later", "atlas", "left", "missing", "purse", "shares", "turns", "wanted")

    def __init__(
        self,
        purse: Purse,
        terrain: Terrain,
        groups: Iterable[int],
        wanted: Mapping[Card, int],
    ) -> None:
        self.atlas = purse.atlas
        self.purse = purse
        self.left = list(purse.have)
        """The strength in each suit that is not set aside. A negative number is missing
        strength."""
        self._later: Share | None = None
        self.wanted = wanted
        """The cards that a harbor waits for."""
        self.shares: list[Share] = []
        free: list[int] = []
        for number in groups:
            if len(terrain.open[number][0].suits) == 1:
                self.shares.append(self._share(number, terrain.open[number]))
            else:
                free.append(number)
        for number in free:
            self.shares.append(self._share(number, terrain.open[number]))
        self.missing = self._count_missing()
        """The number of missing cards after all wilds are used."""
        self.turns = len(self.shares) + self.missing / CARDS_A_TURN
        """The number of turns that all claims take, including drawing."""

    def _share(self, number: int, tracks: tuple[Track, ...]) -> Share:
        """Set aside for one group the suit with the most strength left."""
        left = self.left
        best, track, suit = -99, tracks[0], 0
        for this in tracks:
            for one in this.suits:
                if left[one] - this.price > best:
                    best, track, suit = left[one] - this.price, this, one
        if track.mixed:
            return self._share_pairs(number, track)
        lack = max(0, track.price - max(0, left[suit]))
        left[suit] -= track.price
        return Share(number, track, suit, lack)

    def _share_pairs(self, number: int, track: Track) -> Share:
        """Set aside pairs of any suits, for a price that several suits may share."""
        left, rest = self.left, track.price
        suits = sorted(track.suits, key=lambda suit: left[suit], reverse=True)
        for suit in suits:
            taken = min(rest, max(0, left[suit] - left[suit] % 2))
            left[suit] -= taken
            rest -= taken
        left[suits[0]] -= rest
        return Share(number, track, suits[0], rest)

    def gain(self, card: Card) -> None:
        """Add a card that was just drawn."""
        self.wanted = {other: n for other, n in self.wanted.items() if other != card or n > 1}
        if card == WILD:
            self.purse.wilds += 1
        else:
            suit, worth = self.atlas.strength[card]
            self.left[suit] += worth
        self.missing = self._count_missing()

    def share_of_rest(self, track: Track) -> Share:
        """Return the rest of the hand as the beginning of a payment for a later route."""
        left = self.left
        suit = max(track.suits, key=lambda suit: left[suit])
        return Share(track.group, track, suit, max(0, track.price - max(0, left[suit])))

    def then(self, share: Share) -> None:
        """Set what comes after everything that is planned."""
        self._later = share

    def _count_missing(self) -> float:
        """Return the number of missing cards. A suit with double cards needs fewer of them."""
        suits = self.atlas.suits
        lacking = 0.0
        for suit, left in enumerate(self.left):
            if left < 0:
                lacking -= left / suits[suit].yields
        return max(0.0, lacking - self.purse.wilds)

    def values(self) -> dict[Card, float]:
        """Return the value of each useful card, measured in cards that fit. All others are idle."""
        later = self._later
        values: dict[Card, float] = {}
        if later is not None and later.lack > 0:
            self._raise_values(values, later.suit, later.lack, LATER_VALUE)
        for suit, left in enumerate(self.left):
            if left < 0:
                self._raise_values(values, suit, -left, 1.0)
        for card in self.wanted:
            values[card] = max(values.get(card, IDLE_VALUE), HARBOUR_VALUE)
        busy = self.missing or self.wanted or later is not None
        values[WILD] = WILD_VALUE if busy else IDLE_WILD_VALUE
        return values

    def _raise_values(self, values: dict[Card, float], suit: int, lack: int, weight: float) -> None:
        """Value the cards of a suit with this *lack*."""
        yields, strength = self.atlas.suits[suit].yields, self.atlas.strength
        for card in self.atlas.suits[suit].cards:
            values[card] = weight * (min(strength[card][1], lack) / yields + NEARLY_THERE / lack)

    def harm(self, payment: Payment, share: Share) -> float:
        """Return how much a payment takes away from wishes other than *share*."""
        used: dict[int, int] = {}
        harm = 0.0
        for card, count in payment:
            if card == WILD:
                harm += count * WILD_VALUE
            else:
                suit, worth = self.atlas.strength[card]
                used[suit] = used.get(suit, 0) + worth * count
        for suit, strength in used.items():
            spare = max(0, self.left[suit])
            if suit == share.suit:
                spare += share.track.price - share.lack
            harm += max(0, strength - spare)
        return harm
