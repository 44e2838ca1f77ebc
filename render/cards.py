"""Transport cards, and the small pictures that stand for cards, tickets and pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.board import Face
from engine.ids import Seat
from maps.layout import Slot
from render import theme
from render.layers.pieces import PATTERNS, Body
from render.pen import Box, Pen
from render.shapes import (
    ANCHOR,
    ANCHOR_EYE,
    ENGINE,
    SHIP,
    SYMBOLS,
    TAXI,
    TAXI_GLASS,
    Outline,
    placed,
    stretched,
)
from render.stamps import Stamp
from render.theme import Colour, Ink, Mark, mixed

RATIO: Final = 1.42
"""The height of a card divided by its width."""

_VEHICLES: Final[Mapping[str, Outline]] = {"train": ENGINE, "ship": SHIP, "taxi": TAXI}
_WHEELS: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "train": ((-0.72, 0.26), (-0.2, 0.26), (0.28, 0.26), (0.74, 0.26)),
    "taxi": ((-0.58, 0.34), (0.58, 0.34)),
}
"""The position and the size of each wheel, by deck."""


def paint_vehicle(
    pen: Pen, x: float, y: float, half: float, kind: str, fill: Colour, ground: Colour
) -> None:
    """Paint a vehicle from the side in one color, reaching *half* to the left and right."""
    high = half * 0.58
    pen.polygon(stretched(_VEHICLES.get(kind, ENGINE), x, y, half, high), fill)
    for wheel, size in _WHEELS.get(kind, ()):
        at = (x + wheel * half, y + high * 0.66)
        pen.disc(*at, size * high * 1.25, ground)
        pen.disc(*at, size * high, fill)
    if kind == "taxi":
        for glass in TAXI_GLASS:
            pen.polygon(stretched(glass, x, y, half, high), ground)
        pen.box((x - half * 0.16, y - high * 1.1, x + half * 0.16, y - high * 0.84), fill)


def paint_card(pen: Pen, box: Box, face: Face) -> None:
    """Paint the front of a card: color, symbol and vehicle, with two ships or an anchor if any."""
    left, top, right, bottom = box
    wide = right - left
    pen.box(box, theme.PAPER, wide * 0.1, theme.INK, wide * 0.02)
    rim = wide * 0.06
    inner = (left + rim, top + rim, right - rim, bottom - rim)
    if face.colour is None:
        _paint_wild(pen, inner, face)
        return
    ink = theme.ROUTES[face.colour]
    pen.box(inner, ink.fill, wide * 0.07, mixed(ink.fill, theme.INK, 0.35), wide * 0.015)
    x = (left + right) / 2
    size = wide * 0.25
    pen.polygon(placed(SYMBOLS[ink.symbol], x, top + wide * 0.46, size), ink.mark)
    _paint_vehicles(pen, (x, bottom - wide * 0.34), wide, face, ink)
    if face.harbour:
        _paint_anchor(pen, right - wide * 0.22, top + wide * 0.23, wide * 0.14)


def _paint_vehicles(pen: Pen, at: tuple[float, float], wide: float, face: Face, ink: Ink) -> None:
    x, y = at
    if face.worth > 1:
        # In a hand, the number of cards covers the lower right corner, so keep that corner free.
        for aside, up in ((0.13, -0.12), (-0.15, 0.1)):
            place = (x + aside * wide, y + up * wide)
            paint_vehicle(pen, *place, wide * 0.25, face.deck, ink.fill, ink.fill)
            _paint_outlined(pen, *place, wide * 0.25, face.deck, ink)
        return
    paint_vehicle(pen, x, y, wide * 0.31, face.deck, ink.mark, ink.fill)


def _paint_outlined(pen: Pen, x: float, y: float, half: float, kind: str, ink: Ink) -> None:
    outline = stretched(_VEHICLES[kind], x, y, half, half * 0.62)
    pen.polygon(outline, ink.mark, ink.fill, half * 0.14)
    pen.polygon(outline, ink.mark)


def _paint_wild(pen: Pen, box: Box, face: Face) -> None:
    """Paint stripes in all colors, and a vehicle on white."""
    left, top, right, bottom = box
    names = theme.RAINBOW
    step = (bottom - top) / len(names)
    for number, name in enumerate(names):
        y = top + step * number
        pen.box((left, y, right, y + step + 0.5), theme.ROUTES[name].fill)
    x, y, wide = (left + right) / 2, (top + bottom) / 2, right - left
    pen.disc(x, y, wide * 0.43, theme.PAPER, theme.INK, wide * 0.025)
    paint_vehicle(pen, x, y, wide * 0.33, face.deck, theme.INK, theme.PAPER)


def _paint_anchor(pen: Pen, x: float, y: float, size: float) -> None:
    pen.disc(x, y, size * 1.15, theme.PORT, theme.PAPER, size * 0.16)
    for part in ANCHOR:
        pen.polygon(placed(part, x, y, size * 0.66), theme.PAPER)
    pen.polygon(placed(ANCHOR_EYE, x, y, size * 0.66), theme.PORT)


def paint_back(pen: Pen, box: Box, deck: str) -> None:
    """Paint the back of a card of a deck."""
    left, top, right, bottom = box
    wide = right - left
    pen.box(box, theme.CARD_BACK, wide * 0.12, theme.PAPER, wide * 0.06)
    at = ((left + right) / 2, (top + bottom) / 2)
    paint_vehicle(pen, *at, wide * 0.32, deck, theme.PAPER, theme.CARD_BACK)


def paint_gap(pen: Pen, box: Box) -> None:
    """Paint a slot of the display that has no card (D10)."""
    left, _, right, _ = box
    pen.box(box, theme.PLATE, (right - left) * 0.1, theme.RULE, (right - left) * 0.03)


# Counters are drawn around a point and reach about `size` to each side.


def paint_count_cards(
    pen: Pen, x: float, y: float, size: float, ink: Colour, ground: Colour
) -> None:
    """Paint the counter of the cards in a hand."""
    for aside, fill in ((-0.3, mixed(ink, ground, 0.45)), (0.22, ink)):
        left = x + (aside - 0.5) * size
        box = (left, y - size * 0.8, left + size * 1.05, y + size * 0.8)
        pen.box(box, fill, size * 0.2, ground, size * 0.12)


def paint_count_discards(
    pen: Pen, x: float, y: float, size: float, ink: Colour, ground: Colour
) -> None:
    """Paint the counter of the discard pile: a heap of tilted cards."""
    for aside, turn, fill in ((-0.24, -0.42, mixed(ink, ground, 0.35)), (0.2, 0.24, ink)):
        card = stretched(SYMBOLS["square"], x + aside * size, y, size * 0.6, size * 0.88, turn)
        pen.polygon(card, fill, ground, size * 0.12)


def paint_count_tickets(
    pen: Pen, x: float, y: float, size: float, ink: Colour, ground: Colour
) -> None:
    """Paint the counter of tickets: a strip with a line between two places."""
    pen.box((x - size, y - size * 0.62, x + size, y + size * 0.62), ink, size * 0.16)
    pen.line(
        ((x - size * 0.5, y + size * 0.2), (x + size * 0.5, y - size * 0.2)), ground, size * 0.14
    )
    pen.disc(x - size * 0.55, y + size * 0.22, size * 0.22, ground)
    pen.disc(x + size * 0.55, y - size * 0.22, size * 0.22, ground)


def paint_count_piece(
    pen: Pen, x: float, y: float, size: float, ink: Colour, ground: Colour, piece: str
) -> None:
    """Paint the counter of the pieces of a kind that are left."""
    if piece in _VEHICLES:
        paint_vehicle(pen, x, y, size * 1.05, piece, ink, ground)
        return
    pen.disc(x, y, size * 0.95, ink)
    for part in ANCHOR:
        pen.polygon(placed(part, x, y, size * 0.56), ground)
    pen.polygon(placed(ANCHOR_EYE, x, y, size * 0.56), ink)


def counter(what: str) -> Callable[[Pen, float, float, float, Colour, Colour], None]:
    """Return the painter of a counter: ``"cards"``, ``"discards"``, ``"tickets"`` or a piece."""
    known = {
        "cards": paint_count_cards,
        "discards": paint_count_discards,
        "tickets": paint_count_tickets,
    }
    if what in known:
        return known[what]
    return lambda pen, x, y, size, ink, ground: paint_count_piece(
        pen, x, y, size, ink, ground, what
    )


def paint_mark(pen: Pen, x: float, y: float, size: float, mark: Mark, edge: Colour) -> None:
    """Paint a seat's tile: color, pattern and letter, reaching *size* to each side."""
    pen.box((x - size, y - size, x + size, y + size), mark.fill, size * 0.3, edge, size * 0.1)
    slot = Slot(x, y, 0, size * 1.6, size * 1.5)
    paint_pattern(pen, slot, mark)
    pen.disc(x, y, size * 0.6, mark.fill)
    pen.text(x, y, mark.letter, size * 1.25, mark.text, face="bold")


def tile(seat: Seat, half: int, ground: Colour) -> Stamp:
    """Return a seat's tile for a background of one color, reaching *half* to each side."""

    def paint(pen: Pen) -> None:
        paint_mark(pen, half, half, half, theme.MARKS[seat], theme.PAPER)

    return Stamp(("tile", seat, half, ground), 2 * half, 2 * half, ground, paint)


def paint_pattern(pen: Pen, slot: Slot, mark: Mark) -> None:
    """Paint a seat's pattern on a rectangle."""
    half, side = slot.length / 2, slot.width / 2
    PATTERNS[mark.pattern](Body(pen, slot), mark, -half, -side, half, side)
