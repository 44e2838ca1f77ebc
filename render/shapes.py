"""The shapes that everything is drawn with, as outlines around the origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]


def placed(outline: Sequence[Point], x: float, y: float, size: float, angle: float = 0) -> Outline:
    """Return an outline moved to *x*, *y*, *size* times as big, and turned by *angle*."""
    return stretched(outline, x, y, size, size, angle)


def stretched(
    outline: Sequence[Point], x: float, y: float, wide: float, high: float, angle: float = 0
) -> Outline:
    """Return an outline moved to *x*, *y*, scaled by *wide* and *high*, and turned by *angle*."""
    c, s = cos(angle), sin(angle)
    return tuple(
        (x + px * wide * c - py * high * s, y + px * wide * s + py * high * c) for px, py in outline
    )


def arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 8) -> Outline:
    """Return points on a circle between two angles in degrees."""
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((x + radius * cos(a), y + radius * sin(a)) for a in angles)


def regular(corners: int, turn: float = -90, inner: float | None = None) -> Outline:
    """Return a regular polygon, or a star if *inner* is given."""
    count = corners * (2 if inner else 1)
    sizes = (1.0, inner) if inner else (1.0,)
    return tuple(
        (
            sizes[i % len(sizes)] * cos(pi / 180 * (turn + 360 * i / count)),
            sizes[i % len(sizes)] * sin(pi / 180 * (turn + 360 * i / count)),
        )
        for i in range(count)
    )


def rounded(x0: float, y0: float, x1: float, y1: float, radius: float) -> Outline:
    """Return a rectangle with round corners."""
    r = min(radius, (x1 - x0) / 2, (y1 - y0) / 2)
    return (
        *arc(x0 + r, y0 + r, r, 180, 270, 5),
        *arc(x1 - r, y0 + r, r, 270, 360, 5),
        *arc(x1 - r, y1 - r, r, 0, 90, 5),
        *arc(x0 + r, y1 - r, r, 90, 180, 5),
    )


def hull(length: float, width: float) -> Outline:
    """Return a ship from above: a bow at the right, a round stern at the left."""
    half, side = length / 2, width / 2
    bow = min(half * 0.95, side * 1.7)
    stern = min(half, side * 0.9)
    right = tuple(
        (half - bow + bow * t, side * (1 - t**1.8)) for t in (0.0, 0.25, 0.5, 0.7, 0.85, 1.0)
    )
    left = arc(-half + stern, 0, 1, 90, 270, 8)
    return (
        *((x, -y) for x, y in right),
        *reversed(right[:-1]),
        *((-half + stern + (x + half - stern) * stern, y * side) for x, y in left),
    )


def jagged(length: float, width: float, tooth: float) -> Outline:
    """Return a rectangle with teeth along both sides, which stands for rough ground."""
    half, side = length / 2, width / 2
    teeth = max(3, round(length / tooth))
    step = length / teeth
    top = [
        point
        for number in range(teeth)
        for point in (
            (-half + step * number, -side),
            (-half + step * (number + 0.5), -side - tooth * 0.5),
        )
    ]
    return (*top, (half, -side), *((-x, -y) for x, y in top), (-half, side))


def _heart() -> Outline:
    points = []
    for step in range(28):
        t = 2 * pi * step / 28
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append((x / 16, -y / 16 - 0.08))
    return tuple(points)


_ARM: Final = 0.36

SYMBOLS: Final[Mapping[str, Outline]] = {
    "heart": _heart(),
    "disc": arc(0, 0, 0.84, 0, 360, 24),
    "star": tuple((x * 1.08, y * 1.08 + 0.06) for x, y in regular(5, inner=0.44)),
    "triangle": ((0, -0.95), (0.98, 0.78), (-0.98, 0.78)),
    "drop": ((0, -1.08), *arc(0, 0.28, 0.72, -28, 208, 20)),
    "diamond": ((0, -1.08), (0.8, 0), (0, 1.08), (-0.8, 0)),
    "square": ((-0.74, -0.74), (0.74, -0.74), (0.74, 0.74), (-0.74, 0.74)),
    "plus": (
        (-_ARM, -0.98), (_ARM, -0.98), (_ARM, -_ARM), (0.98, -_ARM), (0.98, _ARM), (_ARM, _ARM),
        (_ARM, 0.98), (-_ARM, 0.98), (-_ARM, _ARM), (-0.98, _ARM), (-0.98, -_ARM), (-_ARM, -_ARM),
    ),
}  # fmt: skip
"""The symbol shapes of the card colors, about one unit to each side."""

STAR: Final = regular(5, inner=0.45)
BURST: Final = regular(12, inner=0.82)

ANCHOR: Final[tuple[Outline, ...]] = (
    arc(0, -0.72, 0.26, 0, 360, 16),
    ((-0.11, -0.5), (0.11, -0.5), (0.11, 0.85), (-0.11, 0.85)),
    ((-0.5, -0.36), (0.5, -0.36), (0.5, -0.16), (-0.5, -0.16)),
    (*arc(0, 0.1, 0.9, 12, 168, 14), *arc(0, 0.1, 0.66, 168, 12, 14)),
    ((1.02, 0.02), (0.98, 0.55), (0.56, 0.3)),
    ((-1.02, 0.02), (-0.98, 0.55), (-0.56, 0.3)),
)
ANCHOR_EYE: Final = arc(0, -0.72, 0.11, 0, 360, 12)

# Vehicles face right, reach one unit to the left and right, and stand on y = 1.
WAGON: Final = rounded(-1, -1, 1, 0.62, 0.2)
ENGINE: Final[Outline] = (
    (-1, -1.0), (-0.38, -1.0), (-0.38, -0.5), (0.42, -0.5), (0.46, -0.98), (0.7, -0.98),
    (0.74, -0.5), (0.9, -0.4), (0.97, -0.1), (0.97, 0.3), (1.06, 0.62), (-1, 0.62),
)  # fmt: skip
SHIP: Final[Outline] = (
    (-0.94, -0.1), (-0.62, -0.1), (-0.62, -0.62), (-0.36, -0.62), (-0.36, -1.0), (-0.06, -1.0),
    (-0.06, -0.62), (0.34, -0.62), (0.44, -0.1), (1.04, -0.22), (0.78, 0.72), (0.62, 0.95),
    (-0.68, 0.95), (-0.86, 0.7),
)  # fmt: skip
TAXI: Final[Outline] = (
    (-1.0, 0.62), (-1.0, -0.06), (-0.93, -0.24), (-0.64, -0.32), (-0.46, -0.80), (-0.38, -0.86),
    (0.34, -0.86), (0.42, -0.80), (0.64, -0.32), (0.93, -0.22), (1.0, -0.04), (1.0, 0.62),
)  # fmt: skip
TAXI_SIGN: Final = rounded(-0.14, -1.04, 0.14, -0.8, 0.06)
TAXI_GLASS: Final[tuple[Outline, ...]] = (
    ((-0.55, -0.26), (-0.39, -0.7), (-0.23, -0.7), (-0.23, -0.26)),
    ((0.23, -0.26), (0.23, -0.7), (0.36, -0.7), (0.55, -0.26)),
)
PEAK: Final[Outline] = ((-1.05, 0.8), (0, -0.95), (1.05, 0.8))
SNOW: Final[Outline] = ((0, -0.95), (0.42, -0.25), (0.14, -0.42), (-0.1, -0.16), (-0.42, -0.25))
