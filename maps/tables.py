"""Tables in CSV files: rows that know their position, and cells that are checked when read."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from engine.errors import MapError
from maps.spelling import hint, listed

S = TypeVar("S")
T = TypeVar("T")

WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
DECIMAL: Final = re.compile(r"-?[0-9]{1,3}(\.[0-9]+)?")
SLUG: Final = re.compile(r"[a-z0-9]+(-{1,2}[a-z0-9]+)*")
FLAGS: Final[Mapping[str, bool]] = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table."""

    needed: tuple[str, ...]
    possible: tuple[str, ...] = ()
    """Columns that only some boards have."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. Reading a cell checks it, and a mistake names file, row and column."""

    file: str
    number: int
    """The number as an editor shows it: the header is row 1."""
    cells: Mapping[str, str]

    def mistake(self, text: str) -> MapError:
        """Return an error that names this row and describes the mistake."""
        return MapError(f"{self.file} row {self.number}: {text}")

    def optional(self, column: str) -> str | None:
        """Return a cell, or None if the cell is empty or the table has no such column."""
        return self.cells.get(column) or None

    def text(self, column: str) -> str:
        """Return a cell that must not be empty."""
        cell = self.cells[column]
        if not cell:
            raise self.mistake(f"{column} is empty")
        return cell

    def slug(self, column: str, *, double: bool = False) -> str:
        """Return an id. *double* allows two hyphens in a row, which separate cities of a track."""
        cell = self.text(column)
        if not SLUG.fullmatch(cell) or ("--" in cell and not double):
            raise self.mistake(f'{column} "{cell}" is no id: use a-z, 0-9 and single hyphens')
        return cell

    def whole(self, column: str, least: int = 0) -> int:
        """Return a whole number of at least *least*."""
        cell = self.text(column)
        if not WHOLE.fullmatch(cell):
            raise self.mistake(f'{column} "{cell}" is not a whole number')
        if int(cell) < least:
            raise self.mistake(f"{column} is {cell}, must be at least {least}")
        return int(cell)

    def degrees(self, column: str, bound: int) -> float:
        """Return a latitude or longitude between minus and plus *bound*."""
        cell = self.text(column)
        if not DECIMAL.fullmatch(cell):
            raise self.mistake(f'{column} "{cell}" is not a number')
        if abs(float(cell)) > bound:
            raise self.mistake(f"{column} is {cell}, must be between -{bound} and {bound}")
        return float(cell)

    def flag(self, column: str) -> bool:
        """Return whether a cell is "yes". If the table has no such column, return False."""
        return column in self.cells and FLAGS[self.one_of(column, FLAGS)]

    def one_of(self, column: str, known: Collection[str], what: str | None = None) -> str:
        """Return one of the *known* words. Messages call it *what*, or else the column's name."""
        return self.known(self.text(column), known, what or column)

    def known(self, word: str, known: Collection[str], what: str) -> str:
        """Return *word*, or raise MapError if it is not one of the *known* words."""
        if word not in known:
            raise self.mistake(f'no {what} "{word}"{hint(word, known)}')
        return word

    def many(self, column: str) -> tuple[str, ...]:
        """Return words that are separated by semicolons and all different."""
        words = tuple(self.text(column).split(";"))
        if not all(words):
            raise self.mistake(f"{column} has an empty entry")
        for place, word in enumerate(words):
            if word in words[:place]:
                raise self.mistake(f'{column} names "{word}" twice')
        return words


def read_table(path: Path, file: str, columns: Columns) -> list[Row]:
    """Read a table whose rows all have the cells of its header.

    Args:
        path: The path of the table.
        file: The name of the file in messages.
        columns: The columns that the header must and may have.

    Raises:
        MapError: The file cannot be read, or is no such table.

    """
    lines = _lines(path, file)
    if not lines:
        raise MapError(f"{file} row 1: the header is missing")
    (_, header), *body = lines
    _check_header(file, header, columns)
    rows = every(body, lambda line: _row(file, header, *line))
    if not rows:
        raise MapError(f"{file} row 2: the table has no rows")
    return rows


class Mistakes:
    """A collection of mistakes, so that one message can name all of them."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def __enter__(self) -> None:
        """Start a part that may fail without stopping the other parts."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> bool:
        if isinstance(error, MapError):
            self._found.append(str(error))
            return True
        return False

    def settle(self) -> None:
        """Raise MapError with a line for each mistake, if there is any."""
        if self._found:
            raise MapError("\n".join(self._found))


def every(items: Iterable[S], build: Callable[[S], T]) -> list[T]:
    """Build a value from every item, and raise one MapError with the mistakes of all items."""
    built: list[T] = []
    mistakes = Mistakes()
    for item in items:
        with mistakes:
            built.append(build(item))
    mistakes.settle()
    return built


def unique(rows: Iterable[Row], column: str) -> None:
    """Raise MapError if two rows of a table have the same value in *column*."""
    seen: dict[str, int] = {}

    def check(row: Row) -> None:
        cell = row.cells[column]
        first = seen.setdefault(cell, row.number)
        if first != row.number:
            raise row.mistake(f'{column} "{cell}" is already in row {first}')

    every(rows, check)


def _lines(path: Path, file: str) -> list[tuple[int, list[str]]]:
    """Return the cells of every row, with the number of the line in which the row starts."""
    lines: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        with path.open(encoding="utf-8", newline="") as source:
            reader = csv.reader(source, strict=True)
            for cells in reader:
                lines.append((begins, cells))
                begins = reader.line_num + 1
    except FileNotFoundError:
        raise MapError(f"{file}: the file is missing") from None
    except UnicodeDecodeError as error:
        raise MapError(f"{file}: not UTF-8 ({error.reason} at byte {error.start})") from error
    except csv.Error as error:
        raise MapError(f"{file} row {begins}: {error}") from error
    except OSError as error:
        raise MapError(f"{file}: {error.strerror}") from error
    return lines


def _check_header(file: str, header: list[str], columns: Columns) -> None:
    known = columns.needed + columns.possible
    for place, name in enumerate(header):
        if name in header[:place]:
            raise MapError(f'{file} row 1: column "{name}" stands there twice')
        if name not in known:
            unused = [column for column in known if column not in header]
            raise MapError(f'{file} row 1: no column is called "{name}"{hint(name, unused)}')
    missing = [name for name in columns.needed if name not in header]
    if missing:
        raise MapError(f"{file} row 1: missing columns: {listed(missing)}")


def _row(file: str, header: list[str], number: int, cells: list[str]) -> Row:
    row = Row(file, number, dict(zip(header, cells, strict=False)))
    if len(cells) != len(header):
        size = "short" if len(cells) < len(header) else "long"
        raise row.mistake(f"too {size}: {len(cells)} cells under {len(header)} columns")
    for column, cell in row.cells.items():
        if cell != cell.strip():
            raise row.mistake(f'{column} "{cell}" has spaces around it')
    return row
