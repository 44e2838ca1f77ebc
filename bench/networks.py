"""Baselines for the longest path: a plain search, and the worst network known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.graph.links import Edge
from engine.ids import RouteId

WORST_USA: Final = tuple(
    RouteId(track)
    for track in (
        "atlanta--charleston-1",
        "atlanta--nashville-1",
        "atlanta--raleigh-1",
        "charleston--raleigh-1",
        "chicago--pittsburgh-1",
        "chicago--saint-louis-1",
        "little-rock--nashville-1",
        "little-rock--saint-louis-1",
        "nashville--pittsburgh-1",
        "nashville--raleigh-1",
        "nashville--saint-louis-1",
        "new-york--pittsburgh-1",
        "new-york--washington-1",
        "pittsburgh--raleigh-1",
        "pittsburgh--saint-louis-1",
        "pittsburgh--toronto-1",
        "pittsburgh--washington-1",
        "raleigh--washington-1",
        "sault-ste-marie--toronto-1",
    )
)
"""45 trains on 19 routes, with 540,856 calls of a plain search and a longest path of 42."""


def plain_longest(edges: Sequence[Edge]) -> int:
    """Return the longest path by a plain depth-first search over edge bitmasks, from every city."""
    around: dict[int, list[tuple[int, int, int]]] = {}
    for index, (a, b, length) in enumerate(edges):
        around.setdefault(a, []).append((1 << index, b, length))
        around.setdefault(b, []).append((1 << index, a, length))

    def walk(city: int, used: int) -> int:
        best = 0
        for bit, other, length in around[city]:
            if not used & bit:
                best = max(best, length + walk(other, used | bit))
        return best

    return max((walk(city, 0) for city in around), default=0)
