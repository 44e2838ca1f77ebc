"""A copy of the project in which a test may follow a recipe of CONTRIBUTING."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent
PLAYS = ("engine", "maps", "render", "bot")
TRIES = ("tests", "sandbox", "docs/rules.md", "pyproject.toml")
"""What tests need besides."""


@dataclass(frozen=True)
class ProjectCopy:
    """The project's own packages in another folder, and programs that run there."""

    root: Path

    @classmethod
    def made(cls, root: Path) -> ProjectCopy:
        """A new copy."""
        for name in (*PLAYS, *TRIES):
            source, target = HOME / name, root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        return cls(root)

    def write(self, path: str, text: str) -> None:
        """Make a file that is not there yet."""
        target = self.root / path
        assert not target.exists(), f"{path} is there already"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def append(self, path: str, text: str) -> None:
        """Put *text* at the end of a file, which is made if it is not there yet."""
        target = self.root / path
        old = target.read_text(encoding="utf-8") if target.exists() else ""
        target.write_text(old + text, encoding="utf-8")

    def replace_once(self, path: str, old: str, new: str) -> None:
        """Put *new* in the place of *old*, which must be there exactly once."""
        target = self.root / path
        text = target.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {path}"
        target.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, module: str, *words: str) -> str:
        """Run `python -m module words` in the copy; returns what it said, and fails as it fails."""
        done = self.tried(module, *words)
        assert done.returncode == 0, (
            f"python -m {module} {' '.join(words)}\n{done.stdout}{done.stderr}"
        )
        return done.stdout

    def tried(self, module: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `python -m module words` in the copy, however it ends."""
        return subprocess.run(  # noqa: S603  # our own modules
            [sys.executable, "-m", module, *words],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> dict[str, int]:
        """Everything that is in it, and when it was written, to compare with later."""
        return {
            path.relative_to(self.root).as_posix(): path.stat().st_mtime_ns
            for path in self.root.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }


def recipe(title: str) -> str:
    """A section of CONTRIBUTING."""
    text = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return next(
        part for part in re.split(r"^## ", text, flags=re.MULTILINE) if part.startswith(title)
    )


def commands(section: str) -> list[list[str]]:
    """Return the words of every `python -m …` and `whistlestop …` in it, the module first."""
    found = re.findall(r"`(python -m|whistlestop) ([^`]+)`", section)
    return [
        ["bot.cli.main"] * (program == "whistlestop") + words.split() for program, words in found
    ]
