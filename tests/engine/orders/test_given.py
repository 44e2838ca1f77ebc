"""Orders as they are given and kept: what is refused, what is left out, what is read again."""

from __future__ import annotations

import pytest

from bench.community.planner_orders import as_order
from engine.ai.planner import Planner
from engine.errors import BadInput
from engine.ids import DeckName, RouteId, TicketId
from engine.orders import (
    Build,
    Calls,
    Checked,
    Collect,
    Link,
    Mistake,
    Order,
    Seen,
    Wanted,
    check,
    decode_order,
    decode_seen,
    encode,
    for_tickets,
    for_tracks,
    look,
)
from tests.builders import Game, a_fresh_game, a_game

DENVER = RouteId("denver--kansas-city-2")
GREY = RouteId("boston--montreal-1")


def _check(order: Order, game: Game | None = None) -> Checked:
    game = game or a_game("usa").seats(4).build()
    return check(game.rules, order, game.view(0), game.menu(0))


class TestRefused:
    @pytest.mark.parametrize(
        ("order", "mistake"),
        [
            (Order(for_tracks([RouteId("athina--marseille-1")])), "unknown-track"),
            (Order(Build((Link(DENVER, -1),))), "below-zero"),
            (Order(Build((Link(DENVER, 15),))), "too-many"),
            (Order(Build((Link(DENVER),), detour=-1)), "below-zero"),
            (Order(Build((Link(DENVER),), (TicketId("boston--miami"),))), "unknown-ticket"),
            (Order(for_tracks([DENVER]), Collect(colours=(Wanted("mauve", 1),))), "unknown-colour"),
            (Order(for_tracks([DENVER]), Collect(colours=(Wanted("red", 13),))), "too-many"),
            (Order(for_tracks([DENVER]), Collect(colours=(Wanted("red", -1),))), "below-zero"),
            (Order(for_tracks([DENVER]), Collect(deck=DeckName("ship"))), "unknown-deck"),
            (Order(for_tracks([DENVER]), calls=Calls(cards=111)), "too-many"),
            (Order(for_tracks([DENVER]), calls=Calls(turns=-1)), "below-zero"),
            (Order(Build((Link(DENVER),) * 41)), "too-long"),
            (Order(), "empty"),
        ],
    )
    def test_by_its_code(self, order: Order, mistake: str) -> None:
        assert [each.code for each in _check(order).refused] == [mistake]

    def test_a_colour_of_a_deck_that_has_none_of_it(self) -> None:
        order = Order(collect=Collect(colours=(Wanted("orange", 2),)))

        assert [m.code for m in _check(order, a_game("world").build()).refused] == [
            "unknown-colour"
        ]

    def test_a_game_that_is_over(self) -> None:
        game = a_game("usa").build()
        game.state.over = "done"

        assert Mistake("game-over") in _check(Order(for_tracks([DENVER])), game).refused


class TestLeftOut:
    def test_what_was_taken_or_built_meanwhile(self) -> None:
        game = a_game("usa").seats(4).owning(DENVER, seat=1).owning(GREY).build()
        tracks = [DENVER, GREY, RouteId("chicago--duluth-1")]

        checked = _check(Order(for_tracks(tracks)), game)

        assert not checked.refused
        assert [m.code for m in checked.left_out] == ["track-taken", "track-yours"]
        assert [link.track for link in checked.order.build.links] == tracks[2:]

    def test_two_tracks_of_one_route(self) -> None:
        """C7: nobody holds both."""
        checked = _check(Order(for_tracks([DENVER, RouteId("denver--kansas-city-1")])))

        assert [m.code for m in checked.left_out] == ["track-twice"]

    def test_nothing_is_left(self) -> None:
        game = a_game("usa").seats(4).owning(DENVER, seat=1).build()

        checked = _check(Order(for_tracks([DENVER])), game)

        assert [m.code for m in checked.refused] == ["empty"]

    def test_a_twin_or_a_way_round_keeps_it(self) -> None:
        game = a_game("usa").seats(4).owning(GREY, seat=1).build()

        assert not _check(Order(for_tracks([GREY])), game).left_out


class TestMadeFromTickets:
    def test_no_way_is_left(self) -> None:
        around = [t for t in a_game("usa").build().rules.spec.routes if "miami" in t]
        game = a_game("usa").seats(2).tickets("boston--miami").owning(*around, seat=1).build()
        tickets = [TicketId("boston--miami")]

        assert for_tickets(game.rules, game.view(0), game.menu(0), tickets) is None

    def test_long_tracks_first_and_grey_ones_last(self) -> None:
        game = a_game("usa").seats(4).tickets("boston--miami").build()

        build = for_tickets(game.rules, game.view(0), game.menu(0), [TicketId("boston--miami")])

        assert build is not None
        routes = [game.rules.spec.routes[link.track] for link in build.links]
        keys = [(route.colour is None, -route.length) for route in routes]
        assert keys == sorted(keys)
        assert sum(route.length for route in routes) == 12


class TestKept:
    def test_an_old_order_has_todays_defaults(self) -> None:
        text = b'{"build":{"links":[{"track":"denver--kansas-city-2"}]}}'

        assert decode_order(text) == Order(for_tracks([DENVER]))
        assert encode(decode_order(text)) == text

    @pytest.mark.parametrize("text", [b"", b"[]", b'{"buld":{}}', b'{"then":"dance"}', b"\xff"])
    def test_nonsense_is_refused(self, text: bytes) -> None:
        with pytest.raises(BadInput):
            decode_order(text)

    def test_what_was_seen(self) -> None:
        seen = Seen((DENVER,), few_pieces=True, played=3)

        assert decode_seen(encode(seen)) == seen
        with pytest.raises(BadInput):
            decode_seen(b'{"played":"often"}')


class TestInTheOpening:
    """Somebody who has chosen may plan ahead while the others have not."""

    def test_before_mixes_are_revealed(self) -> None:
        """S7: nobody has pieces yet; that is not the end of the game, which stops orders later."""
        game = a_fresh_game("world", 3)
        game.open(0)
        view, menu = game.view(0), game.menu(0)
        order = as_order(Planner(game.rules), view, menu)

        assert order is not None
        assert order.build.links
        assert check(game.rules, order, view, menu) == Checked(order, (), ())
        assert not look(game.rules, order, view, menu).few_pieces
