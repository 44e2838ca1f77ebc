"""Double and triple routes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import MapSpec, Route
from engine.ids import RouteId, Seat
from engine.rules.base import Rule
from engine.state import GameState


@dataclass(frozen=True, slots=True)
class ParallelRoutes(Rule):
    """C7: nobody holds two tracks of one route. C8: with few players one track is all there is."""

    name: ClassVar[str] = "parallel_routes"
    ids: ClassVar[tuple[str, ...]] = ("C7", "C8")

    single_below: int = 4
    """With fewer seats than this only one track of a group may be used."""
    siblings: dict[RouteId, tuple[RouteId, ...]] = field(init=False, repr=False)
    """The other tracks of each track's group."""

    def __post_init__(self) -> None:
        groups: dict[str, list[RouteId]] = {}
        for route in self.spec.routes.values():
            groups.setdefault(route.group, []).append(route.id)
        siblings = {
            track: tuple(other for other in group if other != track)
            for group in groups.values()
            for track in group
        }
        object.__setattr__(self, "siblings", siblings)

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool:
        """To every board with double routes."""
        return len({route.group for route in spec.routes.values()}) < len(spec.routes)

    def veto(self, state: GameState, seat: Seat, route: Route) -> str | None:
        """Refuse a second track of one's own, or any second track with few players."""
        for sibling in self.siblings[route.id]:
            owner = state.owners.get(sibling)
            if owner == seat:
                return "parallel-route-yours"
            if owner is not None and self.seats < self.single_below:
                return "parallel-route-closed"
        return None

    def allowed(self, state: GameState, seat: Seat, tracks: list[RouteId]) -> list[RouteId]:
        """The same for many tracks, in a fraction of the time."""
        owners, siblings, few = state.owners, self.siblings, self.seats < self.single_below
        found = []
        for track in tracks:
            for sibling in siblings[track]:
                if sibling in owners and (few or owners[sibling] == seat):
                    break
            else:
                found.append(track)
        return found
