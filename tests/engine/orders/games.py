"""Games in which one seat plays by orders that change all the time, with every answer it gave."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import engine
from bench.community.planner_orders import as_order
from engine.actions import Action
from engine.ai.agent import FastChance
from engine.ai.planner import Planner
from engine.ai.random_agent import any_action
from engine.board import MapSpec
from engine.ids import RouteId, Seat
from engine.options import Menu
from engine.orders import (
    Build,
    Calls,
    Collect,
    Link,
    Order,
    Seen,
    Stop,
    Wanted,
    after_turn,
    decide,
    for_tickets,
    look,
)
from engine.questions import SecondDraw, Turn
from engine.ruleset import Rules
from engine.state import GameState
from engine.view import View, view_for


class OrderDecision(NamedTuple):
    """An order that was asked, on a copy of the game, and what it answered."""

    rules: Rules
    state: GameState
    order: Order
    seen: Seen
    answer: Action | Stop

    @property
    def view(self) -> View:
        return view_for(self.rules, self.state, self.seat)

    @property
    def menu(self) -> Menu:
        return Menu(self.rules, self.state, self.seat)

    @property
    def seat(self) -> Seat:
        assert self.state.turn is not None
        return self.state.turn


def random_order(rules: Rules, view: View, menu: Menu, rng: Random) -> Order:
    """Any order that makes some sense: tracks at random, or what a ticket needs."""
    build: Build | None = None
    if view.tickets and rng.random() < 0.5:
        tickets = rng.sample(view.tickets, rng.randint(1, min(2, len(view.tickets))))
        build = for_tickets(rules, view, menu, tickets, rng.choice([None, 0, 4]))
    if build is None:
        tracks = rng.sample([*rules.spec.routes], rng.randint(0, 6))
        build = Build(tuple(_link(track, rng) for track in tracks))
    collect = _collect(rules.spec, rng) if rng.random() < 0.9 else None
    return Order(build, collect, rng.choice(["stop", "draw"]), _calls(rng))


def _link(track: RouteId, rng: Random) -> Link:
    return Link(track, rng.choice([None, 0, 1, 3]))


def _collect(spec: MapSpec, rng: Random) -> Collect:
    colours = sorted({face.colour for face in spec.faces.values() if face.colour})
    picked = rng.sample(colours, rng.randint(0, 2))
    return Collect(
        for_list=rng.random() < 0.8,
        colours=tuple(
            Wanted(colour, rng.randint(1, 6), keep=rng.random() < 0.3) for colour in picked
        ),
        open_wilds=rng.choice(["never", "completing"]),
        deck=rng.choice([None, *spec.decks]),
        refill=rng.choice([None, *spec.decks]),
    )


def _calls(rng: Random) -> Calls:
    def ticked() -> bool:
        return rng.random() < 0.5

    return Calls(
        track_taken=ticked(),
        few_pieces=ticked(),
        last_round=ticked(),
        ticket_completed=ticked(),
        harbour=ticked(),
        cards=rng.choice([None, 8, 25]),
        turns=rng.choice([1, 3, 10]),
    )


def asked_in_a_game(rules: Rules, seed: int, *, planned: bool) -> Iterator[OrderDecision]:
    """Every answer of orders in one game: all seats have them, and give new ones now and then.

    Whoever is stopped plays a random move, or the planner's if the orders are *planned*.
    """
    rng = Random(f"{rules.spec.id}/{rules.seats}/{seed}/{planned}")
    chance = FastChance(rng)
    state, _ = engine.start(rules, chance)
    planners = [Planner(rules) for _ in range(rules.seats)]
    orders: dict[Seat, tuple[Order, Seen]] = {}
    in_turn = False
    while state.over is None:
        seat = Seat(next(iter(state.waiting)))
        menu, view = Menu(rules, state, seat), view_for(rules, state, seat)
        action: Action | None = None
        begins = isinstance(menu.waiting, Turn)
        if begins or (in_turn and isinstance(menu.waiting, SecondDraw)):
            if seat not in orders or (begins and rng.random() < 0.15):
                order = as_order(planners[seat], view, menu) if planned else None
                order = order or random_order(rules, view, menu, rng)
                orders[seat] = order, look(rules, order, view, menu)
            order, seen = orders[seat]
            answer = decide(rules, order, seen, view, menu)
            yield OrderDecision(rules, state.copy(), order, seen, answer)
            in_turn = not isinstance(answer, Stop)
            if isinstance(answer, Stop):
                del orders[seat]
            else:
                action = answer
                orders[seat] = order, after_turn(seen) if begins else seen
        if action is None and planned:
            action = planners[seat].choose(lambda view=view: view, menu, rng)
        engine.act(rules, state, action or any_action(menu, rng), chance)
