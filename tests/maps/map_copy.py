"""A copy of the maps that a test may damage."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

import maps
from engine.board import MapSpec
from engine.errors import MapError
from maps.loader import ROOT


def is_read(path: Path) -> bool:
    """Whether loading or drawing a map reads this file."""
    return path.suffix in (".csv", ".toml", ".json")


@dataclass(frozen=True)
class MapCopy:
    """All maps in another place. Rows are counted as an editor does, from 1."""

    root: Path

    def restore(self) -> None:
        """Undo every damage. One copy serves all tests, since making files costs time."""
        sources = {path.relative_to(ROOT): path for path in ROOT.glob("*/*") if is_read(path)}
        for target in self.root.glob("*/*"):
            if target.is_dir():
                target.rmdir()
            elif target.relative_to(self.root) not in sources:
                target.unlink()
        for name, source in sources.items():
            target = self.root / name
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(source.read_bytes())

    def path(self, file: str) -> Path:
        """A file, named by board and name."""
        return self.root / file

    def load(self, edition: str) -> MapSpec:
        return maps.load(edition, self.root)

    def refusal(self, edition: str) -> str:
        """What loading complains about."""
        with pytest.raises(MapError) as caught:
            self.load(edition)
        return str(caught.value)

    def lines(self, file: str) -> list[str]:
        return self.path(file).read_text(encoding="utf-8").splitlines()

    def write(self, file: str, lines: list[str]) -> None:
        self.path(file).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def replace(self, file: str, old: str, new: str) -> None:
        """Put *new* in the place of the first *old*, which must be there."""
        text = self.path(file).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        self.path(file).write_text(text.replace(old, new, 1), encoding="utf-8")

    def row(self, file: str, number: int, text: str) -> None:
        """Put *text* in the place of a whole row."""
        lines = self.lines(file)
        lines[number - 1] = text
        self.write(file, lines)

    def cell(self, file: str, number: int, column: str, text: str) -> None:
        """Put *text* into one cell."""
        lines = self.lines(file)
        header, cells = next(csv.reader(lines[:1])), next(csv.reader([lines[number - 1]]))
        cells[header.index(column)] = text
        self.row(file, number, ",".join(cells))

    def drop(self, file: str, column: str) -> None:
        """Take a whole column away."""
        rows = list(csv.reader(self.lines(file)))
        place = rows[0].index(column)
        self.write(file, [",".join(row[:place] + row[place + 1 :]) for row in rows])
