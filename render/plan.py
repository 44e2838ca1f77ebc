"""What only one player is shown: worked out by the caller, drawn by us."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.board import MapSpec
from engine.ids import RouteId, TicketId


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's tickets and possibilities."""

    missing: Mapping[TicketId, tuple[RouteId, ...] | None] = field(default_factory=dict)
    """The tracks each ticket still needs; none: it is fulfilled; None: no way is left."""
    letters: Mapping[RouteId, str] = field(default_factory=dict)
    """Tracks that can be paid for now, by letter."""

    def spaces(self, spec: MapSpec, ticket: TicketId) -> int | None:
        """How many pieces a ticket still needs; None if no way is left."""
        links = self.missing.get(ticket)
        return None if links is None else sum(spec.routes[track].length for track in links)
