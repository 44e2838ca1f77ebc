"""Advice shown to one player only. The caller computes it, and this package draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.advice import Links, Missing, spaces, wanted_links
from engine.board import MapSpec
from engine.ids import Piece, RouteId, TicketId


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player's tickets still need, and which tracks the player can pay for."""

    missing: Missing = field(default_factory=dict)
    letters: Mapping[RouteId, str] = field(default_factory=dict)
    """The letter of each track that the player can pay for now."""
    network: Links | None = None
    """The tracks that all tickets need together. None means those of `missing`."""
    plan: Links = ()
    """The tracks that the player's plan claims, in its order."""

    @property
    def wanted(self) -> Links:
        """The tracks that all tickets together still need."""
        return wanted_links(self.missing) if self.network is None else self.network

    def spaces(self, spec: MapSpec, ticket: TicketId) -> int | None:
        """Return how many pieces a ticket still needs, or None if no way is left."""
        return spaces(spec, self.missing.get(ticket))

    def cards(self, spec: MapSpec, ticket: TicketId) -> dict[Piece, Counter[str | None]]:
        """Return how many cards of each color a ticket still needs, by kind of track (C11).

        The color None stands for cards of any color.
        """
        needs: dict[Piece, Counter[str | None]] = {}
        for route in (spec.routes[track] for track in self.missing.get(ticket) or ()):
            needs.setdefault(route.piece, Counter())[route.colour] += route.length + route.rough
        return needs

    def pieces(self, spec: MapSpec) -> Counter[Piece]:
        """Return how many pieces of each kind all tickets together still need."""
        found: Counter[Piece] = Counter()
        for track in self.wanted:
            found[spec.routes[track].piece] += spec.routes[track].length
        return found
