"""Players read the players' words. The lists of retired words are here.

The check reads what people read: locale files, README.md and the pages in docs/. The test of the
help of the terminal commands uses the same list. Keys and placeholders such as `{ $wild }` may keep
the words of the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.text.locale_files import find_texts, read_messages

ROOT = Path(__file__).parents[2]

BANNED_WORDS = (
    "whoever",
    "somebody",
    "anew",
    "awaited",
    "besides",
    "lately",
    "mend",
    "untold",
    "a look of",
    "standing order",
    "standing orders",
    "open card",
    "open cards",
    "unseen card",
)
"""Words that no English text has: locale files, README.md, docs and help of the terminal."""

BANNED_MESSAGE_WORDS = {
    "en": (*BANNED_WORDS, "track", "tracks", "fulfilled", "wild", "wilds"),
    "de": (
        *("Gleis", "Gleise", "Gleises", "Gleisen"),
        *("Rosa", "Rosas"),
        *("Auftrag", "Auftrags", "Auftrages", "Auftrage", "Aufträge", "Aufträgen"),
        *("Figur", "Figuren"),
    ),
}
"""The words that the locale files of each language do not have."""

EXEMPT_PAGES = ("rules.md", "architecture.md")
"""Pages in docs/ that define or quote retired words. docs/adr is exempt too."""


def is_exempt(key: str, word: str) -> bool:
    """Return whether a message may have a banned word.

    In the World edition, trains and ships together are "Figuren" in German.
    """
    about_world = key == "rules-turn" or re.search("mix|Mix|exchange", key) is not None
    return about_world and word.lower().startswith("figur")


def find_banned_words(text: str, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the line number and the text of each banned word, also across a line break."""
    either = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
    for match in re.finditer(rf"\b(?:{either})\b", text, re.IGNORECASE):
        yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split())


def pages() -> list[Path]:
    """Return README.md and the pages in docs/ that are checked."""
    docs = sorted((ROOT / "docs").glob("*.md"))
    return [ROOT / "README.md", *(page for page in docs if page.name not in EXEMPT_PAGES)]


@pytest.mark.parametrize("language", BANNED_MESSAGE_WORDS)
def test_messages(language: str) -> None:
    """The texts of the locale files have no banned word."""
    found = [
        f"{key} ({language}): {word}"
        for key, message in read_messages(language).items()
        for text in find_texts(message)
        for _, word in find_banned_words(text, BANNED_MESSAGE_WORDS[language])
        if not is_exempt(key, word)
    ]

    assert not found, "\n".join(found)


def test_pages() -> None:
    """README.md and the pages in docs/ have no banned word."""
    found = [
        f"{page.relative_to(ROOT)}:{line}: {word}"
        for page in pages()
        for line, word in find_banned_words(page.read_text(encoding="utf-8"), BANNED_WORDS)
    ]

    assert len(pages()) > 3
    assert not found, "\n".join(found)


class TestTheSearch:
    """The search finds whole words, and nothing else."""

    @pytest.mark.parametrize(
        "word", dict.fromkeys(word for words in BANNED_MESSAGE_WORDS.values() for word in words)
    )
    def test_every_word_is_found(self, word: str) -> None:
        """Case does not matter, and a phrase may be wrapped."""
        text = f"One.\nTwo {word.upper()}, three\n(" + word.replace(" ", "\n") + ")."

        found = [*find_banned_words(text, (word,))]

        assert found == [(2, word.upper()), (3, word)]

    @pytest.mark.parametrize(
        "text", ["Commend it.", "backtracking", "wilderness", "{ $ wildcard }", "Figurine"]
    )
    def test_parts_of_words_are_not_found(self, text: str) -> None:
        """A longer word that contains a banned one is a different word."""
        words = [word for words in BANNED_MESSAGE_WORDS.values() for word in words]

        assert [*find_banned_words(text, words)] == []

    def test_keys_and_placeholders_may_keep_them(self) -> None:
        """`card-wild` is a key and `{ $wild }` its placeholder. Only written texts count."""
        message = read_messages("en")["card-wild"]

        assert "".join(find_texts(message)) == ""

    def test_exemptions_are_narrow(self) -> None:
        """Only the German word for trains and ships is exempt, and only where the World is."""
        assert is_exempt("rules-turn", "Figuren")
        assert is_exempt("command-exchange", "Figuren")
        assert not is_exempt("rules-turn", "Gleis")
        assert not is_exempt("rules-cards", "Figur")
