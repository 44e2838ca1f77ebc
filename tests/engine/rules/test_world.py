"""The World's own: W1 to W5."""

from __future__ import annotations

from collections import Counter

import pytest

import maps
from engine.actions import PlacePiece
from engine.events import PiecePlaced, PiecesExchanged
from engine.graph.network import Network
from engine.tariffs import Lack
from tests.builders import Builder, a_game, refused

RED = {"train-red-h": 2, "ship-red": 2}
"""A full price for a harbour."""


def _builder_in_athina() -> Builder:
    """Seat 0 reaches Athens and Marseille, and can pay in red."""
    game = a_game("world").owning("athina--marseille-1")
    for card, count in RED.items():
        game.holding(card, count)
    return game


class TestW1WhereHarboursStand:
    """W1: in a port city, one per city, where the builder holds a route into that city."""

    @pytest.mark.parametrize("city", ["athina", "marseille"])
    def test_at_either_end_of_ones_own_route(self, city: str) -> None:
        """A ship route here."""
        game = _builder_in_athina().build()

        game.build_harbour(city, RED)

        assert {"harbour": {city: 0}} == game.state.placed
        assert game.player(0).pieces["harbour"] == 2
        assert [PiecePlaced(0, "harbour", city, tuple(RED.items()))] == game.happened(PiecePlaced)

    def test_a_rail_route_will_do_too(self) -> None:
        """Rail or ship."""
        game = a_game("world").owning("athina--hamburg-1").holding("wild", 4).build()

        game.build_harbour("athina", {"wild": 4})

        assert game.state.placed == {"harbour": {"athina": 0}}

    def test_not_without_a_route_into_the_city(self) -> None:
        """The refusal names the cities that could have one."""
        game = _builder_in_athina().owning("athina--tehran-1", seat=1).build()

        with refused("no-route-to-port", "W1") as refusal:
            game.build_harbour("tokyo", RED)

        assert refusal.facts["city"] == "tokyo"
        assert {"athina", "marseille"} == set(refusal.facts["instead"])

    def test_anothers_route_does_not_count(self) -> None:
        """Only one's own."""
        game = _builder_in_athina().owning("edinburgh--hamburg-1", seat=1).build()

        with refused("no-route-to-port", "W1"):
            game.build_harbour("hamburg", RED)

    @pytest.mark.parametrize(
        ("city", "route"),
        [
            ("moskva", "hamburg--moskva-1"),
            ("tehran", "athina--tehran-1"),
            ("winnipeg", "vancouver--winnipeg-1"),
            ("southern-ocean", "cape-town--southern-ocean-1"),
        ],
    )
    def test_not_in_a_city_without_a_port(self, city: str, route: str) -> None:
        """Even where one's route ends."""
        game = _builder_in_athina().owning(route).build()

        with refused("not-a-port", "W1") as refusal:
            game.build_harbour(city, RED)

        assert city not in refusal.facts["instead"]

    @pytest.mark.parametrize("owner", [0, 1])
    def test_one_per_city(self, owner: int) -> None:
        """Whoever built it."""
        game = _builder_in_athina().harbours("athina", seat=owner).build()

        with refused("harbour-taken", "W1") as refusal:
            game.build_harbour("athina", RED)

        assert refusal.facts["instead"] == ("marseille",)

    def test_only_three_each(self) -> None:
        """After the third there is none left."""
        game = _builder_in_athina().owning("edinburgh--marseille-1", "athina--hamburg-1")
        game = game.harbours("marseille", "edinburgh", "hamburg").build()
        assert game.player(0).pieces["harbour"] == 0

        with refused("no-harbour-left", "W1"):
            game.build_harbour("athina", RED)

        assert not [a for a in game.menu(0).extras() if isinstance(a, PlacePiece)]

    def test_an_unknown_city_is_refused(self) -> None:
        """And an unknown piece."""
        game = _builder_in_athina().build()

        with refused("unknown-city", "W1"):
            game.build_harbour("atlantis", RED)
        with refused("not-in-this-edition"):
            game.act(PlacePiece(0, "station", "athina", tuple(RED.items())))

    def test_the_menu_lists_each_place_with_each_payment(self) -> None:
        """Here two cities with one payment."""
        game = _builder_in_athina().build()

        listed = [a for a in game.menu(0).extras() if isinstance(a, PlacePiece)]

        assert {"athina", "marseille"} == {action.city for action in listed}
        assert len(listed) == 2

    def test_there_are_thirty_eight_ports(self) -> None:
        """As printed on the board."""
        assert sum(city.port for city in maps.load("world").cities.values()) == 38


class TestW2ThePriceOfAHarbour:
    """W2: two train and two ship cards of one colour, all with the symbol; wilds replace any."""

    @pytest.mark.parametrize(
        "payment",
        [
            {"train-red-h": 2, "ship-red": 2},
            {"train-red-h": 1, "ship-red": 2, "wild": 1},
            {"train-red-h": 2, "ship-red": 1, "wild": 1},
            {"train-red-h": 1, "ship-red": 1, "wild": 2},
            {"train-red-h": 2, "wild": 2},
            {"ship-red": 2, "wild": 2},
            {"ship-red": 1, "wild": 3},
            {"wild": 4},
        ],
        ids=str,
    )
    def test_ways_to_pay(self, payment: dict[str, int]) -> None:
        """All four of one colour, or wild."""
        game = a_game("world").owning("athina--marseille-1")
        for card, count in payment.items():
            game.holding(card, count)
        game = game.build()

        game.build_harbour("athina", payment)

        assert game.hand(0) == {}
        discards = game.discards("train") + game.discards("ship")
        assert Counter(payment) == discards

    @pytest.mark.parametrize(
        "payment",
        [
            {"train-red": 2, "ship-red": 2},
            {"train-red-h": 1, "train-red": 1, "ship-red": 2},
            {"train-red-h": 2, "ship2-red": 2},
            {"train-red-h": 2, "ship2-red": 1},
            {"train-red-h": 2, "ship-red": 1, "ship2-red": 1},
            {"train-red-h": 2, "ship-pink": 2},
            {"train-red-h": 1, "train-pink-h": 1, "ship-red": 2},
            {"train-red-h": 3, "ship-red": 1},
            {"train-red-h": 1, "ship-red": 3},
            {"train-red-h": 3, "wild": 1},
            {"train-red-h": 2, "ship-red": 1},
            {"train-red-h": 2, "ship-red": 2, "wild": 1},
            {"wild": 5},
            {},
        ],
        ids=str,
    )
    def test_refuses_everything_else(self, payment: dict[str, int]) -> None:
        """Without the symbol, doubles, two colours, the wrong number of either kind."""
        game = a_game("world").owning("athina--marseille-1").holding("wild", 5)
        for card in ("train-red", "ship2-red", "train-red-h", "ship-red"):
            game.holding(card, 3)
        game = game.holding("train-pink-h", 2).holding("ship-pink", 2).build()

        with refused("payment-refused"):
            game.build_harbour("athina", payment)

    def test_who_holds_too_little_is_told_what_lacks(self) -> None:
        """In the colour that comes nearest."""
        game = a_game("world").owning("athina--marseille-1").holding("train-red-h", 4)
        game = game.holding("ship-red", 1).holding("train-pink-h", 1).build()

        with refused("cards-short") as refusal:
            game.build_harbour("athina", RED)

        assert Lack(1, ("red",), {"train": 2, "ship": 2}) == refusal.facts["lacks"]

    def test_cards_one_does_not_hold_are_refused(self) -> None:
        """With what is missing."""
        game = a_game("world").owning("athina--marseille-1").holding("wild", 4).build()

        with refused("cards-not-held") as refusal:
            game.build_harbour("athina", RED)

        assert refusal.facts["missing"] == RED
        assert refusal.facts["instead"] == (("wild", 4),)

    @pytest.mark.parametrize("count", [-2, 0])
    def test_broken_numbers_are_refused(self, count: int) -> None:
        """As for routes."""
        game = _builder_in_athina().build()

        with refused("payment-malformed"):
            game.build_harbour("athina", {"train-red-h": count, "ship-red": 2})

    def test_the_cards_with_the_symbol(self) -> None:
        """Per colour 4 of the 11 trains, all 4 single ships, no double."""
        spec = maps.load("world")
        counts = Counter(card for deck in spec.decks.values() for card in deck)

        for colour in ("red", "yellow", "green", "black", "white", "pink"):
            marked = {f.id for f in spec.faces.values() if f.harbour and f.colour == colour}
            assert {f"train-{colour}-h", f"ship-{colour}"} == marked
            assert tuple(
                counts[card]
                for card in (
                    f"train-{colour}",
                    f"train-{colour}-h",
                    f"ship-{colour}",
                    f"ship2-{colour}",
                )
            ) == (7, 4, 4, 6)
        assert not spec.faces["wild"].harbour


class TestW3Exchange:
    """W3: any number of trains for as many ships from the box or back; a point for each."""

    @pytest.mark.parametrize(
        ("give", "count", "pieces", "box"),
        [
            ("train", 1, (19, 41), (6, 9)),
            ("train", 10, (10, 50), (15, 0)),
            ("ship", 1, (21, 39), (4, 11)),
            ("ship", 5, (25, 35), (0, 15)),
        ],
    )
    def test_pieces_change_places(
        self, give: str, count: int, pieces: tuple[int, int], box: tuple[int, int]
    ) -> None:
        """What is given lies in the box afterwards."""
        game = a_game("world").build()

        game.exchange(give, count)

        player = game.player(0)
        assert pieces == (player.pieces["train"], player.pieces["ship"])
        assert box == (player.box["train"], player.box["ship"])
        assert -count == player.points
        assert [-count] == [event.points for event in game.happened(PiecesExchanged)]

    @pytest.mark.parametrize(
        ("give", "count"),
        [("train", 11), ("ship", 6), ("train", 0), ("train", -1), ("ship", -3)],
    )
    def test_no_more_than_the_box_holds_and_at_least_one(self, give: str, count: int) -> None:
        """The refusal gives the limits of both kinds."""
        game = a_game("world").build()

        with refused("exchange-not-possible", "W3") as refusal:
            game.exchange(give, count)

        assert refusal.facts["limits"] == {"train": 10, "ship": 5}

    @pytest.mark.parametrize("give", ["harbour", "taxi", ""])
    def test_only_trains_and_ships(self, give: str) -> None:
        """Harbours stay harbours."""
        game = a_game("world").build()

        with refused("exchange-not-possible", "W3"):
            game.exchange(give, 1)

    def test_no_more_than_one_has_left(self) -> None:
        """Pieces on the board are gone."""
        game = a_game("world").pieces_left(train=2, ship=30).build()

        with refused("exchange-not-possible", "W3") as refusal:
            game.exchange("train", 3)

        assert refusal.facts["limits"]["train"] == 2

    def test_the_menu_lists_every_number(self) -> None:
        """Up to ten trains or five ships."""
        game = a_game("world").build()

        listed = {(action.give, action.count) for action in game.menu(0).extras()}

        assert {("train", n) for n in range(1, 11)} | {("ship", n) for n in range(1, 6)} == listed

    def test_it_may_be_repeated(self) -> None:
        """Back and forth, each time for points: the score falls below zero."""
        game = a_game("world").build()

        for give in ("train", "ship"):
            game.exchange(give, 3)
            game.draw_two()

        assert game.player(0).points == -6
        assert game.view(None).seats[0].points == -6
        assert (game.player(0).pieces["train"], game.player(0).pieces["ship"]) == (20, 40)


class TestW4RoundTheWorld:
    """W4: the west edge of the board joins the east edge: some routes cross it."""

    def test_a_connection_runs_across_the_edge(self) -> None:
        """From New York over Los Angeles to Tokyo."""
        game = a_game("world").tickets("world-46")
        game = game.owning("los-angeles--new-york-1", "los-angeles--tokyo-1").build()

        assert game.points(0, "tickets", "world-46") == [15]

    def test_ten_tracks_cross_it(self) -> None:
        """As printed."""
        routes = maps.load("world").routes

        assert sum(route.wrap for route in routes.values()) == 10
        assert routes["los-angeles--tokyo-1"].wrap

    def test_they_are_claimed_like_any_other(self) -> None:
        """With ships, in one piece."""
        game = a_game("world").holding("ship2-white", 3).build()

        game.claim("tokyo--vancouver-1", {"ship2-white": 3})

        assert (game.player(0).pieces["ship"], game.player(0).points) == (34, 15)


class TestW5TheSouthernJunction:
    """W5: routes meet at the junction and run through it; it has no harbour and no ticket."""

    def test_a_connection_runs_through_it(self) -> None:
        """From Rio over Cape Town to Perth."""
        game = (
            a_game("world")
            .tickets("world-51")
            .owning(
                "cape-town--rio-de-janeiro-1",
                "cape-town--southern-ocean-1",
                "perth--southern-ocean-1",
            )
        )
        game = game.build()

        assert game.points(0, "tickets", "world-51") == [17]

    def test_its_tracks_join_only_there(self) -> None:
        """Perth is not reached by the western half."""
        spec = maps.load("world")
        network = Network(spec.cities, [spec.routes["cape-town--southern-ocean-1"]])

        assert network.joins(("cape-town", "southern-ocean"))
        assert not network.joins(("cape-town", "perth"))

    def test_it_bears_no_harbour(self) -> None:
        """It is no port, and no city."""
        city = maps.load("world").cities["southern-ocean"]

        assert (city.kind, city.port) == ("junction", False)

    def test_it_is_on_no_ticket(self) -> None:
        """Nobody travels to it."""
        tickets = maps.load("world").tickets.values()

        assert not [ticket for ticket in tickets if "southern-ocean" in ticket.stops]
