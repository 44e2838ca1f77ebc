"""Chance that can be repeated and proved."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.chance import SeededChance, _below, commitment, key_for


class TestSeededChance:
    """A shuffle follows from the key and its label, and from nothing else."""

    def test_is_a_permutation(self) -> None:
        deck = tuple(range(110))

        assert sorted(SeededChance(b"k").shuffle(deck, "train/0")) == list(deck)

    def test_labels_give_independent_orders(self) -> None:
        chance = SeededChance(b"k")

        assert chance.shuffle(range(50), "train/0") != chance.shuffle(range(50), "train/1")

    def test_does_not_depend_on_what_was_shuffled_before(self) -> None:
        """No state: the third shuffle can be repeated without the first two."""
        one, other = SeededChance(b"k"), SeededChance(b"k")
        one.shuffle(range(9), "train/0")

        assert one.shuffle(range(9), "train/1") == other.shuffle(range(9), "train/1")

    def test_is_fair(self) -> None:
        """Every one of the 24 orders of four cards turns up about equally often."""
        counts = Counter(SeededChance(str(n).encode()).shuffle("abcd", "x") for n in range(4800))

        assert len(counts) == 24
        assert all(140 < count < 260 for count in counts.values())

    @pytest.mark.parametrize(
        ("n", "words", "number"),
        [
            (3, [2**32 - 1, 4], 1),
            (3, [2**32 - 2, 4], 2),
            (3, [2**32 - 1, 2**32 - 1, 5], 2),
            (110, [2**32 - 2**32 % 110, 7], 7),
            (110, [2**32 - 2**32 % 110 - 1, 7], 109),
            (4, [2**32 - 1, 1], 3),
        ],
    )
    def test_throws_the_uneven_tail_away(self, n: int, words: list[int], number: int) -> None:
        """The last few words would make the first few cards likelier; a power of two has none."""
        assert _below(n, iter(words)) == number

    def test_copes_with_nothing_and_one(self) -> None:
        assert SeededChance(b"k").shuffle((), "x") == ()
        assert SeededChance(b"k").shuffle("a", "x") == ("a",)


class TestKey:
    """The key binds the seed to this table: every part of it counts."""

    def test_every_part_changes_it(self) -> None:
        base = key_for(b"s" * 32, "g1", "usa", ("fig", "plum"), {})
        others = [
            key_for(b"t" * 32, "g1", "usa", ("fig", "plum"), {}),
            key_for(b"s" * 32, "g2", "usa", ("fig", "plum"), {}),
            key_for(b"s" * 32, "g1", "germany", ("fig", "plum"), {}),
            key_for(b"s" * 32, "g1", "usa", ("plum", "fig"), {}),
            key_for(b"s" * 32, "g1", "usa", ("fig", "plum"), {"pace": "day"}),
        ]

        assert len({base, *others}) == 6

    def test_words_cannot_be_moved_between_players(self) -> None:
        """Joined words would make ("ab", "c") and ("a", "bc") the same."""
        assert key_for(b"s", "g", "usa", ("ab", "c"), {}) != key_for(
            b"s", "g", "usa", ("a", "bc"), {}
        )

    def test_the_commitment_is_the_sha_256(self) -> None:
        assert commitment(b"abc") == (
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
