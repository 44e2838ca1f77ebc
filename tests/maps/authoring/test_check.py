"""Checking: what the printed game has is what the tables make."""

from __future__ import annotations

import pytest

import maps
from engine.advice import distances
from maps.authoring.check import problems
from tests.maps.map_copy import MapCopy

EDITIONS = tuple(maps.catalogue())


class TestOurMaps:
    """Every edition of the project is as printed."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_nothing_is_wrong(self, edition: str) -> None:
        """Connected, every ticket within reach, all counts as printed."""
        assert problems(edition) == []


class TestReach:
    """The board hangs together, and no way leads through a country (G2)."""

    def test_a_city_without_tracks(self, copy: MapCopy) -> None:
        """Both the gap and the count are named."""
        cities = copy.lines("usa/cities.csv")
        copy.write("usa/cities.csv", [*cities, "avalon,Avalon,Avalon,1,1,city,US,no,verified"])

        assert problems("usa", copy.root) == [
            'maps/usa/routes.csv: no way from "atlanta" to "avalon"',
            "maps/usa/cities.csv: cities of kind city: 37 found, 36 printed",
        ]

    def test_a_city_behind_a_country(self, copy: MapCopy) -> None:
        """Emden, if only the Netherlands joined it, would be out of reach of Germany."""
        routes = copy.lines("germany/routes.csv")
        lost = [row for row in routes if "emden" in row and "niederlande" not in row]
        copy.write("germany/routes.csv", [row for row in routes if row not in lost])

        found = problems("germany", copy.root)

        assert 'maps/germany/routes.csv: no way from "augsburg" to "emden"' in found
        emden = [t for t in maps.load("germany").tickets.values() if "emden" in t.stops]
        assert emden
        for ticket in emden:
            assert any(f'tickets.csv: ticket "{ticket.id}": no way' in line for line in found)

    def test_a_way_may_begin_and_end_in_a_country(self) -> None:
        """Two tickets join two countries."""
        spec = maps.load("germany")

        reached = distances(spec, spec.tickets["long-21"].stops[0])

        assert spec.tickets["long-21"].stops == ("frankreich", "daenemark")
        assert reached["daenemark"] == 17

    def test_two_tickets_alike(self, copy: MapCopy) -> None:
        """Also if the stops stand the other way round."""
        copy.cell("new-york/tickets.csv", 3, "stops", "chelsea;central-park")

        assert problems("new-york", copy.root) == [
            'maps/new-york/tickets.csv: ticket "ny-02" joins the same cities as "ny-01"'
        ]


class TestComplete:
    """An edition has what its board asks for, and nothing that the board has no use for."""

    @pytest.mark.parametrize(
        ("edition", "rule"),
        [
            ("usa", "tickets"),
            ("world", "ships"),
            ("world", "rough_terrain"),
        ],
    )
    def test_a_rule_is_missing(self, copy: MapCopy, edition: str, rule: str) -> None:
        """The board shows something that no rule explains."""
        copy.replace(f"{edition}/{edition}.toml", f'[[rules]]\nuse = "{rule}"', "")

        assert problems(edition, copy.root) == [
            f'maps/{edition}/{edition}.toml: the board needs the rule "{rule}"'
        ]

    def test_double_routes_need_their_rule(self, copy: MapCopy) -> None:
        """C7 and C8 are no part of the base game."""
        copy.replace(
            "usa/usa.toml", 'use = "parallel_routes"\nsingle_below = 4', 'use = "exchange"'
        )

        assert problems("usa", copy.root) == [
            'maps/usa/usa.toml: the board needs the rule "parallel_routes"'
        ]

    def test_a_rule_without_use(self, copy: MapCopy) -> None:
        """There are no attractions in the USA."""
        copy.replace("usa/usa.toml", 'use = "longest_path"\npoints = 10', 'use = "attractions"')

        assert problems("usa", copy.root) == [
            'maps/usa/usa.toml: the board has nothing for the rule "attractions"'
        ]

    def test_wrong_pieces(self, copy: MapCopy) -> None:
        """Ships run on no rails."""
        copy.replace("usa/usa.toml", "pieces = { train", "pieces = { ship")

        assert problems("usa", copy.root) == [
            'maps/usa/usa.toml: tracks for the piece "train", but no player has any',
            'maps/usa/usa.toml: players have the piece "ship", but no track takes it',
        ]

    def test_a_colour_without_tracks(self, copy: MapCopy) -> None:
        """Its cards would be of use on gray tracks only; and there are too many cards."""
        copy.replace("usa/usa.toml", 'colours = ["red"', 'colours = ["violet", "red"')

        assert problems("usa", copy.root) == [
            'maps/usa/usa.toml: cards are "violet", but no track is',
            "maps/usa/usa.toml: cards of the deck train: 122 found, 110 printed",
        ]

    def test_too_many_players(self, copy: MapCopy) -> None:
        """Cards and tickets must suffice for a full table."""
        copy.replace("usa/usa.toml", "seats = [2, 5]", "seats = [2, 27]")

        assert problems("usa", copy.root) == [
            'maps/usa/usa.toml: set-up takes 113 cards of the deck "train", which has 110',
            'maps/usa/usa.toml: set-up may take 81 tickets of the deck "tickets", which has 30',
        ]


COUNTS = {
    "a track too long": (
        ("usa/routes.csv", 3, "length", "6"),
        ["maps/usa/routes.csv: train spaces in blue: 28 found, 27 printed"],
    ),
    "a track of another colour": (
        ("usa/routes.csv", 3, "color", "red"),
        [
            "maps/usa/routes.csv: train spaces in red: 32 found, 27 printed",
            "maps/usa/routes.csv: train spaces in blue: 22 found, 27 printed",
        ],
    ),
    "a ticket worth more": (
        ("usa/tickets.csv", 2, "points", "13"),
        ["maps/usa/tickets.csv: points of all tickets of the deck tickets: 350 found, 349 printed"],
    ),
    "a ticket in another set": (
        ("usa/tickets.csv", 2, "decks", "mega"),
        [
            "maps/usa/tickets.csv: tickets of the deck tickets: 29 found, 30 printed",
            "maps/usa/tickets.csv: points of all tickets of the deck tickets: "
            "337 found, 349 printed",
        ],
    ),
    "a rail on the sea": (
        ("world/routes.csv", 2, "mode", "rail"),
        [
            "maps/world/routes.csv: tracks for train: 72 found, 71 printed",
            "maps/world/routes.csv: tracks for ship: 58 found, 59 printed",
            "maps/world/routes.csv: train spaces in green: 23 found, 22 printed",
            "maps/world/routes.csv: ship spaces in green: 37 found, 38 printed",
        ],
    ),
    "a port too many": (
        ("world/cities.csv", 6, "port", "yes"),
        ["maps/world/cities.csv: ports: 39 found, 38 printed"],
    ),
    "an attraction too few": (
        ("new-york/cities.csv", 2, "attraction", "no"),
        ["maps/new-york/cities.csv: attractions: 8 found, 9 printed"],
    ),
    "a rough space too few": (
        ("world/routes.csv", 11, "rough", "1"),
        ["maps/world/routes.csv: rough spaces: 9 found, 10 printed"],
    ),
    "an edge crossed too often": (
        ("world/routes.csv", 10, "wrap", "yes"),
        ["maps/world/routes.csv: tracks over the edge: 11 found, 10 printed"],
    ),
}


class TestCounts:
    """A table that differs from the print is named, with both numbers."""

    @pytest.mark.parametrize(("damage", "found"), COUNTS.values(), ids=COUNTS)
    def test_is_named(
        self, copy: MapCopy, damage: tuple[str, int, str, str], found: list[str]
    ) -> None:
        """One line for each number that is not the printed one."""
        copy.cell(*damage)

        assert problems(damage[0].partition("/")[0], copy.root) == found
