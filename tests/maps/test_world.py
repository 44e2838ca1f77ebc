"""The board of the World against the printed one."""

from __future__ import annotations

from collections import Counter

import maps
from engine.board import Deal, EndRule
from maps.workshop.check import distances, network

SPEC = maps.load("world")
COLOURS = ("red", "yellow", "green", "black", "white", "pink")


class TestBoard:
    """47 cities and a junction, 96 connections, 130 tracks, 411 spaces."""

    def test_tracks_and_connections(self) -> None:
        """34 connections are double, none is triple."""
        groups = Counter(route.group for route in SPEC.routes.values())

        assert Counter(groups.values()) == {1: 62, 2: 34}

    def test_rail_and_ship(self) -> None:
        """71 tracks with 158 spaces by rail, 59 with 253 by ship."""
        tracks, spaces = Counter(), Counter()
        for route in SPEC.routes.values():
            tracks[route.piece] += 1
            spaces[route.piece] += route.length

        assert tracks == {"train": 71, "ship": 59}
        assert spaces == {"train": 158, "ship": 253}

    def test_spaces_by_colour(self) -> None:
        """Rails and ships apart."""
        spaces: Counter[tuple[str, str | None]] = Counter()
        for route in SPEC.routes.values():
            spaces[route.piece, route.colour] += route.length

        rail = dict(zip((*COLOURS, None), (20, 20, 22, 21, 23, 21, 31), strict=True))
        ship = dict(zip((*COLOURS, None), (37, 38, 38, 37, 38, 38, 27), strict=True))
        assert {colour: spaces["train", colour] for colour in rail} == rail
        assert {colour: spaces["ship", colour] for colour in ship} == ship

    def test_tracks_by_length(self) -> None:
        """Only ships go further than four."""
        lengths = Counter((route.piece, route.length) for route in SPEC.routes.values())

        rail = {1: 18, 2: 27, 3: 18, 4: 8}
        ship = {1: 10, 2: 9, 3: 8, 4: 2, 5: 6, 6: 8, 7: 13, 8: 3}
        assert lengths == {
            **{("train", length): count for length, count in rail.items()},
            **{("ship", length): count for length, count in ship.items()},
        }

    def test_all_tracks_are_worth_751(self) -> None:
        """By the points for their lengths (C6)."""
        assert sum(SPEC.route_points[route.length] for route in SPEC.routes.values()) == 751

    def test_c11_rough_terrain(self) -> None:
        """C11: five gray rail tracks, rough from end to end."""
        rough = {r.id: r for r in SPEC.routes.values() if r.rough}

        assert {id: route.rough for id, route in rough.items()} == {
            "anchorage--vancouver-1": 2,
            "beijing--lahore-1": 3,
            "casablanca--marseille-1": 1,
            "dar-es-salaam--luanda-1": 2,
            "lahore--tehran-1": 2,
        }
        for route in rough.values():
            assert (route.rough, route.colour, route.piece) == (route.length, None, "train")

    def test_w4_edge(self) -> None:
        """W4: ten tracks on eight connections cross the edge of the board."""
        wraps = [route.group for route in SPEC.routes.values() if route.wrap]

        assert (len(wraps), len(set(wraps))) == (10, 8)
        assert "anchorage--tiksi" not in wraps

    def test_printed_names(self) -> None:
        """One name is on the board, whatever the reader's language."""
        cairo = SPEC.cities["al-qahira"]

        assert cairo.name("de") == cairo.name("en") == "Al-Qahira"
        assert cairo.names == {"en": "Cairo", "de": "Kairo"}


class TestPlaces:
    """38 ports, 9 inland cities and a junction."""

    def test_ports(self) -> None:
        """W1: every port has a ship track."""
        ports = {city.id for city in SPEC.cities.values() if city.port}
        by_ship = {end for r in SPEC.routes.values() if r.piece == "ship" for end in r.ends}

        assert (len(ports), ports - by_ship) == (38, set())

    def test_w5_junction(self) -> None:
        """W5: four tracks meet in the sea; it is no port and on no ticket."""
        junction = SPEC.cities["southern-ocean"]

        assert [c.id for c in SPEC.cities.values() if c.kind == "junction"] == [junction.id]
        assert not junction.port
        assert sum(junction.id in route.ends for route in SPEC.routes.values()) == 4
        assert not any(junction.id in ticket.stops for ticket in SPEC.tickets.values())


class TestCards:
    """80 train cards and 60 ship cards."""

    def test_decks(self) -> None:
        """Per colour 11 train cards, 4 single and 6 double ships; 14 wilds among the trains."""
        train, ship = Counter(SPEC.decks["train"]), Counter(SPEC.decks["ship"])

        assert list(SPEC.decks) == ["train", "ship"]
        assert (train.total(), ship.total()) == (80, 60)
        assert train["wild"] == 14
        for colour in COLOURS:
            assert (train[f"train-{colour}"], train[f"train-{colour}-h"]) == (7, 4)
            assert (ship[f"ship-{colour}"], ship[f"ship2-{colour}"]) == (4, 6)

    def test_w2_symbols(self) -> None:
        """W2: four train cards and all single ships of a colour bear the symbol."""
        cards = [card for deck in SPEC.decks.values() for card in deck]
        symbols = Counter(card.partition("-")[0] for card in cards if SPEC.faces[card].harbour)

        assert symbols == {"train": 24, "ship": 24}

    def test_c10_double_ships(self) -> None:
        """C10: only double ships count two."""
        two = {face.id for face in SPEC.faces.values() if face.worth == 2}

        assert two == {f"ship2-{colour}" for colour in COLOURS}


class TestTickets:
    """57 tickets and 8 tours in one deck."""

    def test_values(self) -> None:
        """772 points on the tickets, 5 to 25 each."""
        plain = [ticket.points for ticket in SPEC.tickets.values() if not ticket.tour]

        assert (len(plain), sum(plain), min(plain), max(plain)) == (57, 772, 5, 25)

    def test_p3_tours(self) -> None:
        """P3: in order 141, joined 95, failed 189; what is lost is the highest value and 6."""
        tours = [ticket.tour for ticket in SPEC.tickets.values() if ticket.tour]

        assert len(tours) == 8
        assert sum(tour.in_order for tour in tours) == 141
        assert sum(tour.joined for tour in tours) == 95
        assert sum(tour.failed for tour in tours) == 189
        assert all(tour.failed == tour.in_order + 6 for tour in tours)

    def test_each_leg_of_a_tour_is_a_connection(self) -> None:
        """From stop to stop there is a track."""
        pairs = {frozenset(route.ends) for route in SPEC.routes.values()}

        for ticket in SPEC.tickets.values():
            if ticket.tour:
                legs = zip(ticket.stops, ticket.stops[1:], strict=False)
                assert all(frozenset(leg) in pairs for leg in legs), ticket.id

    def test_one_deck(self) -> None:
        """Tours are shuffled in with the others."""
        assert {deck: len(ids) for deck, ids in SPEC.ticket_decks.items()} == {"tickets": 65}

    def test_values_against_the_shortest_way(self) -> None:
        """Never below it, and up to eight above."""
        graph = network(SPEC)
        over = Counter(
            ticket.points - distances(SPEC, graph, ticket.stops[0])[ticket.stops[1]]
            for ticket in SPEC.tickets.values()
            if not ticket.tour
        )

        assert over == {0: 4, 1: 2, 2: 17, 3: 12, 4: 7, 5: 9, 6: 4, 7: 1, 8: 1}

    def test_every_city_is_on_a_ticket(self) -> None:
        """All but the junction."""
        named = {stop for ticket in SPEC.tickets.values() for stop in ticket.stops}

        assert set(SPEC.cities) - named == {"southern-ocean"}


class TestGame:
    """What the World is played with."""

    def test_set_up(self) -> None:
        """S1, S2, S3, D7, E1."""
        assert SPEC.hand == {"train": 3, "ship": 7}
        assert SPEC.display == ("train",) * 3 + ("ship",) * 3
        assert SPEC.sweep_at == 6
        assert SPEC.deal == Deal(5, 3, 4)
        assert SPEC.end == EndRule(at_most=6, more_turns=2)
        assert SPEC.pieces == {"harbour": 3}

    def test_rules(self) -> None:
        """S7, C8, W3, P7."""
        params = {rule.use: rule.params for rule in SPEC.rules}

        assert params == {
            "parallel_routes": {"single_below": 4},
            "ships": {},
            "rough_terrain": {},
            "piece_mix": {
                "total": 60,
                "at_most": {"train": 25, "ship": 50},
                "suggested": {"train": 20, "ship": 40},
            },
            "exchange": {"cost": 1},
            "harbours": {"points": (0, 20, 30, 40), "unbuilt": -4},
            "tickets": {},
        }
