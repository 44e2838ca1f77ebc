"""Sea, land, lakes, parks, borders."""

from __future__ import annotations

from typing import Final

from maps.layout import Layout, Shape
from render import theme
from render.pen import Pen
from render.theme import Colour

SOLID: Final = ("land", "foreign")
"""Kinds of shape that have a coast."""
COAST_WIDTH: Final = 2.6
SHALLOWS_WIDTH: Final = (26.0, 13.0)
LINES: Final[dict[str, tuple[Colour, float]]] = {
    "border": (theme.BORDER, 1.8),
    "street": (theme.STREET, 3.0),
}
"""Kinds of shape that are lines: colour and width."""


def paint_ground(pen: Pen, layout: Layout) -> None:
    """Everything that lies below the tracks."""
    pen.box((0, 0, layout.width, layout.height), theme.SEA)
    coasts = [shape for shape in layout.land if shape.kind in SOLID]
    for width, fill in zip(SHALLOWS_WIDTH, theme.SHALLOWS, strict=True):
        _outlines(pen, coasts, fill, width)
    _outlines(pen, coasts, theme.COAST, COAST_WIDTH)
    for shape in layout.land:
        _paint_shape(pen, shape)


def _outlines(pen: Pen, shapes: list[Shape], fill: Colour, width: float) -> None:
    pixels = max(1, round(width * pen.zoom))
    for shape in shapes:
        points = [
            (pen.left + x * pen.zoom, pen.top + y * pen.zoom)
            for x, y in (*shape.points, shape.points[0])
        ]
        pen.draw.line(points, fill=fill, width=pixels)


def _paint_shape(pen: Pen, shape: Shape) -> None:
    if shape.kind in LINES:
        fill, width = LINES[shape.kind]
        pen.line(shape.points, fill, width)
        return
    is_lake = shape.kind == "lake"
    pen.polygon(
        shape.points,
        theme.GROUND[shape.kind],
        theme.COAST if is_lake else None,
        COAST_WIDTH / 2 if is_lake else 0,
    )
