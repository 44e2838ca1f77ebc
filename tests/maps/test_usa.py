"""The board of the USA against the printed one."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

import maps
from engine.board import Deal
from maps.loader import ROOT
from maps.workshop.check import distances, network

FAMILY = ("usa", "usa-69", "usa-1910", "usa-mega", "usa-big-cities")
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")
BIG_CITIES = {"chicago", "dallas", "houston", "los-angeles", "miami", "new-york", "seattle"}


class TestBoard:
    """36 cities, 78 connections, 100 tracks, 309 spaces."""

    def test_tracks_and_connections(self) -> None:
        """22 connections are double, none is triple."""
        groups = Counter(route.group for route in maps.load("usa").routes.values())

        assert Counter(groups.values()) == {1: 56, 2: 22}
        assert len(maps.load("usa").cities) == 36

    def test_every_colour_has_27_spaces(self) -> None:
        """On 7 tracks each; gray has 93 on 44."""
        spaces, tracks = Counter(), Counter()
        for route in maps.load("usa").routes.values():
            spaces[route.colour] += route.length
            tracks[route.colour] += 1

        assert spaces == {**dict.fromkeys(COLOURS, 27), None: 93}
        assert tracks == {**dict.fromkeys(COLOURS, 7), None: 44}

    def test_tracks_by_length(self) -> None:
        """None is longer than six."""
        lengths = Counter(route.length for route in maps.load("usa").routes.values())

        assert lengths == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}

    @pytest.mark.parametrize("edition", FAMILY)
    def test_is_shared(self, edition: str) -> None:
        """The five games differ in their tickets and rules only."""
        spec, base = maps.load(edition), maps.load("usa")

        assert (spec.board, spec.cities, spec.routes, spec.decks, spec.pieces) == (
            "usa",
            base.cities,
            base.routes,
            base.decks,
            {"train": 45},
        )
        assert spec.ties == ("tickets", "longest_path")

    def test_names(self) -> None:
        """The board has one name for each city; readers may have two."""
        montreal = maps.load("usa").cities["montreal"]

        assert (montreal.name("en"), montreal.name("de")) == ("Montréal", "Montreal")


class TestCards:
    """110 transport cards: 12 of each of 8 colours and 14 wilds."""

    def test_deck(self) -> None:
        """All in one deck."""
        deck = Counter(maps.load("usa").decks["train"])

        assert deck == {**{f"train-{colour}": 12 for colour in COLOURS}, "wild": 14}

    def test_wild_has_no_colour(self) -> None:
        """It is the only such card."""
        faces = maps.load("usa").faces.values()

        assert [face.id for face in faces if face.colour is None] == ["wild"]


DEALS = {
    "usa": (30, 349, Deal(3, 2, 3), {"longest_path": 10}),
    "usa-69": (69, 754, Deal(3, 2, 3), {"longest_path": 10}),
    "usa-1910": (35, 391, Deal(3, 2, 3), {"most_tickets": 15}),
    "usa-mega": (69, 754, Deal(5, 3, 4), {"longest_path": 10, "most_tickets": 15}),
    "usa-big-cities": (35, 389, Deal(4, 2, 4), {}),
}


class TestGames:
    """Five games, each with its tickets, its deal and its bonuses."""

    @pytest.mark.parametrize(("edition", "facts"), DEALS.items(), ids=DEALS)
    def test_tickets_deal_and_bonuses(
        self, edition: str, facts: tuple[int, int, Deal, dict[str, int]]
    ) -> None:
        """Number and sum of the tickets, how they are dealt, and what is added at the end."""
        count, points, deal, bonuses = facts
        spec = maps.load(edition)

        assert len(spec.ticket_decks["tickets"]) == count
        assert sum(ticket.points for ticket in spec.tickets.values()) == points
        assert spec.deal == deal
        assert {
            rule.use: rule.params["points"] for rule in spec.rules if "points" in rule.params
        } == bonuses

    def test_big_cities_are_on_every_ticket(self) -> None:
        """The set is all tickets of the mega game with a big city on them."""
        mega = maps.load("usa-mega").tickets.values()

        named = {ticket.id for ticket in mega if BIG_CITIES & {*ticket.stops}}

        assert named == set(maps.load("usa-big-cities").tickets)

    def test_big_cities_are_marked_in_the_table(self) -> None:
        """Seven of them."""
        with (ROOT / "usa/cities.csv").open(encoding="utf-8") as table:
            marked = {row["id"] for row in csv.DictReader(table) if row["big_city"] == "yes"}

        assert marked == BIG_CITIES

    def test_a_revised_ticket_stands_for_the_old_one(self) -> None:
        """No game has both, and the four differ by one or two points."""
        old, new = maps.load("usa").tickets, maps.load("usa-mega").tickets

        revised = {id: new[id].points for id in new if id.endswith("--revised")}

        assert revised == {
            "los-angeles--miami--revised": 19,
            "los-angeles--new-york--revised": 20,
            "sault-ste-marie--oklahoma-city--revised": 8,
            "seattle--new-york--revised": 20,
        }
        assert all(id.removesuffix("--revised") in old.keys() - new.keys() for id in revised)

    def test_every_city_is_on_a_mega_ticket(self) -> None:
        """Six are on no classic one."""

        def unnamed(edition: str) -> set[str]:
            spec = maps.load(edition)
            return set(spec.cities) - {s for t in spec.tickets.values() for s in t.stops}

        assert unnamed("usa-mega") == set()
        assert unnamed("usa") == {
            "charleston",
            "las-vegas",
            "omaha",
            "raleigh",
            "saint-louis",
            "washington",
        }


DEARER = {
    "los-angeles--chicago": (16, 15),
    "los-angeles--miami": (20, 19),
    "los-angeles--new-york": (21, 20),
    "sault-ste-marie--oklahoma-city": (9, 8),
    "seattle--new-york": (22, 20),
    "las-vegas--miami": (21, 20),
}


class TestValues:
    """A ticket is worth the spaces of its shortest way, but for six."""

    def test_against_the_shortest_way(self) -> None:
        """Over the tickets of all five games."""
        unlike = {}
        for edition in FAMILY:
            spec = maps.load(edition)
            graph = network(spec)
            for ticket in spec.tickets.values():
                shortest = distances(spec, graph, ticket.stops[0])[ticket.stops[1]]
                if shortest != ticket.points:
                    unlike[ticket.id] = (ticket.points, shortest)

        assert unlike == DEARER
