"""The bonus for the most completed tickets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.rules.base import Rule
from engine.scoring import ScoreLine, Standing


@dataclass(frozen=True, slots=True)
class MostTickets(Rule):
    """P5: points for the most completed tickets.

    In a tie, each holder scores them. A seat without a completed ticket never scores them.
    """

    name: ClassVar[str] = "most_tickets"
    ids: ClassVar[tuple[str, ...]] = ("P5",)
    lines: ClassVar[tuple[str, ...]] = ("most_tickets",)

    points: int = 15

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """Yield a line for every seat with its number of tickets. The highest number scores."""
        most = max(len(done) for done in standing.fulfilled)
        for seat, done in enumerate(standing.fulfilled):
            wins = len(done) == most > 0
            points = self.points if wins else 0
            yield ScoreLine(standing.seat(seat), self.name, points, str(len(done)))
