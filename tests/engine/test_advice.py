"""What a ticket still needs."""

from __future__ import annotations

from functools import cache
from random import Random

from msgspec.structs import replace

import maps
from engine import Rules, start, view_for
from engine.advice import missing_links, spaces
from engine.ai.agent import FastChance
from engine.ids import RouteId, Seat, TicketId
from engine.view import View


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
