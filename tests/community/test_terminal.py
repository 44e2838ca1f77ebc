"""`python -m bench pace EDITION` at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bench.community.command import app, games_of, played_by
from bench.community.figures import figures_of, ratio
from bench.community.scenarios import SCENARIOS
from tests.render.scenes import open_image

QUICK = ("new-york", "--seats", "2", "--games", "2", "--seed", "5", "--jobs", "1")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def test_json_is_all_that_is_printed(tmp_path: Path) -> None:
    result = run(*QUICK, "--json", "--plot", str(tmp_path / "pace.png"))

    assert (result.exit_code, result.stderr) == (0, "")
    facts = json.loads(result.stdout)
    assert [*facts] == [*SCENARIOS, "ratio_orders"]
    assert all([*facts[name]] == ["median_days", "p90_days"] for name in SCENARIOS)
    figures = figures_of(played_by(games_of("new-york", 2, 5, 2), 1))
    assert facts["ratio_orders"] == round(ratio(figures) or 0, 3) < 0.5
    assert facts["plain"]["median_days"] == round(figures["plain"].median or 0, 2)
    assert facts["vanished"] == {"median_days": None, "p90_days": None}
    assert open_image((tmp_path / "pace.png").read_bytes()).width == 1600


def test_shows_a_table() -> None:
    result = run(*QUICK)

    assert result.exit_code == 0
    for word in ("New York", "2 games of each kind", *SCENARIOS, "never", "awaited for"):
        assert word in result.stdout


def test_processes_change_nothing_but_the_time() -> None:
    """Whichever game is done first."""
    wanted = games_of("new-york", 2, 5, 2, ("orders",))

    assert figures_of(played_by(wanted, 2)) == figures_of(played_by(wanted, 1))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), 'no edition "nowhere"'),
        (("new-york", "--seats", "7"), "2 to 4"),
        (("new-york", "--games", "0"), "--games must be at least 1, not 0"),
        (("new-york", "--jobs", "0"), "--jobs must be from 1 to 32, not 0"),
        (("new-york", "--plot", "/nowhere/pace.png"), "/nowhere/pace.png: No such file"),
    ],
)
def test_what_makes_no_sense_gets_one_line(words: tuple[str, ...], said: str) -> None:
    """Before a single game is played."""
    result = run(*words)

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not result.stdout


def test_a_picture_is_not_begun_for_nothing(tmp_path: Path) -> None:
    """What is refused later leaves no empty file, and an old picture as it was."""
    old = tmp_path / "old.png"
    old.write_bytes(b"kept")

    assert run("new-york", "--games", "0", "--plot", str(tmp_path / "a.png")).exit_code == 2
    assert run("new-york", "--plot", str(tmp_path)).exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["old.png"]
    assert old.read_bytes() == b"kept"
