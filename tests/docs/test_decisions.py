"""The decision records: numbers, parts and length of lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.support.processes import ROOT

DECISIONS: Final = sorted((ROOT / "docs" / "adr").glob("*.md"))
PARTS: Final = ["Context", "Decision", "Consequences"]
APPENDIX: Final = "Appendix: measurements"
MAX_LINES: Final = 60
"""One screen, without the appendix."""
MAX_LINE_LENGTH: Final = 100


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
class TestDecision:
    def test_has_the_same_parts_as_the_others(self, page: Path) -> None:
        headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)

        assert headings in (PARTS, [*PARTS, APPENDIX])

    def test_fits_on_a_screen(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        decision = text.partition(f"## {APPENDIX}")[0]

        assert len(decision.splitlines()) <= MAX_LINES
        assert [line for line in text.splitlines() if len(line) > MAX_LINE_LENGTH] == []


def test_decisions_are_numbered() -> None:
    """The number of the file is the number of the title, and no number is missing."""
    numbers = [int(page.name.partition("-")[0]) for page in DECISIONS]
    titles = [page.read_text(encoding="utf-8").partition(". ")[0] for page in DECISIONS]

    assert numbers == [*range(1, len(DECISIONS) + 1)]
    assert titles == [f"# {number}" for number in numbers]
