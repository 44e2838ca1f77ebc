"""Provable chance. The order of a shuffle is the only thing that is random.

A seed is drawn and its hash is published before the players are known. Every player adds a word.
Each shuffle follows from the seed, the words and the label of the shuffle. After the seed is
revealed, anyone can repeat every shuffle with nothing but SHA-256 and HMAC.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Protocol, TypeVar

from engine.ids import EditionId

T = TypeVar("T")


class Chance(Protocol):
    """A source of shuffles."""

    def shuffle(self, items: Sequence[T], label: str) -> tuple[T, ...]:
        """Return *items* in a new order. *label* names the shuffle within the game."""


class SeededChance:
    """Shuffles that anyone can repeat after the seed is revealed.

    >>> SeededChance(b"key").shuffle("abcdef", "train/0")
    ('e', 'b', 'd', 'f', 'a', 'c')
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def shuffle(self, items: Sequence[T], label: str) -> tuple[T, ...]:
        """Shuffle with Fisher-Yates from the top. *label* names the shuffle, e.g. ``"train/2"``."""
        deck, words = list(items), self._words(label)
        for last in range(len(deck) - 1, 0, -1):
            other = _below(last + 1, words)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def _words(self, label: str) -> Iterator[int]:
        stream = hmac.digest(self._key, label.encode(), "sha256")
        for block_number in count():
            block = hashlib.sha256(stream + block_number.to_bytes(8, "big")).digest()
            for at in range(0, 32, 4):
                yield int.from_bytes(block[at : at + 4], "big")


def _below(n: int, words: Iterator[int]) -> int:
    """Return a uniform number in ``range(n)``. Words in the uneven tail are discarded."""
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed, which is published before the game.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def key_for(
    seed: bytes, game: str, edition: EditionId, words: Sequence[str], options: Mapping[str, str]
) -> bytes:
    """Return the key of a game's shuffles: the seed, bound to the table and its players' words.

    *words* are the players' words in seat order. The signed text is compact JSON with sorted keys
    and plain ASCII, so that any programming language can build it.

    >>> key_for(bytes(32), "t1", EditionId("usa"), ("plum", "fig"), {}).hex()[:16]
    'bcc28117a122dca6'
    """
    text = json.dumps(
        {"edition": edition, "game": game, "options": dict(options), "words": list(words)},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=True,
    )
    return hmac.digest(seed, text.encode(), "sha256")
