"""The bonus for the most fulfilled tickets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.rules.base import Rule
from engine.scoring import ScoreLine, Standing


@dataclass(frozen=True, slots=True)
class MostTickets(Rule):
    """P5: points for the most fulfilled tickets; a tie: each of them; nobody with none."""

    name: ClassVar[str] = "most_tickets"
    ids: ClassVar[tuple[str, ...]] = ("P5",)
    lines: ClassVar[tuple[str, ...]] = ("most_tickets",)

    points: int = 15

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """A line for everybody with the number; the most of them earns the points."""
        most = max(len(done) for done in standing.fulfilled)
        for seat, done in enumerate(standing.fulfilled):
            wins = len(done) == most > 0
            points = self.points if wins else 0
            yield ScoreLine(standing.seat(seat), self.name, points, str(len(done)))
