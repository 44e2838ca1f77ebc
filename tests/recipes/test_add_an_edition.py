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
def said(project: ProjectCopy) -> dict[str, str]:
    """What every command of the recipe says, once the files that it names are written."""
    for name in re.findall(r"`(?:maps/<board>/)?([a-z<>]+\.(?:csv|toml))`", RECIPE):
        file = name.replace("<edition>", "grove")
        project.write(f"maps/grove/{file}", (GROVE / file).read_text(encoding="utf-8"))
    said = {}
    for module, *words in commands(RECIPE):
        before = project.files()
        given = [WORDS.get(word, word) for word in words]
        said[" ".join([module, *given])] = project.run(module, *given)
        changed = {name for name, at in project.files().items() if before.get(name) != at}
        assert {Path(name).parent.as_posix() for name in changed} <= MADE
    return said


@pytest.fixture(scope="module")
def shown(project: ProjectCopy, said: dict[str, str], tmp_path_factory: Any) -> dict[str, Any]:
    """What the edition is like, and under "pictures" where its pictures are."""
    folder = tmp_path_factory.mktemp("pictures")
    facts: dict[str, Any] = json.loads(
        project.run("tests.recipes.try_edition", "grove", str(folder))
    )
    return facts | {"pictures": sorted(folder.iterdir())}


def test_the_recipe_names_every_file_and_command(said: dict[str, str]) -> None:
    assert list(said) == [
        "bot.cli.main boards arrange grove",
        "bot.cli.main boards check grove",
        "tests.record_games grove 2",
        "tests.render.test_golden grove",
    ]


def test_the_check_finds_nothing(said: dict[str, str]) -> None:
    assert ": all right\n" in said["bot.cli.main boards check grove"]
    assert "missing" not in said["bot.cli.main boards check grove"]


def test_it_can_be_chosen(project: ProjectCopy, shown: dict[str, Any]) -> None:
    """And it is the copy that was asked."""
    assert Path(shown["from"]).is_relative_to(project.root)
    assert "grove" in shown["choices"]
    assert shown["titles"] == {"en": "The Grove", "de": "Der Hain"}


def test_bots_play_it_to_its_end(shown: dict[str, Any]) -> None:
    assert shown["over"]
    assert len(shown["totals"]) == 2


def test_its_recorded_game_replays(shown: dict[str, Any]) -> None:
    assert shown["replayed"] == [True]


def test_every_picture_is_drawn(shown: dict[str, Any]) -> None:
    """Five in the game and in English, six at its end and in German."""
    assert len(shown["pictures"]) == 5 + 6
    for path in shown["pictures"]:
        with Image.open(path) as picture:
            picture.load()
            assert 300 < min(picture.size) <= max(picture.size) < 4000, path.name
            assert len(picture.getcolors(256) or ()) > 8, path.name


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_rules_are_worded(shown: dict[str, Any], language: str) -> None:
    pages = shown["pages"][language]

    assert all(40 < len(page) < 3900 for page in pages)
    assert {"en": "Eight trees", "de": "Acht Bäume"}[language] in pages[0]
