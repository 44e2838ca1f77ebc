"""Rails and ships: C9 and C10."""

from __future__ import annotations

import pytest

from engine.tariffs import Lack
from tests.builders import a_game, refused


class TestC9RailsAndShips:
    """C9: rail routes take train cards and trains, ship routes take ship cards and ships."""

    def test_a_rail_route_takes_trains(self) -> None:
        """Cards and pieces."""
        game = a_game("world").holding("train-red", 2).build()

        game.claim("al-qahira--djibouti-1", {"train-red": 2})

        assert game.player(0).pieces == {"train": 18, "ship": 40, "harbour": 3}

    def test_a_ship_route_takes_ships(self) -> None:
        """Cards and pieces."""
        game = a_game("world").holding("ship-red", 2).build()

        game.claim("athina--marseille-1", {"ship-red": 2})

        assert game.player(0).pieces == {"train": 20, "ship": 38, "harbour": 3}

    @pytest.mark.parametrize("card", ["ship-red", "ship2-red"])
    def test_ship_cards_do_not_pay_for_rails(self, card: str) -> None:
        """Whatever their colour."""
        game = a_game("world").holding(card, 2).holding("train-red", 2).build()

        with refused("payment-refused"):
            game.claim("al-qahira--djibouti-1", {card: 2})

    @pytest.mark.parametrize("card", ["train-red", "train-red-h"])
    def test_train_cards_do_not_pay_for_ships(self, card: str) -> None:
        """Not even beside a ship."""
        game = a_game("world").holding(card, 2).holding("ship-red", 2).build()

        with refused("payment-refused"):
            game.claim("athina--marseille-1", {card: 2})
        with refused("payment-refused"):
            game.claim("athina--marseille-1", {card: 1, "ship-red": 1})

    def test_the_other_kind_does_not_make_a_route_payable(self) -> None:
        """A hand full of trains lacks two ships."""
        game = a_game("world").holding("train-red", 7).holding("train-red-h", 4).build()

        with refused("cards-short") as refusal:
            game.claim("athina--marseille-1", {"ship-red": 2})

        assert Lack(2, ("red",)) == refusal.facts["lacks"]

    @pytest.mark.parametrize("track", ["al-qahira--djibouti-1", "athina--marseille-1"])
    def test_wilds_pay_for_both(self, track: str) -> None:
        """Although they come from the train deck."""
        game = a_game("world").holding("wild", 2).build()

        game.claim(track, {"wild": 2})

        assert {track: 0} == game.state.owners


class TestC10DoubleShips:
    """C10: a double-ship card counts two ships; no card of the payment may be superfluous."""

    three = "anchorage--petropavlovsk-1"  # pink
    one = "dar-es-salaam--toamasina-1"  # yellow
    five_red = "honolulu--tokyo-1"
    gray = "hong-kong--tokyo-1"  # three ships

    @pytest.mark.parametrize(
        "payment",
        [
            {"ship-pink": 3},
            {"ship2-pink": 1, "ship-pink": 1},
            {"ship2-pink": 2},
            {"ship2-pink": 1, "wild": 1},
            {"ship-pink": 2, "wild": 1},
            {"ship-pink": 1, "wild": 2},
            {"wild": 3},
        ],
        ids=str,
    )
    def test_ways_to_pay_three_spaces(self, payment: dict[str, int]) -> None:
        """What is over is lost."""
        game = a_game("world")
        for card, count in payment.items():
            game.holding(card, count)
        game = game.build()

        game.claim(self.three, payment)

        assert game.hand(0) == {}
        assert game.player(0).pieces["ship"] == 37

    @pytest.mark.parametrize(
        "payment",
        [
            {"ship2-pink": 2, "ship-pink": 1},
            {"ship2-pink": 2, "wild": 1},
            {"ship2-pink": 1, "ship-pink": 2},
            {"ship2-pink": 1, "ship-pink": 1, "wild": 1},
            {"ship2-pink": 1, "wild": 2},
            {"ship2-pink": 3},
            {"ship-pink": 4},
            {"ship-pink": 3, "wild": 1},
            {"wild": 4},
        ],
        ids=str,
    )
    def test_refuses_a_superfluous_card(self, payment: dict[str, int]) -> None:
        """Some card of these could be taken away."""
        game = a_game("world").holding("ship2-pink", 3).holding("ship-pink", 4)
        game = game.holding("wild", 4).build()

        with refused("payment-refused"):
            game.claim(self.three, payment)

    @pytest.mark.parametrize(
        "payment", [{"ship2-pink": 1}, {"ship-pink": 2}, {"ship-pink": 1, "wild": 1}], ids=str
    )
    def test_refuses_too_few_ships(self, payment: dict[str, int]) -> None:
        """A wild counts one."""
        game = a_game("world").holding("ship2-pink", 3).holding("ship-pink", 4)
        game = game.holding("wild", 4).build()

        with refused("payment-refused"):
            game.claim(self.three, payment)

    def test_one_double_pays_for_one_space(self) -> None:
        """Half of it is lost."""
        game = a_game("world").holding("ship2-yellow").build()

        game.claim(self.one, {"ship2-yellow": 1})

        assert game.player(0).pieces["ship"] == 39

    def test_the_example_of_the_book(self) -> None:
        """Five spaces: two doubles and a single, or three doubles."""
        for payment in ({"ship2-red": 2, "ship-red": 1}, {"ship2-red": 3}):
            game = a_game("world").holding("ship2-red", 3).holding("ship-red", 1).build()

            game.claim(self.five_red, payment)

            assert game.player(0).pieces["ship"] == 35

    def test_a_wild_counts_one_beside_doubles(self) -> None:
        """Two doubles and a wild pay for five."""
        game = a_game("world").holding("ship2-red", 2).holding("wild").build()

        game.claim(self.five_red, {"ship2-red": 2, "wild": 1})

        assert game.hand(0) == {}

    def test_gray_takes_one_colour_of_any_kind_of_card(self) -> None:
        """Singles and doubles of one colour, never two colours."""
        game = a_game("world").holding("ship2-white").holding("ship-white").holding("ship-black")
        game = game.build()

        with refused("payment-refused"):
            game.claim(self.gray, {"ship2-white": 1, "ship-black": 1})
        game.claim(self.gray, {"ship2-white": 1, "ship-white": 1})

        assert game.hand(0) == {"ship-black": 1}

    def test_the_menu_offers_each_way_once_the_least_wasteful_first(self) -> None:
        """Few wilds, then few cards with a harbour symbol."""
        game = a_game("world").holding("ship2-pink", 2).holding("ship-pink", 3)
        game = game.holding("wild", 1).build()

        offers = [dict(payment) for payment in game.menu(0).payments(self.three)]

        assert offers == [
            {"ship2-pink": 2},
            {"ship2-pink": 1, "ship-pink": 1},
            {"ship-pink": 3},
            {"ship2-pink": 1, "wild": 1},
            {"ship-pink": 2, "wild": 1},
        ]
