"""Trails against exhaustive search: on random networks of many shapes, and on the worst known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from engine.graph import ordered_trail
from engine.graph.links import Edge
from engine.graph.longest_trail import longest_trail
from engine.graph.ordered_trail import trail_through

# On the USA board, with 45 trains and one track per double route (C7), no network is known on
# which plain depth-first search takes more calls: 540 856 from all cities.
WORST_USA = {
    "atlanta--charleston-1": 2,
    "atlanta--nashville-1": 1,
    "atlanta--raleigh-1": 2,
    "charleston--raleigh-1": 2,
    "chicago--pittsburgh-1": 3,
    "chicago--saint-louis-1": 2,
    "little-rock--nashville-1": 3,
    "little-rock--saint-louis-1": 2,
    "nashville--pittsburgh-1": 4,
    "nashville--raleigh-1": 3,
    "nashville--saint-louis-1": 2,
    "new-york--pittsburgh-1": 2,
    "new-york--washington-1": 2,
    "pittsburgh--raleigh-1": 2,
    "pittsburgh--saint-louis-1": 5,
    "pittsburgh--toronto-1": 2,
    "pittsburgh--washington-1": 2,
    "raleigh--washington-1": 2,
    "sault-ste-marie--toronto-1": 2,
}
# On the World board, with 60 pieces: many cycles side by side, and stops that cross them.
HARD_WORLD = {
    "al-qahira--athina-1": 1,
    "al-qahira--casablanca-1": 3,
    "al-qahira--djibouti-1": 2,
    "al-qahira--tehran-1": 1,
    "athina--hamburg-1": 2,
    "athina--marseille-1": 2,
    "athina--tehran-1": 2,
    "cape-town--luanda-1": 2,
    "cape-town--toamasina-1": 3,
    "casablanca--lagos-1": 4,
    "casablanca--marseille-1": 1,
    "dar-es-salaam--djibouti-1": 1,
    "dar-es-salaam--luanda-1": 2,
    "dar-es-salaam--mumbai-1": 4,
    "dar-es-salaam--toamasina-1": 1,
    "edinburgh--hamburg-1": 1,
    "edinburgh--marseille-1": 1,
    "edinburgh--reykjavik-1": 2,
    "hamburg--marseille-1": 1,
    "hamburg--moskva-1": 2,
    "lagos--luanda-1": 1,
    "lahore--mumbai-1": 1,
    "lahore--novosibirsk-1": 2,
    "lahore--tehran-1": 2,
    "moskva--murmansk-1": 2,
    "moskva--novosibirsk-1": 4,
    "moskva--tehran-1": 3,
    "murmansk--reykjavik-1": 4,
    "novosibirsk--yakutsk-1": 3,
}


def network(tracks: dict[str, int]) -> tuple[list[Edge], dict[str, int]]:
    """The edges of these tracks, and the number of each city."""
    ends = [track.removesuffix("-1").split("--") for track in tracks]
    number = {city: i for i, city in enumerate(sorted({city for pair in ends for city in pair}))}
    lengths = tracks.values()
    edges = [(number[a], number[b], n) for (a, b), n in zip(ends, lengths, strict=True)]
    return edges, number


def tree(rng: Random) -> list[tuple[int, int]]:
    return [(rng.randrange(city), city) for city in range(1, rng.randint(2, 12))]


def near_tree(rng: Random) -> list[tuple[int, int]]:
    """A tree and up to three tracks that close cycles."""
    pairs = [(rng.randrange(city), city) for city in range(1, rng.randint(5, 11))]
    return pairs + scattered(rng, len(pairs), rng.randint(1, 3))


def dense(rng: Random) -> list[tuple[int, int]]:
    cities = rng.randint(4, 7)
    pairs = [(a, b) for a in range(cities) for b in range(a)]
    return rng.sample(pairs, min(len(pairs), rng.randint(6, 12)))


def doubled(rng: Random) -> list[tuple[int, int]]:
    """Few cities, many tracks between the same two."""
    return scattered(rng, rng.randint(2, 4), rng.randint(2, 10))


def in_parts(rng: Random) -> list[tuple[int, int]]:
    """Several networks side by side; numbers of cities may be missing and below zero."""
    one = scattered(rng, 4, rng.randint(1, 5))
    two = scattered(rng, 4, rng.randint(1, 5))
    return [*one, *((a - 9, b - 9) for a, b in two), (20, 22)]


def straight(rng: Random) -> list[tuple[int, int]]:
    """A few links of several tracks each, in cycles and branches."""
    pairs: list[tuple[int, int]] = []
    for a, b in scattered(rng, 3, rng.randint(2, 4)):
        stages = [a, *(100 + 10 * len(pairs) + i for i in range(rng.randint(0, 2))), b]
        pairs += pairwise(stages)
    return pairs


def scattered(rng: Random, cities: int, tracks: int) -> list[tuple[int, int]]:
    pairs = (rng.sample(range(cities), 2) for _ in range(tracks))
    return [(a, b) for a, b in pairs]


SHAPES = [tree, near_tree, dense, doubled, in_parts, straight]


def random_network(rng: Random, shape: Callable[[Random], list[tuple[int, int]]]) -> list[Edge]:
    heaviest = rng.choice([1, 2, 8])
    return [(a, b, rng.randint(1, heaviest)) for a, b in shape(rng)]


def exhaustive_longest(edges: Sequence[Edge]) -> int:
    """Every walk from every city; with the same edges used, it can go on in the same ways."""

    @cache
    def go(city: int, used: int) -> int:
        best = 0
        for i, (a, b, length) in enumerate(edges):
            if city in (a, b) and not used >> i & 1:
                best = max(best, length + go(a + b - city, used | 1 << i))
        return best

    return max((go(city, 0) for edge in edges for city in edge[:2]), default=0)


def exhaustive_through(edges: Sequence[Edge], stops: Sequence[int]) -> bool:
    """Every walk from the first stop, none twice with the same edges used."""
    seen: set[tuple[int, int, int]] = set()

    def go(city: int, met: int, used: int) -> bool:
        while met < len(stops) and stops[met] == city:
            met += 1
        if met == len(stops):
            return True
        if (city, met, used) in seen:
            return False
        seen.add((city, met, used))
        return any(
            go(a + b - city, met, used | 1 << i)
            for i, (a, b, _) in enumerate(edges)
            if city in (a, b) and not used >> i & 1
        )

    return not stops or go(stops[0], 0, 0)


def walks(edges: Sequence[Edge], order: Sequence[int]) -> list[list[int]]:
    """The cities met when these edges are walked in this order, from either end of the first."""
    assert len(order) == len({*order})
    found = []
    for start in edges[order[0]][:2] if order else ():
        cities = [start]
        for i in order:
            if cities[-1] not in edges[i][:2]:
                break
            cities.append(sum(edges[i][:2]) - cities[-1])
        else:
            found.append(cities)
    return found


def meets(cities: Sequence[int], stops: Sequence[int]) -> bool:
    """Whether the walk meets the stops in this order; one visit may count for equal neighbours."""
    met = 0
    for city in cities:
        while met < len(stops) and stops[met] == city:
            met += 1
    return met == len(stops)


def is_trail(edges: Sequence[Edge], order: Sequence[int]) -> bool:
    return not order or bool(walks(edges, order))


class TestLongestTrail:
    """P4: the longest continuous path; cities may repeat, tracks may not."""

    @pytest.mark.parametrize(
        ("edges", "length"),
        [
            pytest.param([], 0, id="no tracks"),
            pytest.param([(4, 7, 3)], 3, id="one track"),
            pytest.param([(0, 1, 2), (0, 1, 5)], 7, id="two parallel tracks"),
            pytest.param([(0, 1, 1), (1, 2, 1), (2, 0, 1)], 3, id="triangle"),
            pytest.param([(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 4)], 7, id="triangle with tail"),
            pytest.param([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1)], 7, id="star"),
            pytest.param([(0, 1, 1), (1, 2, 1), (5, 6, 3)], 3, id="two parts, the second longer"),
            pytest.param(
                [(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 1), (4, 0, 1)],
                6,
                id="figure eight",
            ),
            pytest.param(
                [(0, 1, 9), (1, 2, 1), (2, 3, 1), (3, 1, 1), (2, 4, 9), (3, 5, 8), (1, 6, 7)],
                20,
                id="tails at a triangle: round the long way, and two tails",
            ),
            pytest.param(
                [
                    *[(6, 5, 2), (6, 5, 1), (6, 5, 1), (5, 1, 2), (2, 5, 8), (1, 2, 5), (2, 0, 8)],
                    *[(1, 3, 1), (3, 4, 8), (3, 4, 1)],
                ],
                31,
                id="the least to leave out would tear it in two",
            ),
        ],
    )
    def test_named_networks(self, edges: list[Edge], length: int) -> None:
        """What one can count by hand."""
        found, order = longest_trail(edges)

        assert length == found
        assert is_trail(edges, order)

    @pytest.mark.parametrize("shape", SHAPES)
    def test_equals_exhaustive_search(
        self, shape: Callable[[Random], list[tuple[int, int]]]
    ) -> None:
        """No walk is longer, and the edges in the given order are a walk of that length."""
        rng = Random(f"longest {shape.__name__}")
        for _ in range(500):
            edges = random_network(rng, shape)

            length, order = longest_trail(edges)

            assert exhaustive_longest(edges) == length
            assert sum(edges[i][2] for i in order) == length
            assert is_trail(edges, order)

    def test_the_worst_network_of_the_usa_board(self) -> None:
        """42 of 45 spaces, as exhaustive search found once in half a million calls."""
        edges, _ = network(WORST_USA)

        length, order = longest_trail(edges)

        assert sum(WORST_USA.values()) == 45
        assert length == sum(edges[i][2] for i in order) == 42
        assert is_trail(edges, order)

    @pytest.mark.parametrize(("cities", "length"), [(7, 21), (8, 25), (9, 36), (10, 41)])
    def test_where_everything_is_joined(self, cities: int, length: int) -> None:
        """With n cities, n even, n/2 - 1 tracks must be left out; with n odd, none."""
        edges = [(a, b, 1) for a in range(cities) for b in range(a)]

        found, order = longest_trail(edges)

        assert length == found == len(order)
        assert is_trail(edges, order)

    def test_is_the_same_whatever_the_cities_are_called(self) -> None:
        """The length depends neither on the numbers of the cities nor on the order of the edges."""
        edges, _ = network(WORST_USA)
        rng = Random(5)
        for _ in range(20):
            names = rng.sample(range(-50, 50), 20)
            other = [(names[a], names[b], n) for a, b, n in rng.sample(edges, len(edges))]

            length, order = longest_trail(other)

            assert length == 42
            assert is_trail(other, order)


class TestTrailThrough:
    """P3: through all cities of a tour in the printed order, no track twice."""

    triangle_with_tail = ((0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 4))

    @pytest.mark.parametrize("stops", [[], [3], [9], [2, 2, 2]])
    def test_one_stop_needs_no_track(self, stops: list[int]) -> None:
        """Who is to go nowhere has arrived."""
        assert trail_through(self.triangle_with_tail, stops) == ()

    @pytest.mark.parametrize(
        "stops", [[3, 2], [3, 2, 2, 0], [3, 0, 2], [0, 3], [1, 2, 1], [0, 1, 2, 3]]
    )
    def test_a_way(self, stops: list[int]) -> None:
        """Out of the tail and round the triangle, as often as there are tracks."""
        order = trail_through(self.triangle_with_tail, stops)

        assert order is not None
        assert any(meets(cities, stops) for cities in walks(self.triangle_with_tail, order))

    @pytest.mark.parametrize("stops", [[0, 3, 2], [0, 3, 0], [2, 0, 2, 0], [0, 9], [9, 8]])
    def test_no_way(self, stops: list[int]) -> None:
        """Not into the tail and back, not thrice between two cities, not where no track leads."""
        assert trail_through(self.triangle_with_tail, stops) is None

    def test_stops_in_different_parts(self) -> None:
        """Nothing leads from one part to the other."""
        edges = [(0, 1, 1), (5, 6, 1)]

        assert trail_through(edges, [0, 1, 5]) is None

    def test_more_stops_than_any_tour_has(self) -> None:
        """Along a chain of cities, and not on to one that lies apart."""
        edges = [(i, i + 1, 1) for i in range(11)] + [(30, 31, 1)]

        assert tuple(range(11)) == trail_through(edges, range(12))
        assert trail_through(edges, [*range(12), 31]) is None

    @pytest.mark.parametrize("budget", [ordered_trail._MAX_FAILED_STATES, -1])
    @pytest.mark.parametrize("shape", SHAPES)
    def test_equals_exhaustive_search(
        self,
        shape: Callable[[Random], list[tuple[int, int]]],
        budget: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """A walk is found if and only if there is one; also where the scan is given up at once."""
        monkeypatch.setattr(ordered_trail, "_MAX_FAILED_STATES", budget)
        rng = Random(f"through {shape.__name__}")
        for _ in range(500):
            edges = random_network(rng, shape)
            cities = sorted({city for edge in edges for city in edge[:2]})
            stops = rng.choices(cities, k=rng.randint(2, 6))

            order = trail_through(edges, stops)

            assert exhaustive_through(edges, stops) == (order is not None)
            if order:
                assert any(meets(cities, stops) for cities in walks(edges, order))

    @pytest.mark.parametrize(
        ("tour", "possible"),
        [
            ("yakutsk hamburg dar-es-salaam murmansk cape-town", True),
            ("lagos tehran al-qahira toamasina yakutsk", True),
            ("lahore djibouti cape-town dar-es-salaam yakutsk", True),
            ("athina lahore murmansk luanda novosibirsk", False),
            ("mumbai al-qahira tehran toamasina athina", False),
            ("cape-town yakutsk hamburg", False),
        ],
    )
    def test_a_hard_network_of_the_world_board(self, tour: str, possible: bool) -> None:
        """Many cycles side by side, and tours that cross them."""
        edges, number = network(HARD_WORLD)
        stops = [number[city] for city in tour.split()]

        order = trail_through(edges, stops)

        assert possible == (order is not None)
        if order:
            assert any(meets(cities, stops) for cities in walks(edges, order))

    def test_legs_cannot_cross_where_three_tracks_meet(self) -> None:
        """In a flat honeycomb every cut is wide enough, and yet one leg shuts the next one in."""
        across = [(10 * y + x, 10 * y + x + 1, 1) for y in range(4) for x in range(4)]
        down = [(10 * y + x, 10 * y + x + 10, 1) for y in range(3) for x in range(y % 2, 5, 2)]
        edges = across + down
        stops = [3, 22, 30, 14]

        order = trail_through(edges, stops)

        assert order is None
        assert not exhaustive_through(edges, stops)
