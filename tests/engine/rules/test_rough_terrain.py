"""Rough terrain: C11."""

from __future__ import annotations

import pytest

from engine.tariffs import Lack
from tests.builders import a_game, refused


class TestC11RoughTerrain:
    """C11: a rough space costs two train cards of one colour, freely chosen for each space."""

    one = "casablanca--marseille-1"
    two = "anchorage--vancouver-1"
    three = "beijing--lahore-1"

    @pytest.mark.parametrize(
        "payment",
        [
            {"train-red": 4},
            {"train-red": 2, "train-white": 2},
            {"train-red": 1, "train-red-h": 1, "train-white": 1, "train-white-h": 1},
            {"train-red": 3, "wild": 1},
            {"train-red": 2, "train-white": 1, "wild": 1},
            {"train-red": 1, "train-white": 1, "wild": 2},
            {"train-red": 2, "wild": 2},
            {"train-red": 1, "wild": 3},
            {"wild": 4},
        ],
        ids=str,
    )
    def test_ways_to_pay_two_rough_spaces(self, payment: dict[str, int]) -> None:
        """A pair for each of them; wilds stand for any card."""
        game = a_game("world")
        for card, count in payment.items():
            game.holding(card, count)
        game = game.build()

        game.claim(self.two, payment)

        assert game.hand(0) == {}
        assert game.player(0).pieces["train"] == 18
        assert game.player(0).points == 2

    @pytest.mark.parametrize(
        "payment",
        [
            {"train-red": 2},
            {"train-red": 3},
            {"train-red": 5},
            {"train-red": 3, "train-white": 1},
            {"train-red": 2, "train-white": 1, "train-black": 1},
            {"train-red": 1, "train-white": 1, "train-black": 1, "wild": 1},
            {"train-red": 3, "ship-red": 1},
            {"ship-red": 4},
            {"wild": 5},
            {"wild": 3},
        ],
        ids=str,
    )
    def test_refuses_what_makes_no_two_pairs(self, payment: dict[str, int]) -> None:
        """Or more cards than that, or ships."""
        game = a_game("world").holding("wild", 5).holding("ship-red", 4)
        for card in ("train-red", "train-white", "train-black"):
            game.holding(card, 5)
        game = game.build()

        with refused("payment-refused"):
            game.claim(self.two, payment)

    def test_three_spaces_may_have_three_colours(self) -> None:
        """Six cards, three trains, four points."""
        game = a_game("world").holding("train-red", 2).holding("train-white", 2)
        game = game.holding("train-black-h", 2).build()

        game.claim(self.three, {"train-red": 2, "train-white": 2, "train-black-h": 2})

        assert (game.player(0).pieces["train"], game.player(0).points) == (17, 4)

    def test_both_cards_of_a_space_have_one_colour(self) -> None:
        """Red and white are no pair."""
        game = a_game("world").holding("train-red", 1).holding("train-white", 1).build()

        with refused("cards-short") as refusal:
            game.claim(self.one, {"train-red": 1, "train-white": 1})

        assert Lack(1, ("red", "white")) == refusal.facts["lacks"]

    def test_one_piece_is_laid_on_a_rough_space(self) -> None:
        """Two cards, but one train."""
        game = a_game("world").holding("train-red", 2).pieces_left(train=1).build()

        game.claim(self.one, {"train-red": 2})

        assert game.player(0).pieces["train"] == 0

    @pytest.mark.parametrize(("route", "spaces"), [(one, 1), (two, 2), (three, 3)])
    def test_pieces_that_just_suffice_keep_it_on_the_menu(self, route: str, spaces: int) -> None:
        """C4 asks for pieces by the space, not by the card."""
        for trains in (spaces, spaces - 1):
            game = a_game("world").holding("wild", 6).pieces_left(train=trains).build()

            assert (route in game.menu(0).routes()) == (trains == spaces)
            assert game.menu(0).may_claim(route) == (trains == spaces)

    def test_ordinary_rails_of_the_world_keep_their_price(self) -> None:
        """One card a space."""
        game = a_game("world").holding("train-red", 4).build()

        with refused("payment-refused"):
            game.claim("athina--tehran-1", {"train-red": 4})
        game.claim("athina--tehran-1", {"train-red": 2})

        assert game.hand(0) == {"train-red": 2}
