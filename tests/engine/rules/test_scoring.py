"""Scoring: P1 to P8."""

from __future__ import annotations

import pytest

import maps
from engine.ids import Seat
from tests.builders import EDITIONS, USA, a_game, a_ticket, parameters, without

WITH_LONGEST_PATH = {"usa", "usa-69", "usa-mega"}
WITH_MOST_TICKETS = {"germany", "usa-1910", "usa-mega"}


class TestP1RoutePoints:
    """P1: route points, less what exchanges cost."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_they_are_the_sum_of_the_routes(self, edition: str) -> None:
        """One line, whatever was claimed."""
        spec = maps.load(edition)
        tracks = [route.id for route in spec.routes.values()][:7:3]
        game = a_game(edition).owning(*tracks).build()

        expected = sum(spec.route_points[spec.routes[track].length] for track in tracks)
        assert [expected] == game.points(0, "routes")
        assert game.points(1, "routes") == [0]
        assert expected == game.player(0).points

    def test_exchanges_are_a_line_of_their_own(self) -> None:
        """Ten points less three."""
        game = a_game("world").owning("honolulu--tokyo-1").build()
        game.exchange("train", 3)

        assert (game.points(0, "routes"), game.points(0, "exchange")) == ([10], [-3])
        assert game.player(0).points == 7
        assert game.points(1, "exchange") == []

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_totals_are_the_sum_of_the_lines(self, edition: str) -> None:
        """Nothing is added anywhere else."""
        tickets = list(maps.load(edition).tickets)[:3]
        game = a_game(edition).with_a_full_board().tickets(*tickets).build()

        sheet = game.score()

        for seat in range(2):
            lines = [line.points for line in sheet.lines if line.seat == seat]
            assert sum(lines) == sheet.totals[seat]


class TestP2Tickets:
    """P2: plus the value if the cities are joined by the player's own routes, else minus."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_every_ticket_is_won_on_a_full_board(self, edition: str) -> None:
        """And lost on an empty one."""
        spec = maps.load(edition)
        plain = [ticket for ticket in spec.tickets.values() if ticket.tour is None]
        ids = [ticket.id for ticket in plain]

        full = a_game(edition).with_a_full_board().tickets(*ids).build().score()
        empty = a_game(edition).tickets(*ids).build().score()

        won = {line.detail: line.points for line in full.lines if line.rule == "tickets"}
        lost = {line.detail: line.points for line in empty.lines if line.rule == "tickets"}
        assert {ticket.id: ticket.points for ticket in plain} == won
        assert {ticket.id: -ticket.points for ticket in plain} == lost
        assert (set(ids), frozenset()) == (full.fulfilled[0], empty.fulfilled[0])

    def test_only_ones_own_routes_count(self) -> None:
        """Half of the way is another's."""
        game = a_game("usa").tickets("denver--el-paso").owning("denver--santa-fe-1")
        game = game.owning("el-paso--santa-fe-1", seat=1).build()

        assert game.points(0, "tickets") == [-4]

    def test_a_detour_is_a_connection_too(self) -> None:
        """Any way will do."""
        game = (
            a_game("usa")
            .tickets("denver--el-paso")
            .owning("denver--phoenix-1", "los-angeles--phoenix-1", "el-paso--los-angeles-1")
        )
        game = game.build()

        assert game.points(0, "tickets") == [4]

    def test_parts_that_do_not_touch_join_nothing(self) -> None:
        """Routes at both ends, and a gap between."""
        game = a_game("usa").tickets("chicago--santa-fe")
        game = game.owning("chicago--omaha-1", "denver--santa-fe-1").build()

        assert game.points(0, "tickets") == [-9]

    def test_each_ticket_is_a_line(self) -> None:
        """Won and lost ones."""
        game = a_game("usa").tickets("denver--el-paso", "boston--miami", "calgary--phoenix")
        game = game.owning("denver--santa-fe-1", "el-paso--santa-fe-1").build()

        assert game.points(0, "tickets", "denver--el-paso") == [4]
        assert game.points(0, "tickets", "boston--miami") == [-12]
        assert game.points(0, "tickets", "calgary--phoenix") == [-13]
        assert game.points(1, "tickets") == []


class TestP3Tours:
    """P3: the highest value in the printed order, the middle one if merely joined, else minus."""

    # Casablanca, Cairo, Tehran: 9, 6, -15
    tour = "tour-03"
    star = ("casablanca--marseille-1", "athina--marseille-1", "athina--tehran-1")
    to_cairo = "al-qahira--athina-1"

    def test_the_values_are_those_of_the_card(self) -> None:
        """As printed."""
        tour = a_ticket("world", self.tour).tour

        assert (tour.in_order, tour.joined, tour.failed) == (9, 6, 15)

    def test_in_the_printed_order(self) -> None:
        """Straight on."""
        game = a_game("world").tickets(self.tour)
        game = game.owning("al-qahira--casablanca-1", "al-qahira--tehran-1").build()

        assert game.points(0, "tickets", self.tour) == [9]

    def test_merely_joined(self) -> None:
        """Cairo is a dead end: to come back from it would take the same track twice."""
        game = a_game("world").tickets(self.tour).owning(*self.star, self.to_cairo).build()

        assert game.points(0, "tickets", self.tour) == [6]
        assert {self.tour} == game.score().fulfilled[0]

    def test_a_loop_makes_it_possible(self) -> None:
        """Another track leads on."""
        game = a_game("world").tickets(self.tour)
        game = game.owning(*self.star, self.to_cairo, "al-qahira--tehran-1").build()

        assert game.points(0, "tickets", self.tour) == [9]

    def test_not_all_cities_joined(self) -> None:
        """Two of three are worth nothing."""
        game = a_game("world").tickets(self.tour).owning(*self.star).build()

        assert game.points(0, "tickets", self.tour) == [-15]
        assert frozenset() == game.score().fulfilled[0]

    def test_the_wrong_order(self) -> None:
        """Anchorage, Cambridge Bay, Winnipeg, Vancouver instead of the other way round."""
        wrong = ("anchorage--cambridge-bay-1", "cambridge-bay--winnipeg-1", "vancouver--winnipeg-1")

        game = a_game("world").tickets("tour-02").owning(*wrong).build()
        assert game.points(0, "tickets", "tour-02") == [12]

        game = a_game("world").tickets("tour-02").owning(*wrong, "anchorage--vancouver-1").build()
        assert game.points(0, "tickets", "tour-02") == [18]

    def test_a_later_city_may_be_passed_early(self) -> None:
        """Tehran lies on the way to Cairo, and another way leads back to it."""
        game = (
            a_game("world")
            .tickets(self.tour)
            .owning(
                *self.star,
                "al-qahira--tehran-1",
                "al-qahira--djibouti-1",
                "dar-es-salaam--djibouti-1",
                "dar-es-salaam--mumbai-1",
                "mumbai--tehran-1",
            )
        )
        game = game.build()

        assert game.points(0, "tickets", self.tour) == [9]

    @pytest.mark.parametrize("number", range(1, 9))
    def test_every_tour_is_won_in_order_on_a_full_board(self, number: int) -> None:
        """And lost on an empty one."""
        ticket = a_ticket("world", f"tour-{number:02}")
        game = a_game("world").with_a_full_board().tickets(ticket.id).build()
        failed = a_game("world").tickets(ticket.id).build()

        assert [ticket.tour.in_order] == game.points(0, "tickets", ticket.id)
        assert [-ticket.tour.failed] == failed.points(0, "tickets", ticket.id)


class TestP4LongestPath:
    """P4: +10 for the longest path; a city may be passed again, a track not; no branches."""

    straight = ("helena--seattle-1", "seattle--vancouver-1", "calgary--vancouver-1")  # 6 + 1 + 3

    @pytest.mark.parametrize("edition", sorted(WITH_LONGEST_PATH))
    def test_ten_points_for_the_longest(self, edition: str) -> None:
        """And none for the others."""
        game = a_game(edition).owning(*self.straight, seat=1).owning("dallas--houston-1").build()

        assert [game.points(seat, "longest_path") for seat in range(2)] == [[0], [10]]
        details = [line.detail for line in game.score().lines if line.rule == "longest_path"]
        assert details == ["1", "10"]

    def test_branches_do_not_count(self) -> None:
        """Portland hangs on it for nothing: ten to ten."""
        game = a_game("usa").owning(*self.straight, "portland--seattle-1").build()

        (line,) = (x for x in game.score().lines if (x.seat, x.rule) == (0, "longest_path"))
        assert line.detail == "10"
        assert set(self.straight) == set(line.routes)

    def test_a_city_may_be_passed_twice(self) -> None:
        """Round Seattle and out again: 6 + 1 + 3 + 4 + 1."""
        game = a_game("usa").owning(*self.straight, "portland--seattle-1", "calgary--seattle-1")
        game = game.build()

        (line,) = (x for x in game.score().lines if (x.seat, x.rule) == (0, "longest_path"))
        assert line.detail == "15"
        assert 5 == len(set(line.routes)) == len(line.routes)

    def test_spaces_are_counted_not_routes(self) -> None:
        """One route of six beats three of one and two."""
        game = a_game("usa").owning("el-paso--houston-1")
        game = game.owning("kansas-city--omaha-1", "duluth--omaha-1", "dallas--houston-2", seat=1)
        game = game.build()

        assert [game.points(seat, "longest_path") for seat in range(2)] == [[10], [0]]

    def test_parts_that_do_not_touch_are_not_added(self) -> None:
        """Two times five is not more than six."""
        game = a_game("usa").owning("el-paso--houston-1")
        game = game.owning("atlanta--miami-1", "helena--omaha-1", seat=1).build()

        assert [game.points(seat, "longest_path") for seat in range(2)] == [[10], [0]]

    def test_a_tie_gives_ten_to_each(self) -> None:
        """Two of three seats."""
        game = a_game("usa").seats(3).owning("el-paso--houston-1")
        game = game.owning("miami--new-orleans-1", seat=2).owning("dallas--houston-1", seat=1)
        game = game.build()

        assert [game.points(seat, "longest_path") for seat in range(3)] == [[10], [0], [10]]

    @pytest.mark.parametrize("edition", sorted(WITH_LONGEST_PATH))
    def test_nobody_without_a_route(self, edition: str) -> None:
        """Paths of no length tie for nothing."""
        game = a_game(edition).build()

        assert [game.points(seat, "longest_path") for seat in range(2)] == [[0], [0]]
        assert game.score().totals == (0, 0)

    @pytest.mark.parametrize("edition", without("longest_path"))
    def test_elsewhere_there_is_no_such_bonus(self, edition: str) -> None:
        """Not even a line."""
        game = a_game(edition).with_a_full_board().build()

        assert game.points(0, "longest_path") == []


class TestP5MostTickets:
    """P5: +15 for the most fulfilled tickets; a tie: each of them; nobody with none."""

    mainz = ("mainz--mannheim-1", "mannheim--stuttgart-1")  # short-01
    wuerzburg = ("frankfurt--mannheim-1", "frankfurt--wuerzburg-1")  # short-04
    rostock = ("hamburg--schwerin-1", "rostock--schwerin-1")  # short-02

    def test_fifteen_points_for_the_most(self) -> None:
        """Two against one."""
        game = a_game("germany").owning(*self.mainz, *self.wuerzburg).owning(*self.rostock, seat=1)
        game = game.tickets("short-01", "short-04").tickets("short-02", seat=1).build()

        assert [game.points(seat, "most_tickets") for seat in range(2)] == [[15], [0]]

    def test_failed_ones_are_not_counted(self) -> None:
        """One fulfilled beats none of five."""
        lost = ("short-05", "short-06", "short-07", "long-01", "long-02")
        game = a_game("germany").owning(*self.rostock, seat=1)
        game = game.tickets(*lost).tickets("short-02", seat=1).build()

        assert [game.points(seat, "most_tickets") for seat in range(2)] == [[0], [15]]

    def test_it_is_the_number_not_the_value(self) -> None:
        """Two small ones beat a big one."""
        chain = ("rostock--schwerin-1", "hamburg--schwerin-1", "hamburg--hannover-1")
        game = a_game("germany").owning(*self.mainz, *self.wuerzburg)
        game = game.owning(*chain, "erfurt--hannover-1", "erfurt--leipzig-1", seat=1)
        game = game.owning("dresden--leipzig-1", seat=1)
        game = game.tickets("short-01", "short-04").tickets("long-03", seat=1).build()

        assert game.points(1, "tickets") == [12]
        assert [game.points(seat, "most_tickets") for seat in range(2)] == [[15], [0]]

    def test_a_tie_gives_fifteen_to_each(self) -> None:
        """Whatever else they hold."""
        game = a_game("germany").seats(3).owning(*self.mainz).owning(*self.rostock, seat=2)
        game = game.tickets("short-01", "long-05").tickets("short-02", seat=2)
        game = game.tickets("long-01", seat=1).build()

        assert [game.points(seat, "most_tickets") for seat in range(3)] == [[15], [0], [15]]

    @pytest.mark.parametrize("edition", sorted(WITH_MOST_TICKETS))
    def test_nobody_with_none(self, edition: str) -> None:
        """Neither without tickets nor with failed ones."""
        ticket = next(iter(maps.load(edition).tickets))
        game = a_game(edition).tickets(ticket).build()

        assert [game.points(seat, "most_tickets") for seat in range(2)] == [[0], [0]]

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_which_editions_have_it(self, edition: str) -> None:
        """Germany and two of the USA; a later one if its file says so."""
        ticket = next(iter(maps.load(edition).tickets))
        game = a_game(edition).with_a_full_board().tickets(ticket).build()

        given = parameters(edition, "most_tickets")
        expected = [15] if edition in WITH_MOST_TICKETS else [given["points"]] if given else []
        assert expected == game.points(0, "most_tickets")


class TestP6Attractions:
    """P6: New York: a point for every tourist attraction that own routes touch."""

    @pytest.mark.parametrize(
        ("tracks", "points"),
        [
            (["brooklyn--chinatown-1"], [2]),
            (["chinatown--lower-east-side-1"], [1]),
            (["east-village--gramercy-park-1"], []),
            (["brooklyn--chinatown-1", "chinatown--wall-street-1"], [3]),
            (["chinatown--wall-street-1", "brooklyn--wall-street-1", "brooklyn--chinatown-1"], [3]),
            (["brooklyn--chinatown-1", "central-park--times-square-1"], [4]),
            ([], []),
        ],
        ids=str,
    )
    def test_each_counts_once(self, tracks: list[str], points: list[int]) -> None:
        """However many of one's routes touch it, joined or not."""
        game = a_game("new-york").owning(*tracks).build()

        assert points == game.points(0, "attractions")

    def test_all_nine(self) -> None:
        """As printed."""
        game = a_game("new-york").with_a_full_board().build()

        assert game.points(0, "attractions") == [9]

    def test_several_players_score_the_same_one(self) -> None:
        """Nobody blocks it."""
        game = a_game("new-york").seats(3).owning("brooklyn--chinatown-1")
        game = game.owning("brooklyn--chinatown-2", seat=1).build()

        assert [game.points(seat, "attractions") for seat in range(3)] == [[2], [2], []]

    @pytest.mark.parametrize("edition", without("attractions"))
    def test_elsewhere_there_are_none(self, edition: str) -> None:
        """Not even a line."""
        assert a_game(edition).with_a_full_board().build().points(0, "attractions") == []


class TestP7Harbours:
    """P7: a harbour scores 20, 30, 40 with 1, 2, 3 fulfilled tickets naming it; unbuilt: -4."""

    buenos_aires = ("world-04", "world-05", "world-06", "world-36")

    @pytest.mark.parametrize("number", range(5))
    def test_by_the_number_of_fulfilled_tickets(self, number: int) -> None:
        """None: nothing; three or four: forty."""
        game = a_game("world").with_a_full_board().harbours("buenos-aires")
        game = game.tickets("world-01", *self.buenos_aires[:number]).build()

        assert [[0, 20, 30, 40, 40][number]] == game.points(0, "harbours", "buenos-aires")

    def test_failed_tickets_do_not_count(self) -> None:
        """Only Miami is joined."""
        way = ("buenos-aires--rio-de-janeiro-1", "caracas--rio-de-janeiro-1", "caracas--miami-1")
        game = a_game("world").owning(*way).harbours("buenos-aires")
        game = game.tickets(*self.buenos_aires).build()

        assert game.points(0, "harbours", "buenos-aires") == [20]

    def test_tours_count(self) -> None:
        """Casablanca is on two tickets and a tour."""
        game = a_game("world").with_a_full_board().harbours("casablanca")
        game = game.tickets("world-10", "world-11", "tour-03").build()

        assert game.points(0, "harbours", "casablanca") == [40]

    def test_a_tour_counts_for_each_of_its_cities(self) -> None:
        """Also for one in the middle, and also when it is merely joined."""
        game = (
            a_game("world")
            .tickets("tour-03")
            .harbours("al-qahira", "casablanca")
            .owning(
                "casablanca--marseille-1",
                "athina--marseille-1",
                "athina--tehran-1",
                "al-qahira--athina-1",
            )
        )
        game = game.build()

        assert game.points(0, "tickets") == [6]
        assert game.points(0, "harbours", "al-qahira") == [20]
        assert game.points(0, "harbours", "casablanca") == [20]

    def test_a_ticket_counts_for_each_harbour_it_names(self) -> None:
        """At both ends."""
        game = a_game("world").with_a_full_board().harbours("buenos-aires", "sydney")
        game = game.tickets("world-06").build()

        assert game.points(0, "harbours", "buenos-aires") == [20]
        assert game.points(0, "harbours", "sydney") == [20]

    def test_anothers_tickets_do_not_count(self) -> None:
        """Only the owner's."""
        game = a_game("world").with_a_full_board().tickets("world-06")
        game = game.harbours("buenos-aires", seat=1).build()

        assert game.points(1, "harbours", "buenos-aires") == [0]
        assert game.points(0, "harbours") == []

    @pytest.mark.parametrize("built", range(4))
    def test_every_unbuilt_one_costs_four(self, built: int) -> None:
        """Twelve points for all three."""
        cities = ("athina", "marseille", "hamburg")[:built]
        game = a_game("world").harbours(*cities).build()

        expected = [-4 * (3 - built)] if built < 3 else []
        assert expected == game.points(0, "unbuilt_harbours")
        assert -4 * (3 - built) == game.score().totals[0]

    def test_there_is_no_other_bonus(self) -> None:
        """Neither for the longest path nor for the most tickets."""
        game = a_game("world").with_a_full_board().tickets("world-06").build()

        assert {"routes", "tickets", "unbuilt_harbours"} == {
            line.rule for line in game.score().lines
        }


class TestP8Winning:
    """P8: most points; then most fulfilled tickets; then, USA only, the longest path; or shared."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_most_points_win(self, edition: str) -> None:
        """In order of points, whatever the seat."""
        seats = maps.load(edition).seats.stop - 1
        one, two, three = _three_routes(edition)
        game = a_game(edition).seats(seats).owning(one, seat=seats - 1).owning(two, three, seat=1)
        game = game.build()

        places = game.score().places

        assert places[0] == (1,)
        assert (seats - 1,) == places[1]
        assert tuple(seat for seat in range(seats) if seat not in (1, seats - 1)) == places[2]

    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_tie_goes_to_the_most_fulfilled_tickets(self, seat: int) -> None:
        """Six points each; one of them has a ticket."""
        game = a_game("new-york").tickets("ny-13", seat=seat)
        game = game.owning("chinatown--lower-east-side-1", "chinatown--wall-street-1", seat=seat)
        game = game.owning(
            "gramercy-park--united-nations-1", "east-village--lower-east-side-1", seat=1 - seat
        ).build()

        assert game.score().totals == (6, 6)
        assert ((seat,), (1 - seat,)) == game.score().places

    @pytest.mark.parametrize("seat", [0, 1])
    def test_tickets_that_are_merely_held_break_no_tie(self, seat: int) -> None:
        """One fulfilled ticket beats two failed ones."""
        game = a_game("new-york").tickets("ny-13", seat=seat)
        game = game.owning("chinatown--lower-east-side-1", "chinatown--wall-street-1", seat=seat)
        game = game.tickets("ny-04", "ny-09", seat=1 - seat)
        game = game.owning(
            "brooklyn--chinatown-1", "central-park--united-nations-1", seat=1 - seat
        ).build()

        assert game.score().totals == (6, 6)
        assert ((seat,), (1 - seat,)) == game.score().places

    @pytest.mark.parametrize(
        ("edition", "apart", "joined"),
        [
            (
                "germany",
                ("dortmund--muenster-1", "augsburg--ulm-1"),
                ("frankfurt--mainz-1", "mainz--mannheim-1"),
            ),
            (
                "world",
                ("hong-kong--manila-1", "tiksi--yakutsk-1"),
                ("edinburgh--hamburg-1", "edinburgh--marseille-1"),
            ),
            (
                "new-york",
                ("chinatown--lower-east-side-1", "empire-state-building--gramercy-park-1"),
                ("midtown-west--times-square-1", "empire-state-building--times-square-1"),
            ),
        ],
        ids=["germany", "world", "new-york"],
    )
    def test_elsewhere_the_longest_path_breaks_no_tie(
        self, edition: str, apart: tuple[str, ...], joined: tuple[str, ...]
    ) -> None:
        """The place is shared, although one of the paths is longer."""
        game = a_game(edition).owning(*apart).owning(*joined, seat=1).build()

        sheet = game.score()

        assert sheet.totals[0] == sheet.totals[1]
        assert sheet.places == ((0, 1),)

    def test_the_usa_breaks_it_by_the_longest_path(self) -> None:
        """Sixteen points each; one of them has ten for a path of five spaces."""
        game = a_game("usa").owning("denver--omaha-1", "dallas--el-paso-1", "boston--montreal-1")
        game = game.owning(
            "portland--seattle-1", "seattle--vancouver-1", "calgary--vancouver-1", seat=1
        ).build()

        assert game.score().totals == (16, 16)
        assert game.score().places == ((1,), (0,))

    @pytest.mark.parametrize("edition", USA)
    def test_in_the_usa_tickets_come_before_the_path(self, edition: str) -> None:
        """Every game on that board has both."""
        assert maps.load(edition).ties == ("tickets", "longest_path")

    def test_without_a_bonus_the_path_still_breaks_the_tie(self) -> None:
        """Two points each; two spaces in a row beat two apart."""
        game = a_game("usa-big-cities").owning("dallas--houston-1", "atlanta--nashville-1")
        game = game.owning("portland--seattle-1", "seattle--vancouver-1", seat=1).build()

        assert game.score().totals == (2, 2)
        assert game.score().places == ((1,), (0,))

    @pytest.mark.parametrize("seat", [0, 1])
    def test_the_path_is_counted_in_spaces(self, seat: int) -> None:
        """Four points each; three spaces on one track beat two tracks of one space."""
        ones = ("portland--seattle-1", "seattle--vancouver-1", "dallas--houston-1")
        game = a_game("usa-big-cities").owning("chicago--duluth-1", seat=seat)
        game = game.owning(*ones, "atlanta--nashville-1", seat=1 - seat).build()

        assert game.score().totals == (4, 4)
        assert ((seat,), (1 - seat,)) == game.score().places

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_then_the_place_is_shared(self, edition: str) -> None:
        """Nobody has done anything."""
        seats = maps.load(edition).seats.stop - 1

        places = a_game(edition).seats(seats).build().score().places

        assert (tuple(range(seats)),) == places

    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_tie_for_a_lower_place_is_broken_in_the_same_way(self, seat: int) -> None:
        """Seat 2 wins. The other two have six points each, and one of them has a ticket."""
        game = a_game("new-york").seats(3).tickets("ny-13", seat=seat)
        game = game.owning("chinatown--lower-east-side-1", "chinatown--wall-street-1", seat=seat)
        game = game.owning(
            "gramercy-park--united-nations-1", "east-village--lower-east-side-1", seat=1 - seat
        )
        game = game.owning("central-park--united-nations-1", "brooklyn--chinatown-1", seat=2)
        game = game.build()

        assert game.score().totals[:2] == (6, 6)
        assert game.score().places == ((2,), (seat,), (1 - seat,))

    def test_a_lower_place_may_be_shared_too(self) -> None:
        """Behind a winner; and behind two who share a place the next one is left out."""
        game = a_game("germany").seats(4).owning("dortmund--muenster-1", seat=1)
        game = game.tickets("short-01", seat=2).build()

        sheet = game.score()

        assert sheet.places == ((1,), (0, 3), (2,))
        assert [sheet.place(Seat(seat)) for seat in range(4)] == [2, 1, 4, 2]


def _three_routes(edition: str) -> tuple[str, str, str]:
    """Three tracks of the same length that touch as many attractions."""
    spec = maps.load(edition)
    alike: dict[tuple[int, int], dict[str, str]] = {}
    for route in spec.routes.values():
        attractions = sum(spec.cities[city].attraction for city in route.ends)
        alike.setdefault((route.length, attractions), {})[route.group] = route.id
    one, two, three, *_ = next(tracks for tracks in alike.values() if len(tracks) > 2).values()
    return one, two, three
