"""The longest walk over a player's own routes that uses no route twice (P4).

The search looks for a set of edges. A city is *odd* if an odd number of these edges meet there. By
Euler, a connected set is a trail if no city is odd or exactly two cities are odd. Two facts shrink
the network.

Straight cities can be spliced. If a connected network has an odd city, *every* longest trail ends
at two odd cities. At an even end, an edge would still be free. A closed trail that leaves edges out
touches one of them and could begin with it. So a trail uses both edges of a straight city or
neither. If no city is odd, the longest trail is the whole network, spliced or not.

Trees can be cut off. A trail that enters a tree ends there. So of all paths from a city into trees
only the two longest matter, one for each end of the trail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, TypeAlias

from engine.graph.links import Edge, Links, component, linked, scan_order, splice

_Gain: TypeAlias = tuple[int, int]
"""The number of spaces, and the bit mask of their edges."""
_Step: TypeAlias = tuple[int, int, int]
"""A link (its ends as bits, spaces, edges), or a city whose links are all scanned (its bit, 0,
0)."""
_State: TypeAlias = tuple[int, int, tuple[int, ...], int]
"""The state of a scan: the number of remaining steps, the odd ones of the half-scanned cities, the
half-scanned cities grouped into the pieces that the chosen links connect, and the number of odd
cities that are completely scanned."""

_NOTHING: Final[_Gain] = (0, 0)
_NO_TAILS: Final = (_NOTHING, _NOTHING)
_NEVER: Final = -(1 << 30)


def longest_trail(edges: Sequence[Edge]) -> tuple[int, tuple[int, ...]]:
    """Return the length and the edges, in walking order, of the longest trail.

    A trail is a walk that uses no edge twice.

    >>> longest_trail([(1, 2, 3), (2, 3, 1), (3, 1, 1), (3, 4, 5), (3, 5, 2)])
    (12, (4, 1, 0, 2, 3))
    """
    links, spaces, best = _shrink(edges)
    while links:
        best = max(best, _longest_in(component(links), spaces, best[0]))
    return best[0], _walk_over(edges, best[1])


def _walk_over(edges: Sequence[Edge], chosen: int) -> tuple[int, ...]:
    """Return a walking order of the *chosen* edges, which form a trail (Hierholzer)."""
    near = linked(edges, chosen)
    odd = (city for city, there in near.items() if len(there) % 2)
    start = next(odd, next(iter(near), 0))
    stack = [(0, start)] if near else []
    order = []
    while stack:
        city = stack[-1][1]
        if near[city]:
            link, other = near[city].popitem()
            del near[other][link]
            stack.append((link, other))
        else:
            order.append(stack.pop()[0])
    # The start has no link that leads to it.
    return tuple(link.bit_length() - 1 for link in order[:-1])


def _shrink(edges: Sequence[Edge]) -> tuple[Links, dict[int, int], _Gain]:
    """Return the links and spaces outside of trees, and the longest trail within trees.

    Only the returned links can contain a longer trail than the trees.
    """
    links = linked(edges)
    spaces = {1 << i: edge[2] for i, edge in enumerate(edges)}
    best = _NOTHING
    tails: dict[int, tuple[_Gain, _Gain]] = {}
    ends = [city for city, there in links.items() if len(there) == 1]
    for city in ends:
        first, second = tails.get(city, _NO_TAILS)
        if first[0] + second[0] > best[0]:
            best = first[0] + second[0], first[1] | second[1]
        if links[city]:
            link, other = links[city].popitem()
            del links[other][link]
            tail = first[0] + spaces[link], first[1] | link
            first, second = tails.get(other, _NO_TAILS)
            tails[other] = (tail, first) if tail > first else (first, max(second, tail))
            if len(links[other]) < 2:
                ends.append(other)
    links = {city: there for city, there in links.items() if there}
    if links:
        _straighten(links, spaces, tails)
    return links, spaces, best


def _straighten(
    links: Links, spaces: dict[int, int], tails: dict[int, tuple[_Gain, _Gain]]
) -> None:
    """Splice the straight cities, and replace each tail with one link to a leaf of its own."""
    leaf = max(links)
    for city, there in list(links.items()):
        for depth, link in tails.get(city, ()):
            if link:
                leaf += 1
                spaces[link] = depth
                links[city][link] = leaf
                links[leaf] = {link: city}
        if len(there) == 2 and len({*there.values()}) == 2:
            one, two = there
            spaces[splice(links, city)] = spaces[one] + spaces[two]


def _steps(links: Links, spaces: dict[int, int]) -> list[_Step]:
    bits = {city: 1 << i for i, city in enumerate(links)}
    left = {city: len(there) for city, there in links.items()}
    steps = []
    for link, a, b in scan_order(links):
        steps.append((bits[a] | bits[b], spaces[link], link))
        for city in (a, b):
            left[city] -= 1
            if not left[city]:
                steps.append((bits[city], 0, 0))
    return steps


def _bound(steps: list[_Step]) -> Callable[[int, int, int], int]:
    """Return a function that bounds the spaces that the last *left* steps can add.

    The bound holds even for a trail in several pieces. It leaves out the cheapest links that make
    all cities but two even. That is a good bound in networks with many short routes. Other searches
    take exponential time on such networks.
    """
    known: dict[tuple[int, int, int], int] = {}

    def bound(left: int, odd: int, ends: int) -> int:
        if not left:
            return 0
        key = left, odd, ends
        if key not in known:
            cities, gain, link = steps[-left]
            if link:
                taken = gain + bound(left - 1, odd ^ cities, ends)
                known[key] = max(taken, bound(left - 1, odd, ends))
            elif not odd & cities:
                known[key] = bound(left - 1, odd, ends)
            else:
                known[key] = bound(left - 1, odd ^ cities, ends + 1) if ends < 2 else _NEVER
        return known[key]

    return bound


def _longest_in(links: Links, spaces: dict[int, int], floor: int) -> _Gain:
    """Return the longest trail in this connected part, or `_NOTHING` if none beats *floor*.

    The search is best-first. Of equally good states it prefers the one with the fewest remaining
    steps. The bound is never too low, so the first complete state is the longest trail.
    """
    steps = _steps(links, spaces)
    bound = _bound(steps)
    state: _State = len(steps), 0, (), 0
    heap = [(-bound(len(steps), 0, 0), state, 0, 0)]
    seen = set()
    while heap and -heap[0][0] > floor:
        _, state, won, taken = heappop(heap)
        if not state[0]:
            return won, taken
        if state in seen:
            continue
        seen.add(state)
        for new, gain, link in _next_states(steps[-state[0]], state):
            left, odd, _, ends = new
            most = won + gain + bound(left, odd, ends)
            heappush(heap, (-most, new, won + gain, taken | link))
    return _NOTHING


def _next_states(step: _Step, state: _State) -> Iterator[tuple[_State, int, int]]:
    """Yield the states after *step*, with the spaces and edges that each one gains."""
    cities, gain, link = step
    left, odd, pieces, ends = state
    touched = [piece for piece in pieces if piece & cities]
    if link or not touched:
        yield (left - 1, odd, pieces, ends), 0, 0
    if link:
        joined = cities
        for piece in touched:
            joined |= piece
        pieces = *(piece for piece in pieces if not piece & cities), joined
        yield (left - 1, odd ^ cities, tuple(sorted(pieces)), ends), gain, link
    elif pieces == (cities,):
        yield (0, 0, (), 0), 0, 0  # Nothing is left to continue from: the trail is complete.
    # Otherwise the step completes a piece that nothing can connect to the others.
    elif touched and touched != [cities]:
        pieces = tuple(sorted(piece & ~cities for piece in pieces))
        yield (left - 1, odd & ~cities, pieces, ends + (odd & cities > 0)), 0, 0
