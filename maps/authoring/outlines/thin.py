"""Simplify outlines: `python -m maps.authoring.outlines.thin BOARD TOLERANCE LEAST-AREA`.

A picture does not show bays that are smaller than a pixel, but each of them costs time and bytes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import Final

from maps.lines import Point
from maps.loader import ROOT

OPEN: Final = ("border", "street")
"""Kinds of shape that are lines."""


def thinned(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Return fewer points, whose line deviates by at most *tolerance* from the original.

    >>> thinned([(0, 0), (5, 0.1), (10, 0)], 1)
    [(0, 0), (10, 0)]
    """
    chosen = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        start, end = spans.pop()
        far, place = 0.0, 0
        for number in range(start + 1, end):
            away = _distance_to_segment(points[number], points[start], points[end])
            if away > far:
                far, place = away, number
        if far > tolerance:
            chosen.add(place)
            spans += [(start, place), (place, end)]
    return [points[number] for number in sorted(chosen)]


def area(points: Sequence[Point]) -> float:
    """Return the area that an outline encloses.

    >>> area([(0, 0), (4, 0), (4, 3), (0, 3)])
    12.0
    """
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def _distance_to_segment(point: Point, a: Point, b: Point) -> float:
    """Return the distance from a point to the segment between two others."""
    wide, high = b[0] - a[0], b[1] - a[1]
    long = wide * wide + high * high
    share = ((point[0] - a[0]) * wide + (point[1] - a[1]) * high) / long if long else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - a[0] - share * wide, point[1] - a[1] - share * high)


def thin(path: Path, tolerance: float, least: float) -> tuple[int, int]:
    """Simplify the outlines of a file, and return its numbers of points before and after."""
    shapes = json.loads(path.read_text(encoding="utf-8"))["shapes"]
    simplified = []
    for shape in shapes:
        points = thinned([(x, y) for x, y in shape["points"]], tolerance)
        is_line = shape["kind"] in OPEN
        if is_line or (len(points) > 2 and area(points) >= least):
            simplified.append(
                {"kind": shape["kind"], "points": [[round(x, 1), round(y, 1)] for x, y in points]}
            )
    rows = ",\n".join(json.dumps(shape, separators=(",", ":")) for shape in simplified)
    path.write_text('{"shapes": [\n' + rows + "\n]}\n", encoding="utf-8")
    return sum(len(shape["points"]) for shape in shapes), sum(len(s["points"]) for s in simplified)


if __name__ == "__main__":
    before, after = thin(ROOT / sys.argv[1] / "land.json", float(sys.argv[2]), float(sys.argv[3]))
    sys.stdout.write(f"{before} points, now {after}\n")
