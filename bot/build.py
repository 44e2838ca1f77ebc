"""The build of the program that runs: its version and its commit."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

UNKNOWN: Final = "unknown"
COMMIT_VARIABLE: Final = "WHISTLESTOP_COMMIT"
"""Set in the image when it is built."""
CHECKOUT: Final = Path(__file__).resolve().parent.parent

_COMMIT: Final = re.compile(r"[0-9a-f]{7,64}")


@cache
def program_version() -> str:
    """Return the version of the installed package."""
    return metadata.version("whistlestop")


@cache
def program_commit() -> str:
    """Return the commit of the image or the checkout, or "unknown"."""
    found = os.environ.get(COMMIT_VARIABLE) or read_commit(CHECKOUT / ".git")
    return found if _COMMIT.fullmatch(found) else UNKNOWN


def read_commit(git: Path) -> str:
    """Return the commit that a repository's `.git` points at, or "" if there is none.

    The files are read as they are, because not every host has git installed.
    """
    try:
        return _read_head(git)
    except (OSError, ValueError):
        return ""


def _read_head(git: Path) -> str:
    if git.is_file():  # the HEAD of a worktree is in another folder
        git = git.parent / _read_text(git).removeprefix("gitdir: ")
    head = _read_text(git / "HEAD")
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    shared = git / "commondir"
    home = git / _read_text(shared) if shared.is_file() else git
    for place in (git / name, home / name):
        if place.is_file():
            return _read_text(place)
    packed = _read_text(home / "packed-refs").splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()
