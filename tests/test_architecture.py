"""Tests of the structure and the prose of the packages, and of the scripts that check them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from scripts import check_prose
from scripts import check_structure as structure

Check = Callable[[Sequence[structure.Module]], Iterator[str]]


@pytest.fixture(scope="module")
def modules() -> list[structure.Module]:
    return structure.read_modules(structure.ROOT)


@pytest.mark.parametrize("check", structure.CHECKS, ids=lambda check: check.__name__)
def test_no_module_breaks_a_rule(check: Check, modules: list[structure.Module]) -> None:
    faults = list(check(modules))

    assert not faults, "\n" + "\n".join(faults)


def _write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


BAD_SAMPLES: dict[str, tuple[Check, dict[str, str], list[str]]] = {
    "relative import": (
        structure.check_relative_imports,
        {"engine/a.py": "\nfrom . import b\n"},
        ["engine/a.py:2: relative import; write the full name of the module"],
    ),
    "import of a package above": (
        structure.check_layers,
        {
            "engine/a.py": "import maps.loader\n",
            "maps/a.py": "import engine\n\nfrom bot import app\n",
        },
        [
            "engine/a.py:1: imports maps.loader; engine may import no other package: move the code",
            "maps/a.py:3: imports bot; maps may import engine: move the code",
            "maps/a.py:3: imports bot.app; maps may import engine: move the code",
        ],
    ),
    "library outside its home": (
        structure.check_import_homes,
        {
            "bot/ui/a.py": "import discord\nimport asyncpg\n",
            "bot/storage/a.py": "import asyncpg\n",
        },
        ["bot/ui/a.py:2: imports asyncpg; only bot/storage/ may import asyncpg: move the code"],
    ),
    "name of a module outside its home": (
        structure.check_import_homes,
        {"bot/ui/a.py": "from engine import state\nimport engine.statement\n"},
        [
            "bot/ui/a.py:1: imports engine.state; only engine/, "
            "bot/games/followups.py, bot/games/service.py, bot/games/table.py "
            "may import engine.state: move the code"
        ],
    ),
    "rule that reads a clock": (
        structure.check_pure_rules,
        {
            "engine/a.py": "from datetime import timezone\n",
            "engine/ai/a.py": "import os\n",
        },
        [
            "engine/a.py:1: imports datetime; the rules touch nothing outside: pass the value in",
            "engine/a.py:1: imports datetime.timezone; the rules touch nothing outside: "
            "pass the value in",
        ],
    ),
    "comparison with an edition": (
        structure.check_edition_switches,
        {"render/a.py": "def is_usa(table, spec):\n    return table.edition in ('usa', 'world')\n"},
        ["render/a.py:2: asks for an edition by name; use a rule or a parameter of the edition"],
    ),
    "match of an edition": (
        structure.check_edition_switches,
        {"render/a.py": "match board.spec.id:\n    case 'usa':\n        pass\n"},
        ["render/a.py:1: asks for an edition by name; use a rule or a parameter of the edition"],
    ),
    "long module": (
        structure.check_module_sizes,
        {"bench/a.py": "\n" * 701, "bench/b.py": "\n" * 700},
        ["bench/a.py:701: 701 lines; split the module, at most 700"],
    ),
    "large package": (
        structure.check_package_sizes,
        {f"bot/games/a{number}.py": "" for number in range(19)}
        | {f"bot/ui/a{number}.py": "" for number in range(18)}
        | {"bot/ui/__init__.py": "", "bot/ui/turn/a.py": ""},
        ["bot/games/__init__.py:1: 19 modules; make a subpackage, at most 18"],
    ),
    "repeated class names": (
        structure.check_class_names,
        {
            f"bot/{module}.py": "\n".join(f"class Name{number}: ..." for number in range(9))
            for module in "ab"
        },
        [
            f"bot/{module}.py:{number + 1}: class Name{number} is also defined in another module; "
            "rename one (9 such names, at most 8)"
            for number in range(9)
            for module in "ab"
        ],
    ),
    "few repeated class names": (
        structure.check_class_names,
        {f"bot/{module}.py": "class Store: ..." for module in "ab"},
        [],
    ),
    "parameter named id": (
        structure.check_id_parameters,
        {
            "bot/a.py": "def load(\n    id: str,\n) -> None: ...\n",
            "sandbox/a.py": "load = lambda id: id\n",
        },
        ["bot/a.py:2: parameter `id`; say whose: game_id, user_id"],
    ),
}


@pytest.mark.parametrize("name", BAD_SAMPLES)
def test_a_bad_sample_is_reported(name: str, tmp_path: Path) -> None:
    check, files, expected = BAD_SAMPLES[name]
    _write(tmp_path, files)

    assert list(check(structure.read_modules(tmp_path))) == expected


def test_every_structure_check_has_a_bad_sample() -> None:
    tested = {check for check, _, _ in BAD_SAMPLES.values()} | {structure.check_packages_exist}

    assert tested == set(structure.CHECKS)


def test_structure_check_prints_all_offenders_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tmp_path, dict.fromkeys((f"{name}/__init__.py" for name in structure.MAY_IMPORT), ""))
    assert structure.main(tmp_path) == 0
    assert capsys.readouterr().out == ""

    _write(tmp_path, {"maps/a.py": "from . import b\n", "bot/b.py": "find = lambda id: id\n"})
    assert structure.main(tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == [
        "maps/a.py:1: relative import; write the full name of the module",
        "bot/b.py:1: parameter `id`; say whose: game_id, user_id",
    ]


def test_structure_check_reports_a_package_without_modules(tmp_path: Path) -> None:
    _write(tmp_path, {f"{name}/a.py": "" for name in structure.MAY_IMPORT if name != "render"})

    assert list(structure.check_packages_exist(structure.read_modules(tmp_path))) == [
        "render:1: no modules found; correct MAY_IMPORT if the package was renamed"
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"""The text for whoever asks."""\n', "1: 'whoever': name the actor"),
        ("A = 1\n# Retried so often.\n", "2: 'so often': state the number"),
        (
            'def f():\n    """They are sent."""\n',
            "2: 'They': start with a verb or a noun, not a pronoun",
        ),
        (
            'A = 1\n"""Or None: there is none."""\n',
            "2: 'None: t': write the condition as a sentence",
        ),
        ("# One.\n# It is read anew.\n", "1: 'anew': use a current word"),
        ("# The Mailbox sends it.\n", "1: 'Mailbox': this class has another name now"),
    ],
)
def test_prose_check_reports_a_bad_sample(
    source: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tmp_path, {"package/a.py": source, "package/b.py": '"""Return the sum."""\n'})

    assert check_prose.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{tmp_path}/package/a.py:{expected}\n"


def test_prose_check_accepts_plain_prose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tmp_path, {"a.py": '"""Return the sum, or None if there is no game."""\n'})

    assert check_prose.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""
