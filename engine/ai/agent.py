"""The interface of computer players, and a table where only such players sit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from engine.act import act, start
from engine.actions import Action
from engine.chance import Chance
from engine.events import Event
from engine.ids import Seat
from engine.options import Menu
from engine.ruleset import Rules
from engine.state import GameState
from engine.view import View, view_for

T = TypeVar("T")

Look: TypeAlias = Callable[[], View]
"""A function that returns what a seat may see now. Building a view takes time, so only agents that
call the function pay for it."""


class Agent(Protocol):
    """A computer player that decides for a seat.

    An agent may cache its computations but must not depend on them. A new agent in the middle of a
    game must play equally well.
    """

    def choose(self, look: Look, menu: Menu, rng: Random) -> Action:
        """Return the action for now, given the seat's view and its possible actions."""


class FastChance:
    """Fast shuffles for simulations. A seed can repeat them, but they prove nothing."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def shuffle(self, items: Sequence[T], label: str) -> tuple[T, ...]:
        """Return *items* in the order of `Random.shuffle`, in half the time."""
        deck, bits = list(items), self._rng.getrandbits
        for last in range(len(deck) - 1, 0, -1):
            width = (last + 1).bit_length()
            other = bits(width)
            while other > last:
                other = bits(width)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


@dataclass(slots=True)
class Played:
    """A finished game between agents."""

    state: GameState
    events: list[Event]
    actions: list[Action]


def play(rules: Rules, agents: Sequence[Agent], chance: Chance, rng: Random) -> Played:
    """Play a game to its end with *agents*, one for each seat."""
    state, events = start(rules, chance)
    actions: list[Action] = []
    looks = [partial(view_for, rules, state, Seat(seat)) for seat in range(rules.seats)]
    while state.over is None:
        # Seats make their opening choices at the same time. The first seat in the dictionary
        # answers first.
        seat = Seat(next(iter(state.waiting)))
        action = agents[seat].choose(looks[seat], Menu(rules, state, seat), rng)
        events += act(rules, state, action, chance)
        actions.append(action)
    return Played(state, events, actions)


def answer_of(agent: Agent, view: View, menu: Menu) -> Action:
    """Return the next action of *agent*, at a table that no seed has to reproduce."""
    return agent.choose(lambda: view, menu, Random())
