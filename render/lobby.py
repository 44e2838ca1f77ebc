"""What a table looks like before it begins: the empty board, and what the edition is about."""

from __future__ import annotations

from typing import Final

from engine.board import City, MapSpec, Route
from maps.layout import Layout, Slot
from render import theme
from render.canvas import laid
from render.frame import Frame, whole
from render.grounds import ground_for
from render.labels import Words
from render.layers.cities import paint_place
from render.layers.slots import paint_slot, paint_symbol
from render.palette import png
from render.pen import Box, Pen, fitted

PAD: Final = 20
INSET: Final = (PAD, PAD, -PAD, 0)
CHIP: Final = 40.0
ROW: Final = 66.0


def draw_lobby(spec: MapSpec, layout: Layout, *, words: Words | None = None) -> bytes:
    """The empty board of an edition with its points, colours and signs, as a PNG."""
    words = words or Words()
    frame = whole(layout)
    canvas = ground_for(spec, layout, frame, words.language).image.copy()
    if frame.header and frame.display and frame.seats:
        header, below = frame.header, (*frame.display[:2], *frame.seats[2:])
        laid(canvas, header, lambda pen: _header(pen, header, frame, spec, words))
        laid(canvas, below, lambda pen: _legend(pen, below, frame, spec, words))
    return png(canvas)


def _header(pen: Pen, box: Box, frame: Frame, spec: MapSpec, words: Words) -> None:
    left, top, right, bottom = box
    seats = words("seats", least=spec.seats.start, most=spec.seats.stop - 1)
    facts = words(
        "facts", cities=len(spec.cities), routes=len(spec.routes), tickets=len(spec.tickets)
    )
    high = (bottom - top) / (1 if frame.is_wide else 2)
    y = top + high / 2
    title, size = fitted(spec.title(words.language), 44, "bold", (right - left) * 0.6, 20)
    pen.text(left + PAD, y, title, size, theme.PAPER, "lm", "bold")
    text = f"{seats}   {facts}"
    y = y if frame.is_wide else y + high
    text, size = fitted(text, 34, "semibold", right - left - 2 * PAD, 18)
    at, anchor = (right - PAD, "rm") if frame.is_wide else (left + PAD, "lm")
    pen.text(at, y, text, size, theme.FAINT, anchor)


def _legend(pen: Pen, box: Box, frame: Frame, spec: MapSpec, words: Words) -> None:
    """Three blocks: side by side below a wide board, else one under the other."""
    left, top, right, bottom = (edge + pad for edge, pad in zip(box, INSET, strict=True))
    if frame.is_wide:
        a, b = left + (right - left) * 0.36, left + (right - left) * 0.70
        _points(pen, (left, top, a - PAD, bottom), spec, words)
        _colours(pen, (a, top, b - PAD, bottom), spec, words)
        _signs(pen, (b, top, right, bottom), spec, words)
        return
    top = _points(pen, (left, top, right, bottom), spec, words) + ROW
    top = _colours(pen, (left, top, right, bottom), spec, words) + ROW
    _signs(pen, (left, top, right, bottom), spec, words)


def _points(pen: Pen, box: Box, spec: MapSpec, words: Words) -> float:
    """What a route is worth by its length; returns where it ends."""
    left, top, right, bottom = box
    lengths = sorted({route.length for route in spec.routes.values()})
    columns = 3 if right - left > 600 else 2
    rows = -(-len(lengths) // columns)
    wide, high = (right - left) / columns, min(ROW, (bottom - top) / rows)
    cell = min(30.0, (wide - 90) / max(lengths))
    for number, length in enumerate(lengths):
        x, y = left + number // rows * wide, top + (number % rows + 0.5) * high
        for space in range(length):
            at = x + space * cell
            pen.box((at, y - 11, at + cell - 3, y + 11), theme.FAINT, 3)
        pen.text(
            x + length * cell + 8, y, str(spec.route_points[length]), 42, theme.PAPER, "lm", "bold"
        )
    return top + rows * high


def _colours(pen: Pen, box: Box, spec: MapSpec, words: Words) -> float:
    """Every colour with its symbol and name; gray takes any. Returns where it ends."""
    left, top, right, _ = box
    names = dict.fromkeys(face.colour for face in spec.faces.values() if face.colour)
    shown: list[str | None] = [*names, None]
    columns = 3 if right - left > 550 else 2
    rows = -(-len(shown) // columns)
    wide = (right - left) / columns
    for number, name in enumerate(shown):
        x, y = left + number // rows * wide, top + (number % rows + 0.5) * ROW
        fill = theme.ROUTES[name].fill
        pen.box((x, y - CHIP / 2, x + CHIP * 1.6, y + CHIP / 2), fill, 6, theme.PAPER, 2)
        paint_symbol(pen, x + CHIP * 0.8, y, CHIP * 0.34, name)
        text, size = fitted(words(name or "gray"), 33, "semibold", wide - CHIP * 1.6 - 18, 15)
        pen.text(x + CHIP * 1.6 + 12, y, text, size, theme.PAPER, "lm")
    return top + rows * ROW


def _signs(pen: Pen, box: Box, spec: MapSpec, words: Words) -> None:
    """What else is on this board: ships, rough ground, ports, attractions, countries."""
    left, top, right, _ = box
    routes, cities = spec.routes.values(), spec.cities.values()
    things: dict[str, Route | City | None] = {
        "ship": next((route for route in routes if route.piece == "ship"), None),
        "rough": next((route for route in routes if route.rough), None),
        "port": next((city for city in cities if city.port), None),
        "attraction": next((city for city in cities if city.attraction), None),
        "country": next((city for city in cities if city.is_end), None),
    }
    found = [(word, thing) for word, thing in things.items() if thing]
    for number, (word, thing) in enumerate(found):
        y = top + (number + 0.5) * ROW
        if isinstance(thing, City):
            paint_place(pen, left + 30, y, 20, thing)
        else:
            paint_slot(pen, Slot(left + 30, y, 0, 58, 24), thing)
        text, size = fitted(words(word), 33, "semibold", right - left - 76, 15)
        pen.text(left + 76, y, text, size, theme.PAPER, "lm")
