"""The messages of the locale files, parsed, for tests of their texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from bot.config import LANGUAGES
from bot.text.words import LOCALES_FOLDER, TERMS

__all__ = ["LANGUAGES", "find_texts", "find_variables", "read_messages"]


@cache
def read_messages(language: str) -> dict[str, ftl.Message]:
    """Return every message of a language by its key."""
    found = {}
    for path in sorted((LOCALES_FOLDER / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            where = f"{language}/{path.name}"
            assert not isinstance(entry, ftl.Junk), f"{where}: {entry.content[:60]}"
            if isinstance(entry, ftl.Message):
                assert entry.id.name not in found, f"{where}: {entry.id.name} twice"
                found[entry.id.name] = entry
    return found


def find_variables(node: object) -> set[str]:
    """Return the facts that a sentence needs, without the terms that every sentence has."""
    if isinstance(node, ftl.VariableReference):
        return {node.id.name} - set(TERMS)
    if isinstance(node, ftl.BaseNode):
        return {name for value in vars(node).values() for name in find_variables(value)}
    if isinstance(node, list):
        return {name for value in node for name in find_variables(value)}
    return set()


def find_texts(node: object) -> Iterator[str]:
    """Yield every text that is written in a sentence itself."""
    if isinstance(node, ftl.TextElement):
        yield node.value
    elif isinstance(node, ftl.BaseNode):
        for value in vars(node).values():
            yield from find_texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from find_texts(value)
