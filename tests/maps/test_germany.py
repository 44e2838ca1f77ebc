"""The board of Germany against the printed one."""

from __future__ import annotations

from collections import Counter

import maps
from engine.board import Deal
from maps.workshop.check import distances, network

SPEC = maps.load("germany")
COUNTRIES = {"daenemark": 2, "niederlande": 3, "frankreich": 3, "schweiz": 3, "oesterreich": 3}


class TestBoard:
    """35 cities and 5 countries, 85 connections, 110 tracks, 313 spaces."""

    def test_tracks_and_connections(self) -> None:
        """21 connections are double and 2 triple."""
        groups = Counter(route.group for route in SPEC.routes.values())

        assert Counter(groups.values()) == {1: 62, 2: 21, 3: 2}
        assert {group for group, tracks in groups.items() if tracks == 3} == {
            "dortmund--duesseldorf",
            "duesseldorf--koeln",
        }

    def test_spaces_by_colour(self) -> None:
        """The colours have 27 or 28 each."""
        spaces: Counter[str | None] = Counter()
        for route in SPEC.routes.values():
            spaces[route.colour] += route.length

        dear = dict.fromkeys(("red", "blue", "green", "black", "pink"), 28)
        assert spaces == {**dear, **dict.fromkeys(("yellow", "orange", "white"), 27), None: 92}
        assert spaces.total() == 313

    def test_tracks_by_length(self) -> None:
        """None is longer than seven."""
        lengths = Counter(route.length for route in SPEC.routes.values())

        assert lengths == {1: 23, 2: 30, 3: 25, 4: 17, 5: 8, 6: 2, 7: 5}

    def test_cards_and_pieces(self) -> None:
        """The same as in the USA."""
        assert (SPEC.decks, SPEC.pieces) == (maps.load("usa").decks, maps.load("usa").pieces)


class TestG2Countries:
    """G2: a country is an end of the line; each has a spot of its own for every track."""

    def test_five_countries(self) -> None:
        """All others are cities."""
        assert {city.id for city in SPEC.cities.values() if city.is_end} == set(COUNTRIES)

    def test_spots(self) -> None:
        """Every track into a country ends at another spot."""
        spots = [route.spot for route in SPEC.routes.values() if route.spot]

        assert Counter(spot.rpartition("-")[0] for spot in spots) == COUNTRIES
        assert len(spots) == len(set(spots))

    def test_only_tracks_into_countries_have_spots(self) -> None:
        """And all of them do."""
        for route in SPEC.routes.values():
            country = any(SPEC.cities[end].is_end for end in route.ends)
            assert (route.spot is not None) == country


class TestTickets:
    """33 short and 29 long ones."""

    def test_decks(self) -> None:
        """The short deck comes first (S4)."""
        sums = {
            deck: (len(ids), sum(SPEC.tickets[id].points for id in ids))
            for deck, ids in SPEC.ticket_decks.items()
        }

        assert list(sums.items()) == [("short", (33, 252)), ("long", (29, 456))]

    def test_values_part_the_decks(self) -> None:
        """Up to 11 is short, from 12 on long."""
        for ticket in SPEC.tickets.values():
            assert (ticket.points >= 12) == (ticket.deck == "long")

    def test_mainz_stuttgart_is_worth_three(self) -> None:
        """The printed card decides, although the book says that the least value is 4."""
        least = min(SPEC.tickets.values(), key=lambda ticket: ticket.points)

        assert (least.stops, least.points) == (("mainz", "stuttgart"), 3)

    def test_kinds_of_stops(self) -> None:
        """45 join two cities, 15 a city and a country, 2 two countries (G1)."""
        kinds = Counter(
            sum(SPEC.cities[stop].is_end for stop in ticket.stops)
            for ticket in SPEC.tickets.values()
        )

        assert kinds == {0: 45, 1: 15, 2: 2}

    def test_every_value_is_the_shortest_way(self) -> None:
        """Of all 62, if countries are never passed through."""
        graph = network(SPEC)

        for ticket in SPEC.tickets.values():
            a, b = ticket.stops
            assert distances(SPEC, graph, a)[b] == ticket.points, ticket.id

    def test_every_place_is_on_a_ticket(self) -> None:
        """Countries too."""
        assert {s for t in SPEC.tickets.values() for s in t.stops} == set(SPEC.cities)

    def test_deal_and_bonus(self) -> None:
        """Four are dealt, two stay; most fulfilled tickets: 15 (P5)."""
        params = {rule.use: rule.params for rule in SPEC.rules}

        assert SPEC.deal == Deal(4, 2, 4)
        assert params["most_tickets"] == {"points": 15}
        assert "longest_path" not in params
        assert SPEC.ties == ("tickets",)
