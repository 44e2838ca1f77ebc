"""Make `land.json` of a board from two atlases.

`python -m maps.authoring.outlines.make_land BOARD WORLD-ATLAS US-ATLAS`. The last two arguments
are the unpacked npm packages `world-atlas` (2.0.2; Natural Earth, public domain) and `us-atlas`
(3.0.1; United States Census, public domain).

Outlines are projected and fitted to the cities of the layout. They are then bent, so that coasts
and borders follow cities that were moved apart. Neither package has lakes, so lakes in the file
are preserved. New York is drawn by hand and has no script.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, log, pi, radians, sin, tan
from pathlib import Path
from typing import Final, TypeAlias

from maps.authoring.outlines.thin import area, thinned
from maps.authoring.outlines.topology import Ring, Topology, cut_at
from maps.layout import layout
from maps.lines import Point
from maps.loader import ROOT, load

Projection: TypeAlias = Callable[[float, float], Point]
Shapes: TypeAlias = Iterator[tuple[str, Ring]]

MARGIN: Final = 6.0
"""How far outlines reach beyond the board, so that no coast is visible along its frame."""
REACH: Final = 90.0
"""The distance around a city within which its own displacement dominates, in board units."""
WORLD_BEGINS: Final = -140.0
"""The longitude at the west edge of the board "world"."""


AROUND_USA: Final = frozenset({"Canada", "Mexico", "Cuba", "Bahamas"})
AROUND_GERMANY: Final = frozenset({
    "Denmark", "Netherlands", "Belgium", "Luxembourg", "France", "Switzerland", "Liechtenstein",
    "Italy", "Austria", "Czechia", "Poland", "Sweden",
})  # fmt: skip
"""The countries near the board. A projected distant country would cover the board."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The settings for a board's land."""

    projection: Projection
    shapes: Callable[[Topology, Topology], Shapes]
    tolerance: float
    least: float
    """The least area of an island in square units. Smaller islands are left out."""


def _conic(first: float, second: float, middle: float) -> Projection:
    """Return Lambert's conformal conic projection with two standard parallels."""
    a, b = radians(first), radians(second)
    n = log(cos(a) / cos(b)) / log(tan(pi / 4 + b / 2) / tan(pi / 4 + a / 2))
    size = cos(a) * tan(pi / 4 + a / 2) ** n / n

    def project(lon: float, lat: float) -> Point:
        radius = size / tan(pi / 4 + radians(max(-80.0, min(85.0, lat))) / 2) ** n
        turn = n * radians((lon - middle + 180) % 360 - 180)
        return radius * sin(turn), radius * cos(turn)

    return project


def _cylinder(lon: float, lat: float) -> Point:
    """Project a point by Miller's cylindrical projection, from the west edge of the board."""
    return radians((lon - WORLD_BEGINS) % 360), -1.25 * log(tan(pi / 4 + 0.4 * radians(lat)))


def _usa(world: Topology, states: Topology) -> Shapes:
    def is_state(name: str) -> bool:
        return name not in {"Alaska", "Hawaii", "Puerto Rico", "Guam", "American Samoa"}

    for ring in world.rings("countries", AROUND_USA.__contains__):
        yield "foreign", ring
    for ring in states.rings("states", is_state):
        yield "land", ring
    for ring in states.borders("states", is_state):
        yield "border", ring


def _germany(world: Topology, _: Topology) -> Shapes:
    for ring in world.rings("countries", AROUND_GERMANY.__contains__):
        yield "foreign", ring
    for ring in world.rings("countries", lambda name: name == "Germany"):
        yield "land", ring
    for ring in world.borders("countries", AROUND_GERMANY.__contains__):
        yield "border", ring


def _world(world: Topology, _: Topology) -> Shapes:
    for ring in world.rings("land", lambda name: True):
        for part in cut_at(ring, WORLD_BEGINS):
            yield "land", [(x + WORLD_BEGINS, y) for x, y in part]


RECIPES: Final = {
    "usa": Recipe(_conic(33, 45, -96), _usa, 0.9, 40),
    "germany": Recipe(_conic(48, 54, 10.5), _germany, 0.9, 60),
    "world": Recipe(_cylinder, _world, 1.1, 45),
}


def fitted(sources: Sequence[Point], targets: Sequence[Point]) -> Callable[[Point], Point]:
    """Return the affine map that brings *sources* nearest to *targets*, by least squares."""
    rows = [(x, y, 1.0) for x, y in sources]
    normal = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    x, y = (
        _solve(
            normal,
            [sum(row[i] * t[axis] for row, t in zip(rows, targets, strict=True)) for i in range(3)],
        )
        for axis in (0, 1)
    )
    return lambda p: (x[0] * p[0] + x[1] * p[1] + x[2], y[0] * p[0] + y[1] * p[1] + y[2])


def bent(anchors: Sequence[tuple[Point, Point]]) -> Callable[[Point], Point]:
    """Return a function that moves a point as the cities around it were moved.

    *anchors* are the old and the new positions of the cities.
    """

    def move(point: Point) -> Point:
        total, dx, dy = 0.35, 0.0, 0.0
        for (x0, y0), (x1, y1) in anchors:
            far = hypot(point[0] - x0, point[1] - y0) / REACH
            weight = 1 / (0.05 + far**3)
            total += weight
            dx, dy = dx + weight * (x1 - x0), dy + weight * (y1 - y0)
        return point[0] + dx / total, point[1] + dy / total

    return move


def clipped(ring: Ring, width: float, height: float) -> Ring:
    """Return the part of a ring on the board and its margin, clipped at each side in turn."""
    sides: tuple[tuple[int, float, int], ...] = (
        (0, -MARGIN, 1), (0, width + MARGIN, -1), (1, -MARGIN, 1), (1, height + MARGIN, -1),
    )  # fmt: skip
    for axis, limit, sign in sides:
        ring = list(_clip_side(ring, axis, limit, sign))
    return ring


def _clip_side(ring: Ring, axis: int, limit: float, sign: int) -> Iterator[Point]:
    for a, b in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        inside, next_inside = (a[axis] - limit) * sign >= 0, (b[axis] - limit) * sign >= 0
        if inside:
            yield a
        if inside != next_inside:
            share = (limit - a[axis]) / (b[axis] - a[axis])
            yield a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve three linear equations by Cramer's rule."""
    whole = _determinant(matrix)
    return [
        _determinant(
            [[right[i] if j == column else matrix[i][j] for j in range(3)] for i in range(3)]
        )
        / whole
        for column in range(3)
    ]


def _determinant(m: list[list[float]]) -> float:
    return (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )


def make(board: str, world: Topology, states: Topology) -> Iterable[tuple[str, Ring]]:
    """Yield the outlines of a board in its units."""
    recipe, spec, where = RECIPES[board], load(board), layout(board)
    cities = [city for city in spec.cities.values() if city.kind == "city"]
    sources = [recipe.projection(city.lon, city.lat) for city in cities]
    targets = [(where.places[city.id].x, where.places[city.id].y) for city in cities]
    fit = fitted(sources, targets)
    bend = bent([(fit(source), target) for source, target in zip(sources, targets, strict=True)])
    for kind, ring in recipe.shapes(world, states):
        points = [bend(fit(recipe.projection(lon, lat))) for lon, lat in ring]
        if kind == "border":
            on_board = [p for p in points if _is_on(p, where.width, where.height)]
            if len(on_board) > 1:
                yield kind, thinned(on_board, recipe.tolerance)
            continue
        points = clipped(points, where.width, where.height)
        if len(points) > 3 and area(points) >= recipe.least:
            yield kind, thinned(points, recipe.tolerance)


def _is_on(point: Point, width: float, height: float) -> bool:
    return -MARGIN <= point[0] <= width + MARGIN and -MARGIN <= point[1] <= height + MARGIN


def main(board: str, world_atlas: Path, us_atlas: Path) -> None:
    """Write the file `land.json` of a board again, and preserve its lakes."""
    path = ROOT / board / "land.json"
    old_shapes = json.loads(path.read_text(encoding="utf-8"))["shapes"]
    lakes = [(shape["kind"], shape["points"]) for shape in old_shapes if shape["kind"] == "lake"]
    world = Topology(world_atlas / "countries-50m.json")
    made = list(make(board, world, Topology(us_atlas / "states-10m.json")))
    solid = [shape for shape in made if shape[0] != "border"]
    lines = [shape for shape in made if shape[0] == "border"]
    rows = [
        json.dumps(
            {"kind": kind, "points": [[round(x, 1), round(y, 1)] for x, y in points]},
            separators=(",", ":"),
        )
        for kind, points in (*solid, *lakes, *lines)
    ]
    path.write_text('{"shapes": [\n' + ",\n".join(rows) + "\n]}\n", encoding="utf-8")
    sys.stdout.write(f"{len(rows)} outlines\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
