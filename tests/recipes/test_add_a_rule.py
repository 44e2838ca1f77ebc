"""The recipe "Add a rule" of CONTRIBUTING, followed to the letter: in the files that it names."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.recipes.project import ProjectCopy, recipe
from tests.recipes.toy_rules import FORBIDS_AND_SCORES, WITH_AN_ACTION, Part

STEPS = dict(
    re.findall(r"^(\d)\. (.*?)(?=^\d\. |^$)", recipe("Add a rule"), re.MULTILINE | re.DOTALL)
)
"""The steps of the recipe by number."""
GROVE = Path(__file__).parent / "grove"
PARTS = (*FORBIDS_AND_SCORES, *WITH_AN_ACTION)
LAST = tuple(part for part in PARTS if part.step in (1, 4, 5))[1:]
"""What somebody forgets: tests and words, and of one of the rules also its ids."""
COMPLETE = "tests/test_completeness.py"
WORDS = "tests/text/test_words.py"
PYTEST = ("pytest", "-n0", "-q", "-p", "no:cacheprovider")


@pytest.fixture(scope="module")
def missing_report(project: ProjectCopy) -> str:
    """What completeness says while steps are missing."""
    for file in GROVE.iterdir():
        project.write(f"maps/grove/{file.name}", file.read_text(encoding="utf-8"))
    project.run("bot.cli.main", "boards", "arrange", "grove")
    for part in PARTS:
        if part not in LAST:
            part.put_into(project)
    done = project.tried(*PYTEST, COMPLETE, "-k", "rule or mechanic or score")
    for part in LAST:
        part.put_into(project)
    return done.stdout


@pytest.fixture(scope="module")
def finished_project(project: ProjectCopy, missing_report: str) -> ProjectCopy:
    """The project with both rules, and a game of them."""
    project.run("bot.cli.main", "boards", "check", "grove")
    project.run("tests.record_games", "grove", "2")
    return project


@pytest.mark.parametrize(("parts", "cost"), [(FORBIDS_AND_SCORES, 8), (WITH_AN_ACTION, 15)])
def test_the_recipe_costs_no_more_files(parts: Sequence[Part], cost: int) -> None:
    """And says so."""
    files = sorted({part.path for part in parts})

    assert len(files) == cost, f"the recipe touches {len(files)} files:\n" + "\n".join(files)
    assert re.search(rf"\b{cost}\b", recipe("Add a rule").splitlines()[-2])


@pytest.mark.parametrize("part", PARTS, ids=lambda p: p.path)
def test_each_file_is_named_in_its_step(part: Part) -> None:
    """By its name, or by its folder."""
    words = {"<mechanic>": "[a-z]+", "<board>": "grove", "<edition>": "grove"}
    named = re.findall(r"`([\w/.<>]+)`", STEPS[str(part.step)])
    patterns = [re.sub("<[a-z]+>", lambda found: words.get(found[0], ""), name) for name in named]

    assert any(re.fullmatch(rf"{pattern}(/.*)?", part.path) for pattern in patterns)


def test_what_is_forgotten_is_named_with_its_file(missing_report: str) -> None:
    for hint in (
        "docs/rules.md: state Picnics's rules ['P91', 'W90']",
        "docs/rules.md: state the rule W90",
        "tests/engine/rules: write a test class for each",
        "bot/text/locales/de: write mechanic-thickets",
        "bot/text/locales/en: write score-picnics, score-thickets",
    ):
        assert hint in missing_report


def test_nothing_is_missing_at_the_end(finished_project: ProjectCopy) -> None:
    toys = [f"tests/engine/rules/test_{name}.py" for name in ("thickets", "picnics")]

    assert "failed" not in finished_project.run(*PYTEST, COMPLETE, WORDS, *toys)


@pytest.fixture(scope="module")
def game_facts(finished_project: ProjectCopy, tmp_path_factory: Any) -> dict[str, Any]:
    """What happens in a game with both rules, and under "pictures" the names of its pictures."""
    folder = tmp_path_factory.mktemp("pictures")
    facts: dict[str, Any] = json.loads(finished_project.run("tests.recipes.try_rule", str(folder)))
    assert Path(facts["from"]).is_relative_to(finished_project.root)
    return facts | {"pictures": {path.stem for path in folder.glob("*.png")}}


def test_a_game_with_it_replays_and_is_drawn(game_facts: dict[str, Any]) -> None:
    """With the score sheet: bots have played to the end."""
    assert game_facts["replayed"]
    assert {"board", "hand", "map", "scores"} <= game_facts["pictures"]


def test_everybody_sees_what_may_be_seen(game_facts: dict[str, Any]) -> None:
    assert game_facts["seen"]["told"]
    assert game_facts["seen"]["baskets"]
    assert game_facts["seen"]["secrets"] == []


@pytest.mark.parametrize(
    ("language", "event", "own", "lines", "refusals"),
    [
        ("en", "held a picnic at", "You held", {"Thickets", "Picnics"}, ("no room", "A picnic")),
        ("de", "ein Picknick gehalten", "Du hast", {"Dickichte", "Picknicke"}, ("Platz", "Ein ")),
    ],
)
def test_it_is_worded(
    game_facts: dict[str, Any],
    language: str,
    event: str,
    own: str,
    lines: set[str],
    refusals: tuple[str, str],
) -> None:
    said = game_facts["said"][language]

    assert any(event in line for line in said["recap"])
    assert all(line.startswith(own) for line in said["own"])
    assert lines <= {*said["lines"]}
    assert [word in line for word, line in zip(refusals, said["refusals"], strict=True)] == [1, 1]


def test_people_can_press_it(game_facts: dict[str, Any]) -> None:
    """From the button under the board to the answer."""
    assert "You held a picnic at" in game_facts["pressed"]
