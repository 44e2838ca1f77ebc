"""Random games for the property tests, with the moments in them that are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import engine
import maps
from engine.actions import Action
from engine.ai.agent import FastChance
from engine.ai.random_agent import any_action
from engine.events import Event
from engine.ids import Seat
from engine.ruleset import Rules
from engine.state import GameState

TABLES = [(edition, seats) for edition, about in maps.catalogue().items() for seats in about.seats]
"""Every edition with every number of seats."""


class Moment(NamedTuple):
    """A game at one point: before *action*, which led to *events*."""

    state: GameState
    action: Action
    events: list[Event]


class Game(NamedTuple):
    """A whole random game."""

    rules: Rules
    start: GameState
    moments: list[Moment]
    log: list[Event]
    end: GameState


@lru_cache(maxsize=4)
def rules_for(edition: str, seats: int) -> Rules:
    return engine.Rules.compile(maps.load(edition), seats)


@lru_cache(maxsize=2)
def random_game(edition: str, seats: int, seed: int = 0) -> Game:
    """A game of random legal actions; openings are answered in random order of the seats."""
    rng = Random(f"{edition}/{seats}/{seed}")
    rules, chance = rules_for(edition, seats), FastChance(rng)
    state, log = engine.start(rules, chance)
    start, moments = state.copy(), []
    while state.over is None:
        seat = Seat(rng.choice(list(state.waiting)))
        action = any_action(engine.Menu(rules, state, seat), rng)
        before = state.copy()
        events = engine.act(rules, state, action, chance)
        moments.append(Moment(before, action, events))
        log += events
    return Game(rules, start, moments, log, state)


def some(game: Game, count: int) -> Iterator[Moment]:
    """A few moments: all of the opening and some from the whole length of the game."""
    opening = [moment for moment in game.moments if moment.state.turn is None]
    yield from opening
    yield from Random(7).sample(game.moments, min(count, len(game.moments)))
