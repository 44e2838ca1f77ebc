"""Cards, pieces and marks as small pictures with a transparent background.

They are used as application emoji.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Final

from PIL import Image

from engine.board import Face, MapSpec
from engine.ids import Piece
from maps.layout import Slot
from render import theme
from render.canvas import Painter
from render.cards import counter, paint_mark, paint_vehicle
from render.layers.pieces import BEDS, BODIES, paint_harbour, paint_piece
from render.pen import Pen
from render.shapes import ANCHOR, ANCHOR_EYE, SYMBOLS, placed
from render.theme import FINE

SIZE: Final = 128
TILE: Final = (6, 6, 122, 122)


def make_icons(editions: Iterable[MapSpec]) -> dict[str, bytes]:
    """Return every icon of these editions by its name, which is a valid emoji name."""
    painters: dict[str, Painter] = {}
    for spec in editions:
        for face in spec.faces.values():
            painters[icon_name(face)] = _card(face)
        for piece in (*spec.pieces, *(route.piece for route in spec.routes.values())):
            painters |= _pieces(Piece(piece))
    painters |= _marks()
    painters["ticket"] = lambda pen: counter("tickets")(pen, 64, 64, 58, theme.GOLD, theme.INK)
    painters["deck"] = lambda pen: counter("cards")(pen, 64, 64, 62, theme.FAINT, theme.PLATE)
    return {name: icon(painter) for name, painter in sorted(painters.items())}


def icon_name(face: Face) -> str:
    """Return the name of a card's icon.

    >>> from engine.ids import Card, DeckName
    >>> icon_name(Face(Card("train-red-h"), DeckName("train"), "red", harbour=True))
    'train_red_h'
    """
    return face.id.replace("-", "_") if face.colour else f"wild_{face.deck}"


def icon(painter: Painter) -> bytes:
    """Return a PNG of 128 by 128 pixels with a transparent background."""
    big = Image.new("RGBA", (SIZE * FINE, SIZE * FINE), (0, 0, 0, 0))
    painter(Pen.on(big, FINE))
    small = big.convert("RGBa").reduce(FINE).convert("RGBA")
    out = BytesIO()
    small.save(out, "PNG", compress_level=9)
    return out.getvalue()


def _card(face: Face) -> Painter:
    """Return the painter of a card's tile, in its color and with a big symbol.

    Ships are below the symbol, and an anchor is beside it.
    """

    def paint(pen: Pen) -> None:
        if face.colour is None:
            _paint_wild(pen, face)
            return
        ink = theme.ROUTES[face.colour]
        pen.box(TILE, theme.INK, 26)
        pen.box((9, 9, 119, 119), theme.PAPER, 24)
        pen.box((15, 15, 113, 113), ink.fill, 19)
        has_ship = face.deck == "ship"
        size, y = (27, 46) if has_ship else (36, 64)
        pen.polygon(placed(SYMBOLS[ink.symbol], 64, y, size), ink.mark)
        if has_ship and face.worth > 1:
            paint_vehicle(pen, 39, 93, 21, face.deck, ink.mark, ink.fill)
            paint_vehicle(pen, 89, 93, 21, face.deck, ink.mark, ink.fill)
        elif has_ship:
            paint_vehicle(pen, 64, 93, 26, face.deck, ink.mark, ink.fill)
        if face.harbour:
            pen.disc(101, 27, 25, theme.PORT, theme.PAPER, 4)
            for part in ANCHOR:
                pen.polygon(placed(part, 101, 27, 13), theme.PAPER)
            pen.polygon(placed(ANCHOR_EYE, 101, 27, 13), theme.PORT)

    return paint


def _paint_wild(pen: Pen, face: Face) -> None:
    pen.box(TILE, theme.INK, 26)
    pen.box((9, 9, 119, 119), theme.PAPER, 24)
    pen.pie(64, 64, 50, [theme.ROUTES[name].fill for name in theme.RAINBOW])
    pen.disc(64, 64, 35, theme.PAPER, theme.INK, 3)
    paint_vehicle(pen, 64, 64, 27, face.deck, theme.INK, theme.PAPER)


def _pieces(piece: Piece) -> Mapping[str, Painter]:
    return {
        f"{piece}_{mark.name}_{mark.letter.lower()}": _piece(piece, mark) for mark in theme.MARKS
    }


def _piece(piece: Piece, mark: theme.Mark) -> Painter:
    def paint(pen: Pen) -> None:
        pen = pen.inside(64, 64, 2.2)
        if piece in BODIES:
            # The light rim makes the piece visible on dark and on light backgrounds.
            pen.box((-28.6, -16, 28.6, 16), theme.PAPER, BEDS[piece].radius + 1)
            paint_piece(pen, Slot(0, 0, 0, 48, 26), piece, mark)
        else:
            paint_harbour(pen, 0, 0, 15, mark)

    return paint


def _marks() -> Mapping[str, Painter]:
    return {f"seat_{mark.name}": _mark(mark) for mark in theme.MARKS}


def _mark(mark: theme.Mark) -> Painter:
    return lambda pen: paint_mark(pen, 64, 64, 58, mark, theme.PAPER)
