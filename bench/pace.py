"""The length of games in a simulated community, with and without standing orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bench.community.command import cores, games_of, played_by
from bench.community.figures import ORDERS, PLAIN, figures_of, ratio
from bench.measure import Row
from bench.orders import TABLES

GAMES: Final = 10
SEED: Final = 1


def rows() -> Iterator[Row]:
    """Yield the days of a game with orders as a fraction of a plain game, for each table."""
    for edition, seats in TABLES:
        wanted = games_of(edition, seats, SEED, GAMES, (PLAIN, ORDERS))
        figures = figures_of(played_by(wanted, cores()))
        told = ", ".join(f"{name} {one.median:.1f}" for name, one in figures.items())
        yield Row(
            f"days with orders, {edition}, {seats} seats",
            ratio(figures) or 0.0,
            0.33,
            "of plain",
            note=f"median days: {told}",
        )
