"""Sweeping the display of transport cards: D6 to D8."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.chance import SeededChance
from engine.events import (
    DisplaySwept,
)
from engine.questions import SecondDraw
from tests.builders import SWEPT_AT_THREE, Rigged, a_game, deck_and_colours, some_route


class TestD6ThreeWilds:
    """D6: three wilds in the display: all five are discarded and five new ones laid out."""

    @pytest.mark.parametrize("edition", SWEPT_AT_THREE)
    def test_the_third_wild_sweeps_the_display(self, edition: str) -> None:
        """At once, before the second card is chosen."""
        deck, (one, two, three, *_) = deck_and_colours(edition)
        new = [three, two, one, two, three]
        game = a_game(edition).display("wild", one, "wild", two, two)
        game = game.on_top(deck, "wild", *new).build()

        game.draw_open(1)

        assert new == game.state.display
        assert Counter({"wild": 3, two: 2}) == game.discards()
        assert len(game.happened(DisplaySwept)) == 1
        assert {0: SecondDraw()} == game.state.waiting
        game.draw_open(4)
        assert {one: 1, three: 1} == game.hand(0)

    @pytest.mark.parametrize("edition", SWEPT_AT_THREE)
    def test_two_wilds_stay(self, edition: str) -> None:
        """That is fewer than three."""
        deck, (one, two, *_) = deck_and_colours(edition)
        game = a_game(edition).display("wild", one, one, two, two).on_top(deck, "wild").build()

        game.draw_open(1)

        assert ["wild", "wild", one, two, two] == game.state.display
        assert not game.happened(DisplaySwept)

    def test_it_is_repeated_until_fewer_than_three_are_wild(self) -> None:
        """Three, four or five of them."""
        game = a_game("usa").display("wild", "wild", "train-red", "train-red", "train-red")
        game = game.on_top(
            "train",
            *["wild"],
            *["wild"] * 4 + ["train-blue"],
            *["wild", "train-pink", "wild", "train-pink", "wild"],
            *["wild", "train-green", "wild", "train-green", "train-green"],
        ).build()

        game.draw_open(2)

        expected = ["wild", "train-green", "wild", "train-green", "train-green"]
        assert expected == game.state.display
        assert len(game.happened(DisplaySwept)) == 3
        assert game.discards().total() == 15

    def test_the_second_card_sweeps_too(self) -> None:
        """And the next seat finds a new display."""
        game = a_game("usa").display("wild", "wild", "train-red", "train-red", "train-red")
        game = game.on_top("train", "train-blue", "wild", *["train-black"] * 5).build()

        game.draw_open(2)
        game.draw_open(3)

        assert game.state.display == ["train-black"] * 5
        assert game.state.turn == 1

    def test_an_open_wild_that_is_followed_by_a_wild_sweeps_nothing(self) -> None:
        """There were two before and two after."""
        game = a_game("usa").display("wild", "wild", "train-red", "train-red", "train-red")
        game = game.on_top("train", "wild").build()

        game.draw_open(0)

        assert game.state.display.count("wild") == 2
        assert not game.happened(DisplaySwept)

    def test_a_deck_that_runs_out_on_the_way_is_refilled(self) -> None:
        """The swept cards themselves may come back."""
        game = a_game("usa").display("wild", "wild", "train-red", "train-red", "train-red")
        game = game.deck("train", "wild", "train-blue", "train-blue", "train-blue").build(
            Rigged({"train/1": ["train-red", "wild"]})
        )

        game.draw_open(2)

        expected = ["train-blue", "train-blue", "train-blue", "train-red", "wild"]
        assert expected == game.state.display
        assert Counter({"wild": 2, "train-red": 1}) == Counter(game.deck())
        assert not game.discards()


class TestD7SixWilds:
    """D7: World: only when all six are wild; three new ones from each deck."""

    def test_five_wilds_stay(self) -> None:
        """Six are needed."""
        game = a_game("world").display(*["wild"] * 4, "ship-red", "ship-red")
        game = game.on_top("train", "wild").build()

        game.draw_open(4, "train")

        assert game.state.display.count("wild") == 5
        assert not game.happened(DisplaySwept)

    def test_the_sixth_sweeps_them_all(self) -> None:
        """Three trains and three ships are laid out."""
        trains, ships = ["train-pink", "train-black", "wild"], ["ship2-red", "ship-red", "ship-red"]
        game = a_game("world").display(*["wild"] * 5, "ship-black")
        game = game.on_top("train", "wild", *trains).on_top("ship", *ships).build()

        game.draw_open(5, "train")

        assert [*trains, *ships] == game.state.display
        assert Counter({"wild": 6}) == game.discards("train")
        assert not game.discards("ship")
        assert {0: SecondDraw()} == game.state.waiting

    def test_without_ships_it_is_repeated(self) -> None:
        """Trains fill the places of ships, and may be wild again."""
        game = a_game("world").display(*["wild"] * 5, "ship-black").deck("ship")
        game = game.on_top("train", *["wild"] * 7, *["train-red"] * 6).build()

        game.draw_open(5, "train")

        assert game.state.display == ["train-red"] * 6
        assert len(game.happened(DisplaySwept)) == 2


class TestD8NoEndlessSweeping:
    """D8: too few other cards in deck and discards to settle: the display stays as it is."""

    def test_only_wilds_are_left(self) -> None:
        """Nothing is swept."""
        game = a_game("usa").display("wild", "wild", "train-red", "train-red", "train-red")
        game = game.deck("train", *["wild"] * 8).build()

        game.draw_open(2)

        assert game.state.display == ["wild", "wild", "wild", "train-red", "train-red"]
        assert not game.happened(DisplaySwept)
        assert {0: SecondDraw()} == game.state.waiting

    @pytest.mark.parametrize("where", ["deck", "discards"])
    @pytest.mark.parametrize(("others", "swept"), [(0, False), (2, False), (3, True), (9, True)])
    def test_three_other_cards_are_needed(self, where: str, others: int, swept: bool) -> None:
        """In the deck or in the discards."""
        game = a_game("usa").display("wild", "wild", "train-red", "train-red", "train-red")
        game.deck("train", *["wild"] * 6, *["train-blue"] * (others if where == "deck" else 0))
        game.discards(*["train-blue"] * (others if where == "discards" else 0))
        game = game.build(SeededChance(b"any"))

        game.draw_open(2)

        assert swept == bool(game.happened(DisplaySwept))
        assert (game.state.display.count("wild") < 3) == swept

    def test_two_halves_that_never_mix(self) -> None:
        """Five cards open and five in the deck, three wilds in each: they would swap for ever."""
        half = ["wild", "wild", "wild", "train-blue", "train-blue"]
        game = a_game("usa").display("wild", "wild", "train-red", "train-red", "train-red")
        game = game.deck("train", "wild", *half).build()

        game.draw_open(2)

        assert not game.happened(DisplaySwept)
        assert Counter(half) == Counter(game.deck())

    @pytest.mark.parametrize("seed", range(30))
    def test_few_cards_always_settle(self, seed: int) -> None:
        """Whatever lies where, the game goes on: with every small deck and discards."""
        chance = SeededChance(bytes([seed]))
        for wilds in range(8):
            for others in range(6):
                loose = chance.shuffle(
                    ["wild"] * wilds + ["train-blue"] * others, f"loose/{wilds}/{others}"
                )
                cut = seed % (len(loose) + 1)
                game = a_game("usa").display("wild", "wild", *["train-red"] * 3)
                game = game.discards(*loose[:cut]).deck("train", "wild", *loose[cut:])
                game = game.build(chance)

                game.draw_open(2)

                assert game.state.display.count("wild") < 3 or others < 3

    def test_the_display_is_swept_once_others_are_discarded(self) -> None:
        """Three wilds lie there, a claim brings back blue cards, and D6 holds again."""
        game = a_game("usa").display("wild", "wild", "wild", "train-red", "train-red")
        game = game.deck("train", *["wild"] * 2).holding("train-blue", 5).build()

        game.claim("atlanta--miami-1", {"train-blue": 5})

        assert game.happened(DisplaySwept)
        assert game.state.display.count("wild") < 3

    @pytest.mark.parametrize(
        ("price", "display"),
        [
            ({"wild": 1}, ["wild", "wild", "wild", None, None]),
            ({"wild": 2}, ["wild", "wild", "wild", "wild", None]),
            ({"wild": 1, "train-red": 1}, ["wild", "wild", "wild", "train-red", None]),
        ],
        ids=["three", "four", "one-of-them-red"],
    )
    def test_fewer_than_five_cards_stay(
        self, price: dict[str, int], display: list[str | None]
    ) -> None:
        """They would only come back."""
        game = a_game("usa").without_cards().display("wild", "wild", None, None, None)
        for card, count in price.items():
            game.holding(card, count)
        game = game.build(Rigged({"train/1": ["wild"]}))

        spaces = sum(price.values())
        game.claim(some_route("usa", length=spaces, colour=None), price)

        assert display == game.state.display
        assert not game.happened(DisplaySwept)

    def test_a_world_of_wilds_stays(self) -> None:
        """Six wilds open, none but wilds in the decks."""
        game = a_game("world").display(*["wild"] * 5, "ship-red").deck("ship")
        game = game.deck("train", *["wild"] * 7).build()

        game.draw_open(5, "train")

        assert game.state.display == ["wild"] * 6
        assert not game.happened(DisplaySwept)

    def test_one_other_card_is_enough_for_the_world(self) -> None:
        """Then not all six are wild."""
        game = a_game("world").display(*["wild"] * 5, "ship-red").deck("ship", "ship-black")
        game = game.deck("train", *["wild"] * 7).build()

        game.draw_open(5, "train")

        assert "ship-black" in game.state.display
