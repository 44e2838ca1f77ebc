"""A game that agents play up to a given turn, for pictures and to reproduce errors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from engine.act import act, start
from engine.ai.agent import Agent, FastChance
from engine.errors import BadInput
from engine.ids import Seat
from engine.options import Menu
from engine.ruleset import Rules
from engine.state import GameState
from engine.view import view_for


def played_until(
    rules: Rules, agents: Sequence[Agent], seed: int, turn: int | None = None
) -> GameState:
    """Return the game of this seed at the beginning of *turn*.

    If *turn* is None, return the finished game. Turn 0 is before the opening choices.

    Raises:
        BadInput: The game is over before that turn. The message says when.

    """
    rng, chance = Random(seed), FastChance(Random(seed + 1))
    state, _ = start(rules, chance)
    while state.over is None and (turn is None or state.turns < turn):
        seat = Seat(next(iter(state.waiting)))
        menu = Menu(rules, state, seat)
        look = partial(view_for, rules, state, seat)
        act(rules, state, agents[seat].choose(look, menu, rng), chance)
    if turn is not None and state.turns < turn:
        raise BadInput(
            f"the game of seed {seed} ends with turn {state.turns}; turn {turn} is too late"
        )
    return state
