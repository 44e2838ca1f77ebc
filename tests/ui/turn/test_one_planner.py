"""The ticket choice, the map, suggested claims and the default plan show the same network."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import engine
from bot.text.words import Words
from bot.ui.turn.advice import drawn_advice
from engine.actions import KeepTickets
from engine.advice import advise, offer_sums, plan_tickets, spaces, wanted_links
from engine.ai.agent import FastChance
from engine.ids import Piece, Seat, TicketId
from engine.options import Menu
from engine.orders import default_order, open_tickets
from engine.questions import TicketChoice
from engine.ruleset import Rules
from engine.state import GameState
from engine.view import view_for
from maps import layout
from render.private_map import total_of
from render.scene import Scene
from tests.builders import a_game
from tests.engine.random_games import TABLES, random_game, sample_moments

MOMENTS = 8
"""Moments of each game, besides those of its opening."""


def _planned(rules: Rules, state: GameState, seat: Seat) -> Counter[Piece]:
    """Return the pieces of the default plan, by kind."""
    order = default_order(rules, view_for(rules, state, seat), Menu(rules, state, seat))
    routes = [rules.spec.routes[link.track] for link in (order.build.links if order else ())]
    found: Counter[Piece] = Counter()
    for route in routes:
        found[route.piece] += route.length
    return found


def _on_map(rules: Rules, state: GameState, seat: Seat) -> Counter[Piece]:
    """Return the pieces that the player's map counts, by kind."""
    return drawn_advice(advise(rules, state, seat)).pieces(rules.spec)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_choice_map_and_default_plan_agree(edition: str, seats: int) -> None:
    game = random_game(edition, seats)
    compared = 0
    for moment in sample_moments(game, MOMENTS):
        for number in range(seats):
            seat = Seat(number)
            if not isinstance(moment.state.waiting.get(seat), TicketChoice):
                planned = _planned(game.rules, moment.state, seat)
                assert _on_map(game.rules, moment.state, seat) == planned
                continue
            compared += _check_choice(game.rules, moment.state, seat)
    assert compared


def _check_choice(rules: Rules, state: GameState, seat: Seat) -> int:
    """Compare every sum with the map and the plan after those tickets are kept."""
    question = state.waiting[seat]
    assert isinstance(question, TicketChoice)
    sums = offer_sums(rules, state, seat)
    sizes = [len(places) for places in sums]
    assert len(sums) <= 9
    assert sizes == [1] * len(question.offered) + sorted({*sizes} - {1})
    compared = 0
    for places, needs in sums.items():
        if needs is None or len(places) < question.keep:
            continue
        after = state.copy()
        kept = tuple(question.offered[place] for place in places)
        engine.act(rules, after, KeepTickets(seat, kept), FastChance(Random(1)))
        if after.over is None:
            total = Counter({piece: count for piece, count in needs.total.items() if count})
            assert total == _on_map(rules, after, seat) == _planned(rules, after, seat)
            compared += 1
    return compared


@pytest.mark.parametrize(("edition", "seats"), TABLES[::3])
def test_suggested_claims_come_from_the_network(edition: str, seats: int) -> None:
    """Every payable route of the network comes before every other route."""
    game = random_game(edition, seats)
    for moment in sample_moments(game, MOMENTS):
        for seat in map(Seat, range(seats)):
            advice = advise(game.rules, moment.state, seat)
            useful = [track in advice.network for track in advice.builds]
            assert useful == sorted(useful, reverse=True)


def test_the_map_writes_the_number_of_the_default_plan() -> None:
    game = a_game("usa").seats(4).tickets("boston--miami", "montreal--atlanta").build()
    view = game.view(0)
    pieces = _planned(game.rules, game.state, Seat(0))[Piece("train")]
    advice = drawn_advice(advise(game.rules, game.state, Seat(0)))
    words = Words.of("en").for_edition(game.rules.spec)
    scene = Scene(game.rules.spec, layout("usa"), words, view, advice=advice)

    assert f"{pieces} of 45 trains" in total_of(scene)


class TestPlanTickets:
    """One network for several tickets."""

    tickets = tuple(map(TicketId, ("boston--miami", "montreal--atlanta", "los-angeles--miami")))

    def test_the_order_of_tickets_does_not_matter(self) -> None:
        game = a_game("usa").seats(4).tickets(*self.tickets).build()
        spec, view = game.rules.spec, game.view(0)

        one, other = (plan_tickets(spec, view, keys) for keys in (self.tickets, self.tickets[::-1]))

        assert dict(one) == dict(other)

    def test_each_ticket_has_its_own_way_through_shared_routes(self) -> None:
        """The network is the sum of the ways, and each way completes its ticket."""
        game = a_game("usa").seats(4).tickets(*self.tickets).build()
        spec, view = game.rules.spec, game.view(0)
        network = plan_tickets(spec, view, self.tickets)
        lengths = [spaces(spec, way) or 0 for way in network.values()]

        assert (spaces(spec, wanted_links(network)) or 0) < sum(lengths)
        for ticket, way in network.items():
            ends = [end for track in way or () for end in spec.routes[track].ends]
            assert {*spec.tickets[ticket].stops} <= {*ends}

    def test_a_blocked_ticket_does_not_stop_the_others(self) -> None:
        around = [key for key in a_game("usa").build().rules.spec.routes if "montreal" in key]
        builder = a_game("usa").seats(2).tickets(*self.tickets).owning(*around, seat=1)
        game = builder.build()

        assert open_tickets(game.rules, game.view(0), game.menu(0)) == (
            self.tickets[0],
            self.tickets[2],
        )
        order = default_order(game.rules, game.view(0), game.menu(0))
        assert order is not None
        assert order.build.tickets == (self.tickets[0], self.tickets[2])

    def test_completed_tickets_leave_no_plan(self) -> None:
        game = a_game("usa").seats(4).tickets("boston--miami")
        spec = game.build().rules.spec
        way = plan_tickets(spec, game.build().view(0), [TicketId("boston--miami")])
        built = game.owning(*(way[TicketId("boston--miami")] or ())).build()

        assert default_order(built.rules, built.view(0), built.menu(0)) is None
