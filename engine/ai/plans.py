"""The cheapest network that connects a seat's tickets, and the tickets that are worth it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from engine.ai.harbour_sites import Ports, Site
from engine.ai.terrain import Terrain, cheapest_path
from engine.board import Ticket
from engine.ids import Piece, TicketId


@dataclass(frozen=True, slots=True)
class Means:
    """The pieces and turns that a seat can still spend."""

    pieces: Mapping[Piece, int]
    """The pieces of each kind that go on routes."""
    total: int
    """The pieces of all kinds together."""
    spare: int
    """The pieces that could be exchanged for another kind."""
    turns: float
    """The turns that probably remain, including the current one."""

    def suffice(self, need: Mapping[Piece, int]) -> bool:
        """Return whether there are enough pieces, if necessary after an exchange."""
        short = total = 0
        for kind, count in need.items():
            short += max(0, count - self.pieces[kind])
            total += count
        return short <= self.spare and total <= self.total


class Plan:
    """Tickets to complete and, for each of them, the groups to claim.

    A network that connects given pairs at the least cost is hard to find exactly. This plan begins
    with the most expensive ticket. Each further ticket uses the planned groups for free. Then each
    ticket but the last is planned once more, given the paths of the others.
    """

    __slots__ = (
        "_cost",
        "_laid",
        "_sites",
        "_tickets",
        "groups",
        "is_enough",
        "paths",
        "pieces",
        "terrain",
    )

    def __init__(self, terrain: Terrain, cost: Sequence[float], tickets: Iterable[Ticket]) -> None:
        self.terrain = terrain
        self._cost = cost
        self._laid = len(terrain.mine)
        self._tickets = {ticket.id: ticket for ticket in tickets}
        self.paths: dict[TicketId, frozenset[int]] = {}
        """The pursued tickets. Tickets that cannot be completed are left out."""
        self._find_paths()
        self._update_totals()

    def _update_totals(self) -> None:
        atlas = self.terrain.atlas
        groups = atlas.groups
        self.groups = sorted(self._union(), key=lambda number: (-groups[number].length, number))
        """All groups to claim, the longest first, because they get their cards first."""
        self.pieces = atlas.pieces_for(self.groups)
        """The number of pieces of each kind that the groups take."""
        self._sites: list[Site] | None = None
        self.is_enough = False
        """Whether further tickets turned out not to be worth it with this network."""

    def _union(self) -> set[int]:
        return set().union(*self.paths.values())

    def _find_paths(self) -> None:
        found = {key: self._path(key, self._cost) for key in self._tickets}
        alone = {key: path for key, path in found.items() if path is not None}
        order = sorted(alone, key=lambda key: self._price(alone[key]), reverse=True)
        for key in order[:1]:
            self.paths[key] = alone[key]
        for key in (*order[1:], *order[:-1]):
            self._plan_path(key)

    def _price(self, groups: Iterable[int]) -> float:
        return sum([self._cost[number] for number in groups])

    def _plan_path(self, key: TicketId) -> None:
        """Find the path of a ticket, for which the paths of the others are free."""
        self.paths.pop(key, None)
        cost = list(self._cost)
        for number in self._union():
            cost[number] = 0.0
        path = self._path(key, cost)
        if path is not None:
            self.paths[key] = path

    def _path(self, key: TicketId, cost: Sequence[float]) -> frozenset[int] | None:
        """Return the groups to claim for a ticket.

        They are empty if its stops are connected, and None if they cannot be.
        """
        terrain = self.terrain
        found: set[int] = set()
        for one, other in terrain.atlas.legs[key]:
            if not terrain.joined(one, other):
                leg = cheapest_path(terrain.atlas, cost, one, other)
                if leg is None:
                    return None
                found.update(leg)
        return frozenset(found - terrain.mine)

    # --- Queries ---

    def is_open(self) -> bool:
        """Return whether every needed group can still be claimed."""
        cost = self.terrain.cost
        return inf not in [cost[number] for number in self.groups]

    def sites(self, ports: Ports, held: Iterable[TicketId]) -> list[Site]:
        """Return where harbors pay if the plan succeeds: ports of completed and planned tickets."""
        if self._sites is None:
            known, terrain, paths = self.terrain.atlas.spec.tickets, self.terrain, self.paths
            hopeful = [known[key] for key in held if key in paths or is_joined(terrain, key)]
            self._sites = ports.sites(hopeful)
        return self._sites

    def tickets_with(self, number: int) -> int:
        """Return how many tickets need this group."""
        return sum([number in path for path in self.paths.values()])

    def completed_by(self, number: int) -> int:
        """Return how many points of tickets change if this group is claimed."""
        done = [self._tickets[key] for key, path in self.paths.items() if path == {number}]
        return sum(ticket.points + ticket.at_risk for ticket in done)

    def net_worth(self, key: TicketId) -> float:
        """Return the points of a ticket, minus the cost of the groups that only it needs."""
        return self._tickets[key].points - self._price(self._only_for(key))

    def _only_for(self, key: TicketId) -> frozenset[int]:
        others = [path for other, path in self.paths.items() if other != key]
        return self.paths[key].difference(*others)

    def fits(self, means: Means, saved_turns: float) -> bool:
        """Return whether pieces and turns probably suffice if the hand saves some turns."""
        groups = self.terrain.atlas.groups
        turns = sum([groups[number].turns for number in self.groups])
        return turns - saved_turns <= means.turns and means.suffice(self.pieces)

    # --- Changes ---

    def advance(self) -> None:
        """Remove the groups that the seat now owns, and the tickets that are completed."""
        mine = self.terrain.mine
        if len(mine) != self._laid:
            self._laid = len(mine)
            self.paths = {key: path - mine for key, path in self.paths.items() if path - mine}
            self._update_totals()

    def drop(self, key: TicketId) -> None:
        """Give up a ticket, and search better paths for the tickets that shared its path."""
        dropped = self.paths.pop(key, frozenset())
        for other in [other for other, path in self.paths.items() if path & dropped]:
            self._plan_path(other)
        self._update_totals()

    def give_up_one(self, cost: Sequence[float]) -> None:
        """Drop the ticket with the least reward. New paths are searched at this *cost*."""
        self._cost = cost
        self.drop(min(self.paths, key=self._reward))

    def _reward(self, key: TicketId) -> float:
        """Return the points at stake for each turn that only this ticket takes."""
        ticket, atlas = self._tickets[key], self.terrain.atlas
        turns = sum([atlas.groups[number].turns for number in self._only_for(key)])
        return (ticket.points + ticket.at_risk) / (turns + 0.5)


def is_joined(terrain: Terrain, ticket: TicketId) -> bool:
    """Return whether own routes already complete a ticket."""
    return all(terrain.joined(one, other) for one, other in terrain.atlas.legs[ticket])
