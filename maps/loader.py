"""The loader: it turns TOML and CSV files into a `MapSpec`.

A mistake is found on loading and named by file and row.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from engine.board import MapSpec
from engine.errors import MapError, UnknownEdition
from engine.ids import EditionId
from maps.boards import read_board
from maps.editions import Edition, Summary, read_edition, read_summary
from maps.spelling import hint, listed

ROOT: Final = Path(__file__).resolve().parent
"""The directory that has one folder per board."""


def load(edition: str, root: Path = ROOT) -> MapSpec:
    """Load an edition: the board of its folder, with the cards, deals and rules of its file.

    The project's own editions are loaded once and cached. The files in another *root*, which has
    the same folder structure, are read again each time.

    >>> load("usa").title("en"), len(load("usa").routes)
    ('USA', 100)

    Raises:
        UnknownEdition: There is no such edition. The message names the most similar one.
        MapError: The files contradict each other. The message names every file and row.

    """
    return _cached_edition(edition) if root == ROOT else _load(edition, root)


def catalogue(root: Path = ROOT) -> Mapping[EditionId, Summary]:
    """Return the summaries of all editions without loading their boards.

    >>> catalogue()[EditionId("germany")].title("de")
    'Deutschland'

    Raises:
        MapError: An edition file is damaged.

    """
    return _cached_catalogue() if root == ROOT else _catalogue(root)


def edition_files(root: Path = ROOT) -> dict[EditionId, Path]:
    """Return the file of every edition, ordered by edition id."""
    files: dict[EditionId, Path] = {}
    for path in sorted(root.glob("*/*.toml"), key=lambda path: path.stem):
        edition = EditionId(path.stem)
        if edition in files:
            first = shown(files[edition], root)
            raise MapError(f'{shown(path, root)}: id "{edition}" is taken by {first}')
        files[edition] = path
    return files


def find(edition: str, root: Path = ROOT) -> Edition:
    """Read the file of an edition."""
    files = edition_files(root)
    if edition not in files:
        near = hint(edition, files)
        there = "" if "known:" in near else f" There are {listed(files)}."
        raise UnknownEdition(f'no edition "{edition}"{near}{there}')
    path = files[EditionId(edition)]
    return read_edition(path, shown(path, root))


def shown(path: Path, root: Path) -> str:
    """Return the path of a file in the project, wherever the project is installed."""
    return f"maps/{path.relative_to(root).as_posix()}"


@cache
def _cached_edition(edition: str) -> MapSpec:
    return _load(edition, ROOT)


@cache
def _cached_catalogue() -> Mapping[EditionId, Summary]:
    return _catalogue(ROOT)


def _catalogue(root: Path) -> Mapping[EditionId, Summary]:
    return {id: read_summary(path, shown(path, root)) for id, path in edition_files(root).items()}


def _load(name: str, root: Path) -> MapSpec:
    edition = find(name, root)
    board = read_board(root / edition.summary.board, edition, lambda path: shown(path, root))
    # Use plain dictionaries. Read-only proxies can be neither copied nor sent to a worker.
    return MapSpec(
        id=edition.summary.id,
        board=edition.summary.board,
        titles=edition.summary.titles,
        seats=edition.summary.seats,
        cities=board.cities,
        routes=board.routes,
        tickets=board.tickets,
        ticket_decks={
            deck: tuple(ticket.id for ticket in board.tickets.values() if ticket.deck == deck)
            for deck in edition.ticket_sets
        },
        faces=edition.faces,
        decks=edition.decks,
        display=edition.display,
        sweep_at=edition.sweep_at,
        hand=edition.hand,
        deal=edition.deal,
        pieces=edition.pieces,
        end=edition.end,
        route_points=edition.route_points,
        ties=edition.ties,
        rules=edition.rules,
        terms=edition.terms,
    )
