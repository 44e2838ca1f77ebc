"""Sentences in the reader's language, from the Fluent files in `locales/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, reduce
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from fluent.runtime import FluentBundle, FluentResource

from bot.config import LANGUAGES
from bot.games.display_names import MAX_NAME_LENGTH, clean_name
from engine.board import MapSpec

LOCALES_FOLDER: Final = Path(__file__).parent / "locales"
MAX_CACHED_SENTENCES: Final = 5000
"""The number of formatted sentences that are cached for each language.

Formatting numbers is slow, and every table uses the same sentences.
"""

TERMS: Final = ("wild", "wilds", "piece", "pieces")
"""Facts that every sentence can use. Editions name them; the messages `term-…` are the default."""


class Words:
    """The sentences of one language.

    >>> Words.of("de").say("refusal-too-few-tickets", least=2)
    'Behalte mindestens 2.'
    >>> Words.of("en").say("board-result", place=3, player="Guest 2", points=-1, parts="Tickets")
    '3. **Guest 2**: −1 point (Tickets)'
    """

    def __init__(self, language: str, terms: Mapping[str, str] = MappingProxyType({})) -> None:
        self.language = language
        self._bundle = _bundle(language)
        self._terms: dict[str, str] = {}
        self._cached_sentence = lru_cache(MAX_CACHED_SENTENCES)(self._format_sentence)
        self._terms = {name: terms.get(name) or self.say(f"term-{name}") for name in TERMS}

    @staticmethod
    def of(locale: str | None, otherwise: str = "en") -> Words:
        """Return the words for a locale such as ``"de"``, ``"en-GB"`` or None.

        >>> Words.of("fr", "de").language
        'de'
        """
        language = (locale or otherwise).split("-")[0]
        return _words(language if language in LANGUAGES else otherwise)

    def for_edition(self, spec: MapSpec) -> Words:
        """Return the same language with the edition's own words for wild cards and pieces.

        >>> from maps import load
        >>> Words.of("en").for_edition(load("new-york")).say("card-wild")
        'taxi'
        """
        return _words(self.language, *sorted(spec.terms.get(self.language, {}).items()))

    def say(self, key: str, **facts: str | int) -> str:
        """Return the sentence *key* with *facts* filled in.

        Raises:
            KeyError: There is no such sentence, or a fact is missing from it.
        """
        return self._cached_sentence(key, *facts.items())

    def _format_sentence(self, key: str, *facts: tuple[str, str | int]) -> str:
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, self._terms | dict(facts))
        if errors:
            raise KeyError(f"{key}: {errors[0]}")
        # Fluent writes a hyphen. Sentences get a true minus sign, as pictures have.
        below = [fact for _, fact in facts if isinstance(fact, int) and fact < 0]
        return reduce(lambda said, fact: said.replace(str(fact), f"−{-fact}"), below, str(text))

    def has(self, key: str) -> bool:
        """Return whether there is such a sentence."""
        return bool(self._bundle.has_message(key))

    def labels(self, *buttons: str) -> dict[str, str]:
        """Return the labels of these buttons, for a sentence in any language that quotes them.

        >>> Words.of("de").labels("hand")
        {'hand': 'Meine Hand'}
        """
        return {name: self.say(f"button-{name}") for name in buttons}

    def join_list(self, things: Iterable[str], last: str = "or") -> str:
        """Join several things in a natural way: "a, b or c"."""
        *first, end = things
        return f"{', '.join(first)} {self.say(f'list-{last}')} {end}" if first else end


def shorten(text: str, limit: int) -> str:
    """Return *text*, cut with an ellipsis if it is too long.

    >>> shorten("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def capitalize(text: str) -> str:
    """Return *text* with a capital first letter, for the start of a button.

    >>> capitalize("red train")
    'Red train'
    """
    return text[:1].upper() + text[1:]


@cache
def _words(language: str, *terms: tuple[str, str]) -> Words:
    return Words(language, dict(terms))


@cache
def _bundle(language: str) -> FluentBundle:
    functions: dict[str, Any] = {"CAPITALIZE": capitalize}  # fluent.runtime accepts plain texts
    # Isolation marks around names would show as boxes in some Discord clients.
    bundle = FluentBundle([language], use_isolating=False, functions=functions)
    for path in sorted((LOCALES_FOLDER / language).glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle


def all_words() -> Mapping[str, Words]:
    """Return the words of every language."""
    return {language: _words(language) for language in LANGUAGES}


_MARKUP_CHARACTER: Final = re.compile(r"[\\*_~|`<>\[\]:/]")
"""Emphasis, code and spoilers, mentions, times and commands, links with and without text, and
emoji."""
_LINE_PREFIX: Final = re.compile(r"^(\d*)(?=[#.-])")
"""Headings, small print and lists, at the beginning of a line."""


def escape_markdown(name: str, limit: int = MAX_NAME_LENGTH) -> str:
    r"""Return a name for a message, in which it formats, mentions and links nothing.

    >>> for name in ("Guest_1", "https://example.org", "<t:0>"):
    ...     print(escape_markdown(name))
    Guest\_1
    https\:\/\/example.org
    \<t\:0\>
    """
    escaped = _MARKUP_CHARACTER.sub(r"\\\g<0>", clean_name(name, limit))
    # A backslash does not prevent a mention of everyone, so a zero-width space follows the "@".
    return _LINE_PREFIX.sub(r"\1\\", escaped).replace("@", "@\u200b")
