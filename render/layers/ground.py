"""The ground of a board: sea, land, lakes, parks and borders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from maps.layout import Layout, Shape
from maps.lines import Point
from render import theme
from render.pen import Pen
from render.theme import Colour

SOLID: Final = ("land", "foreign")
"""Kinds of shape that have a coast."""
COAST_WIDTH: Final = 2.6
SHALLOWS_WIDTH: Final = 20.0
LINES: Final[dict[str, tuple[Colour, float]]] = {
    "border": (theme.BORDER, 1.8),
    "street": (theme.STREET, 3.0),
}
"""The color and width of the kinds of shape that are lines."""


def paint_ground(pen: Pen, layout: Layout) -> None:
    """Paint everything below the tracks."""
    pen.box((0, 0, layout.width, layout.height), theme.SEA)
    coasts = [shape for shape in layout.land if shape.kind in SOLID]
    _paint_coasts(pen, coasts, theme.SHALLOWS, SHALLOWS_WIDTH)
    _paint_coasts(pen, coasts, theme.COAST, COAST_WIDTH)
    for shape in layout.land:
        _paint_shape(pen, shape)


def _paint_coasts(pen: Pen, shapes: list[Shape], fill: Colour, width: float) -> None:
    """Paint lines along coasts, with round corners."""
    for shape in shapes:
        if pen.sees(shape.bounds, width):
            points = _thinned(shape.points, width / 4)
            pen.path((*points, points[0]), fill, width)
            if width > COAST_WIDTH:
                pen.dots(
                    [point for point in points if pen.sees((*point, *point), width)],
                    fill,
                    width / 2,
                )


def _thinned(points: Sequence[Point], apart: float) -> list[Point]:
    """Return the points that are at least *apart* from the point before them."""
    result = [points[0]]
    for point in points[1:]:
        if abs(point[0] - result[-1][0]) + abs(point[1] - result[-1][1]) >= apart:
            result.append(point)
    return result


def _paint_shape(pen: Pen, shape: Shape) -> None:
    if not pen.sees(shape.bounds, COAST_WIDTH):
        return
    if shape.kind in LINES:
        fill, width = LINES[shape.kind]
        pen.path(shape.points, fill, width)
        return
    is_lake = shape.kind == "lake"
    if is_lake:
        pen.path((*shape.points, shape.points[0]), theme.COAST, COAST_WIDTH)
    pen.polygon(shape.points, theme.GROUND[shape.kind])
