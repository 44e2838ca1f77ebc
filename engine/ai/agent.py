"""What a player without a person is, and a table where only such players sit."""

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
"""Shows a seat what it may see now. A view takes time to build: only who looks gets one."""


class Agent(Protocol):
    """Somebody who decides for a seat.

    An agent may remember what it worked out, but must not need to: a new one in the middle of a
    game does as well.
    """

    def choose(self, look: Look, menu: Menu, rng: Random) -> Action:
        """What to do now, given what this seat sees if it looks, and what it may do."""


class FastChance:
    """Shuffles for simulations: quick, repeatable by seed, and not meant to prove anything."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def shuffle(self, items: Sequence[T], label: str) -> tuple[T, ...]:
        """*items* in a new order: that of `Random.shuffle`, in half the time."""
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
    """Let *agents*, one for each seat, play a game to its end."""
    state, events = start(rules, chance)
    actions: list[Action] = []
    looks = [partial(view_for, rules, state, Seat(seat)) for seat in range(rules.seats)]
    while state.over is None:
        # Openings are chosen at the same time: whoever the dictionary names first answers first.
        seat = Seat(next(iter(state.waiting)))
        action = agents[seat].choose(looks[seat], Menu(rules, state, seat), rng)
        events += act(rules, state, action, chance)
        actions.append(action)
    return Played(state, events, actions)


def answer_of(agent: Agent, view: View, menu: Menu) -> Action:
    """What *agent* does now, at a table where nothing has to be repeated by seed."""
    return agent.choose(lambda: view, menu, Random())
