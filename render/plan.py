"""What only one player is shown: worked out by the caller, drawn by us."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.advice import Missing, spaces
from engine.board import MapSpec
from engine.ids import RouteId, TicketId


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's tickets and possibilities."""

    missing: Missing = field(default_factory=dict)
    letters: Mapping[RouteId, str] = field(default_factory=dict)
    """Tracks that can be paid for now, by letter."""

    def spaces(self, spec: MapSpec, ticket: TicketId) -> int | None:
        """How many pieces a ticket still needs; None if no way is left."""
        return spaces(spec, self.missing.get(ticket))
