"""The bonus for the longest continuous path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.rules.base import Rule
from engine.scoring import ScoreLine, Standing


@dataclass(frozen=True, slots=True)
class LongestPath(Rule):
    """P4: points for the longest continuous path. In a tie, each holder scores them."""

    name: ClassVar[str] = "longest_path"
    ids: ClassVar[tuple[str, ...]] = ("P4",)
    lines: ClassVar[tuple[str, ...]] = ("longest_path",)

    points: int = 10

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """Yield a line for every seat. Seats without the longest path get 0 points."""
        longest = max(path.length for path in standing.paths)
        for seat, path in enumerate(standing.paths):
            wins = path.length == longest and longest > 0
            yield ScoreLine(
                standing.seat(seat),
                self.name,
                self.points if wins else 0,
                str(path.length),
                path.routes,
            )
