"""The recipe "Add an edition" of CONTRIBUTING, followed to the letter: it is data only."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.recipes.project import ProjectCopy, commands, recipe

RECIPE = recipe("Add an edition")
GROVE = Path(__file__).parent / "grove"
"""The files that an author writes: a board of eight cities, and an edition on it."""
MADE = {"maps/grove", "tests/recorded", "tests/render/golden"}
"""Where the commands of the recipe write."""
WORDS = {"<board>": "grove", "<edition>": "grove", "SEATS": "2"}


@pytest.fixture(scope="module")
def command_output(project: ProjectCopy) -> dict[str, str]:
    """What every command of the recipe says, once the files that it names are written."""
    for name in re.findall(r"`(?:maps/<board>/)?([a-z<>]+\.(?:csv|toml))`", RECIPE):
        file = name.replace("<edition>", "grove")
        project.write(f"maps/grove/{file}", (GROVE / file).read_text(encoding="utf-8"))
    command_output = {}
    for module, *words in commands(RECIPE):
        before = project.files()
        given = [WORDS.get(word, word) for word in words]
        command_output[" ".join([module, *given])] = project.run(module, *given)
        changed = {name for name, at in project.files().items() if before.get(name) != at}
        assert {Path(name).parent.as_posix() for name in changed} <= MADE
    return command_output


@pytest.fixture(scope="module")
def edition_facts(
    project: ProjectCopy, command_output: dict[str, str], tmp_path_factory: Any
) -> dict[str, Any]:
    """What the edition is like, and under "pictures" where its pictures are."""
    folder = tmp_path_factory.mktemp("pictures")
    facts: dict[str, Any] = json.loads(
        project.run("tests.recipes.try_edition", "grove", str(folder))
    )
    return facts | {"pictures": sorted(folder.iterdir())}


def test_the_recipe_names_every_file_and_command(command_output: dict[str, str]) -> None:
    assert list(command_output) == [
        "bot.cli.main boards arrange grove",
        "bot.cli.main boards check grove",
        "tests.record_games grove 2",
        "tests.render.test_golden grove",
    ]


def test_the_check_finds_nothing(command_output: dict[str, str]) -> None:
    assert ": all right\n" in command_output["bot.cli.main boards check grove"]
    assert "missing" not in command_output["bot.cli.main boards check grove"]


def test_it_can_be_chosen(project: ProjectCopy, edition_facts: dict[str, Any]) -> None:
    """And it is the copy that was asked."""
    assert Path(edition_facts["from"]).is_relative_to(project.root)
    assert "grove" in edition_facts["choices"]
    assert edition_facts["titles"] == {"en": "The Grove", "de": "Der Hain"}


def test_bots_play_it_to_its_end(edition_facts: dict[str, Any]) -> None:
    assert edition_facts["over"]
    assert len(edition_facts["totals"]) == 2


def test_its_recorded_game_replays(edition_facts: dict[str, Any]) -> None:
    assert edition_facts["replayed"] == [True]


def test_every_picture_is_drawn(edition_facts: dict[str, Any]) -> None:
    """Five in the game and in English, six at its end and in German."""
    assert len(edition_facts["pictures"]) == 5 + 6
    for path in edition_facts["pictures"]:
        with Image.open(path) as picture:
            picture.load()
            assert 300 < min(picture.size) <= max(picture.size) < 4000, path.name
            assert len(picture.getcolors(256) or ()) > 8, path.name


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_rules_are_worded(edition_facts: dict[str, Any], language: str) -> None:
    pages = edition_facts["pages"][language]

    assert all(40 < len(page) < 3900 for page in pages)
    assert {"en": "Eight trees", "de": "Acht Bäume"}[language] in pages[0]
