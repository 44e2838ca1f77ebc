"""The players' pieces: trains, ships, taxis and harbors, with color, pattern and letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.ids import Piece
from maps.layout import Slot, Track
from maps.lines import Point
from render import theme
from render.pen import Pen
from render.shapes import (
    ANCHOR,
    ANCHOR_EYE,
    SHIP,
    TAXI,
    TAXI_GLASS,
    TAXI_SIGN,
    Outline,
    arc,
    placed,
    rounded,
    stretched,
)
from render.theme import Mark, mixed

EDGE: Final = 1.8
RIM: Final = 1.2
"""How far the light rim of a harbor reaches beyond its edge."""
CASING: Final = 4.0
"""How far the light band along a claimed track reaches beyond its pieces."""
COUPLING: Final = 7.0
"""How far a coupling reaches beyond a piece."""
OVER: Final = 3.0
"""How much wider a piece is than its slot."""


@dataclass(frozen=True, slots=True)
class Bed:
    """The dark background of a kind of piece, which shows that the space is taken."""

    along: float
    """How much longer the bed is than the vehicle, at each end."""
    across: float
    """How much wider the bed is than the vehicle, on each side."""
    radius: float
    """The radius of the corners."""
    coupling: float = 0.0
    """The width of the coupling to the next pieces, relative to the piece's own width.

    It is 0 if there is no coupling.
    """


BEDS: Final[Mapping[Piece, Bed]] = {
    Piece("train"): Bed(1, 0, 5, 0.42),
    Piece("ship"): Bed(2, 0.5, 99, 0.2),
    Piece("taxi"): Bed(1, 0, 7),
}


class Body:
    """Draws around a slot: x along it and y across it, both in board units from its center."""

    def __init__(self, pen: Pen, slot: Slot) -> None:
        self.pen, self.slot = pen, slot
        self.half = slot.length / 2 + 1.5
        self.side = slot.width / 2 + OVER / 2

    def outline(self, points: Outline) -> Outline:
        """Return the board positions of points that are given around the center."""
        return placed(points, self.slot.x, self.slot.y, 1, self.slot.angle)

    def box(self, x0: float, y0: float, x1: float, y1: float, radius: float = 0) -> Outline:
        """Return the board outline of a rectangle that is given around the center."""
        return self.outline(rounded(x0, y0, x1, y1, radius))

    def fill(self, points: Outline, colour: theme.Colour) -> None:
        """Fill an outline that is given around the center."""
        self.pen.polygon(self.outline(points), colour)

    def lie(self, bed: Bed, inside: theme.Colour) -> None:
        """Paint the bed of a piece, and the couplings to the next pieces."""
        half, side = self.half + bed.along, self.side + bed.across
        self.fill(rounded(-half, -side, half, side, bed.radius), theme.INK)
        half, side = half - EDGE, side - EDGE
        self.fill(rounded(-half, -side, half, side, bed.radius - EDGE), inside)
        if bed.coupling:
            far, near = self.half + COUPLING, self.side * bed.coupling
            self.fill(rounded(-far, -near, far, near, 1), theme.INK)


def paint_piece(pen: Pen, slot: Slot, piece: Piece, mark: Mark) -> None:
    """Paint a piece on its slot: a dark bed coupled to the next ones, and the vehicle on it."""
    body = Body(pen, slot)
    body.lie(BEDS[piece], mark.bed)
    BODIES[piece](body, mark)
    _letter(pen, slot, mark)


def paint_casing(pen: Pen, track: Track, part: Sequence[Point]) -> None:
    """Paint a light band along a part of a claimed track, below and between its pieces."""
    reach = track.slots[0].width / 2 + OVER / 2 + CASING
    pen.band(part, theme.PAPER, 2 * reach)


def cover_piece(pen: Pen, slot: Slot, piece: Piece) -> None:
    """Paint the area that a piece covers in one color, which is faster than the piece itself."""
    Body(pen, slot).lie(BEDS[piece], theme.INK)


def _train(body: Body, mark: Mark) -> None:
    """Paint a wagon from the side. Its bed couples it to the next wagons."""
    half, side = body.half, body.side
    floor = side * 0.66
    shape = rounded(-half, -side + EDGE, half, floor, 4.5)
    body.fill(shape, mark.fill)
    _pattern(body, mark, (-half + 1, -side + EDGE + 0.5, half - 1, floor - 0.5))
    for x in (-half * 0.7, -half * 0.38, half * 0.38, half * 0.7):
        body.fill(arc(x, floor + 0.6, side * 0.22, 0, 360, 12), mixed(theme.INK, theme.PAPER, 0.5))


def _ship(body: Body, mark: Mark) -> None:
    """Paint a steamer from the side."""
    half, side = body.half + 2, body.side + 0.5
    shape = stretched(SHIP, 0, 0, half - 3, side - 1.6)
    body.fill(shape, mark.fill)
    _pattern(body, mark, (-half * 0.72, -side * 0.04, half * 0.74, side * 0.72))
    funnel = ((-0.36, -1.0), (-0.06, -1.0), (-0.06, -0.84), (-0.36, -0.84))
    body.fill(stretched(funnel, 0, 0, half - 3, side - 1.6), mark.deep)


def _taxi(body: Body, mark: Mark) -> None:
    """Paint a car from the side, with a sign on its roof."""
    half, side = body.half - 2, body.side - 2
    body.fill(stretched(TAXI_SIGN, 0, 0, half, side), theme.GOLD)
    body.fill(stretched(TAXI, 0, 0, half, side), mark.fill)
    _pattern(body, mark, (-half * 0.96, -side * 0.28, half * 0.96, side * 0.56))
    for glass in TAXI_GLASS:
        body.fill(stretched(glass, 0, 0, half, side), theme.SHALLOWS)
    for x in (-half * 0.6, half * 0.6):
        body.fill(arc(x, side * 0.56, side * 0.40, 0, 360, 18), theme.INK)
        body.fill(arc(x, side * 0.56, side * 0.24, 0, 360, 12), theme.PAPER)


BODIES: Final[Mapping[Piece, Callable[[Body, Mark], None]]] = {
    Piece("train"): _train,
    Piece("ship"): _ship,
    Piece("taxi"): _taxi,
}


def _pattern(body: Body, mark: Mark, box: tuple[float, float, float, float]) -> None:
    """Paint the owner's pattern within a rectangle around the center."""
    PATTERNS[mark.pattern](body, mark, *box)


def _ends(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Paint a bar at both ends."""
    wide = (x1 - x0) * 0.11
    for left in (x0 + wide * 0.4, x1 - wide * 1.4):
        body.fill(rounded(left, y0, left + wide, y1, 1), mark.deep)


def _stripe(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Paint a lengthwise stripe."""
    middle, half = (y0 + y1) / 2, (y1 - y0) * 0.2
    body.fill(
        ((x0, middle - half), (x1, middle - half), (x1, middle + half), (x0, middle + half)),
        mark.deep,
    )


def _bands(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Paint bands across the piece."""
    half = (x1 - x0) * 0.04
    for share in (0.09, 0.24, 0.76, 0.91):
        x = x0 + (x1 - x0) * share
        body.fill(((x - half, y0), (x + half, y0), (x + half, y1), (x - half, y1)), mark.deep)


def _dots(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Paint a row of dots, like windows."""
    radius = min((y1 - y0) * 0.3, (x1 - x0) * 0.078)
    for share in (0.09, 0.25, 0.75, 0.91):
        body.fill(arc(x0 + (x1 - x0) * share, (y0 + y1) / 2, radius, 0, 360, 12), mark.deep)


def _slant(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Paint slanted bands."""
    count, lean = 4, (y1 - y0) * 0.6
    step = (x1 - x0 - lean) / count
    wide = step * 0.36
    for number in range(count):
        x = x0 + step * (number + 0.32)
        body.fill(((x + lean, y0), (x + lean + wide, y0), (x + wide, y1), (x, y1)), mark.deep)


PATTERNS: Final[dict[str, Callable[..., None]]] = {
    "ends": _ends,
    "stripe": _stripe,
    "bands": _bands,
    "dots": _dots,
    "slant": _slant,
}


def _letter(pen: Pen, slot: Slot, mark: Mark) -> None:
    """Paint the owner's letter upright on a disc in the center."""
    size = slot.width * 0.92
    pen.disc(slot.x, slot.y, size * 0.56, mark.fill)
    pen.text(slot.x, slot.y, mark.letter, size, mark.text, face="bold")


def harbour_half(size: float) -> Point:
    """Return half the width and half the height of a harbor."""
    return size * 1.75 + RIM, size * 1.05 + RIM


def paint_harbour(pen: Pen, x: float, y: float, size: float, mark: Mark) -> None:
    """Paint a harbor: a broad house with the owner's anchor and letter."""
    half, side = harbour_half(size)
    pen.box((x - half, y - side, x + half, y + side), theme.PAPER, side)
    half, side = half - RIM, side - RIM
    pen.box((x - half, y - side, x + half, y + side), mark.fill, side, theme.INK, EDGE)
    body = Body(pen, Slot(x, y, 0, half * 2, side * 2))
    _pattern(body, mark, (-half * 0.86, -side * 0.62, half * 0.86, side * 0.62))
    at = x - size * 0.72
    pen.disc(at, y, side - EDGE, mark.bed)
    for part in ANCHOR:
        pen.polygon(placed(part, at, y, size * 0.6), theme.PAPER)
    pen.polygon(placed(ANCHOR_EYE, at, y, size * 0.6), mark.bed)
    pen.disc(x + size * 0.72, y, size * 0.72, mark.fill)
    pen.text(x + size * 0.72, y, mark.letter, size * 1.5, mark.text, face="bold")
