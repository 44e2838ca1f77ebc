"""A planner's plan as a standing order."""

from __future__ import annotations

from random import Random

import pytest

import engine
from bench.community.planner_orders import as_order
from engine.actions import ClaimRoute, DrawBlind, DrawOpen
from engine.ai.agent import FastChance
from engine.ai.planner import Planner
from engine.ids import Seat
from engine.options import Menu
from engine.orders import check
from engine.questions import Turn
from engine.view import view_for
from tests.builders import EDITIONS, rules_of


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_can_be_given_whenever_the_planner_means_to_draw_or_build(edition: str) -> None:
    """On one's own turn; and nothing of it would have to be left out or refused."""
    rules, rng = rules_of(edition, 3), Random(5)
    chance = FastChance(Random(6))
    state, _ = engine.start(rules, chance)
    planner = Planner(rules)
    agents = [planner, Planner(rules), Planner(rules)]
    given = 0
    while state.over is None:
        seat = Seat(next(iter(state.waiting)))
        menu, view = Menu(rules, state, seat), view_for(rules, state, seat)
        action = agents[seat].choose(lambda view=view: view, menu, rng)
        if seat == 0 and isinstance(menu.waiting, Turn):
            order = as_order(Planner(rules), view, menu)
            assert isinstance(action, ClaimRoute | DrawOpen | DrawBlind) or order is None
            if order is not None:
                checked = check(rules, order, view, menu)
                assert (checked.order, checked.left_out, checked.refused) == (order, (), ())
                given += 1
        engine.act(rules, state, action, chance)
    assert given
