"""Scoring tickets and tours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board import MapSpec, Ticket
from engine.graph.network import Network
from engine.rules.base import Rule
from engine.scoring import ScoreLine, Standing


@dataclass(frozen=True, slots=True)
class Tickets(Rule):
    """P2: each ticket adds its value, or costs it. P3: tours have three values."""

    name: ClassVar[str] = "tickets"
    ids: ClassVar[tuple[str, ...]] = ("P2", "P3")
    lines: ClassVar[tuple[str, ...]] = ("tickets",)
    everywhere: ClassVar[bool] = True

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool:
        """Return whether the board has tickets."""
        return bool(spec.tickets)

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """Yield a line for each ticket, the failed ones first."""
        for seat, player in standing.seats():
            done = standing.fulfilled[seat]
            for ticket in sorted(player.tickets, key=lambda ticket: ticket in done):
                worth = value(self.spec.tickets[ticket], standing.networks[seat])
                yield ScoreLine(seat, self.name, worth, ticket)


def value(ticket: Ticket, network: Network) -> int:
    """Return the points of *ticket* for the owner of *network*."""
    if not network.joins(ticket.stops):
        return -ticket.at_risk
    if ticket.tour is None or network.in_order(ticket.stops):
        return ticket.points
    return ticket.tour.joined
