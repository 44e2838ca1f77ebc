"""`whistlestop simulate` at the terminal."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner, Result

from bot.cli.main import app
from engine.ai.simulate import count_up, simulate
from tests.builders import rules_of

QUICK = ("simulate", "new-york", "--games", "4", "--seats", "2", "--seed", "7")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def test_shows_a_table() -> None:
    result = run(*QUICK, "--agents", "planner,random")

    assert result.exit_code == 0
    for word in ("New York", "planner", "random", "wins", "completed", "games/s"):
        assert word in result.stdout


def test_json_is_all_that_is_printed() -> None:
    result = run(*QUICK, "--agents", "planner, random", "--json")

    assert result.exit_code == 0
    assert not result.stderr
    facts = json.loads(result.stdout)
    series = count_up(simulate(rules_of("new-york", 2), ["planner", "random"], range(4), seed=7))
    assert facts["agents"] == ["planner", "random"]
    assert facts["mean_winning_score"] == series.mean_winning_points
    assert [row["wins"] for row in facts["results"]] == [t.wins for t in series.tallies]


def test_processes_change_nothing_but_the_time() -> None:
    facts = []
    for jobs in ("1", "2"):
        said = subprocess.run(  # noqa: S603  # our own words
            [sys.executable, "-m", "bot.cli.main", *QUICK, "--json", "--jobs", jobs],
            check=True,
            capture_output=True,
            text=True,
        )
        facts.append(json.loads(said.stdout))
        facts[-1].pop("games_per_second")

    assert facts[0] == facts[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["usaa"], 'no edition "usaa"; did you mean "usa"?'),
        (["mars"], 'no edition "mars"'),
        (["usa", "--seats", "6"], "usa is played by 2 to 5, not 6"),
        (["usa", "--games", "0"], "--games must be at least 1, not 0"),
        (["usa", "--games", "-3"], "--games must be at least 1, not -3"),
        (["usa", "--jobs", "0"], "--jobs must be from 1 to 32, not 0"),
        (["usa", "--agents", "planer"], 'unknown agent "planer"; did you mean "planner"?'),
        (["usa", "--agents", ","], "the list of agents is empty"),
    ],
)
def test_a_mistake_is_told_in_one_line(words: list[str], said: str) -> None:
    result = run("simulate", *words)

    assert result.exit_code == 2
    assert not result.stdout
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.stderr
