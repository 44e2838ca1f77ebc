"""Check the structure of the packages: `python scripts/check_structure.py`.

Each offender is printed as `file:line: rule`, and the exit code is 1 if there is one.
tests/test_architecture.py calls the same functions. Contracts between the packages of `bot` are
in pyproject.toml (import-linter).
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent

MAY_IMPORT: Final[dict[str, frozenset[str]]] = {
    "engine": frozenset(),
    "maps": frozenset({"engine"}),
    "render": frozenset({"engine", "maps"}),
    "sandbox": frozenset(),
    "bot": frozenset({"engine", "maps", "render", "sandbox"}),
}
"""The packages of this project that each package may import."""

ONLY_UNDER: Final[dict[str, tuple[str, ...]]] = {
    "discord": ("bot/",),
    "aiosqlite": ("bot/storage/sqlite/database.py",),
    "asyncpg": ("bot/storage/",),
    "PIL": ("render/",),
    "networkx": ("maps/authoring/",),
    "random": ("engine/ai/",),
    "time": ("bot/", "sandbox/", "engine/ai/"),
    "sandbox": ("sandbox/", "bot/cli/sandbox_runner.py"),
    "engine.state": (
        "engine/",
        "bot/games/followups.py",
        "bot/games/service.py",
        "bot/games/table.py",
    ),
}
"""The only paths whose modules may import a module."""

OUTSIDE_WORLD: Final = frozenset(
    {
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
)
"""Modules for files, clocks, sockets, the environment and true chance: never in the rules."""

LIMITED_PACKAGES: Final = (*MAY_IMPORT, "bench")
MAX_MODULE_LINES: Final = 700
MAX_PACKAGE_MODULES: Final = 18
"""In `bot`, without `__init__.py` and subpackages."""
MAX_REPEATED_CLASS_NAMES: Final = 8
"""Names of classes in `bot` that more than one module may define."""


class Module(NamedTuple):
    """A source file and its syntax tree."""

    path: str
    """Relative to the root of the project, with slashes."""
    line_count: int
    tree: ast.Module

    @property
    def package(self) -> str:
        """Top-level package of the module."""
        return self.path.split("/")[0]

    def fault(self, node: ast.stmt | ast.expr | ast.arg, rule: str) -> str:
        """Return the line that reports a node."""
        return f"{self.path}:{node.lineno}: {rule}"


def read_modules(root: Path, packages: Sequence[str] = LIMITED_PACKAGES) -> list[Module]:
    """Read and parse every module of the packages."""
    modules = []
    for path in sorted(path for package in packages for path in (root / package).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        name = path.relative_to(root).as_posix()
        modules.append(Module(name, len(source.splitlines()), ast.parse(source)))
    return modules


def _layered(modules: Sequence[Module]) -> list[Module]:
    return [module for module in modules if module.package in MAY_IMPORT]


def _imports(module: Module) -> Iterator[tuple[ast.stmt, str]]:
    """Yield each module that a file imports, and each name that it imports from one."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node, node.module or ""
            yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


def _contains(module: str, name: str) -> bool:
    return name == module or name.startswith(module + ".")


def check_packages_exist(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each package without modules, because its checks would find nothing."""
    for package in MAY_IMPORT.keys() - {module.package for module in modules}:
        yield f"{package}:1: no modules found; correct MAY_IMPORT if the package was renamed"


def check_relative_imports(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each relative import."""
    for module in _layered(modules):
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node.level > 0:
                yield module.fault(node, "relative import; write the full name of the module")


def check_layers(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each import of a package that is not below the importing package."""
    for module in _layered(modules):
        above = MAY_IMPORT.keys() - {module.package} - MAY_IMPORT[module.package]
        below = ", ".join(sorted(MAY_IMPORT[module.package])) or "no other package"
        for node, name in _imports(module):
            if name.split(".")[0] in above:
                rule = f"imports {name}; {module.package} may import {below}: move the code"
                yield module.fault(node, rule)


def check_import_homes(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each import of a module outside the paths that may import it."""
    for module in _layered(modules):
        for node, name in _imports(module):
            for target, homes in ONLY_UNDER.items():
                if _contains(target, name) and not module.path.startswith(homes):
                    places = ", ".join(homes)
                    rule = f"imports {name}; only {places} may import {target}: move the code"
                    yield module.fault(node, rule)


def check_pure_rules(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each import in the rules that reaches outside: files, clocks, sockets, chance."""
    for module in modules:
        if module.package != "engine" or module.path.startswith("engine/ai/"):
            continue
        for node, name in _imports(module):
            if name.split(".")[0] in OUTSIDE_WORLD:
                rule = f"imports {name}; the rules touch nothing outside: pass the value in"
                yield module.fault(node, rule)


def _is_edition(node: ast.AST) -> bool:
    """Return whether an expression names an edition: `edition`, `x.edition` or `spec.id`."""
    if isinstance(node, ast.Name):
        return node.id == "edition"
    if isinstance(node, ast.Attribute):
        owner = node.value
        name = getattr(owner, "id", None) or getattr(owner, "attr", None)
        return node.attr == "edition" or (node.attr == "id" and name == "spec")
    return False


def _is_text(node: ast.AST) -> bool:
    """Return whether an expression is a string or a collection with one."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_is_text(item) for item in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def check_edition_switches(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each comparison or match that asks for an edition by name."""
    for module in _layered(modules):
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                is_switch = any(map(_is_edition, sides)) and any(map(_is_text, sides))
            elif isinstance(node, ast.Match):
                is_switch = _is_edition(node.subject)
            else:
                continue
            if is_switch:
                rule = "asks for an edition by name; use a rule or a parameter of the edition"
                yield module.fault(node, rule)


def check_module_sizes(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each module that is too long."""
    for module in modules:
        if module.line_count > MAX_MODULE_LINES:
            rule = f"{module.line_count} lines; split the module, at most {MAX_MODULE_LINES}"
            yield f"{module.path}:{MAX_MODULE_LINES + 1}: {rule}"


def check_package_sizes(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each package of `bot` with too many modules."""
    paths = [PurePosixPath(module.path) for module in modules if module.package == "bot"]
    counts = Counter(path.parent for path in paths if path.name != "__init__.py")
    for package, count in counts.items():
        if count > MAX_PACKAGE_MODULES:
            rule = f"{count} modules; make a subpackage, at most {MAX_PACKAGE_MODULES}"
            yield f"{package}/__init__.py:1: {rule}"


def check_class_names(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each class of `bot` whose name is repeated, if too many names are."""
    places: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for module in modules:
        for node in ast.walk(module.tree) if module.package == "bot" else ():
            if isinstance(node, ast.ClassDef):
                rule = f"class {node.name} is also defined in another module; rename one"
                places[node.name].setdefault(module.path, module.fault(node, rule))
    repeated = [faults for faults in places.values() if len(faults) > 1]
    if len(repeated) > MAX_REPEATED_CLASS_NAMES:
        for faults in repeated:
            for fault in faults.values():
                yield f"{fault} ({len(repeated)} such names, at most {MAX_REPEATED_CLASS_NAMES})"


def check_id_parameters(modules: Sequence[Module]) -> Iterator[str]:
    """Yield each parameter of `bot` that is named `id`."""
    for module in modules:
        for node in ast.walk(module.tree) if module.package == "bot" else ():
            if isinstance(node, ast.arg) and node.arg == "id":
                yield module.fault(node, "parameter `id`; say whose: game_id, user_id")


CHECKS: Final[tuple[Callable[[Sequence[Module]], Iterator[str]], ...]] = (
    check_packages_exist,
    check_relative_imports,
    check_layers,
    check_import_homes,
    check_pure_rules,
    check_edition_switches,
    check_module_sizes,
    check_package_sizes,
    check_class_names,
    check_id_parameters,
)


def main(root: Path = ROOT) -> int:
    """Print every offender and return 1 if there is one."""
    modules = read_modules(root)
    faults = [fault for check in CHECKS for fault in check(modules)]
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
