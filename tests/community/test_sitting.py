"""Whole games of a simulated community, over the real service."""

from __future__ import annotations

import pytest

import engine
from bench.community.command import Wanted, games_of, play, played_by
from bench.community.figures import ORDERS, PLAIN, figures_of, ratio
from bench.community.scenarios import SCENARIOS
from bench.community.sitting import GAME, GONE, SimulatedGame, user_of
from bot.games.clock.pace import PACES
from bot.games.service import make_games
from bot.storage.store import open_in_memory
from engine.chance import SeededChance, key_for
from engine.ids import Seat
from engine.record import verify
from tests.builders import rules_of

TABLE = ("new-york", 2, 5)
"""A small one, and the seed of its community."""


def test_orders_are_quicker_than_plain_turns() -> None:
    figures = figures_of(played_by(games_of(*TABLE, 2, (PLAIN, ORDERS)), 1))
    part = ratio(figures)

    assert part is not None
    assert part < 0.5
    assert figures[PLAIN].ended == figures[ORDERS].ended == 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_is_the_same_game(scenario: str) -> None:
    """To the second; another number is another game."""
    first = play(Wanted(*TABLE, scenario, 0))

    assert play(Wanted(*TABLE, scenario, 0)) == first
    assert play(Wanted(*TABLE, scenario, 1)) != first


def test_who_vanishes_stops_a_table_without_a_pace_for_ever() -> None:
    game = play(Wanted(*TABLE, "vanished", 0))

    assert game.span is None
    assert game.turns > 0
    assert GONE not in game.waits  # that one never ends


@pytest.mark.parametrize("number", range(3))
def test_who_vanishes_costs_no_more_than_the_pace_allows(number: int) -> None:
    """Three allowances and the bank, at most: then the caretaker keeps the seat."""
    game, pace = play(Wanted(*TABLE, "caretaker", number)), PACES["day"]

    assert game.span is not None
    assert pace.allowance <= game.waits[GONE] <= 3 * pace.allowance + pace.bank


@pytest.mark.parametrize("scenario", ["orders", "caretaker"])
async def test_what_was_played_can_be_proved(scenario: str) -> None:
    """By whoever knows nothing but what is kept."""
    rules = rules_of("new-york", 2)
    async with open_in_memory() as store:
        played = await SimulatedGame(store, rules, SCENARIOS[scenario], 5, 0).play()
        record = await make_games(store).cache.export_record(GAME)

    assert verify(record, rules).finished
    assert played.turns == engine.replay(record.events).turns
    assert ("caretaker" in record.makers) == (scenario == "caretaker")


async def test_orders_move_on_their_owners_turns_alone() -> None:
    """Every move is its owner's, in a turn of that seat; nobody else is in it."""
    rules = rules_of("new-york", 3)
    async with open_in_memory() as store:
        await SimulatedGame(store, rules, SCENARIOS["orders"], 5, 0).play()
        record = await make_games(store).cache.export_record(GAME)
        moves = await store.games.moves(GAME)

    assert {(move.maker, move.user_id == user_of(move.action.seat)) for move in moves} == {
        ("person", True)
    }
    key = key_for(bytes.fromhex(record.seed), GAME, record.edition, record.words, {})
    chance = SeededChance(key)
    state, _ = engine.start(rules, chance)
    for move in moves:
        seat = Seat(move.action.seat)
        assert state.turn == seat if state.turns else seat in state.waiting
        engine.act(rules, state, move.action, chance)
    assert state.over is not None


@pytest.mark.parametrize("edition", ["usa", "germany", "world"])
def test_other_editions_are_played_by_orders_too(edition: str) -> None:
    """From the opening on; the sitting proves the game itself."""
    game = play(Wanted(edition, 2, 1, "orders", 0))

    assert game.span is not None
    assert game.waits["order-plays"]
