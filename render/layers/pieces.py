"""What players lay on the board: trains, ships, taxis and harbours in colour, pattern and letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.ids import Piece
from maps.layout import Slot
from render import theme
from render.pen import Pen
from render.shapes import (
    ANCHOR,
    ANCHOR_EYE,
    ENGINE,
    SHIP,
    TAXI,
    TAXI_GLASS,
    TAXI_SIGN,
    WAGON,
    Outline,
    arc,
    placed,
    rounded,
    stretched,
)
from render.theme import Mark, mixed

EDGE: Final = 1.7
RIM: Final = 1.6
OVER: Final = 3.0
"""A piece is so much wider than its slot."""


class Body:
    """Draws around a slot: x along it and y across it, both in board units from its centre."""

    def __init__(self, pen: Pen, slot: Slot) -> None:
        self.pen, self.slot = pen, slot
        self.half = slot.length / 2 + 1.5
        self.side = slot.width / 2 + OVER / 2

    def outline(self, points: Outline) -> Outline:
        """Where these points, given around the centre, are on the board."""
        return placed(points, self.slot.x, self.slot.y, 1, self.slot.angle)

    def box(self, x0: float, y0: float, x1: float, y1: float, radius: float = 0) -> Outline:
        """A rectangle around the centre, on the board."""
        return self.outline(rounded(x0, y0, x1, y1, radius))

    def fill(self, points: Outline, colour: theme.Colour) -> None:
        """Fill an outline that is given around the centre."""
        self.pen.polygon(self.outline(points), colour)

    def solid(self, points: Outline, mark: Mark) -> None:
        """A light rim, a dark edge and the owner's colour."""
        there = self.outline(points)
        self.pen.polygon(there, None, theme.PAPER, 2 * (EDGE + RIM))
        self.pen.polygon(there, mark.fill, theme.INK, 2 * EDGE)
        self.pen.polygon(there, mark.fill)


def paint_piece(pen: Pen, slot: Slot, piece: Piece, mark: Mark) -> None:
    """A piece upon its slot."""
    body = Body(pen, slot)
    BODIES[piece](body, mark)
    _letter(pen, slot, mark)


def _train(body: Body, mark: Mark) -> None:
    """A wagon from the side, coupled to its neighbours."""
    half, side = body.half, body.side
    wheel = side * 0.30
    floor = side - wheel * 0.9
    body.fill(((-half - 4, floor - 3), (half + 4, floor - 3), (half + 4, floor + 0.6), (-half - 4, floor + 0.6)), theme.INK)
    shape = rounded(-half, -side, half, floor, 4.5)
    body.solid(shape, mark)
    _pattern(body, mark, (-half + 1.2, -side + 1.2, half - 1.2, floor - 0.8))
    for x in (-half * 0.66, -half * 0.30, half * 0.30, half * 0.66):
        body.fill(arc(x, floor + 0.3, wheel, 0, 360, 12), theme.INK)


def _ship(body: Body, mark: Mark) -> None:
    """A steamer from the side."""
    half, side = body.half + 1, body.side + 1
    shape = stretched(SHIP, 0, 0, half, side)
    body.solid(shape, mark)
    _pattern(body, mark, (-half * 0.8, -side * 0.04, half * 0.85, side * 0.86))
    body.fill(stretched(((-0.36, -1.0), (-0.06, -1.0), (-0.06, -0.8), (-0.36, -0.8)), 0, 0, half, side), theme.INK)


def _taxi(body: Body, mark: Mark) -> None:
    """A car from the side, with a sign on its roof."""
    half, side = body.half, body.side + 1
    body.solid(stretched(TAXI_SIGN, 0, 0, half, side), theme.MARKS[2])
    body.solid(stretched(TAXI, 0, 0, half, side), mark)
    _pattern(body, mark, (-half * 0.96, -side * 0.08, half * 0.96, side * 0.5))
    for glass in TAXI_GLASS:
        body.fill(stretched(glass, 0, 0, half, side), mixed(theme.PAPER, theme.SEA, 0.4))
    for x in (-half * 0.58, half * 0.58):
        body.fill(arc(x, side * 0.58, side * 0.40, 0, 360, 18), theme.INK)
        body.fill(arc(x, side * 0.58, side * 0.16, 0, 360, 12), theme.PAPER)


BODIES: Final[Mapping[Piece, Callable[[Body, Mark], None]]] = {
    Piece("train"): _train,
    Piece("ship"): _ship,
    Piece("taxi"): _taxi,
}


def _pattern(body: Body, mark: Mark, box: tuple[float, float, float, float]) -> None:
    """The owner's pattern within a rectangle around the centre."""
    PATTERNS[mark.pattern](body, mark, *box)


def _plain(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Nothing: the colour alone."""


def _stripe(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """One line lengthwise."""
    middle, half = (y0 + y1) / 2, (y1 - y0) * 0.16
    body.fill(((x0, middle - half), (x1, middle - half), (x1, middle + half), (x0, middle + half)), mark.deep)


def _bands(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Lines across."""
    count = 6
    step = (x1 - x0) / count
    for number in range(count):
        x = x0 + step * (number + 0.5)
        body.fill(((x - step * 0.2, y0), (x + step * 0.2, y0), (x + step * 0.2, y1), (x - step * 0.2, y1)), mark.deep)


def _dots(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """A row of windows."""
    radius = (y1 - y0) * 0.2
    for share in (0.1, 0.27, 0.73, 0.9):
        body.fill(arc(x0 + (x1 - x0) * share, (y0 + y1) / 2, radius, 0, 360, 12), mark.deep)


def _slant(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Lines aslant."""
    count, lean = 5, (y1 - y0) * 0.6
    step = (x1 - x0 - lean) / count
    for number in range(count):
        x = x0 + step * (number + 0.25)
        body.fill(((x + lean, y0), (x + lean + step * 0.4, y0), (x + step * 0.4, y1), (x, y1)), mark.deep)


PATTERNS: Final[Mapping[str, Callable[..., None]]] = {
    "plain": _plain,
    "stripe": _stripe,
    "bands": _bands,
    "dots": _dots,
    "slant": _slant,
}


def _letter(pen: Pen, slot: Slot, mark: Mark) -> None:
    """The owner's letter on a disc in the middle, upright."""
    size = slot.width * 0.92
    pen.disc(slot.x, slot.y, size * 0.56, mark.fill)
    pen.text(slot.x, slot.y, mark.letter, size, mark.text, face="bold")


def paint_harbour(pen: Pen, x: float, y: float, size: float, mark: Mark) -> None:
    """A harbour: a round house with an anchor, in the owner's colour."""
    pen.disc(x, y, size + RIM, theme.PAPER)
    pen.disc(x, y, size, mark.fill, theme.INK, EDGE)
    for part in ANCHOR:
        pen.polygon(placed(part, x, y, size * 0.62), mark.text)
    pen.polygon(placed(ANCHOR_EYE, x, y, size * 0.62), mark.fill)


def silhouette(piece: Piece) -> Outline:
    """The outline of a vehicle for a card or a counter."""
    return {"train": ENGINE, "ship": SHIP, "taxi": TAXI}.get(piece, WAGON)
