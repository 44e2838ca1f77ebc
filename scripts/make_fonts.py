"""Make the shipped fonts, once: `python make_fonts.py BARLOW.tgz DEJAVU.ttf DROID.ttf EMOJI.tgz`.

Needs fonttools, which the project itself does not. BARLOW.tgz is npm's package
``@fontsource/barlow-semi-condensed``; DEJAVU.ttf is ``DejaVuSansCondensed-Bold.ttf``. Barlow comes
in parts for Latin and Latin extended, which are joined; DejaVu is cut down to the scripts that
Barlow lacks. DROID.ttf is ``DroidSansFallbackFull.ttf`` of Debian's ``fonts-droid-fallback``, cut
down to kana and the usual Chinese and Japanese characters; EMOJI.tgz is npm's package
``@fontsource/noto-emoji``, cut down to the usual emoji.
"""

from __future__ import annotations

import sys
import tarfile
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent.parent / "render" / "fonts"
WEIGHTS: Final = {"500": "Medium", "600": "SemiBold", "700": "Bold"}
PARTS: Final = ("latin", "latin-ext")
SCRIPTS: Final = (
    range(0x0020, 0x0250),  # Latin letters that Barlow lacks
    range(0x0370, 0x0590),  # Greek, Cyrillic and Armenian
    range(0x0591, 0x05F5),  # Hebrew
    range(0x0600, 0x06FF),  # Arabic
    range(0x10A0, 0x1100),  # Georgian
    range(0x1E00, 0x1F00),  # more Latin
    range(0x2010, 0x2050),  # punctuation
    range(0x2190, 0x2200),  # arrows
    range(0x25A0, 0x2776),  # shapes, signs, dingbats
    range(0xFB50, 0xFEFD),  # Arabic, shaped
)
EMOJI: Final = (
    range(0x1F30D, 0x1F310),  # the Earth
    range(0x1F319, 0x1F320),  # moon, sun and stars
    (0x1F308, 0x1F30A, 0x1F320, 0x1F331, 0x1F332, 0x1F335, 0x1F338, 0x1F339, 0x1F33B, 0x1F340),
    range(0x1F344, 0x1F356),  # fruit, burger, pizza
    (0x1F363, 0x1F366, 0x1F369, 0x1F36A, 0x1F36B, 0x1F370, 0x1F377, 0x1F37A, 0x1F37B, 0x1F37F),
    (0x1F381, 0x1F383, 0x1F384, 0x1F388, 0x1F389, 0x1F3A8, 0x1F3AE, 0x1F3AF, 0x1F3B2, 0x1F3B5),
    (0x1F3B8, 0x1F3C0, 0x1F3C1, 0x1F3C6, 0x1F3E0, 0x1F440, 0x1F451, 0x1F48E, 0x1F525, 0x1F52E),
    range(0x1F40A, 0x1F43E),  # animals
    range(0x1F47B, 0x1F481),  # ghost, alien, skull
    range(0x1F493, 0x1F4A0),  # hearts
    (0x1F4A3, 0x1F4A5, 0x1F4A9, 0x1F4AA, 0x1F4AF),
    range(0x1F600, 0x1F64F),  # faces
    range(0x1F680, 0x1F6A3),  # trains, ships, cars
    range(0x1F916, 0x1F918),
    range(0x1F970, 0x1F976),
    range(0x1F980, 0x1F99E),  # more animals
    (0x2705, 0x2728, 0x274C, 0x2B50),
)


def barlow(package: Path) -> None:
    """Join the parts of each weight to one file."""
    from fontTools import merge, ttLib  # type: ignore[import-not-found]

    with tempfile.TemporaryDirectory() as folder, tarfile.open(package) as archive:
        for weight, name in WEIGHTS.items():
            parts = []
            for part in PARTS:
                member = f"package/files/barlow-semi-condensed-{part}-{weight}-normal.woff"
                source = archive.extractfile(member)
                if source is None:
                    raise FileNotFoundError(member)
                font = ttLib.TTFont(source)
                font.flavor = None
                parts.append(str(Path(folder) / f"{part}-{weight}.ttf"))
                font.save(parts[-1])
            merge.Merger().merge(parts).save(FOLDER / f"BarlowSemiCondensed-{name}.ttf")


def fallback(source: Path) -> None:
    """Keep the scripts that Barlow lacks."""
    from fontTools import subset, ttLib

    options = subset.Options(
        layout_features=["*"], name_IDs=["*"], hinting=False, notdef_outline=True
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for codes in SCRIPTS for code in codes])
    font = ttLib.TTFont(source)
    cutter.subset(font)
    font.save(FOLDER / "DejaVuSansCondensed-Bold.subset.ttf")


def _encoded(codec: str, first: int, last: int) -> set[int]:
    """Return all characters of some rows of an East Asian encoding."""
    found: set[int] = set()
    for row in range(first, last + 1):
        for cell in range(0xA1, 0xFF):
            with suppress(UnicodeDecodeError):
                found.add(ord(bytes([row, cell]).decode(codec)))
    return found


def small(source: object, codes: Iterable[int], name: str) -> None:
    """Keep the shapes of some characters, and drop all other tables."""
    from fontTools import subset, ttLib

    options = subset.Options(
        layout_features=[],
        name_IDs=["*"],
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
        drop_tables=[*subset.Options().drop_tables, "vhea", "vmtx", "VORG", "GSUB", "GPOS", "GDEF"],
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=list(codes))
    font = ttLib.TTFont(source)
    cutter.subset(font)
    font.flavor = None
    font.save(FOLDER / name)


def east(source: Path) -> None:
    """Return kana and the first level of the Chinese and the Japanese standard."""
    usual = _encoded("gb2312", 0xB0, 0xD7) | _encoded("euc_jp", 0xB0, 0xCF)
    small(source, usual | set(range(0x3000, 0x3100)), "DroidSansFallback.subset.ttf")


def emoji(package: Path) -> None:
    """Write the font with the usual emoji, in one color."""
    member = "package/files/noto-emoji-emoji-700-normal.woff"
    with tarfile.open(package) as archive:
        small(
            archive.extractfile(member),
            [code for codes in EMOJI for code in codes],
            "NotoEmoji-Bold.subset.ttf",
        )


if __name__ == "__main__":
    barlow(Path(sys.argv[1]))
    fallback(Path(sys.argv[2]))
    east(Path(sys.argv[3]))
    emoji(Path(sys.argv[4]))
