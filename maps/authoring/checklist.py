"""The state of an edition: the files it needs, those that exist, and every mistake in them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import MapError
from maps.authoring.check import layout_problems, problems
from maps.loader import ROOT, edition_files, load


@dataclass(frozen=True, slots=True)
class Part:
    """A file of an edition. Its texts may have the placeholders {edition} and {board}."""

    file: str
    """The path in the project's folder. A star stands for any number."""
    holds: str
    otherwise: str = ""
    """What to do if the file is missing, or what happens then."""
    needed: bool = True


PARTS: Final = (
    Part("maps/{board}/{edition}.toml", "the edition: seats, cards, deals, points, mechanics"),
    Part("maps/{board}/cities.csv", "a row for each city"),
    Part("maps/{board}/routes.csv", "a row for each route"),
    Part("maps/{board}/tickets.csv", "a row for each ticket"),
    Part(
        "maps/{board}/layout.json",
        "the places of cities and names",
        "`whistlestop boards arrange {board}` proposes one",
    ),
    Part(
        "maps/{board}/land.json",
        "coasts and borders",
        "optional; without it the board is all land",
        needed=False,
    ),
    Part(
        "tests/recorded/{edition}-[0-9]*.json",
        "a recorded game",
        "when the check passes, run `python -m tests.record_games {edition} SEATS`",
        needed=False,
    ),
)
"""All files of an edition, in the order in which an author makes them."""


def main(names: Sequence[str] = (), root: Path = ROOT) -> int:
    """Check the named editions and list their files. Without names, check all editions.

    Print a line for each file and each mistake. Return 1 if there is a mistake, otherwise 0.
    """
    try:
        lines = [] if names else _without_edition(root)
        editions = names or list(edition_files(root))
    except MapError as error:
        sys.stdout.write(f"{error}\n")
        return 1
    reported = {*lines}
    for edition in editions:
        found = [*problems(edition, root)]
        found += [line for line in layout_problems(edition, root) if line not in found]
        lines.append(f"{edition}: {_verdict(edition, root, found)}")
        if names:
            lines.extend(f"  {line}" for line in checklist(edition, root))
        # Editions share tables, so print a mistake in a table only once.
        lines.extend(f"  {line}" for line in found if line not in reported)
        reported.update(found)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if reported else 0


def checklist(edition: str, root: Path = ROOT) -> Iterator[str]:
    """Yield a line for each file of an edition, even if only its tables exist so far."""
    files = {str(id): path for id, path in edition_files(root).items()}
    folder = files[edition].parent if edition in files else root / edition
    if not folder.is_dir():
        return
    for part in PARTS:
        file = part.file.format(board=folder.name, edition=edition)
        home, _, rest = file.partition("/")
        there = any((root if home == "maps" else root.parent / home).glob(rest))
        state = "there" if there else "missing" if part.needed else "none yet"
        advice = part.otherwise.format(board=folder.name, edition=edition)
        known = f"{part.holds}; {advice}" if advice and not there else part.holds
        yield f"{state:8}  {file.replace('[0-9]*', '*')}: {known}"


def _verdict(edition: str, root: Path, found: Sequence[str]) -> str:
    if found:
        return "1 problem" if len(found) == 1 else f"{len(found)} problems"
    spec = load(edition, root)
    counts = {
        "places": len(spec.cities),
        "routes": len(spec.routes),
        "spaces": sum(route.length for route in spec.routes.values()),
        "cards": sum(map(len, spec.decks.values())),
        "tickets": len(spec.tickets),
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items()) + ": all right"


def _without_edition(root: Path) -> list[str]:
    folders = {path.parent.name for path in root.glob("*/*.csv")}
    played = {path.parent.name for path in edition_files(root).values()}
    return [f"maps/{folder}: tables, but no edition" for folder in sorted(folders - played)]
