"""The form of CHANGELOG.md: releases, groups and entries, as Keep a Changelog describes them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import Final

import pytest

from tests.docs.pages import ROOT

CHANGELOG: Final = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MAX_ENTRY_WORDS: Final = 30
MAX_LINE_LENGTH: Final = 100
UNRELEASED: Final = "## [Unreleased]"
RELEASE: Final = re.compile(r"## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)")
GROUPS: Final = {f"### {name}" for name in ("Added", "Changed", "Removed", "Fixed", "Security")}
BODY: Final = re.compile(r"- \S|  [^-\s]|\*\*(Players|Moderators|Operators|Developers)\*\*$|### |$")
"""The start of a line below the heading of a release: an entry, its next line or an audience."""

SAMPLE: Final = """\
# Changelog

All changes.

## [Unreleased]

### Added

- A plan can be paused.

## [1.10.0] - 2031-02-03

### Added

**Players**

- A plan can be
  resumed.

### Fixed

- A route is claimed once.

## [1.9.0] - 2031-02-03

### Removed

- A command is gone.
"""
"""A changelog without a fault."""


def test_the_changelog_has_the_form() -> None:
    faults = [*_heading_faults(CHANGELOG), *_entry_faults(CHANGELOG)]

    assert CHANGELOG.count("\n- ") > 50
    assert not faults, "\n".join(faults)


def test_the_newest_release_is_the_version_of_the_package() -> None:
    assert _version_fault(CHANGELOG, PROJECT["version"]) == ""


class TestFaults:
    """Faults are found."""

    def test_a_good_changelog_has_none(self) -> None:
        assert [*_heading_faults(SAMPLE), *_entry_faults(SAMPLE)] == []

    @pytest.mark.parametrize(
        ("old", "new", "fault"),
        [
            ("# Changelog", "# History", "first heading: # History"),
            ("## [1.9.0] - ", "## 1.9.0 - ", "unknown heading: ## 1.9.0 - 2031-02-03"),
            ("[1.9.0] - 2031-02-03", "[1.9.0] - 3.2.31", "unknown heading: ## [1.9.0] - 3.2.31"),
            ("## [1.9.0] - 2031-02-03", UNRELEASED, "not first: ## [Unreleased]"),
            ("### Removed", "### Gone", "unknown heading: ### Gone"),
            ("### Removed", "#### Removed", "unknown heading: #### Removed"),
            ("[1.9.0] - 2031-02-03", "[1.9.0] - 2031-02-30", "no such day: 2031-02-30"),
            ("[1.9.0]", "[1.11.0]", "not newest first: 1.10.0, 1.11.0"),
            ("[1.9.0]", "[1.10.0]", "not newest first: 1.10.0, 1.10.0"),
            ("[1.9.0] - 2031-02-03", "[1.9.0] - 2031-02-04", "not newest first: 1.10.0, 1.9.0"),
        ],
    )
    def test_a_wrong_heading_is_found(self, old: str, new: str, fault: str) -> None:
        assert SAMPLE.count(old) == 1

        assert [*_heading_faults(SAMPLE.replace(old, new))] == [fault]

    @pytest.mark.parametrize(
        ("old", "new", "fault"),
        [
            ("**Players**", "**Authors**", "not an entry: **Authors**"),
            ("- A command", "A command", "not an entry: A command is gone."),
            ("- A command", "* A command", "not an entry: * A command is gone."),
            ("- A command", "  - A command", "not an entry:   - A command is gone."),
            ("A plan can be\n  resumed", "one " * 15 + "\n  " + "two " * 15 + "x", "31 words: one"),
            ("A command is gone.", "m" * 99, f"101 characters: - {'m' * 99}"),
        ],
    )
    def test_a_wrong_entry_is_found(self, old: str, new: str, fault: str) -> None:
        assert SAMPLE.count(old) == 1

        (found,) = _entry_faults(SAMPLE.replace(old, new))

        assert found.startswith(fault)

    def test_a_wrong_version_is_found(self) -> None:
        """While something is unreleased, the package may already have the next version."""
        released = SAMPLE.replace(f"{UNRELEASED}\n\n### Added\n\n- A plan can be paused.\n\n", "")

        assert _version_fault(released, "1.10.0") == ""
        assert _version_fault(released, "1.11.0") == "released: 1.10.0, package: 1.11.0"
        assert _version_fault(released, "1.9.0") == "released: 1.10.0, package: 1.9.0"
        assert _version_fault(SAMPLE, "1.11.0") == ""
        assert _version_fault(SAMPLE, "1.9.0") == "released: 1.10.0, package: 1.9.0"


def _heading_faults(text: str) -> Iterator[str]:
    """Yield what is wrong with the headings of a changelog."""
    first, *headings = re.findall(r"^#+ .*$", text, re.MULTILINE)
    if first != "# Changelog":
        yield f"first heading: {first}"
    for number, heading in enumerate(headings):
        if heading == UNRELEASED and number > 0:
            yield f"not first: {heading}"
        if heading not in {UNRELEASED, *GROUPS} and not RELEASE.fullmatch(heading):
            yield f"unknown heading: {heading}"
    yield from _release_faults(text)


def _release_faults(text: str) -> Iterator[str]:
    """Yield what is wrong with the numbers and days of the releases."""
    releases = [(found[1], found[2]) for found in RELEASE.finditer(text)]
    for _, day in releases:
        if not _is_day(day):
            yield f"no such day: {day}"
    for (newer, later), (older, earlier) in pairwise(releases):
        if _numbers(newer) <= _numbers(older) or (_is_day(earlier) and later < earlier):
            yield f"not newest first: {newer}, {older}"


def _entry_faults(text: str) -> Iterator[str]:
    """Yield what is wrong with the lines below the headings of releases."""
    body = text[text.index("\n## ") :]
    for line in body.splitlines():
        if len(line) > MAX_LINE_LENGTH:
            yield f"{len(line)} characters: {line}"
        if not line.startswith("## ") and not BODY.match(line):
            yield f"not an entry: {line}"
    for entry in re.findall(r"^- (.*(?:\n  .*)*)", body, re.MULTILINE):
        if len(entry.split()) > MAX_ENTRY_WORDS:
            yield f"{len(entry.split())} words: {entry}"


def _version_fault(text: str, version: str) -> str:
    """Return what is wrong with the version of the package, or an empty text."""
    newest = RELEASE.search(text)
    if newest is None or newest[1] == version:
        return ""
    if UNRELEASED in text and _numbers(version) > _numbers(newest[1]):
        return ""
    return f"released: {newest[1]}, package: {version}"


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
