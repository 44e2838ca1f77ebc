"""Ways on the board, what a ticket still needs, what is worth building."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from msgspec.structs import replace

import maps
from engine import Rules, start, view_for
from engine.advice import (
    advise,
    cheapest_way,
    closed_to,
    closed_to_all,
    distances,
    joining_links,
    joint_links,
    lacks,
    missing_links,
    near_links,
    spaces,
    useful_builds,
    wanted_links,
)
from engine.ai.agent import FastChance
from engine.ids import WILD, Card, CityId, RouteId, Seat, TicketId
from engine.questions import TicketChoice
from engine.view import View
from tests.builders import a_game


@cache
def _view(edition: str) -> View:
    rules = Rules.compile(maps.load(edition), 2)
    state, _ = start(rules, FastChance(Random(1)))
    return view_for(rules, state, Seat(0))


def _owning(edition: str, **owners: int) -> View:
    there = {RouteId(name): Seat(seat) for name, seat in owners.items()}
    return replace(_view(edition), owners=there, claimed_at=(1,) * len(there))


class TestMissingLinks:
    spec = maps.load("usa")
    ticket = TicketId("boston--miami")

    def test_on_an_empty_board_it_is_the_shortest_way(self) -> None:
        """Tickets are worth about their distance."""
        links = missing_links(self.spec, _view("usa"), self.ticket)

        assert spaces(self.spec, links) == 12

    def test_own_tracks_cost_nothing(self) -> None:
        view = _owning("usa", **{"boston--new-york-1": 0})

        links = missing_links(self.spec, view, self.ticket)

        assert links is not None
        assert RouteId("boston--new-york-1") not in links
        assert spaces(self.spec, links) == 10

    def test_fulfilled(self) -> None:
        links = missing_links(self.spec, _view("usa"), self.ticket)
        view = _owning("usa", **dict.fromkeys(links or (), 0))

        assert missing_links(self.spec, view, self.ticket) == ()

    def test_blocked(self) -> None:
        """Every track into Miami is another's."""
        around = [track for track, route in self.spec.routes.items() if "miami" in route.ends]
        view = _owning("usa", **dict.fromkeys(around, 1))

        links = missing_links(self.spec, view, self.ticket)

        assert links is None
        assert spaces(self.spec, links) is None

    def test_closed_tracks_are_no_way(self) -> None:
        around = [track for track, route in self.spec.routes.items() if "miami" in route.ends]

        assert missing_links(self.spec, _view("usa"), self.ticket, around) is None

    def test_no_way_leads_through_a_country(self) -> None:
        """G2: Emden - Freiburg costs 15 although two tracks of a country would save spaces."""
        spec = maps.load("germany")
        ticket = next(t.id for t in spec.tickets.values() if {*t.stops} == {"emden", "freiburg"})

        assert spaces(spec, missing_links(spec, _view("germany"), ticket)) == 15

    def test_a_tour_joins_all_its_stops(self) -> None:
        spec = maps.load("world")
        tour = next(ticket for ticket in spec.tickets.values() if ticket.tour)

        links = missing_links(spec, _view("world"), tour.id)

        ends = {end for track in links or () for end in spec.routes[track].ends}
        assert {*tour.stops} <= ends


class TestWays:
    spec = maps.load("usa")

    @property
    def lengths(self) -> dict[RouteId, int]:
        return {track: route.length for track, route in self.spec.routes.items()}

    def test_a_way_is_told_in_its_order(self) -> None:
        way = cheapest_way(self.spec, self.lengths, CityId("boston"), CityId("miami"))

        assert way is not None
        ends = [{*self.spec.routes[track].ends} for track in way]
        assert "boston" in ends[0]
        assert "miami" in ends[-1]
        assert all(one & other for one, other in pairwise(ends))

    def test_a_track_without_a_cost_is_no_way(self) -> None:
        around = {t: n for t, n in self.lengths.items() if "miami" not in self.spec.routes[t].ends}

        assert cheapest_way(self.spec, around, CityId("boston"), CityId("miami")) is None

    @pytest.mark.parametrize("edition", maps.catalogue())
    def test_distances_are_those_of_networkx(self, edition: str) -> None:
        """G2: from every city to every other, but through no country."""
        spec = maps.load(edition)
        graph = nx.Graph()
        for route in spec.routes.values():
            graph.add_edge(route.a, route.b, length=route.length)
        for city in spec.cities:
            others = [c for c in spec.cities if spec.cities[c].is_end and c != city]
            inside = graph.subgraph(graph.nodes - {*others})
            expected = nx.single_source_dijkstra_path_length(inside, city, weight="length")
            found = distances(spec, city)

            assert {c: found[c] for c in expected} == expected
            for country in others:
                roads = graph[country].items()
                last = [expected[c] + road["length"] for c, road in roads if c in expected]
                assert found.get(country) == min(last, default=None)

    def test_only_own_tracks_join_a_ticket(self) -> None:
        ticket = TicketId("boston--miami")
        links = missing_links(self.spec, _view("usa"), ticket) or ()
        mine, theirs = dict.fromkeys(links, Seat(0)), dict.fromkeys(links, Seat(1))

        assert {*links} == {*(joining_links(self.spec, mine, Seat(0), ticket) or ())}
        assert joining_links(self.spec, theirs, Seat(0), ticket) is None


class TestAdvice:
    def test_closed_are_the_tracks_that_a_rule_forbids(self) -> None:
        """C8 with two players, for both; C7 with four, for the one who has the other track."""
        for seats, closed in ((2, [1, 1]), (4, [1, 0])):
            game = a_game("usa").seats(seats).owning("boston--new-york-1").build()
            shut = [closed_to(game.rules, game.state, Seat(seat)) for seat in range(2)]

            assert shut == [("boston--new-york-2",) * number for number in closed]

    def test_closed_to_all_is_what_nobody_may_claim(self) -> None:
        """C8 closes a track for everybody; C7 only for who has the other one."""
        for seats, closed in ((3, ("boston--new-york-2",)), (4, ())):
            game = a_game("usa").seats(seats).owning("boston--new-york-1").build()

            assert closed_to_all(game.rules, game.state) == closed

    def test_what_tickets_need_comes_first(self) -> None:
        a, b, c = RouteId("a"), RouteId("b"), RouteId("c")
        missing = {TicketId("done"): (), TicketId("lost"): None, TicketId("open"): (c, b)}

        assert wanted_links(missing) == (c, b)
        assert useful_builds([a, b, c], missing) == (b, c, a)

    def test_then_comes_what_touches_ones_own_tracks(self) -> None:
        game = a_game("usa").owning("boston--montreal-1").build()
        near = near_links(game.rules.spec, view_for(game.rules, game.state, Seat(0)))
        a, b, c = RouteId("dallas--houston-1"), RouteId("boston--new-york-1"), RouteId("c")

        assert {b, RouteId("boston--montreal-2")} < {*near}
        assert a not in near
        assert near_links(game.rules.spec, view_for(game.rules, game.state, Seat(1))) == ()
        assert useful_builds([a, b, c], {TicketId("open"): (c,)}, near) == (c, b, a)

    def test_a_closed_track_is_no_way_for_a_ticket(self) -> None:
        """With two players one track between Boston and New York is all there is (C8)."""
        game = a_game("usa").owning("boston--new-york-1", seat=1).tickets("boston--miami")
        built = game.holding("wild", 2).build()

        advice = advise(built.rules, built.state, Seat(0))

        assert "boston--new-york-2" not in advice.builds
        assert "boston--new-york-2" not in wanted_links(advice.missing)

    def test_tickets_on_offer_are_spoken_of(self) -> None:
        """Who chooses wants to know how far they are."""
        rules = Rules.compile(maps.load("usa"), 2)
        state, _ = start(rules, FastChance(Random(1)))

        advice = advise(rules, state, Seat(0))

        question = state.waiting[Seat(0)]
        assert isinstance(question, TicketChoice)
        assert {*question.offered} == advice.missing.keys()


class TestJointLinks:
    """What several tickets need together."""

    spec = maps.load("usa")

    def test_what_they_share_is_counted_once(self) -> None:
        """Whichever is named first."""
        tickets = [TicketId("boston--miami"), TicketId("montreal--atlanta")]
        alone = [spaces(self.spec, missing_links(self.spec, _view("usa"), t)) or 0 for t in tickets]

        one = spaces(self.spec, joint_links(self.spec, _view("usa"), tickets))
        other = spaces(self.spec, joint_links(self.spec, _view("usa"), tickets[::-1]))

        assert one == other
        assert max(alone) <= (one or 0) < sum(alone)

    def test_no_way_for_one_is_none_for_all(self) -> None:
        """What is closed is closed."""
        tickets = [TicketId("boston--miami"), TicketId("montreal--atlanta")]
        around = [r.id for r in self.spec.routes.values() if CityId("miami") in r.ends]

        assert joint_links(self.spec, _view("usa"), tickets, around) is None


class TestLacks:
    """What a price lacks, with a limit to the wilds."""

    def test_wilds_count_up_to_the_limit(self) -> None:
        """Four orange: three are there, or fewer wilds than are held."""
        price = Rules.compile(maps.load("usa"), 2).tariffs[RouteId("denver--kansas-city-2")]
        hand = {Card("train-orange"): 1, WILD: 2, Card("train-red"): 4}

        found = [lacks(price, hand, wilds) for wilds in range(4)]

        assert [lack.cards for lack in found] == [3, 2, 1, 1]
        assert found[0].colours == ("orange",)


class TestTwins:
    """Tracks that differ in nothing."""

    def test_gray_ones_and_coloured_ones(self) -> None:
        """Two gray tracks are twins; two of different colours stand beside each other."""
        spec = maps.load("usa")
        pairs = {spec.beside(track) for track in spec.routes if len(spec.beside(track)) > 1}
        gray = [pair for pair in pairs if not any(route.colour for route in pair)]
        coloured = [pair for pair in pairs if len({route.colour for route in pair}) > 1]

        assert gray
        assert coloured
        assert all(spec.twins(pair[0].id) == tuple(r.id for r in pair) for pair in gray)
        assert all(spec.twins(route.id) == (route.id,) for pair in coloured for route in pair)
