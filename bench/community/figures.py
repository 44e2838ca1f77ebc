"""What comes of a community: how long its games took, and what they waited for."""

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
"""So many tenths of the games take no longer than what is told as p90."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a community."""

    scenario: str
    number: int
    span: timedelta | None
    """How long it took; None: it never ends."""
    turns: int
    waits: Mapping[str, timedelta] = field(default_factory=dict)
    """How long people were awaited, by why; several at once in equal parts."""

    @property
    def days(self) -> float:
        """The same in days; a game that does not end takes for ever."""
        return inf if self.span is None else self.span / timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Figures:
    """The games of one scenario, counted up."""

    days: tuple[float, ...]
    """In their order; for ever, where a game did not end."""
    waits: Mapping[str, float]
    """For what people were awaited, as parts of the whole time, the most first."""

    @property
    def median(self) -> float | None:
        """So long half of the games take at most; None: for ever."""
        last = len(self.days) // 2
        return _told((self.days[last] + self.days[-last - 1]) / 2)

    @property
    def p90(self) -> float | None:
        """So long nine of ten games take at most; None: for ever."""
        return _told(self.days[ceil(len(self.days) * TENTHS / 10) - 1])

    @property
    def ended(self) -> int:
        """How many of them came to an end."""
        return sum(not isinf(one) for one in self.days)


def figures_of(games: Iterable[Played]) -> dict[str, Figures]:
    """The games by their scenarios, in the order of these, whichever were done first."""
    found = sorted(games, key=lambda game: game.number)
    by_name = {name: [game for game in found if game.scenario == name] for name in SCENARIOS}
    return {name: _figures(some) for name, some in by_name.items() if some}


def ratio(figures: Mapping[str, Figures]) -> float | None:
    """How long a game with orders takes, as a part of a plain one; None: one has no end."""
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


def _told(days: float) -> float | None:
    return None if isinf(days) else days
