"""The pages of the documentation, and what their Markdown contains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent

FENCE: Final = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
SPAN: Final = re.compile(r"`([^`]+)`")
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
HEADING: Final = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """A Markdown file."""

    path: Path

    @cached_property
    def text(self) -> str:
        """The text of the page."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def prose(self) -> str:
        """The text with blanks in place of fenced blocks, so that lines keep their numbers."""
        return FENCE.sub(_blank, self.text)

    @property
    def fences(self) -> Iterator[tuple[int, str]]:
        """Each line of a fenced block with its line number."""
        for block in FENCE.finditer(self.text):
            first = self.line_at(block.start())
            for number, line in enumerate(block[0].splitlines()):
                yield first + number, line.strip()

    @property
    def spans(self) -> Iterator[tuple[int, str]]:
        """Each code span with its line number."""
        for span in SPAN.finditer(self.prose):
            yield self.line_at(span.start()), " ".join(span[1].split())

    @property
    def links(self) -> Iterator[tuple[int, str]]:
        """Each link target with its line number."""
        prose = SPAN.sub(_blank, self.prose)
        for link in LINK.finditer(prose):
            yield self.line_at(link.start()), link[1]

    @cached_property
    def anchors(self) -> set[str]:
        """The anchors of the headings, as GitHub makes them."""
        found: dict[str, int] = {}
        for heading in HEADING.findall(self.prose):
            plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
            anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
            found[anchor] = found.get(anchor, -1) + 1
        return {
            f"{anchor}-{number}" if number else anchor
            for anchor, last in found.items()
            for number in range(last + 1)
        }

    def line_at(self, offset: int) -> int:
        """Return the line number of a place in the text."""
        return self.text.count("\n", 0, offset) + 1

    def place(self, line: int) -> str:
        """Return file and line, for a message."""
        return f"{self.path.relative_to(ROOT).as_posix()}:{line}"


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


README: Final = Page(ROOT / "README.md")
MANUALS: Final = [README, *(Page(path) for path in sorted((ROOT / "docs").glob("*.md")))]
"""The pages for players, moderators, operators and developers."""
ALL_PAGES: Final = [
    *MANUALS,
    Page(ROOT / "CONTRIBUTING.md"),
    Page(ROOT / "sandbox" / "README.md"),
    *(Page(path) for path in sorted((ROOT / "docs" / "adr").glob("*.md"))),
]
