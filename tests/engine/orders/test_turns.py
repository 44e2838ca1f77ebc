"""What an order does with a turn: what it builds, what it pays, what it draws."""

from __future__ import annotations

from engine.actions import ClaimRoute, DrawBlind, DrawOpen
from engine.ids import RouteId, TicketId
from engine.orders import (
    Build,
    Calls,
    Collect,
    Link,
    Order,
    Stop,
    Take,
    Wanted,
    decide,
    for_tickets,
    for_tracks,
    look,
    outlook,
    preview,
)
from tests.builders import Builder, Game, a_game

DENVER = RouteId("denver--kansas-city-2")  # 4 orange
DULUTH = RouteId("chicago--duluth-1")  # 3 red
EL_PASO = RouteId("dallas--el-paso-1")  # 4 red
PHOENIX = RouteId("los-angeles--phoenix-1")  # 3 grey
GREY = "train-green", "train-blue", "train-black", "train-white", "train-yellow"


def _usa(*display: str) -> Builder:
    return a_game("usa").seats(4).display(*(display or GREY))


def _answer(game: Game, order: Order) -> object:
    view, menu = game.view(0), game.menu(0)
    return decide(game.rules, order, look(game.rules, order, view, menu), view, menu)


def _order(*tracks: RouteId, collect: Collect | None = None) -> Order:
    return Order(for_tracks(tracks), collect or Collect())


class TestBuilding:
    """The first that can be paid, if no earlier one loses by it."""

    def test_the_first_that_can_be_paid(self) -> None:
        game = _usa().holding("train-red", 4).build()

        assert _answer(game, _order(DENVER, EL_PASO, DULUTH)) == ClaimRoute(
            0, EL_PASO, (("train-red", 4),)
        )

    def test_not_with_what_an_earlier_one_waits_for(self) -> None:
        """Three reds would build the second track, but the first one lacks only one more."""
        game = _usa().holding("train-red", 3).build()

        assert isinstance(_answer(game, _order(EL_PASO, DULUTH)), DrawBlind)
        assert isinstance(_answer(game, _order(DULUTH, EL_PASO)), ClaimRoute)

    def test_another_colour_on_grey_if_the_one_held_most_is_waited_for(self) -> None:
        game = _usa().holding("train-orange", 3).holding("train-blue", 3).build()

        assert _answer(game, _order(DENVER, PHOENIX)) == ClaimRoute(
            0, PHOENIX, (("train-blue", 3),)
        )

    def test_the_colour_held_most_then_by_name(self) -> None:
        for blue, paid in ((4, "train-blue"), (3, "train-black")):
            game = _usa().holding("train-black", 3).holding("train-blue", blue).build()

            assert _answer(game, _order(PHOENIX)) == ClaimRoute(0, PHOENIX, ((paid, 3),))

    def test_no_wilds_unless_told(self) -> None:
        game = _usa().holding("train-red", 2).holding("wild", 2).build()
        told = Order(Build((Link(DULUTH, wilds=1),)))

        assert isinstance(_answer(game, _order(DULUTH)), DrawBlind)
        assert _answer(game, told) == ClaimRoute(0, DULUTH, (("train-red", 2), ("wild", 1)))

    def test_wilds_if_it_completes_a_ticket(self) -> None:
        game = (
            _usa()
            .holding("wild", 2)
            .tickets("denver--el-paso")
            .owning("denver--santa-fe-1")
            .build()
        )

        answer = _answer(game, _order(RouteId("el-paso--santa-fe-1")))

        assert answer == ClaimRoute(0, "el-paso--santa-fe-1", (("wild", 2),))

    def test_a_free_twin_is_the_same(self) -> None:
        game = _usa().holding("train-red", 2).owning("boston--montreal-1", seat=1).build()

        answer = _answer(game, _order(RouteId("boston--montreal-1")))

        assert answer == ClaimRoute(0, "boston--montreal-2", (("train-red", 2),))

    def test_harbour_cards_are_paid_last(self) -> None:
        """A rail route of the World: plain cards before those with the symbol."""
        game = a_game("world").seats(4).holding("train-red-h", 2).holding("train-red", 1).build()

        answer = _answer(game, _order(RouteId("al-qahira--djibouti-1")))

        assert isinstance(answer, ClaimRoute)
        assert dict(answer.payment) == {"train-red": 1, "train-red-h": 1}

    def test_what_is_kept_is_not_paid(self) -> None:
        keep = Collect(colours=(Wanted("red", 1, keep=True),))
        game = _usa().holding("train-red", 3).build()

        assert isinstance(_answer(game, _order(DULUTH)), ClaimRoute)
        assert isinstance(_answer(game, _order(DULUTH, collect=keep)), DrawBlind)

    def test_nothing_without_pieces(self) -> None:
        game = _usa().holding("train-red", 3).pieces_left(train=2).build()

        assert isinstance(_answer(game, _order(DULUTH)), Stop)


class TestCollecting:
    """Open cards that are wanted first, then blind."""

    def test_what_the_first_track_lacks(self) -> None:
        game = _usa(*GREY[:3], "train-red", "train-orange").holding("train-orange", 2).build()

        assert _answer(game, _order(DENVER, EL_PASO)) == DrawOpen(0, 4)

    def test_rather_an_open_card_for_a_later_track_than_a_blind_one(self) -> None:
        game = _usa(*GREY[:4], "train-red").holding("train-orange", 2).build()

        assert _answer(game, _order(DENVER, EL_PASO)) == DrawOpen(0, 4)

    def test_on_grey_the_colour_held_most(self) -> None:
        game = _usa("train-red", *GREY[1:]).holding("train-red").holding("train-blue", 2).build()

        assert _answer(game, _order(PHOENIX)) == DrawOpen(0, 1)

    def test_colours_up_to_a_number(self) -> None:
        collect = Collect(colours=(Wanted("red", 3),))
        for held, answer in ((2, DrawOpen(0, 0)), (3, Stop("nothing-left"))):
            game = _usa("train-red", *GREY[1:]).holding("train-red", held).build()

            assert _answer(game, Order(collect=collect)) == answer

    def test_then_draw_on(self) -> None:
        game = _usa().build()

        assert _answer(game, Order()) == Stop("nothing-left")
        assert _answer(game, Order(then="draw")) == DrawBlind(0, "train")

    def test_open_wilds_only_to_complete_a_track(self) -> None:
        links = Build((Link(DULUTH, wilds=1),))
        for held, slot in ((1, None), (2, 4)):
            game = _usa(*GREY[:4], "wild").holding("train-red", held).build()
            answer = _answer(game, Order(links, Collect(open_wilds="completing")))

            assert answer == (DrawBlind(0, "train") if slot is None else DrawOpen(0, slot))
            assert isinstance(_answer(game, Order(links)), DrawBlind)

    def test_an_open_card_that_completes_it_beats_a_wild(self) -> None:
        game = _usa("wild", "train-red", *GREY[2:]).holding("train-red", 2).build()
        order = Order(Build((Link(DULUTH, wilds=1),)), Collect(open_wilds="completing"))

        assert _answer(game, order) == DrawOpen(0, 1)

    def test_the_second_card_is_drawn_whatever_has_become_true(self) -> None:
        game = _usa("train-red", *GREY[1:]).build()
        order = Order(collect=Collect(colours=(Wanted("red", 1),)))
        seen = look(game.rules, order, game.view(0), game.menu(0))
        first = decide(game.rules, order, seen, game.view(0), game.menu(0))
        assert isinstance(first, DrawOpen)

        game.act(first)

        second = decide(game.rules, order, seen, game.view(0), game.menu(0))
        assert isinstance(second, DrawBlind)

    def test_no_card_is_left(self) -> None:
        game = a_game("usa").without_cards().build()

        assert _answer(game, _order(DENVER)) == Stop("no-cards", (DENVER,))

    def test_the_world_draws_from_the_deck_of_what_is_wanted(self) -> None:
        """Ships for a ship route, trains for a rail route, unless a deck is named."""
        ship, rail = RouteId("athina--marseille-1"), RouteId("al-qahira--djibouti-1")
        dull = ["train-black", "train-white", "train-pink", "ship-black", "ship-white", "ship-pink"]
        game = a_game("world").seats(4).display(*dull).build()

        assert _answer(game, _order(ship)) == DrawBlind(0, "ship")
        assert _answer(game, _order(rail)) == DrawBlind(0, "train")
        assert _answer(game, _order(rail, collect=Collect(deck="ship"))) == DrawBlind(0, "ship")

    def test_the_world_names_who_fills_the_gap(self) -> None:
        dull = ["train-black", "train-white", "train-pink", "ship-red", "ship2-red", "ship-pink"]
        game = a_game("world").seats(4).display(*dull).build()
        order = _order(RouteId("athina--marseille-1"))

        assert _answer(game, order) == DrawOpen(0, 4, "ship")
        named = _order(RouteId("athina--marseille-1"), collect=Collect(refill="train"))
        assert _answer(game, named) == DrawOpen(0, 4, "train")


class TestWaysRound:
    """A list that was made from a ticket may go round what is taken."""

    def _taken(self, detour: int | None, *tracks: str) -> tuple[Game, Order]:
        game = _usa().tickets("denver--el-paso").build()
        build = for_tickets(
            game.rules, game.view(0), game.menu(0), [TicketId("denver--el-paso")], detour
        )
        assert build is not None
        after = _usa().tickets("denver--el-paso").owning(*tracks, seat=1).holding("train-red", 4)
        return after.build(), Order(build)

    def test_all_that_a_ticket_needs(self) -> None:
        _, order = self._taken(None)

        tracks = [link.track for link in order.build.links]
        assert tracks == ["denver--santa-fe-1", "el-paso--santa-fe-1"]

    def test_without_leave_it_stops(self) -> None:
        game, order = self._taken(None, "denver--santa-fe-1")
        seen = look(*self._before(order))

        answer = decide(game.rules, order, seen, game.view(0), game.menu(0))

        assert answer == Stop("track-taken", tracks=(RouteId("denver--santa-fe-1"),))

    def test_a_way_round_that_is_not_too_long(self) -> None:
        """Denver - Phoenix - El Paso: eight pieces for four, four more."""
        for detour, goes in ((4, True), (3, False)):
            game, order = self._taken(detour, "denver--santa-fe-1", "el-paso--santa-fe-1")
            seen = look(*self._before(order))
            answer = decide(game.rules, order, seen, game.view(0), game.menu(0))

            if goes:
                assert not isinstance(answer, Stop)
            else:
                assert isinstance(answer, Stop)
                assert answer.reason == "track-taken"

    def _before(self, order: Order) -> tuple[object, ...]:
        game = _usa().tickets("denver--el-paso").build()
        return game.rules, order, game.view(0), game.menu(0)


class TestForeseeing:
    """What would happen now and on the next turns if nothing changed."""

    def test_an_open_orange_then_blind_then_the_track(self) -> None:
        game = _usa(*GREY[:4], "train-orange").holding("train-orange", 3).build()
        order = _order(DENVER)
        seen = look(game.rules, order, game.view(0), game.menu(0))

        now, soon, later = preview(game.rules, order, seen, game.view(0), game.menu(0)).turns

        assert now.takes == (Take("train-orange"), Take(deck="train"))
        assert (soon.track, soon.payment) == (DENVER, (("train-orange", 4),))
        assert later.stop == Stop("nothing-left")

    def test_it_may_be_asked_on_anothers_turn(self) -> None:
        game = _usa(*GREY[:4], "train-orange").turn(1).build()
        order = _order(DENVER)
        seen = look(game.rules, order, game.view(0), game.menu(0))

        told = preview(game.rules, order, seen, game.view(0), game.menu(0))

        assert told.turns[0].takes[0] == Take("train-orange")
        assert told.next is not None
        assert (told.next.track, told.next.lacks) == (DENVER, 3)

    def test_its_own_turns_are_counted(self) -> None:
        game = _usa().build()
        order = Order(then="draw", calls=Calls(turns=1))
        seen = look(game.rules, order, game.view(0), game.menu(0))

        turns = preview(game.rules, order, seen, game.view(0), game.menu(0)).turns

        assert turns[0].takes == (Take(deck="train"), Take(deck="train"))
        assert turns[1].stop == Stop("turns", count=1)

    def test_what_comes_next(self) -> None:
        game = _usa().holding("train-orange", 3).build()

        ahead = outlook(game.rules, _order(DENVER), game.view(0), game.menu(0))

        assert ahead is not None
        assert (ahead.track, ahead.lacks, ahead.cards) == (DENVER, 1, ("train-orange",))
        assert outlook(game.rules, Order(), game.view(0), game.menu(0)) is None
