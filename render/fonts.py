"""The shipped fonts, and names reduced to characters that these fonts can draw."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL import ImageFont, features
from PIL.ImageFont import FreeTypeFont, Layout

from engine.errors import GameError

FOLDER: Final = Path(__file__).resolve().parent / "fonts"
FACES: Final = {
    "medium": "BarlowSemiCondensed-Medium.ttf",
    "semibold": "BarlowSemiCondensed-SemiBold.ttf",
    "bold": "BarlowSemiCondensed-Bold.ttf",
    "other": "DejaVuSansCondensed-Bold.subset.ttf",
    "east": "DroidSansFallback.subset.ttf",
    "emoji": "NotoEmoji-Bold.subset.ttf",
}
OTHER: Final = "other"
"""The face for scripts that the other faces lack."""
BESIDES: Final = (OTHER, "east", "emoji")
"""The fallback faces for a character that a face lacks, in the order in which they are tried."""
NEUTRAL: Final = "•"
"""The replacement for characters that no font has."""
FLAGS: Final = range(0x1F1E6, 0x1F200)
"""Regional indicator letters: two of them make a flag."""
SYLLABLE: Final = "HANGUL SYLLABLE "
"""The prefix of the names of Korean characters. The rest of the name is the pronunciation."""
BLANK: Final = frozenset({"Cc", "Zl", "Zp", "Zs"})
"""Unicode categories of characters that become a space."""
DROPPED: Final = frozenset({"Cf", "Cs", "Mc", "Me", "Sk"})
"""Unicode categories of characters that are left out."""
VARIANTS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
MOST_MARKS: Final = 2
"""At most 2 accents are drawn on a letter."""


class FontMissing(GameError):
    """A font file is missing from its folder."""


def font(face: str, size: int, *, shaped: bool = False, folder: Path = FOLDER) -> FreeTypeFont:
    """Return a font in a size in pixels; *shaped* is for scripts that join their letters.

    Raises:
        FontMissing: There is no such face or file. The message lists the fonts that exist.

    """
    return _font(face, size, shaped and features.check("raqm"), folder)


@lru_cache(maxsize=256)
def _font(face: str, size: int, shaped: bool | None, folder: Path) -> FreeTypeFont:  # noqa: FBT001
    path = folder / FACES.get(face, face)
    engine = Layout.RAQM if shaped else Layout.BASIC
    try:
        return ImageFont.truetype(path, size, layout_engine=engine)
    except OSError as error:
        there = ", ".join(sorted(found.name for found in folder.glob("*.ttf"))) or "none"
        raise FontMissing(f'no font "{path.name}" in {folder.name}/; there are: {there}') from error


def runs(text: str, face: str) -> list[tuple[str, str]]:
    """Split a text into parts that a single face can draw: pairs of face and part.

    >>> runs("Köln", "bold")
    [('bold', 'Köln')]
    """
    parts = groupby(text, key=lambda char: _face_for(char, face))
    return [(chosen, "".join(chars)) for chosen, chars in parts]


def is_right_to_left(text: str) -> bool:
    """Return whether a text has letters that are written from right to left."""
    return any(unicodedata.bidirectional(char) in {"R", "AL"} for char in text)


@lru_cache(maxsize=1024)
def readable(name: str, limit: int = 40) -> str:
    """Return a name that the fonts can draw, in one line and without control characters.

    Return an empty string if no character of the name can be drawn.

    >>> readable("Guest" + chr(0x202E) + "  1")
    'Guest 1'
    >>> readable(2 * chr(0x13000) + " Guest 2")
    '• Guest 2'
    """
    chars: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name[: limit * 8]):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind == "Mn" else 0
        if kind in BLANK:
            chars.append(" ")
        elif kind not in DROPPED and char not in VARIANTS and marks <= MOST_MARKS:
            chars.append(_drawable_text(char, chars[-1][-1:] if chars else "", marks))
    words = " ".join("".join(chars).split())
    if is_right_to_left(words):
        words = "".join(char for char in words if _fits_right_to_left(char))
    while NEUTRAL * 2 in words:
        words = words.replace(NEUTRAL * 2, NEUTRAL)
    if not words.strip(NEUTRAL + " "):
        return ""
    return words if len(words) <= limit else words[: limit - 1].rstrip() + "…"


def _drawable_text(char: str, before: str, marks: int) -> str:
    """Return a character or its replacement: a plain form, a flag's letter, a syllable, a dot."""
    if _has_glyph(char):
        return char
    if ord(char) in FLAGS:
        return chr(ord("A") + ord(char) - FLAGS.start)
    plain = unicodedata.normalize("NFKC", char)
    if plain != char and all(map(_has_glyph, plain)):
        return plain
    full_name = unicodedata.name(char, "")
    if full_name.startswith(SYLLABLE):
        pronunciation = full_name.removeprefix(SYLLABLE)
        return pronunciation.lower() if before.isalpha() else pronunciation.capitalize()
    return "" if marks else NEUTRAL


def _fits_right_to_left(char: str) -> bool:
    """Return whether a character can be drawn in a right-to-left line.

    An accent can be drawn only if the font of that line has it.
    """
    return unicodedata.category(char) != "Mn" or _has(OTHER, char)


def _face_for(char: str, face: str) -> str:
    return next(
        (candidate for candidate in (face, *BESIDES, "bold") if _has(candidate, char)), OTHER
    )


def _has_glyph(char: str) -> bool:
    return any(_has(face, char) for face in ("bold", *BESIDES))


@lru_cache(maxsize=4096)
def _has(face: str, char: str) -> bool:
    if char == " ":
        return True
    shape = font(face, 32).getmask(char)
    return (shape.size, bytes(shape)) != _missing_glyph(face)


@cache
def _missing_glyph(face: str) -> tuple[tuple[int, int], bytes]:
    """Return what a face draws for a character it lacks."""
    shape = font(face, 32).getmask("\uffff")
    return shape.size, bytes(shape)
