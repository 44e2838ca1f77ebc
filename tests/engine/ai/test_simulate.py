"""Series of games: seats, sums, and the same seed again."""

from __future__ import annotations

import pytest

from engine.ai.simulate import AGENTS, count_up, line_up, play_one, simulate
from engine.errors import BadInput
from tests.builders import rules_of

GAMES = 6


def test_everybody_sits_everywhere() -> None:
    """In as many games as there are seats each agent of the list has every seat once."""
    names = ["planner", "cautious", "random"]

    tables = [line_up(names, 3, number) for number in range(3)]

    assert all(sorted(column) == sorted(names) for column in zip(*tables, strict=True))
    assert line_up(names, 3, 3) == tables[0]


def test_the_same_seed_gives_the_same_series() -> None:
    rules = rules_of("new-york", 3)

    one, other, another = (
        list(simulate(rules, ["planner", "random"], range(GAMES), seed)) for seed in (5, 5, 6)
    )

    assert one == other
    assert one != another


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    rules = rules_of("new-york", 2)
    series = list(simulate(rules, ["planner"], range(4), seed=1))

    assert play_one(rules, ["planner"], 1, 3) == series[3]


def test_it_adds_up() -> None:
    rules = rules_of("new-york", 4)
    results = list(simulate(rules, ["planner", "random"], range(GAMES), seed=2))

    series = count_up(results)

    assert series.games == GAMES
    assert sum(tally.seats for tally in series.tallies) == GAMES * 4
    assert sum(tally.wins for tally in series.tallies) == pytest.approx(GAMES)
    assert series.turns == sum(game.turns for game in results)
    assert series.mean_winning_points == series.winning_points / GAMES
    for tally in series.tallies:
        seats = [s for game in results for s in game.seats if s.agent == tally.agent]
        assert tally.points == sum(seat.points for seat in seats)
        assert tally.mean_points == tally.points / len(seats)
        assert 0 <= tally.fulfilled <= tally.kept


def test_a_shared_win_is_shared_out() -> None:
    """Whoever is first alone has the whole win; all wins of a game make one."""
    rules = rules_of("new-york", 2)

    for game in simulate(rules, ["random"], range(40), seed=0):
        assert sum(seat.win for seat in game.seats) == pytest.approx(1)
        assert all(seat.win in (0, 0.5, 1) for seat in game.seats)


def test_names_the_agents_it_knows() -> None:
    rules = rules_of("new-york", 2)

    with pytest.raises(BadInput, match=r'unknown agent "planer"; did you mean "planner"\?'):
        simulate(rules, ["planer"], range(1), seed=0)
    with pytest.raises(BadInput, match=", ".join(AGENTS)):
        simulate(rules, [], range(1), seed=0)


def test_no_games_are_no_series() -> None:
    with pytest.raises(BadInput, match="one game"):
        count_up([])
