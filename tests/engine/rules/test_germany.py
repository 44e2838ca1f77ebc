"""Countries at the edge of Germany: G1 and G2."""

from __future__ import annotations

import pytest

import maps
from engine.graph.network import Network
from tests.builders import a_game

COUNTRIES = ["daenemark", "frankreich", "niederlande", "oesterreich", "schweiz"]


def _network(*tracks: str) -> Network:
    spec = maps.load("germany")
    return Network(spec.cities, [spec.routes[track] for track in tracks])


class TestG1CountriesOnTickets:
    """G1: some tickets join a city with a country, reached with any route into it."""

    def test_the_five_countries(self) -> None:
        """They are ends of the line."""
        cities = maps.load("germany").cities.values()

        assert sorted(city.id for city in cities if city.is_end) == COUNTRIES

    @pytest.mark.parametrize(
        "way",
        [
            ("freiburg--stuttgart-1", "frankreich--freiburg-1"),
            ("karlsruhe--stuttgart-1", "frankreich--karlsruhe-1"),
            ("karlsruhe--stuttgart-1", "karlsruhe--saarbruecken-1", "frankreich--saarbruecken-1"),
        ],
        ids=lambda way: way[-1],
    )
    def test_any_route_into_it_will_do(self, way: tuple[str, ...]) -> None:
        """France and Munich, by each of the three borders."""
        game = (
            a_game("germany")
            .tickets("short-17")
            .owning(*way, "stuttgart--ulm-1", "augsburg--ulm-1", "augsburg--muenchen-1")
        )
        game = game.build()

        assert game.points(0, "tickets", "short-17") == [8]

    def test_reaching_it_from_elsewhere_is_not_enough(self) -> None:
        """The route into France must hang together with Munich."""
        game = a_game("germany").tickets("short-17")
        game = game.owning("frankreich--freiburg-1", "augsburg--muenchen-1").build()

        assert game.points(0, "tickets", "short-17") == [-8]

    def test_two_countries_may_be_joined(self) -> None:
        """Denmark and the Netherlands, by one connection that ends in both."""
        way = ("daenemark--kiel-1", "hamburg--kiel-1", "bremen--hamburg-1", "bremen--emden-1")
        game = a_game("germany").tickets("short-27").owning(*way, "emden--niederlande-1").build()

        assert game.points(0, "tickets", "short-27") == [10]

    def test_two_countries_reached_apart_are_not_joined(self) -> None:
        """Both ends, but nothing between."""
        game = a_game("germany").tickets("short-27")
        game = game.owning("daenemark--kiel-1", "emden--niederlande-1").build()

        assert game.points(0, "tickets", "short-27") == [-10]

    def test_one_of_several_routes_into_it_may_be_the_right_one(self) -> None:
        """The others lead nowhere."""
        network = _network(
            "frankreich--freiburg-1", "frankreich--karlsruhe-1", "karlsruhe--mannheim-1"
        )

        assert network.joins(("mannheim", "frankreich"))
        assert network.joins(("frankreich", "freiburg"))
        assert not network.joins(("mannheim", "freiburg"))


class TestG2CountriesAreEnds:
    """G2: a country is an end: no connection runs through it."""

    def test_the_example_of_the_book(self) -> None:
        """Freiburg and Saarbrücken are not joined through France."""
        network = _network("frankreich--freiburg-1", "frankreich--saarbruecken-1")

        assert not network.joins(("freiburg", "saarbruecken"))

    @pytest.mark.parametrize("country", COUNTRIES)
    def test_no_two_cities_are_joined_through_any(self, country: str) -> None:
        """With every route into it."""
        spec = maps.load("germany")
        tracks = [route for route in spec.routes.values() if country in route.ends]
        network = Network(spec.cities, tracks)
        cities = {city for route in tracks for city in route.ends} - {country}

        for one in cities:
            assert network.joins((one, country))
            assert not any(network.joins((one, other)) for other in cities - {one})

    def test_a_ticket_fails_that_would_run_through_one(self) -> None:
        """Hamburg and Cologne by way of the Netherlands; the detour within Germany does it."""
        way = (
            "bremen--hamburg-1",
            "bremen--emden-1",
            "emden--niederlande-1",
            "duesseldorf--niederlande-1",
            "duesseldorf--koeln-1",
        )
        abroad = a_game("germany").tickets("short-22").owning(*way).build()
        at_home = (
            a_game("germany")
            .tickets("short-22")
            .owning(*way, "emden--muenster-1", "dortmund--muenster-1", "dortmund--duesseldorf-1")
            .build()
        )

        assert abroad.points(0, "tickets", "short-22") == [-9]
        assert at_home.points(0, "tickets", "short-22") == [9]

    def test_a_path_ends_there(self) -> None:
        """The longest one goes into France, not through it."""
        network = _network("frankreich--freiburg-1", "frankreich--saarbruecken-1")

        assert network.longest().length == 2
