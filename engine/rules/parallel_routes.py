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
    """C7: no player owns two routes of a group. C8: with few players only one is available."""

    name: ClassVar[str] = "parallel_routes"
    ids: ClassVar[tuple[str, ...]] = ("C7", "C8")

    single_below: int = 4
    """With fewer seats than this, only one route of a group may be used."""
    siblings: dict[RouteId, tuple[RouteId, ...]] = field(init=False, repr=False)
    """The other routes in the group of each route."""

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
        """Return whether the board has double routes."""
        return len({route.group for route in spec.routes.values()}) < len(spec.routes)

    def veto(self, state: GameState, seat: Seat, route: Route) -> str | None:
        """Refuse a second own route in a group, or with few players any second route."""
        for sibling in self.siblings[route.id]:
            owner = state.owners.get(sibling)
            if owner == seat:
                return "parallel-route-yours"
            if owner is not None and self.seats < self.single_below:
                return "parallel-route-closed"
        return None

    def allowed(self, state: GameState, seat: Seat, tracks: list[RouteId]) -> list[RouteId]:
        """Return the *tracks* that `veto` allows, in a fraction of the time of repeated calls."""
        owners, siblings, few = state.owners, self.siblings, self.seats < self.single_below
        found = []
        for track in tracks:
            for sibling in siblings[track]:
                if sibling in owners and (few or owners[sibling] == seat):
                    break
            else:
                found.append(track)
        return found
