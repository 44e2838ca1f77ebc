"""Claiming a route: C1 to C6."""

from __future__ import annotations

from collections import Counter

import pytest

import maps
from engine.actions import ClaimRoute
from engine.board import Route
from engine.events import RouteClaimed
from engine.tariffs import Lack
from tests.builders import EDITIONS, USA, a_game, refused, some_route

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}


def _card(route: Route, colour: str | None = None) -> str:
    """A card that pays one space of a track."""
    return f"{route.piece}-{colour or route.colour or 'red'}"


def _plain_route(edition: str, *, gray: bool) -> Route:
    """An ordinary rail or taxi track of two spaces."""
    return next(
        route
        for route in maps.load(edition).routes.values()
        if route.length == 2
        and (route.colour is None) == gray
        and not route.rough
        and route.piece != "ship"
    )


class TestC1AnyFreeRoute:
    """C1: any unclaimed route, connected to one's own or not; one a turn."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_claimed_track_is_ones_own(self, edition: str) -> None:
        """The board and the event say so."""
        route = _plain_route(edition, gray=False)
        game = a_game(edition).holding(_card(route), 2).build()

        game.claim(route.id, {_card(route): 2})

        assert {route.id: 0} == game.state.owners
        assert [route.id] == game.state.tracks_of(0)
        (event,) = game.happened(RouteClaimed)
        assert (0, route.id, route.piece, 2) == (
            event.seat,
            event.route,
            event.piece,
            event.pieces,
        )

    def test_it_need_not_be_connected(self) -> None:
        """Miami after Seattle."""
        game = a_game("usa").owning("portland--seattle-1").holding("train-blue", 5).build()

        game.claim("atlanta--miami-1", {"train-blue": 5})

        assert game.state.owners == {"portland--seattle-1": 0, "atlanta--miami-1": 0}

    @pytest.mark.parametrize("owner", [0, 1])
    def test_a_taken_track_is_refused(self, owner: int) -> None:
        """Whoever holds it; the refusal names the owner, and what could be claimed instead."""
        game = a_game("usa").owning("dallas--houston-1", seat=owner).holding("train-red").build()

        with refused("route-taken", "C1") as refusal:
            game.claim("dallas--houston-1", {"train-red": 1})

        assert owner == refusal.facts["owner"]
        assert "atlanta--nashville-1" in refusal.facts["instead"]
        assert "dallas--houston-1" not in refusal.facts["instead"]
        assert "atlanta--miami-1" not in refusal.facts["instead"]

    @pytest.mark.parametrize("route", ["", "dallas--houston", "dallas--houston-3", "athina"])
    def test_an_unknown_track_is_refused(self, route: str) -> None:
        """By name."""
        game = a_game("usa").holding("train-red").build()

        with refused("unknown-route", "C1") as refusal:
            game.claim(route, {"train-red": 1})

        assert route == refusal.facts["route"]

    def test_the_menu_lists_what_can_be_paid(self) -> None:
        """With two red cards: gray tracks of one or two spaces, and red ones of two."""
        game = a_game("usa").holding("train-red", 2).build()
        routes = maps.load("usa").routes.values()

        listed = set(game.menu(0).routes())

        assert {r.id for r in routes if r.length <= 2 and r.colour in (None, "red")} == listed


def _two_colours(edition: str) -> list[str]:
    colours = (face.colour for face in maps.load(edition).faces.values() if face.colour)
    return list(dict.fromkeys(colours))[:2]


class TestC2OneColour:
    """C2: as many cards as spaces, all of the route's colour, or of any one colour on gray."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_the_routes_own_colour_pays(self, edition: str) -> None:
        """Exactly so many; the rest stays in hand."""
        route = _plain_route(edition, gray=False)
        game = a_game(edition).holding(_card(route), 3).build()

        game.claim(route.id, {_card(route): 2})

        assert {_card(route): 1} == game.hand(0)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_any_one_colour_pays_gray(self, edition: str) -> None:
        """Each of them."""
        route = _plain_route(edition, gray=True)
        colours = {f.colour for f in maps.load(edition).faces.values() if f.colour}

        for colour in colours:
            game = a_game(edition).holding(_card(route, colour), 2).build()
            game.claim(route.id, {_card(route, colour): 2})

            assert game.hand(0) == {}

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_two_colours_do_not_pay_gray(self, edition: str) -> None:
        """The refusal offers a payment that would do."""
        route = _plain_route(edition, gray=True)
        red, black = (_card(route, colour) for colour in _two_colours(edition))
        game = a_game(edition).holding(red, 1).holding(black, 2).build()

        with refused("payment-refused", "C2") as refusal:
            game.claim(route.id, {red: 1, black: 1})

        assert ((black, 2),) == refusal.facts["instead"]

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_another_colour_does_not_pay(self, edition: str) -> None:
        """Even if it is enough."""
        route = _plain_route(edition, gray=False)
        other = next(c for c in _two_colours(edition) if c != route.colour)
        game = a_game(edition).holding(_card(route), 2).holding(_card(route, other), 2).build()

        with refused("payment-refused", "C2") as refusal:
            game.claim(route.id, {_card(route, other): 2})

        assert ((_card(route), 2),) == refusal.facts["instead"]

    @pytest.mark.parametrize("count", [1, 3])
    def test_one_card_too_few_or_too_many_is_refused(self, count: int) -> None:
        """The number is exact."""
        game = a_game("usa").holding("train-red", 4).build()

        with refused("payment-refused", "C2"):
            game.claim("boston--new-york-1", {"train-red": count})

    def test_a_card_one_does_not_hold_is_refused(self) -> None:
        """The refusal says what is missing of the payment, and offers another."""
        game = a_game("usa").holding("train-red", 2).holding("wild").build()

        with refused("cards-not-held", "C2") as refusal:
            game.claim("boston--montreal-1", {"train-blue": 1, "wild": 1})

        assert refusal.facts["missing"] == {"train-blue": 1}
        assert refusal.facts["instead"] == (("train-red", 2),)

    def test_who_holds_too_little_is_told_what_lacks(self) -> None:
        """And which other tracks could be claimed."""
        game = a_game("usa").holding("train-blue", 3).holding("wild").build()

        with refused("cards-short", "C2") as refusal:
            game.claim("atlanta--miami-1", {"train-blue": 5})

        assert Lack(1, ("blue",)) == refusal.facts["lacks"]
        assert "montreal--new-york-1" in refusal.facts["instead"]
        assert set(game.menu(0).routes()) == set(refusal.facts["instead"])

    def test_on_gray_the_nearest_colours_are_named(self) -> None:
        """Those of which there are most."""
        game = a_game("usa").holding("train-blue", 2).holding("train-red", 2).build()

        with refused("cards-short") as refusal:
            game.claim("calgary--vancouver-1", {"train-blue": 3})

        assert refusal.facts["lacks"].cards == 1
        assert {"blue", "red"} == set(refusal.facts["lacks"].colours)

    @pytest.mark.parametrize(
        "payment",
        [
            (("train-red", -1),),
            (("train-red", 0),),
            (("train-red", 3), ("train-blue", -1)),
            (("train-red", 1), ("train-red", 1)),
            (("train-red", 2), ("balloon", 0)),
            (("balloon", 2),),
            (("train-red", 2.0),),
        ],
        ids=str,
    )
    def test_what_is_no_payment_is_refused(self, payment: object) -> None:
        """Negative or broken numbers, a card named twice, a card that does not exist."""
        game = a_game("usa").holding("train-red", 4).holding("train-blue", 4).build()

        with refused("payment-malformed", "C2"):
            game.act(ClaimRoute(0, "boston--new-york-1", payment))

    def test_no_payment_at_all_is_refused(self) -> None:
        """Routes are not free."""
        game = a_game("usa").holding("train-red", 4).build()

        with refused("payment-refused", "C2"):
            game.claim("boston--new-york-1", {})

    def test_in_the_world_both_kinds_of_a_train_card_are_one_colour(self) -> None:
        """The harbour symbol makes no difference here."""
        game = a_game("world").holding("train-red", 1).holding("train-red-h", 1).build()

        game.claim("al-qahira--djibouti-1", {"train-red": 1, "train-red-h": 1})

        assert game.hand(0) == {}


class TestC3Wilds:
    """C3: wilds stand for any card, any number of them, also all."""

    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("gray", [True, False])
    @pytest.mark.parametrize("wilds", [0, 1, 2])
    def test_any_number_of_them_pays(self, edition: str, gray: bool, wilds: int) -> None:
        """On gray and on coloured tracks."""
        route = _plain_route(edition, gray=gray)
        game = a_game(edition).holding(_card(route), 2 - wilds).holding("wild", wilds).build()
        payment = {_card(route): 2 - wilds, "wild": wilds}

        game.claim(route.id, {card: count for card, count in payment.items() if count})

        assert {route.id: 0} == game.state.owners
        assert game.hand(0) == {}

    def test_six_wilds_pay_for_six_spaces(self) -> None:
        """Of any colour."""
        game = a_game("usa").holding("wild", 6).build()

        game.claim("duluth--helena-1", {"wild": 6})

        assert game.hand(0) == {}

    def test_a_wild_does_not_join_two_colours(self) -> None:
        """The rest is still one colour."""
        game = a_game("usa").holding("train-red", 2).holding("train-blue", 1).holding("wild", 1)
        game = game.build()

        with refused("payment-refused"):
            game.claim("calgary--vancouver-1", {"train-red": 1, "train-blue": 1, "wild": 1})

    def test_wilds_are_counted_too(self) -> None:
        """One too many is refused."""
        game = a_game("usa").holding("train-red", 2).holding("wild", 1).build()

        with refused("payment-refused"):
            game.claim("boston--new-york-1", {"train-red": 2, "wild": 1})


class TestC4Pieces:
    """C4: one piece of the right kind for each space must be in the supply; else no claim."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_too_few_pieces_are_refused(self, edition: str) -> None:
        """The refusal says how many are needed and there."""
        route = _plain_route(edition, gray=False)
        game = a_game(edition).holding(_card(route), 2).pieces_left(**{route.piece: 1}).build()

        with refused("pieces-short", "C4") as refusal:
            game.claim(route.id, {_card(route): 2})

        assert (refusal.facts["needs"], refusal.facts["has"]) == (2, 1)
        assert route.id not in set(game.menu(0).routes())

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_exactly_enough_will_do(self, edition: str) -> None:
        """None is left then."""
        route = _plain_route(edition, gray=False)
        game = a_game(edition).holding(_card(route), 2).pieces_left(**{route.piece: 2}).build()

        game.claim(route.id, {_card(route): 2})

        assert game.player(0).pieces[route.piece] == 0

    def test_one_piece_goes_on_each_space(self) -> None:
        """Five of forty-five; the others' stay."""
        game = a_game("usa").holding("train-blue", 5).build()

        game.claim("atlanta--miami-1", {"train-blue": 5})

        assert [p.pieces for p in game.state.players] == [{"train": 40}, {"train": 45}]

    def test_ships_do_not_stand_for_trains(self) -> None:
        """Nor trains for ships."""
        game = a_game("world").holding("train-red", 2).holding("ship-red", 2)
        game = game.pieces_left(train=0, ship=40).build()
        with refused("pieces-short", "C4"):
            game.claim("al-qahira--djibouti-1", {"train-red": 2})

        game = a_game("world").holding("train-red", 2).holding("ship-red", 2)
        game = game.pieces_left(train=20, ship=1).build()
        with refused("pieces-short", "C4"):
            game.claim("athina--marseille-1", {"ship-red": 2})


class TestC5Discards:
    """C5: played cards go to the discards."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_the_payment_lies_there(self, edition: str) -> None:
        """All of it."""
        route = _plain_route(edition, gray=False)
        game = a_game(edition).holding(_card(route), 1).holding("wild", 1).build()

        game.claim(route.id, {_card(route): 1, "wild": 1})

        assert Counter((_card(route), "wild")) == game.discards()

    def test_in_the_world_each_goes_to_its_own(self) -> None:
        """Ships to ships; a wild among ships to the trains."""
        game = a_game("world").holding("ship2-pink").holding("wild").build()

        game.claim("anchorage--petropavlovsk-1", {"ship2-pink": 1, "wild": 1})

        assert Counter({"ship2-pink": 1}) == game.discards("ship")
        assert Counter({"wild": 1}) == game.discards("train")


class TestC6Points:
    """C6: points at once: 1, 2, 4, 7, 10, 15, 18, 21 for one to eight spaces."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_every_length_of_the_board(self, edition: str) -> None:
        """Paid with wilds, for simplicity; rough terrain costs more and scores the same."""
        spec = maps.load(edition)

        for length in {route.length for route in spec.routes.values()}:
            track = some_route(edition, length=length)
            route = spec.routes[track]
            cost = length + route.rough
            game = a_game(edition).holding("wild", cost).build()
            game.claim(track, {"wild": cost})

            assert spec.route_points[length] == game.player(0).points
            assert spec.route_points[length] == game.view(None).seats[0].points

    def test_points_add_up(self) -> None:
        """Ten and one."""
        game = a_game("usa").owning("atlanta--miami-1").holding("train-red").build()

        game.claim("dallas--houston-1", {"train-red": 1})

        assert game.player(0).points == 11

    @pytest.mark.parametrize("edition", [*USA, "germany", "new-york", "world"])
    def test_the_table_is_the_same_everywhere(self, edition: str) -> None:
        """As printed."""
        assert dict(maps.load(edition).route_points) == POINTS
