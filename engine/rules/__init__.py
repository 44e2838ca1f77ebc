"""The mechanics by name. An edition file chooses from this table. There is no scan for modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rules.attractions import Attractions
from engine.rules.base import Decision, Rule
from engine.rules.exchange import Exchange
from engine.rules.harbours import Harbours
from engine.rules.longest_path import LongestPath
from engine.rules.most_tickets import MostTickets
from engine.rules.parallel_routes import ParallelRoutes
from engine.rules.piece_mix import PieceMix
from engine.rules.rough_terrain import RoughTerrain
from engine.rules.ships import Ships
from engine.rules.tickets import Tickets
from engine.scoring import ROUTES

__all__ = ["KNOWN_LINES", "RULES", "Decision", "Rule"]

RULES: Final[Mapping[str, type[Rule]]] = {
    rule.name: rule
    for rule in (
        ParallelRoutes,
        Ships,
        RoughTerrain,
        PieceMix,
        Harbours,
        Exchange,
        Tickets,
        LongestPath,
        MostTickets,
        Attractions,
    )
}

KNOWN_LINES: Final = frozenset({ROUTES, *(line for rule in RULES.values() for line in rule.known)})
"""The score lines whose points all players could see during the whole game."""
