"""TOML files: sections that know their position, and values that are checked when read."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from engine.errors import MapError
from maps.spelling import hint, listed


@dataclass(frozen=True, slots=True)
class Section:
    """A table of a TOML file. Reading a value checks it, and a mistake names file and section."""

    file: str
    name: str
    """The header as it is in the file, such as ``"[tickets]"``. The top of the file has none."""
    values: Mapping[str, object]

    def mistake(self, text: str) -> MapError:
        """Return an error that names this section and describes the mistake."""
        return MapError(f"{self.file}{self.name and ' '}{self.name}: {text}")

    def expect(self, needed: Collection[str], possible: Collection[str] = ()) -> None:
        """Raise MapError for unknown keys, and for needed keys that are missing."""
        known = [*needed, *possible]
        for key in self.values:
            if key not in known:
                unused = [name for name in known if name not in self.values]
                raise self.mistake(f'no key is called "{key}"{hint(key, unused)}')
        missing = [key for key in needed if key not in self.values]
        if missing:
            raise self.mistake(f"missing: {listed(missing)}")

    def text(self, key: str) -> str:
        """Return a text that is not empty."""
        value = self.values[key]
        if not isinstance(value, str) or not value.strip():
            raise self._wrong_type(key, "a text")
        return value

    def whole(self, key: str, least: int = 0, default: int | None = None) -> int:
        """Return a whole number of at least *least*."""
        value = self.values.get(key, default)
        if not _is_whole(value):
            raise self._wrong_type(key, "a whole number")
        if value < least:
            raise self.mistake(f"{key} is {value}, must be at least {least}")
        return value

    def flag(self, key: str) -> bool:
        """Return a truth value, which is False if the key is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self._wrong_type(key, "true or false")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts that is not empty."""
        value = self.values[key]
        if not isinstance(value, list) or not value or not all(_is_word(word) for word in value):
            raise self._wrong_type(key, "a list of texts")
        return tuple(value)

    def wholes(self, key: str, least: int = 0) -> tuple[int, ...]:
        """Return a list of whole numbers, each at least *least*."""
        value = self.values[key]
        if not isinstance(value, list) or not value or not all(_is_whole(item) for item in value):
            raise self._wrong_type(key, "a list of whole numbers")
        if min(value) < least:
            raise self.mistake(f"{key} has {min(value)}, must be at least {least}")
        return tuple(value)

    def counts(self, key: str, known: Collection[str], what: str, least: int = 0) -> dict[str, int]:
        """Return the count of each of the *known* things. Messages call such a thing *what*."""
        part = self.section(key)
        for word in part.values:
            part.known(word, known, what)
        return {word: part.whole(word, least) for word in part.values}

    def section(self, key: str) -> Section:
        """Return a table inside this one."""
        value = self.values[key]
        if not isinstance(value, dict):
            raise self._wrong_type(key, "a table")
        inside = f"{self.name.strip('[]')}.{key}" if self.name else key
        return Section(self.file, f"[{inside}]", value)

    def sections(self, key: str) -> tuple[Section, ...]:
        """Return a list of tables that is not empty. Each is named by its place in it, from 1."""
        value = self.values[key]
        is_list = isinstance(value, list) and all(isinstance(item, dict) for item in value)
        if not isinstance(value, list) or not value or not is_list:
            raise self._wrong_type(key, "a list of tables")
        return tuple(
            Section(self.file, f"[[{key}]] {place}", item) for place, item in enumerate(value, 1)
        )

    def known(self, word: str, known: Collection[str], what: str) -> str:
        """Return *word*, or raise MapError if it is not one of the *known* words."""
        if word not in known:
            raise self.mistake(f'no {what} "{word}"{hint(word, known)}')
        return word

    def _wrong_type(self, key: str, wanted: str) -> MapError:
        return self.mistake(f"{key} must be {wanted}, not {self.values.get(key)!r}")


def _is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number.

    True and False are not, although Python treats them as numbers.
    """
    return isinstance(value, int) and not isinstance(value, bool)


def _is_word(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(value)


def read_document(path: Path, file: str) -> Section:
    """Read a TOML file, called *file* in messages.

    Raises:
        MapError: The file cannot be read, or is not TOML.

    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MapError(f"{file}: not UTF-8 ({error.reason} at byte {error.start})") from error
    except OSError as error:
        raise MapError(f"{file}: {error.strerror}") from error
    try:
        return Section(file, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise MapError(f"{file}: {error}") from error
