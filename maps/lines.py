"""Lines on a board: curves through points, and positions along them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import atan2, cos, dist, hypot, sin
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]

STEPS: Final = 24
"""The number of straight segments between two points of a curve."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, measured in board units."""

    points: tuple[Point, ...]
    reached: tuple[float, ...]
    """The distance of each point along the line."""

    @property
    def length(self) -> float:
        """The length of the line."""
        return self.reached[-1]

    def at(self, far: float) -> tuple[float, float, float]:
        """Return the point at the distance *far* along the line, and the direction there.

        >>> straight([(0, 0), (10, 0)]).at(4)
        (4.0, 0.0, 0.0)
        """
        end = len(self.points) - 2
        part = min(max(bisect_right(self.reached, far) - 1, 0), end)
        (x0, y0), (x1, y1) = self.points[part], self.points[part + 1]
        long = self.reached[part + 1] - self.reached[part]
        share = (far - self.reached[part]) / long if long else 0.0
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, atan2(y1 - y0, x1 - x0)

    def chord(self, far: float, reach: float) -> tuple[float, float, float]:
        """Return the point at the distance *far*, and the direction over *reach* to both sides.

        On a curve this direction changes less abruptly than that of `at`.
        """
        x, y, _ = self.at(far)
        ax, ay, _ = self.at(max(far - reach, 0.0))
        bx, by, _ = self.at(min(far + reach, self.length))
        return x, y, atan2(by - ay, bx - ax)


def straight(points: Sequence[Point]) -> Line:
    """Return the line that joins *points* one after the other."""
    reached = accumulate((dist(a, b) for a, b in pairwise(points)), initial=0.0)
    return Line(tuple(points), tuple(reached))


def curve(points: Sequence[Point]) -> Line:
    """Return a smooth line through *points*: a centripetal Catmull-Rom spline."""
    if len(points) < 3:
        return straight(points)
    first, last = _mirrored(points[1], points[0]), _mirrored(points[-2], points[-1])
    guides = [first, *points, last]
    smooth: list[Point] = [points[0]]
    for i in range(len(points) - 1):
        smooth.extend(_segment(guides[i], guides[i + 1], guides[i + 2], guides[i + 3]))
    return straight(smooth)


def shifted(x: float, y: float, angle: float, aside: float) -> Point:
    """Return the point at the distance *aside* to the right, facing in the direction *angle*."""
    return x - sin(angle) * aside, y + cos(angle) * aside


def box(
    x: float, y: float, angle: float, length: float, width: float
) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a rectangle along *angle*."""
    along, across = (
        (cos(angle) * length / 2, sin(angle) * length / 2),
        (
            -sin(angle) * width / 2,
            cos(angle) * width / 2,
        ),
    )
    return (
        (x - along[0] - across[0], y - along[1] - across[1]),
        (x + along[0] - across[0], y + along[1] - across[1]),
        (x + along[0] + across[0], y + along[1] + across[1]),
        (x - along[0] + across[0], y - along[1] + across[1]),
    )


def _mirrored(point: Point, about: Point) -> Point:
    return 2 * about[0] - point[0], 2 * about[1] - point[1]


def _segment(p0: Point, p1: Point, p2: Point, p3: Point) -> list[Point]:
    """Return the curve from *p1* to *p2*, without its first point."""
    t0 = 0.0
    t1 = t0 + hypot(p1[0] - p0[0], p1[1] - p0[1]) ** 0.5
    t2 = t1 + hypot(p2[0] - p1[0], p2[1] - p1[1]) ** 0.5
    t3 = t2 + hypot(p3[0] - p2[0], p3[1] - p2[1]) ** 0.5
    found: list[Point] = []
    for step in range(1, STEPS + 1):
        t = t1 + (t2 - t1) * step / STEPS
        a1, a2, a3 = _mix(p0, p1, t0, t1, t), _mix(p1, p2, t1, t2, t), _mix(p2, p3, t2, t3, t)
        b1, b2 = _mix(a1, a2, t0, t2, t), _mix(a2, a3, t1, t3, t)
        found.append(_mix(b1, b2, t1, t2, t))
    return found


def _mix(a: Point, b: Point, start: float, end: float, t: float) -> Point:
    share = (t - start) / (end - start) if end > start else 0.0
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
