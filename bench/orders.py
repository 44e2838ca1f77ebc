"""Standing orders: the share of turns they play, and their score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from random import Random
from statistics import mean
from typing import Final

import engine
import maps
from bench.community.planner_orders import as_order
from bench.measure import Row
from engine.actions import Action
from engine.ai.agent import FastChance
from engine.ai.planner import Planner
from engine.ids import Seat
from engine.options import Menu
from engine.orders import Order, Seen, Stop, after_turn, decide, look
from engine.questions import Turn
from engine.ruleset import Rules
from engine.state import GameState
from engine.view import view_for

TABLES: Final = (("usa", 4), ("germany", 4), ("new-york", 3), ("world", 4))
GAMES: Final = 100


def rows() -> Iterator[Row]:
    """Yield the share of turns under orders and their score, for each table."""
    for edition, seats in TABLES:
        yield from _table_rows(edition, seats)


def _table_rows(edition: str, seats: int) -> Iterator[Row]:
    """Measure one seat that plays by orders against the same seat played by hand.

    The seat gives its plan as an order, checks in only when the order stops, and then plays itself.
    """
    rules = Rules.compile(maps.load(edition), seats)
    counts: Counter[str] = Counter()
    by_orders, by_hand = [], []
    for number in range(GAMES):
        seat = Seat(number % seats)
        by_hand.append(_points(rules, number, (), counts)[seat])
        by_orders.append(_points(rules, number, (seat,), counts)[seat])
    played, stops = counts.pop("order"), counts.most_common(3)
    told = ", ".join(f"{reason} {count / GAMES:.1f}" for reason, count in stops)
    share = played / (played + counts.total())
    where = f"{edition}, {seats} seats"
    yield Row(
        f"turns under orders, {where}", share, 0.6, "of all", at_most=False, note=f"a game: {told}"
    )
    worth = mean(by_orders) / mean(by_hand)
    yield Row(f"score by orders, {where}", worth, 0.95, "of the planner's", at_most=False)


class _Absentee:
    """A planner that gives its plan as an order, and checks in only when the order stops."""

    def __init__(self, rules: Rules, seat: Seat, counts: Counter[str]) -> None:
        self._rules = rules
        self._seat = seat
        self._counts = counts
        self._planner = Planner(rules)
        self._order: Order | None = None
        self._seen = Seen()
        self._is_there = True

    def choose(self, state: GameState, rng: Random) -> Action:
        """Return the order's action, or the planner's own action if the order stops."""
        menu, view = Menu(self._rules, state, self._seat), view_for(self._rules, state, self._seat)
        begins = isinstance(menu.waiting, Turn)
        if self._order is not None and (begins or not self._is_there):
            answer = decide(self._rules, self._order, self._seen, view, menu)
            self._is_there = isinstance(answer, Stop)
            if begins:
                self._counts[answer.reason if isinstance(answer, Stop) else "order"] += 1
                self._seen = after_turn(self._seen)
            if not isinstance(answer, Stop):
                return answer
        elif begins:
            self._counts["no-order"] += 1
        return self._planner.choose(lambda: view, menu, rng)

    def leave(self, state: GameState) -> None:
        """Give a new order after a turn that the planner played itself."""
        if not self._is_there or state.turn in (None, self._seat):
            return
        menu, view = Menu(self._rules, state, self._seat), view_for(self._rules, state, self._seat)
        self._order = as_order(self._planner, view, menu)
        if self._order is not None:
            self._seen = look(self._rules, self._order, view, menu)


def _points(rules: Rules, number: int, absent: Collection[Seat], counts: Counter[str]) -> list[int]:
    """Return the points of each seat in a game between planners, some of them *absent*."""
    chance, rng = FastChance(Random(f"{number}/chance")), Random(number)
    state, _ = engine.start(rules, chance)
    planners = [Planner(rules) for _ in range(rules.seats)]
    absentees = {seat: _Absentee(rules, seat, counts) for seat in absent}
    while state.over is None:
        seat = Seat(next(iter(state.waiting)))
        if seat in absentees:
            engine.act(rules, state, absentees[seat].choose(state, rng), chance)
            absentees[seat].leave(state)
        else:
            look_now = partial(view_for, rules, state, seat)
            action = planners[seat].choose(look_now, Menu(rules, state, seat), rng)
            engine.act(rules, state, action, chance)
    totals = engine.score(rules, state).totals
    return [totals[seat] for seat in range(rules.seats)]
