"""The form of the documentation: length of lines, headers of tables, labels of buttons."""

from __future__ import annotations

import re
from typing import Final

from tests.docs.pages import ALL_PAGES, MANUALS, README, ROOT, Page

MAX_README_WORDS: Final = 900
MAX_LINE_LENGTH: Final = 100
UNBREAKABLE: Final = re.compile(r"\s*(\||!\[)")
"""The start of a table row or a picture. Markdown cannot break these lines."""
RULE_OF_TABLE: Final = re.compile(r"\s*\|[-| :]+\|$")
ITALICS: Final = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
PAGES_WITH_LABELS: Final = ("playing", "moderating", "fair-shuffles")
"""Pages on which italics are labels of buttons."""


def test_the_readme_is_short() -> None:
    assert len(README.text.split()) <= MAX_README_WORDS


def test_lines_are_wrapped() -> None:
    """Decision records are older and may be wider."""
    pages = [page for page in ALL_PAGES if "adr" not in page.path.parts]
    faults = [
        f"{page.place(number)}: {len(line)} characters"
        for page in pages
        for number, line in enumerate(page.prose.splitlines(), 1)
        if len(line.rstrip()) > MAX_LINE_LENGTH and not UNBREAKABLE.match(line)
    ]

    assert not faults, "\n".join(faults)


def test_tables_have_headers() -> None:
    faults, tables = [], 0
    for page in MANUALS:
        lines = page.prose.splitlines()
        for number, line in enumerate(lines):
            if RULE_OF_TABLE.match(line):
                tables += 1
                header = lines[number - 1].strip().strip("|").split("|")
                if not all(cell.strip() for cell in header):
                    faults.append(page.place(number))

    assert tables > 10
    assert not faults, "\n".join(faults)


def test_labels_of_buttons_exist() -> None:
    """A page for players quotes a button as its English label."""
    files = sorted((ROOT / "bot" / "text" / "locales" / "en").glob("*.ftl"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    labels = set(re.findall(r"^[\w-]+ = (.+)$", text, re.MULTILINE))
    faults, quoted = [], 0
    for name in PAGES_WITH_LABELS:
        page = Page(ROOT / "docs" / f"{name}.md")
        for found in ITALICS.finditer(page.prose):
            label = " ".join(found[1].split())
            quoted += 1
            if label not in labels:
                faults.append(f"{page.place(page.line_at(found.start()))}: {label}")

    assert quoted > 20
    assert not faults, "\n".join(faults)
