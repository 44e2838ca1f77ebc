"""Random games for the property tests, with the moments in them that are looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

import engine
import maps
from engine.actions import Action, DrawBlind, DrawOpen
from engine.ai.agent import FastChance
from engine.ai.random_agent import any_action
from engine.events import Event
from engine.ids import Seat
from engine.options import Menu
from engine.questions import Turn
from engine.ruleset import Rules
from engine.state import GameState

TABLES = [(edition, seats) for edition, about in maps.catalogue().items() for seats in about.seats]
"""Every edition with every number of seats."""


DRAWS = 14
"""A menu begins with the draws: two decks, and six slots with either deck to refill from."""


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
    return _played(edition, seats, seed, any_action)


@lru_cache(maxsize=2)
def hoarded_game(edition: str, seats: int, seed: int = 0) -> Game:
    """A game in which everybody draws cards as long as there are any to draw."""
    return _played(edition, seats, seed, _hoard)


def _hoard(menu: Menu, rng: Random) -> Action:
    draws = [
        action
        for action in islice(menu.actions(), DRAWS)
        if isinstance(action, DrawBlind | DrawOpen)
    ]
    return rng.choice(draws) if draws else any_action(menu, rng)


def _played(edition: str, seats: int, seed: int, choose: Callable[[Menu, Random], Action]) -> Game:
    rng = Random(f"{edition}/{seats}/{seed}")
    rules, chance = rules_for(edition, seats), FastChance(rng)
    state, log = engine.start(rules, chance)
    start, moments = state.copy(), []
    while state.over is None:
        seat = Seat(rng.choice(list(state.waiting)))
        action = choose(engine.Menu(rules, state, seat), rng)
        before = state.copy()
        events = engine.act(rules, state, action, chance)
        moments.append(Moment(before, action, events))
        log += events
    return Game(rules, start, moments, log, state)


def sample_moments(game: Game, count: int) -> Iterator[Moment]:
    """A few moments: all of the opening and some from the whole length of the game."""
    opening = [moment for moment in game.moments if moment.state.turn is None]
    yield from opening
    yield from Random(7).sample(game.moments, min(count, len(game.moments)))


def is_exhausted(state: GameState) -> bool:
    """Whether no deck and no discards hold a card (D10)."""
    return not any(deck.cards or deck.discard for deck in state.decks.values())


def with_swapped_hand(state: GameState) -> GameState:
    """The same, but the seat before the one on turn has the hand of that one and all tickets."""
    other = state.copy()
    player, thief = (other.players[seat] for seat in (other.turn, other.turn - 1))
    thief.hand = dict(Counter(thief.hand) + Counter(player.hand))
    player.hand = {}
    for pile in other.ticket_decks.values():
        thief.tickets += pile.tickets
        pile.tickets = []
    return other


def some_exhausted(game: Game) -> list[GameState]:
    """Positions on somebody's turn in which nothing can be drawn, as they are and robbed."""
    states = [moment.state for moment in game.moments]
    bare = [state for state in states if state.turn is not None and is_exhausted(state)]
    found = [state for state in bare if isinstance(state.waiting[state.turn], Turn)]
    found = Random(11).sample(found, min(len(found), 6))
    return found + [with_swapped_hand(state) for state in found]
