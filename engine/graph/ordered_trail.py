"""A walk over a player's own routes that visits stops in order and uses no route twice (P3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.graph.links import Edge, Links, component, linked, scan_order, splice

_MAX_PARTITIONS: Final = 64
"""The largest number of partitions of the stops that are examined, which covers all of them up to
seven stops."""
_MAX_FAILED_STATES: Final = 2000
"""The number of failed states after which a scan for legs is abandoned and each first link is tried
instead. Real boards hardly ever reach it. It limits the time for tangled networks in which many
cities stay half scanned."""


def trail_through(edges: Sequence[Edge], stops: Sequence[int]) -> tuple[int, ...] | None:
    """Return a walk that visits *stops* in this order and uses no edge twice, or None (P3).

    >>> trail_through([(1, 2, 3), (2, 3, 1), (3, 1, 1)], [1, 3, 2])
    (2, 1)
    >>> trail_through([(1, 2, 3), (2, 3, 1)], [1, 3, 2]) is None
    True
    """
    way = [stop for i, stop in enumerate(stops) if i == 0 or stop != stops[i - 1]]
    links = linked(edges)
    if len(way) < 2:
        return ()
    if not links.keys() >= {*way}:
        return None
    legs = _legs(links, way)
    if legs is None:
        return None
    trips = zip(legs, pairwise(way), strict=True)
    paths = (_shortest_path(linked(edges, leg), start, goal) for leg, (start, goal) in trips)
    return tuple(link.bit_length() - 1 for path in paths for link in path)


def _legs(links: Links, way: list[int]) -> list[int] | None:
    """Return the edges of each leg from stop to stop, with no edge in two legs, or None.

    This changes *links*. Such legs form the walk. If there are none, a bottleneck usually shows it,
    and a scan decides the remaining cases. If the scan is abandoned, each possible first link is
    tried, which leaves a smaller problem.
    """
    if len(way) < 2:
        return []
    _trim(links, way)
    if not _has_capacity(links, way):
        return None
    part = component({way[0]: {}, **links})  # The part begins at the first key.
    # With many stops, `_has_capacity` did not examine all partitions.
    if not part.keys() >= {*way}:
        return None
    scan = _Scan(part, way)
    if scan.found or not scan.is_exhausted:
        return scan.legs if scan.found else None
    for link, city in links[way[0]].items():
        rest = {c: dict(there) for c, there in links.items()}
        del rest[way[0]][link], rest[city][link]
        arrived = city == way[1]
        legs = _legs(rest, way[1:] if arrived else [city, *way[1:]])
        if legs is not None:
            return [link, *legs] if arrived else [link | legs[0], *legs[1:]]
    return None


def _trim(links: Links, way: list[int]) -> None:
    """Remove dead ends and splice straight cities, except for stops."""
    pending = list(links)
    for city in pending:
        if city in way or city not in links:
            continue
        others = {*links[city].values()}
        if len(others) < 2:
            for link, other in links.pop(city).items():
                del links[other][link]
            pending += others
        elif len(links[city]) == 2:
            splice(links, city)


def _shortest_path(links: Links, start: int, goal: int) -> list[int]:
    """Return the fewest links from *start* to *goal*, in walking order. A path must exist."""
    came = {start: (0, start)}
    reached = [start]
    for city in reached:
        for link, other in links[city].items():
            if other not in came:
                came[other] = link, city
                reached.append(other)
    path = []
    while goal != start:
        link, goal = came[goal]
        path.append(link)
    return path[::-1]


def _has_capacity(links: Links, way: list[int]) -> bool:
    """Return whether any two groups of stops are connected as often as the walk changes sides.

    Up to five stops, this condition is nearly sufficient: it always gives legs that share links by
    halves (Papernov's theorem). Only questions of parity are left to the scan.
    """
    stops = sorted({*way})
    for chosen in range(1, min(1 << len(stops) - 1, _MAX_PARTITIONS)):
        here = {stop for i, stop in enumerate(stops) if chosen >> i & 1}
        changes = sum((a in here) != (b in here) for a, b in pairwise(way))
        if not _has_disjoint_paths(links, here, {*stops} - here, changes):
            return False
    return True


def _has_disjoint_paths(links: Links, here: set[int], there: set[int], times: int) -> bool:
    """Return whether *times* paths without a common link run from *here* to *there* (Menger)."""
    source: dict[int, int] = {}  # For each link on a path, the city where it starts.
    for _ in range(times):
        came = {city: (0, city) for city in here}
        reached = list(here)
        for city in reached:
            if city in there:
                break
            for link, other in links[city].items():
                if other not in came and source.get(link) != city:
                    came[other] = link, city
                    reached.append(other)
        else:
            return False
        while city not in here:
            link, city = came[city]
            if source.pop(link, None) is None:  # Otherwise the two paths swap their remainders.
                source[link] = city
    return True


class _Scan:
    """An assignment of each link to one leg or to none.

    A leg may be any set of links that is odd at its two stops and even elsewhere, because such a
    set contains a path between the stops. So a state consists only of the legs that still need a
    link at each half-scanned city.
    """

    def __init__(self, links: Links, way: list[int]) -> None:
        self.legs = [0] * (len(way) - 1)
        self.choices = (0, *(1 << i for i in range(len(self.legs))))
        self.failed: set[tuple[int, int]] = set()
        shift = {city: i * len(self.legs) for i, city in enumerate(links)}
        left = {city: len(there) for city, there in links.items()}
        self.steps: list[tuple[int, int, int, int, int]] = []
        """A link, the positions of the bits of its ends, and how many links each end has after
        it."""
        for link, a, b in scan_order(links):
            left[a] -= 1
            left[b] -= 1
            self.steps.append((link, shift[a], shift[b], left[a], left[b]))
        needs = 0
        for leg, (a, b) in zip(self.choices[1:], pairwise(way), strict=True):
            needs ^= leg << shift[a] ^ leg << shift[b]
        self.found = self._assign(0, needs)

    @property
    def is_exhausted(self) -> bool:
        """Whether too many states failed to continue."""
        return len(self.failed) > _MAX_FAILED_STATES

    def _assign(self, i: int, needs: int) -> bool:
        """Assign the links from *i* on and return whether that worked.

        The bits of *needs* are the legs that are odd at each city.
        """
        if i == len(self.steps):
            return True
        if self.is_exhausted or (i, needs) in self.failed:
            return False
        link, a, b, left_a, left_b = self.steps[i]
        every = (1 << len(self.legs)) - 1
        at_a, at_b = needs >> a & every, needs >> b & every
        for leg in self.choices:
            fits = (at_a ^ leg).bit_count() <= left_a and (at_b ^ leg).bit_count() <= left_b
            if fits and self._assign(i + 1, needs ^ leg << a ^ leg << b):
                if leg:
                    self.legs[leg.bit_length() - 1] |= link
                return True
        self.failed.add((i, needs))
        return False
