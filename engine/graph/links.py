"""A player's tracks as links between cities, and what all searches over them have in common.

Both the longest trail and a tour in order are exact and work alike: shrink the network without
changing the answer, then scan the rest link by link, in an order that keeps few cities half
scanned. What was chosen so far matters only by what it leaves at those few, and on a board, which
is nearly flat, they stay few.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int, int]
"""Two different cities and the length."""

Links: TypeAlias = dict[int, dict[int, int]]
"""For each city what meets there: links, as bit masks of edges, and the cities at their ends."""


def linked(edges: Sequence[Edge], chosen: int = -1) -> Links:
    """The network of the *chosen* edges (all, unless told), with one link for each."""
    links: Links = {}
    for i, (a, b, _) in enumerate(edges):
        if chosen >> i & 1:
            links.setdefault(a, {})[1 << i] = b
            links.setdefault(b, {})[1 << i] = a
    return links


def splice(links: Links, city: int) -> int:
    """Make one link of the two at *city*."""
    (one, a), (two, b) = links.pop(city).items()
    del links[a][one], links[b][two]
    links[a][one | two] = b
    links[b][one | two] = a
    return one | two


def component(links: Links) -> Links:
    """Take the connected part with the first city out of *links*."""
    reached = [next(iter(links))]
    part: Links = {}
    for city in reached:
        if city in links:
            part[city] = links.pop(city)
            reached += part[city].values()
    return part


def scan_order(links: Links) -> list[tuple[int, int, int]]:
    """All links of a connected part with their ends; few cities are half scanned at any time."""
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
