"""A hand as strength by suit: what it pays for, what it lacks, and which card would help most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.ai.atlas import CARDS_A_TURN, Atlas, Track
from engine.ai.terrain import Terrain
from engine.ids import WILD, Card, Payment

WILD_VALUE: Final = 1.25
"""What a wild brings, measured in cards that fit."""
IDLE_WILD_VALUE: Final = 0.65
"""What a wild brings when nothing is missing."""
IDLE_VALUE: Final = 0.15
"""What a card brings that fits nothing now."""
LATER_VALUE: Final = 0.45
"""What a card brings that fits only what comes after the plan."""
HARBOUR_VALUE: Final = 1.5
"""What a card brings that a harbour waits for."""
NEARLY_THERE: Final = 0.3
"""What a card brings in addition if it is the last one wanted; less the more are wanted."""


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
        """Leave these cards out of account from now on."""
        for card, count in cards.items():
            if card == WILD:
                self.wilds -= count
            else:
                suit, worth = self.atlas.strength[card]
                self.have[suit] -= worth * count


def strengths(atlas: Atlas, have: Sequence[int]) -> list[int]:
    """For each palette what a hand with this strength in each suit can pay, without any wild."""
    pays = list(have)
    for suits, mixed in atlas.palettes[len(pays) :]:
        held = [have[suit] for suit in suits]
        pays.append(sum([max(0, n - n % 2) for n in held]) if mixed else max(held))
    return pays


class Share(NamedTuple):
    """What the hand sets aside for one group."""

    group: int
    track: Track
    suit: int
    lack: int
    """What is still missing, without any wild."""


class Wishes:
    """A hand shared out among the groups one wants to lay, and what is missing in each suit."""

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
        """The strength in each suit that nothing is set aside for; below zero: it is missing."""
        self._later: Share | None = None
        self.wanted = wanted
        """Cards that a harbour waits for."""
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
        """How many cards are missing, the wilds counted in."""
        self.turns = len(self.shares) + self.missing / CARDS_A_TURN
        """How many turns it all takes, drawing and claiming."""

    def _share(self, number: int, tracks: tuple[Track, ...]) -> Share:
        """Set aside for one group the suit that there is most of."""
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
        """Where suits may share in a price, pairs of any of them are set aside."""
        left, rest = self.left, track.price
        suits = sorted(track.suits, key=lambda suit: left[suit], reverse=True)
        for suit in suits:
            taken = min(rest, max(0, left[suit] - left[suit] % 2))
            left[suit] -= taken
            rest -= taken
        left[suits[0]] -= rest
        return Share(number, track, suits[0], rest)

    def gain(self, card: Card) -> None:
        """Count in a card that was just drawn."""
        self.wanted = {other: n for other, n in self.wanted.items() if other != card or n > 1}
        if card == WILD:
            self.purse.wilds += 1
        else:
            suit, worth = self.atlas.strength[card]
            self.left[suit] += worth
        self.missing = self._count_missing()

    def share_of_rest(self, track: Track) -> Share:
        """What is left, seen as the beginning of a payment for a track that comes afterwards."""
        left = self.left
        suit = max(track.suits, key=lambda suit: left[suit])
        return Share(track.group, track, suit, max(0, track.price - max(0, left[suit])))

    def then(self, share: Share) -> None:
        """Name what comes after all this."""
        self._later = share

    def _count_missing(self) -> float:
        """In cards; a suit with cards that count double needs fewer of them."""
        suits = self.atlas.suits
        lacking = 0.0
        for suit, left in enumerate(self.left):
            if left < 0:
                lacking -= left / suits[suit].yields
        return max(0.0, lacking - self.purse.wilds)

    def values(self) -> dict[Card, float]:
        """How much a card would help, measured in cards that fit; all others are idle."""
        later = self._later
        values: dict[Card, float] = {}
        if later is not None and later.lack > 0:
            self._raise(values, later.suit, later.lack, LATER_VALUE)
        for suit, left in enumerate(self.left):
            if left < 0:
                self._raise(values, suit, -left, 1.0)
        for card in self.wanted:
            values[card] = max(values.get(card, IDLE_VALUE), HARBOUR_VALUE)
        busy = self.missing or self.wanted or later is not None
        values[WILD] = WILD_VALUE if busy else IDLE_WILD_VALUE
        return values

    def _raise(self, values: dict[Card, float], suit: int, lack: int, weight: float) -> None:
        """Value the cards of a suit that lacks so much."""
        yields, strength = self.atlas.suits[suit].yields, self.atlas.strength
        for card in self.atlas.suits[suit].cards:
            values[card] = weight * (min(strength[card][1], lack) / yields + NEARLY_THERE / lack)

    def harm(self, payment: Payment, share: Share) -> float:
        """What a payment takes away from other wishes than the one it is for."""
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
