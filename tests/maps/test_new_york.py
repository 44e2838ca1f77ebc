"""The board of New York against the printed one."""

from __future__ import annotations

from collections import Counter

import maps
from engine.board import Deal
from maps.workshop.check import distances, network

SPEC = maps.load("new-york")


class TestBoard:
    """15 places, 30 connections, 41 tracks, 84 spaces."""

    def test_tracks_and_connections(self) -> None:
        """11 connections are double, none is triple."""
        groups = Counter(route.group for route in SPEC.routes.values())

        assert Counter(groups.values()) == {1: 19, 2: 11}

    def test_spaces_and_tracks_by_colour(self) -> None:
        """The six colours have 10 or 11 spaces each."""
        spaces, tracks = Counter(), Counter()
        for route in SPEC.routes.values():
            spaces[route.colour] += route.length
            tracks[route.colour] += 1

        assert spaces == {
            **dict.fromkeys(("red", "blue", "green", "pink"), 11),
            **dict.fromkeys(("black", "orange"), 10),
            None: 20,
        }
        assert tracks == {
            **dict.fromkeys(("red", "green", "pink", "black", "orange"), 5),
            "blue": 6,
            None: 10,
        }

    def test_tracks_by_length(self) -> None:
        """None is longer than four."""
        lengths = Counter(route.length for route in SPEC.routes.values())

        assert lengths == {1: 9, 2: 22, 3: 9, 4: 1}

    def test_all_tracks_are_for_taxis(self) -> None:
        """Each player has 15."""
        assert {route.piece for route in SPEC.routes.values()} == {"taxi"}
        assert SPEC.pieces == {"taxi": 15}

    def test_places_are_cities(self) -> None:
        """The engine knows no other name for them."""
        assert {city.kind for city in SPEC.cities.values()} == {"city"}

    def test_attractions(self) -> None:
        """Nine of the places (P6)."""
        assert {city.id for city in SPEC.cities.values() if city.attraction} == {
            "brooklyn",
            "central-park",
            "chelsea",
            "chinatown",
            "empire-state-building",
            "greenwich-village",
            "times-square",
            "united-nations",
            "wall-street",
        }


class TestCards:
    """44 transport cards: 6 of each of 6 colours and 8 wilds."""

    def test_deck(self) -> None:
        """All in one deck; two are dealt."""
        deck = Counter(SPEC.decks["taxi"])

        colours = ("red", "blue", "green", "pink", "black", "orange")
        assert deck == {**{f"taxi-{colour}": 6 for colour in colours}, "wild": 8}
        assert SPEC.hand == {"taxi": 2}


class TestGame:
    """A short game for two to four."""

    def test_tickets(self) -> None:
        """18 with 92 points; two are dealt, one stays."""
        values = Counter(ticket.points for ticket in SPEC.tickets.values())

        assert values == {2: 1, 3: 4, 4: 4, 5: 1, 6: 3, 7: 1, 8: 4}
        assert SPEC.deal == Deal(2, 1, 2)

    def test_every_value_is_the_shortest_way(self) -> None:
        """Of all 18."""
        graph = network(SPEC)

        for ticket in SPEC.tickets.values():
            a, b = ticket.stops
            assert distances(SPEC, graph, a)[b] == ticket.points, ticket.id

    def test_rules(self) -> None:
        """C8: only two players close the second track."""
        params = {rule.use: rule.params for rule in SPEC.rules}

        assert params == {
            "parallel_routes": {"single_below": 3},
            "tickets": {},
            "attractions": {"each": 1},
        }
        assert SPEC.seats == range(2, 5)
