"""Make the shipped fonts, once: `python render/fonts/make_fonts.py BARLOW.tgz DEJAVU.ttf`.

Needs fonttools, which the project itself does not. BARLOW.tgz is npm's package
``@fontsource/barlow-semi-condensed``; DEJAVU.ttf is ``DejaVuSansCondensed-Bold.ttf``. Barlow comes
in parts for Latin and Latin extended, which are joined; DejaVu is cut down to the scripts that
Barlow lacks.
"""

from __future__ import annotations

import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
WEIGHTS: Final = {"500": "Medium", "600": "SemiBold", "700": "Bold"}
PARTS: Final = ("latin", "latin-ext")
SCRIPTS: Final = (
    range(0x0020, 0x0250),  # Latin, for what Barlow lacks
    range(0x0370, 0x0530),  # Greek and Cyrillic
    range(0x0591, 0x05F5),  # Hebrew
    range(0x0600, 0x06FF),  # Arabic
    range(0x1E00, 0x1F00),  # more Latin
    range(0x2010, 0x2050),  # punctuation
    range(0xFB50, 0xFEFD),  # Arabic, shaped
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
            merge.Merger().merge(parts).save(HERE / f"BarlowSemiCondensed-{name}.ttf")


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
    font.save(HERE / "DejaVuSansCondensed-Bold.subset.ttf")


if __name__ == "__main__":
    barlow(Path(sys.argv[1]))
    fallback(Path(sys.argv[2]))
