"""Results of a community: the length of its games, and the reasons for waiting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from math import ceil, inf, isinf
from typing import Final

from bench.community.scenarios import SCENARIOS

PLAIN: Final = "plain"
ORDERS: Final = "orders"
TENTHS: Final = 9
"""Nine tenths of the games take no longer than the value shown as p90."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a community."""

    scenario: str
    number: int
    span: timedelta | None
    """The length of the game, or None if it never ends."""
    turns: int
    waits: Mapping[str, timedelta] = field(default_factory=dict)
    """The time spent waiting for players, by reason. If the table waits for several players, each
    counts an equal part."""

    @property
    def days(self) -> float:
        """The length of the game in days, or infinity if it never ends."""
        return inf if self.span is None else self.span / timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Figures:
    """The results of all games of one scenario."""

    days: tuple[float, ...]
    """The sorted lengths of the games, with infinity for a game that did not end."""
    waits: Mapping[str, float]
    """The share of the waiting time by reason, the largest first."""

    @property
    def median(self) -> float | None:
        """The days that half of the games take at most, or None if they never end."""
        last = len(self.days) // 2
        return _none_if_infinite((self.days[last] + self.days[-last - 1]) / 2)

    @property
    def p90(self) -> float | None:
        """The days that 9 of 10 games take at most, or None if they never end."""
        return _none_if_infinite(self.days[ceil(len(self.days) * TENTHS / 10) - 1])

    @property
    def ended(self) -> int:
        """The number of games that ended."""
        return sum(not isinf(one) for one in self.days)


def figures_of(games: Iterable[Played]) -> dict[str, Figures]:
    """Return the figures of each scenario, in the order of `SCENARIOS`."""
    found = sorted(games, key=lambda game: game.number)
    by_name = {name: [game for game in found if game.scenario == name] for name in SCENARIOS}
    return {name: _figures(some) for name, some in by_name.items() if some}


def ratio(figures: Mapping[str, Figures]) -> float | None:
    """Return the length of a game with orders as a fraction of a plain one.

    Return None if one of the two never ends.
    """
    plain, orders = figures[PLAIN].median, figures[ORDERS].median
    return None if not plain or orders is None else orders / plain


def _figures(games: Sequence[Played]) -> Figures:
    waits: Counter[str] = Counter()
    for game in games:
        waits.update({why: span // timedelta(seconds=1) for why, span in game.waits.items()})
    total = waits.total() or 1
    return Figures(
        tuple(sorted(game.days for game in games)),
        {why: seconds / total for why, seconds in waits.most_common()},
    )


def _none_if_infinite(days: float) -> float | None:
    return None if isinf(days) else days
