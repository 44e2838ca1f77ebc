"""The yardsticks for the longest path: a plain search, and the worst network we know."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ids import RouteId
from engine.trails import Edge

WORST_USA: tuple[RouteId, ...] = ()


def plain_longest(edges: Sequence[Edge]) -> int:
    """A plain depth-first search over edge bitmasks, from every city."""
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
