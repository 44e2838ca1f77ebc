"""The shape of the project: who may import what, no switch on an edition, small modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT = {
    "engine": set(),
    "maps": {"engine"},
    "render": {"engine", "maps"},
    "sandbox": set(),
    "bot": {"engine", "maps", "render", "sandbox"},
}
"""Imports point inwards only."""

ONLY_UNDER = {
    "discord": ("bot/",),
    "aiosqlite": ("bot/storage/sqlite/database.py",),
    "asyncpg": ("bot/storage/",),
    "PIL": ("render/",),
    "networkx": ("maps/authoring/",),
    "random": ("engine/ai/", "bench/"),
    "time": ("bot/", "sandbox/", "engine/ai/"),
    "sandbox": ("sandbox/", "bot/cli/sandbox_runner.py"),
    "engine.state": (
        "engine/",
        "bot/games/followups.py",
        "bot/games/service.py",
        "bot/games/table.py",
    ),
}
"""A module, and the paths that may name it."""

OUTSIDE_WORLD = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "pathlib",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "urllib",
    "uuid",
}
"""What the rules must never touch: files, clocks, sockets, the environment, true chance."""

LONGEST_MODULE = 700

FILES = sorted(path for home in MAY_IMPORT for path in (ROOT / home).rglob("*.py"))

by_file = pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())


def _here(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _imported(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file names, and every name it takes from one, with the line."""
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{_here(path)}:{node.lineno} imports relatively"
            yield node.lineno, node.module or ""
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def _inside(name: str, module: str) -> bool:
    return name == module or name.startswith(module + ".")


class TestImports:
    """The dependency rule."""

    @by_file
    def test_imports_point_inwards(self, path: Path) -> None:
        """Each package names only the packages below it, and each library has one home."""
        here = _here(path)
        home = here.split("/")[0]
        above = MAY_IMPORT.keys() - {home} - MAY_IMPORT[home]
        for line, name in _imported(path):
            assert name.split(".")[0] not in above, f"{here}:{line} imports {name}"
            for module, homes in ONLY_UNDER.items():
                allowed = not _inside(name, module) or here.startswith(homes)
                assert allowed, f"{here}:{line} imports {name}"

    @pytest.mark.parametrize(
        "path",
        [p for p in FILES if _here(p).startswith("engine/") and "engine/ai/" not in _here(p)],
        ids=_here,
    )
    def test_the_rules_touch_nothing_outside(self, path: Path) -> None:
        """No file, no clock, no socket, no environment."""
        for line, name in _imported(path):
            assert name.split(".")[0] not in OUTSIDE_WORLD, f"{_here(path)}:{line} imports {name}"

    def test_all_four_packages_are_looked_at(self) -> None:
        """A package without files would make these tests say nothing."""
        homes = {_here(path).split("/")[0] for path in FILES}

        assert {"engine", "maps"} <= homes <= MAY_IMPORT.keys()


def _is_edition(node: ast.AST) -> bool:
    """Whether an expression names an edition: ``edition``, ``x.edition``, ``spec.id``."""
    if isinstance(node, ast.Name):
        return node.id == "edition"
    if isinstance(node, ast.Attribute):
        owner = node.value
        named = getattr(owner, "id", None) or getattr(owner, "attr", None)
        return node.attr == "edition" or (node.attr == "id" and named == "spec")
    return False


def _is_text(node: ast.AST) -> bool:
    """Whether an expression is a string, or a handful of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_is_text(item) for item in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


class TestEditions:
    """An edition is data: no code asks which one it is."""

    @by_file
    def test_no_switch_on_an_edition(self, path: Path) -> None:
        """Neither by comparing nor by matching; a rule or a parameter does it instead."""
        for node in _nodes(path):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                switch = any(map(_is_edition, sides)) and any(map(_is_text, sides))
            elif isinstance(node, ast.Match):
                switch = _is_edition(node.subject)
            else:
                continue
            assert not switch, f"{_here(path)}:{node.lineno} asks for an edition by name"


class TestSizes:
    """A file that grows too long holds two ideas."""

    @by_file
    def test_modules_stay_small(self, path: Path) -> None:
        """At most so many lines."""
        lines = len(path.read_text(encoding="utf-8").splitlines())

        assert lines <= LONGEST_MODULE, f"{_here(path)} has {lines} lines"
