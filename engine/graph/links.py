"""A player's routes as links between cities, and the operations that all searches on them share.

Both searches, for the longest trail and for a tour in order, are exact and work in the same way.
They shrink the network without changing the answer. Then they scan the rest link by link, in an
order with few half-scanned cities at any time. Earlier choices matter only by their effect on these
cities. A board is nearly planar, so there are always few of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int, int]
"""Two different cities and the length."""

Links: TypeAlias = dict[int, dict[int, int]]
"""For each city the links that meet there, as bit masks of edges, and the cities at their other
ends."""


def linked(edges: Sequence[Edge], chosen: int = -1) -> Links:
    """Return the network of the *chosen* edges (by default all), with one link for each edge."""
    links: Links = {}
    for i, (a, b, _) in enumerate(edges):
        if chosen >> i & 1:
            links.setdefault(a, {})[1 << i] = b
            links.setdefault(b, {})[1 << i] = a
    return links


def splice(links: Links, city: int) -> int:
    """Merge the two links at *city* into one link and return it."""
    (one, a), (two, b) = links.pop(city).items()
    del links[a][one], links[b][two]
    links[a][one | two] = b
    links[b][one | two] = a
    return one | two


def component(links: Links) -> Links:
    """Remove the connected part with the first city from *links* and return it."""
    reached = [next(iter(links))]
    part: Links = {}
    for city in reached:
        if city in links:
            part[city] = links.pop(city)
            reached += part[city].values()
    return part


def scan_order(links: Links) -> list[tuple[int, int, int]]:
    """Return all links of a connected part with their ends, in the order of the scan.

    In this order, few cities are half scanned at any time.
    """
    left = {city: dict(there) for city, there in links.items()}
    half: set[int] = set()
    order = []
    while left:
        if half:
            city = min(half, key=lambda c: (len({*left[c].values()} - half), len(left[c]), c))
        else:
            city = min(left, key=lambda c: (len(left[c]), c))
        half.add(city)
        for link, other in left[city].items():
            order.append((link, city, other))
            del left[other][link]
            half.add(other)
        left[city] = {}
        for done in [c for c in half if not left[c]]:
            half.remove(done)
            del left[done]
    return order
