"""What only one player is shown: worked out by the caller, drawn by us."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.advice import Missing, spaces, wanted_links
from engine.board import MapSpec
from engine.ids import Piece, RouteId, TicketId


@dataclass(frozen=True, slots=True)
class Advice:
    """A player's tickets and possibilities."""

    missing: Missing = field(default_factory=dict)
    letters: Mapping[RouteId, str] = field(default_factory=dict)
    """Tracks that can be paid for now, by letter."""

    def spaces(self, spec: MapSpec, ticket: TicketId) -> int | None:
        """How many pieces a ticket still needs; None if no way is left."""
        return spaces(spec, self.missing.get(ticket))

    def cards(self, spec: MapSpec, ticket: TicketId) -> dict[Piece, Counter[str | None]]:
        """What a ticket still needs, by kind of track: so many of each colour, None any (C11)."""
        needs: dict[Piece, Counter[str | None]] = {}
        for route in (spec.routes[track] for track in self.missing.get(ticket) or ()):
            needs.setdefault(route.piece, Counter())[route.colour] += route.length + route.rough
        return needs

    def pieces(self, spec: MapSpec) -> Counter[Piece]:
        """How many pieces of each kind all tickets together still need."""
        found: Counter[Piece] = Counter()
        for track in wanted_links(self.missing):
            found[spec.routes[track].piece] += spec.routes[track].length
        return found
