"""The pages for operators and developers: links lead somewhere, lines and tables are readable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT

OPERATORS = ("hosting", "configuration", "operating", "postgresql", "scaling", "metrics")
PAGES = [ROOT / "docs" / f"{name}.md" for name in OPERATORS]
DECISIONS = sorted((ROOT / "docs" / "adr").glob("*.md"))
MAX_LINE = 100
DECISION_PARTS = ["Context", "Decision", "Consequences"]


def _prose(page: Path) -> str:
    """Return a page without its code blocks."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", _prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _broken_links(page: Path) -> Iterator[str]:
    """Yield each link whose file or heading does not exist. Other sites are not asked."""
    for link in re.findall(r"\]\(([^)\s]+)\)", _prose(page)):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            yield link


@pytest.mark.parametrize("page", [*PAGES, *DECISIONS], ids=lambda page: page.stem)
class TestPages:
    def test_links_lead_somewhere(self, page: Path) -> None:
        assert [*_broken_links(page)] == []

    def test_lines_are_short(self, page: Path) -> None:
        lines = _prose(page).splitlines()

        assert [line for line in lines if len(line) > MAX_LINE] == []

    def test_tables_have_headers(self, page: Path) -> None:
        """A reader knows what each column means."""
        headers = re.findall(r"^ *(\|.*)\n *\|[-|: ]+\|$", _prose(page), re.MULTILINE)

        assert [header for header in headers if re.search(r"\|\s*\|", header)] == []


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_decisions_have_the_same_parts(page: Path) -> None:
    """Measurements, if there are any, follow in an appendix."""
    headings = re.findall(r"^## (.+)$", _prose(page), re.MULTILINE)

    assert headings in (DECISION_PARTS, [*DECISION_PARTS, "Appendix: measurements"])


def test_decisions_are_numbered() -> None:
    """The number of the file is the number of the title, and no number is missing."""
    numbers = [int(page.name.partition("-")[0]) for page in DECISIONS]
    titles = [page.read_text(encoding="utf-8").partition(". ")[0] for page in DECISIONS]

    assert numbers == [*range(1, len(DECISIONS) + 1)]
    assert titles == [f"# {number}" for number in numbers]
