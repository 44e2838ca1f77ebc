"""What players lay on the board: trains, ships, taxis, harbours; in colour, pattern and letter."""

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
"""How far the light rim of a harbour reaches beyond its edge."""
CASING: Final = 4.0
"""How far the light band along a claimed track reaches beyond its pieces."""
COUPLING: Final = 7.0
"""How far a coupling reaches beyond a piece."""
OVER: Final = 3.0
"""A piece is so much wider than its slot."""


@dataclass(frozen=True, slots=True)
class Bed:
    """The dark ground of a kind of piece, which says: taken."""

    along: float
    """So much longer than the vehicle, at each end,"""
    across: float
    """and so much wider."""
    radius: float
    """Of its corners."""
    coupling: float = 0.0
    """How broad what joins it to its neighbours is, of its own width; 0: nothing does."""


BEDS: Final[Mapping[Piece, Bed]] = {
    Piece("train"): Bed(1, 0, 5, 0.42),
    Piece("ship"): Bed(2, 0.5, 99, 0.2),
    Piece("taxi"): Bed(1, 0, 7),
}


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

    def lie(self, bed: Bed, inside: theme.Colour) -> None:
        """Lay its bed, and what joins it to its neighbours."""
        half, side = self.half + bed.along, self.side + bed.across
        self.fill(rounded(-half, -side, half, side, bed.radius), theme.INK)
        half, side = half - EDGE, side - EDGE
        self.fill(rounded(-half, -side, half, side, bed.radius - EDGE), inside)
        if bed.coupling:
            far, near = self.half + COUPLING, self.side * bed.coupling
            self.fill(rounded(-far, -near, far, near, 1), theme.INK)


def paint_piece(pen: Pen, slot: Slot, piece: Piece, mark: Mark) -> None:
    """A piece upon its slot: a dark bed that joins its neighbours', and the vehicle on it."""
    body = Body(pen, slot)
    body.lie(BEDS[piece], _dark(mark))
    BODIES[piece](body, mark)
    _letter(pen, slot, mark)


def paint_casing(pen: Pen, track: Track, part: Sequence[Point]) -> None:
    """A light band along a part of a claimed track: below its pieces, and between them."""
    reach = track.slots[0].width / 2 + OVER / 2 + CASING
    pen.band(part, theme.PAPER, 2 * reach)


def cover_piece(pen: Pen, slot: Slot, piece: Piece) -> None:
    """All that a piece covers, in one colour: quicker than the piece itself."""
    Body(pen, slot).lie(BEDS[piece], theme.INK)


def _train(body: Body, mark: Mark) -> None:
    """A wagon from the side, coupled to its neighbours."""
    half, side = body.half, body.side
    floor = side * 0.66
    shape = rounded(-half, -side + EDGE, half, floor, 4.5)
    body.fill(shape, mark.fill)
    _pattern(body, mark, (-half + 1, -side + EDGE + 0.5, half - 1, floor - 0.5))
    for x in (-half * 0.7, -half * 0.38, half * 0.38, half * 0.7):
        body.fill(arc(x, floor + 0.6, side * 0.22, 0, 360, 12), mixed(theme.INK, theme.PAPER, 0.5))


def _ship(body: Body, mark: Mark) -> None:
    """A steamer from the side."""
    half, side = body.half + 2, body.side + 0.5
    shape = stretched(SHIP, 0, 0, half - 3, side - 1.6)
    body.fill(shape, mark.fill)
    _pattern(body, mark, (-half * 0.72, -side * 0.04, half * 0.74, side * 0.72))
    funnel = ((-0.36, -1.0), (-0.06, -1.0), (-0.06, -0.84), (-0.36, -0.84))
    body.fill(stretched(funnel, 0, 0, half - 3, side - 1.6), mark.deep)


def _taxi(body: Body, mark: Mark) -> None:
    """A car from the side, with a sign on its roof."""
    half, side = body.half - 2, body.side - 2
    body.fill(stretched(TAXI_SIGN, 0, 0, half, side), theme.GOLD)
    body.fill(stretched(TAXI, 0, 0, half, side), mark.fill)
    _pattern(body, mark, (-half * 0.96, -side * 0.28, half * 0.96, side * 0.56))
    for glass in TAXI_GLASS:
        body.fill(stretched(glass, 0, 0, half, side), theme.SHALLOWS)
    for x in (-half * 0.6, half * 0.6):
        body.fill(arc(x, side * 0.56, side * 0.40, 0, 360, 18), theme.INK)
        body.fill(arc(x, side * 0.56, side * 0.24, 0, 360, 12), theme.PAPER)


def _dark(mark: Mark) -> theme.Colour:
    return mixed(mark.fill, theme.INK, 0.68)


BODIES: Final[Mapping[Piece, Callable[[Body, Mark], None]]] = {
    Piece("train"): _train,
    Piece("ship"): _ship,
    Piece("taxi"): _taxi,
}


def _pattern(body: Body, mark: Mark, box: tuple[float, float, float, float]) -> None:
    """The owner's pattern within a rectangle around the centre."""
    PATTERNS[mark.pattern](body, mark, *box)


def _ends(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Both ends."""
    wide = (x1 - x0) * 0.11
    for left in (x0 + wide * 0.4, x1 - wide * 1.4):
        body.fill(rounded(left, y0, left + wide, y1, 1), mark.deep)


def _stripe(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """One line lengthwise."""
    middle, half = (y0 + y1) / 2, (y1 - y0) * 0.2
    body.fill(
        ((x0, middle - half), (x1, middle - half), (x1, middle + half), (x0, middle + half)),
        mark.deep,
    )


def _bands(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Lines across."""
    half = (x1 - x0) * 0.04
    for share in (0.09, 0.24, 0.76, 0.91):
        x = x0 + (x1 - x0) * share
        body.fill(((x - half, y0), (x + half, y0), (x + half, y1), (x - half, y1)), mark.deep)


def _dots(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """A row of windows."""
    radius = min((y1 - y0) * 0.3, (x1 - x0) * 0.078)
    for share in (0.09, 0.25, 0.75, 0.91):
        body.fill(arc(x0 + (x1 - x0) * share, (y0 + y1) / 2, radius, 0, 360, 12), mark.deep)


def _slant(body: Body, mark: Mark, x0: float, y0: float, x1: float, y1: float) -> None:
    """Lines aslant."""
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
    """The owner's letter on a disc in the middle, upright."""
    size = slot.width * 0.92
    pen.disc(slot.x, slot.y, size * 0.56, mark.fill)
    pen.text(slot.x, slot.y, mark.letter, size, mark.text, face="bold")


def harbour_half(size: float) -> Point:
    """How far a harbour reaches to each side of its middle."""
    return size * 1.75 + RIM, size * 1.05 + RIM


def paint_harbour(pen: Pen, x: float, y: float, size: float, mark: Mark) -> None:
    """A harbour: a broad house with the owner's anchor and letter."""
    half, side = harbour_half(size)
    pen.box((x - half, y - side, x + half, y + side), theme.PAPER, side)
    half, side = half - RIM, side - RIM
    pen.box((x - half, y - side, x + half, y + side), mark.fill, side, theme.INK, EDGE)
    body = Body(pen, Slot(x, y, 0, half * 2, side * 2))
    _pattern(body, mark, (-half * 0.86, -side * 0.62, half * 0.86, side * 0.62))
    at = x - size * 0.72
    pen.disc(at, y, side - EDGE, _dark(mark))
    for part in ANCHOR:
        pen.polygon(placed(part, at, y, size * 0.6), theme.PAPER)
    pen.polygon(placed(ANCHOR_EYE, at, y, size * 0.6), _dark(mark))
    pen.disc(x + size * 0.72, y, size * 0.72, mark.fill)
    pen.text(x + size * 0.72, y, mark.letter, size * 1.5, mark.text, face="bold")
