"""The picture of a table before the game starts: the empty board and facts on its edition."""

from __future__ import annotations

from typing import Final

from engine.board import City, MapSpec, Route
from maps.layout import Slot
from render import theme
from render.board_cache import ground_for
from render.canvas import laid
from render.frame import Frame, names_size, whole
from render.layers.cities import paint_end, paint_place
from render.layers.slots import paint_slot
from render.palette import png
from render.pen import Box, Pen, fitted, text_width
from render.scene import Scene
from render.shapes import SYMBOLS, placed

PAD: Final = 20
INSET: Final = (PAD, PAD, -PAD, 0)
CHIP: Final = 40.0
ROW: Final = 66.0
WIDE_ROW: Final = 86.0
FACT: Final = 56.0
"""The height of a line of facts beside a high board."""
TEXT: Final = 44
"""The greatest size of a text in the legend. The least is that of city names."""
HIGH: Final = 1.2
"""The scale of the legend beside a high board, below the facts."""


def draw_lobby(scene: Scene) -> bytes:
    """Draw the empty board of an edition with its points, colors and signs, as a PNG."""
    frame = whole(scene.layout)
    canvas = ground_for(scene.spec, scene.layout, frame, scene.language).image.copy()
    if frame.header and frame.display and frame.seats:
        header, below = frame.header, (*frame.display[:2], *frame.seats[2:])
        laid(canvas, header, lambda pen: _header(pen, header, frame, scene))
        laid(canvas, below, lambda pen: _legend(pen, below, frame, scene))
    return png(canvas)


def _header(pen: Pen, box: Box, frame: Frame, scene: Scene) -> None:
    """Write the edition's title, and on a wide board its facts in the same line."""
    left, top, right, bottom = box
    room = right - left - 2 * PAD
    y = (top + bottom) / 2 if frame.is_wide else top + (bottom - top) * 0.32
    share = 0.45 if frame.is_wide else 1
    title, size = fitted(scene.title, 50, "bold", room * share, 20)
    pen.text(left + PAD, y, title, size, theme.PAPER, "lm", "bold")
    if frame.is_wide:
        facts, least = "   ".join(_facts(scene)), names_size(scene.layout)
        text, size = fitted(facts, TEXT, "semibold", room * 0.55, least)
        pen.text(right - PAD, y, text, size, theme.FAINT, "rm")


def _facts(scene: Scene) -> list[str]:
    """Return the number of players, and the numbers of cities, routes and tickets."""
    spec = scene.spec
    return [
        scene.say("picture-seats", least=spec.seats.start, most=spec.seats.stop - 1),
        scene.say("picture-has-cities", count=len(spec.cities)),
        scene.say("picture-has-routes", count=len(spec.routes)),
        scene.say("picture-has-tickets", count=len(spec.tickets)),
    ]


def _legend(pen: Pen, box: Box, frame: Frame, scene: Scene) -> None:
    """Paint three blocks: side by side below a wide board, stacked beside a high board."""
    left, top, right, bottom = (edge + pad for edge, pad in zip(box, INSET, strict=True))
    if frame.is_wide:
        shares = (0.31, 0.755) if _things(scene.spec) else (0.45, 1.0)
        a, b = (left + (right - left) * share for share in shares)
        _points(pen, (left, top, a - PAD, bottom), scene)
        _colours(pen, (a, top, b - PAD, bottom), scene)
        _signs(pen, (b, top, right, bottom), scene)
        return
    top += PAD / 2
    for line in _facts(scene):
        text, size = fitted(line, TEXT, "semibold", right - left, names_size(scene.layout))
        pen.text(left, top, text, size, theme.FAINT, "lm")
        top += FACT
    pen = pen.inside(left, top, HIGH)
    right = (right - left) / HIGH
    top = _points(pen, (0, 0, right, bottom), scene) + ROW * 0.7
    top = _colours(pen, (0, top, right, bottom), scene) + ROW * 0.7
    _signs(pen, (0, top, right, bottom), scene)


def _points(pen: Pen, box: Box, scene: Scene) -> float:
    """Paint the points of a route by its length, and return the bottom of the block.

    The word for points is written once, after the shortest route, which has the most room.
    """
    left, top, right, bottom = box
    worth = scene.spec.route_points
    lengths = sorted({route.length for route in scene.spec.routes.values()})
    columns = 3 if right - left > 560 else 2
    rows = -(-len(lengths) // columns)
    wide = (right - left) / columns
    high = min(WIDE_ROW if columns == 3 else ROW, (bottom - top) / rows)
    cell = min(38.0, (wide - 90) / max(lengths))
    for number, length in enumerate(lengths):
        x, y = left + number // rows * wide, top + (number % rows + 0.5) * high
        for space in range(length):
            at = x + space * cell
            pen.box((at, y - 13, at + cell - 3, y + 13), theme.FAINT, 3)
        x += length * cell + 10
        points = str(worth[length])
        pen.text(x, y, points, 50, theme.PAPER, "lm", "bold")
        if not number:
            x += text_width(points, 50, "bold") + 12
            word = scene.say("picture-point", points=worth[length])
            pen.text(x, y, word, TEXT, theme.FAINT, "lm")
    return top + rows * high


def _colours(pen: Pen, box: Box, scene: Scene) -> float:
    """Paint every color with its symbol and name, and return the bottom of the block.

    Gray is the last of them and stands for routes of any color.
    """
    left, top, right, bottom = box
    coloured = [face.colour for face in scene.spec.faces.values() if face.colour]
    names = [*dict.fromkeys(coloured), None]
    columns = 3 if right - left > 550 else 1
    wide = (right - left) / columns
    rows = -(-len(names) // columns)
    high = min(WIDE_ROW if columns == 3 else ROW, (bottom - top) / rows)
    labels = [scene.say(f"picture-colour-{name or 'gray'}") for name in names]
    room = wide - CHIP * 1.6 - 12 - PAD
    least = names_size(scene.layout)
    size = min(fitted(label, TEXT, "semibold", room, least)[1] for label in labels)
    for number, (name, label) in enumerate(zip(names, labels, strict=True)):
        x, y = left + number // rows * wide, top + (number % rows + 0.5) * high
        ink = theme.ROUTES[name]
        pen.box((x, y - CHIP / 2, x + CHIP * 1.6, y + CHIP / 2), ink.fill, 6, theme.PAPER, 2)
        if ink.symbol:
            symbol = placed(SYMBOLS[ink.symbol], x + CHIP * 0.8, y, CHIP * 0.34)
            pen.polygon(symbol, ink.mark)
        pen.text(x + CHIP * 1.6 + 12, y, label, size, theme.PAPER, "lm")
    return top + rows * high


def _signs(pen: Pen, box: Box, scene: Scene) -> None:
    """Paint what else is on this board: ships, rough ground, ports, attractions, countries."""
    left, top, right, bottom = box
    found = _things(scene.spec)
    high = min(WIDE_ROW, (bottom - top) / max(3, len(found)))
    for number, (key, thing) in enumerate(found):
        y = top + (number + 0.5) * high
        if isinstance(thing, City) and thing.is_end:
            paint_end(pen, left + 30, y, 22, scene.layout.places[thing.id].flag)
        elif isinstance(thing, City):
            paint_place(pen, left + 30, y, 22, thing)
        else:
            paint_slot(pen, Slot(left + 30, y, 0, 58, 24), thing)
        text, size = fitted(
            scene.say(key), TEXT, "semibold", right - left - 76, names_size(scene.layout)
        )
        pen.text(left + 76, y, text, size, theme.PAPER, "lm")


def _things(spec: MapSpec) -> list[tuple[str, Route | City]]:
    """Return an example of each kind of thing that not every board has, with its text key."""
    routes, cities = spec.routes.values(), spec.cities.values()
    things: dict[str, Route | City | None] = {
        "picture-ship": next((route for route in routes if route.piece == "ship"), None),
        "picture-rough": next((route for route in routes if route.rough), None),
        "picture-port": next((city for city in cities if city.port), None),
        "picture-attraction": next((city for city in cities if city.attraction), None),
        "picture-country": next((city for city in cities if city.is_end), None),
    }
    return [(key, thing) for key, thing in things.items() if thing]
