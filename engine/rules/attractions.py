"""Points for tourist attractions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board import MapSpec
from engine.rules.base import Rule
from engine.scoring import ScoreLine, Standing


@dataclass(frozen=True, slots=True)
class Attractions(Rule):
    """P6: a point for every tourist attraction that own routes touch."""

    name: ClassVar[str] = "attractions"
    ids: ClassVar[tuple[str, ...]] = ("P6",)
    lines: ClassVar[tuple[str, ...]] = ("attractions",)

    each: int = 1

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool:
        """Return whether the board has attractions."""
        return any(city.attraction for city in spec.cities.values())

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """Yield a line for each seat that reached an attraction."""
        for seat, _ in standing.seats():
            tracks = standing.state.tracks_of(seat)
            reached = {city for track in tracks for city in self.spec.routes[track].ends}
            seen = sum(self.spec.cities[city].attraction for city in reached)
            if seen:
                yield ScoreLine(seat, self.name, seen * self.each, str(seen))
