"""What a player holds: cards grouped by colour, and tickets. And the tickets offered to keep."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from engine.board import Face, MapSpec
from engine.ids import Card
from engine.view import View
from engine.waiting import TicketChoice
from maps.layout import Layout
from render import theme
from render.canvas import painted
from render.cards import RATIO, paint_card, paint_mark
from render.labels import Words
from render.palette import png
from render.pen import Box, Pen, fitted
from render.plan import Plan
from render.tickets import card_for, lay_ticket

WIDTH: Final = 1200
PAD: Final = 20
HEAD: Final = 74
CARD: Final = 116
CARD_STEP: Final = 131
CARD_ROW: Final = 224
"""Cards as small as they get: where there are fewer, they are bigger."""
FEWEST, MOST = 6, 9
"""So many cards stand in a row."""
NOTE: Final = 60
"""The height of a line that says that there is nothing."""
TICKET: Final = (386, 156)
OFFER: Final = (584, 210)
GAP: Final = 12


def draw_hand(
    view: View,
    spec: MapSpec,
    layout: Layout,
    *,
    plan: Plan | None = None,
    words: Words | None = None,
) -> bytes:
    """The viewer's cards and tickets as a PNG."""
    words, plan = words or Words(), plan or Plan()
    cards = held(view, spec)
    rows = ceil(len(cards) / MOST)
    across = max(FEWEST, ceil(len(cards) / max(1, rows)))
    fit = (WIDTH - PAD) / across / CARD_STEP
    top_tickets = HEAD + (round(rows * CARD_ROW * fit) if rows else NOTE)
    columns, size = (2, OFFER) if len(view.tickets) in {1, 2, 4} else (3, TICKET)
    ticket_rows = ceil(len(view.tickets) / columns)
    below = HEAD + (ticket_rows * (size[1] + GAP) or NOTE)
    height = top_tickets + below + PAD // 2

    def paint(pen: Pen) -> None:
        pen.box((0, 0, WIDTH, height), theme.PANEL)
        _heading(pen, 0, f"{words('hand')}: {sum(view.hand.values())}", view)
        for number, (face, many) in enumerate(cards):
            x, y = number % across * CARD_STEP, number // across * CARD_ROW
            _paint_held(pen.inside(PAD, HEAD, fit), x, y, face, many, words)
        if not cards:
            _note(pen, HEAD, words)
        _heading(pen, top_tickets, f"{words('tickets')}: {len(view.tickets)}", None)
        if not ticket_rows:
            _note(pen, top_tickets + HEAD, words)

    canvas = painted(WIDTH, height, paint, fine=3)
    places = _places(top_tickets + HEAD, columns, size, len(view.tickets))
    for number, (ticket, box) in enumerate(zip(view.tickets, places, strict=True), 1):
        lay_ticket(canvas, box, spec, layout, card_for(spec, ticket, number, plan, words), words)
    return png(canvas)


def draw_tickets(
    view: View,
    spec: MapSpec,
    layout: Layout,
    *,
    plan: Plan | None = None,
    words: Words | None = None,
) -> bytes:
    """The tickets offered to the viewer as a PNG; without an offer, those held."""
    words, plan = words or Words(), plan or Plan()
    asked = view.waiting if isinstance(view.waiting, TicketChoice) else None
    shown = asked.offered if asked else view.tickets
    title = words("keep", number=asked.keep) if asked else words("tickets")
    rows = ceil(len(shown) / 2)
    height = HEAD + (rows * (OFFER[1] + GAP) or NOTE) + PAD // 2
    wide = WIDTH if len(shown) != 1 else WIDTH - OFFER[0] - GAP

    def paint(pen: Pen) -> None:
        pen.box((0, 0, wide, height), theme.PANEL)
        _heading(pen, 0, title, view)
        if not shown:
            _note(pen, HEAD, words)

    canvas = painted(wide, height, paint, fine=3)
    places = _places(HEAD, 2, OFFER, len(shown))
    for number, (ticket, box) in enumerate(zip(shown, places, strict=True), 1):
        lay_ticket(canvas, box, spec, layout, card_for(spec, ticket, number, plan, words), words)
    return png(canvas)


def held(view: View, spec: MapSpec) -> list[tuple[Face, int]]:
    """The cards of a hand, in the order of the edition: by colour, wilds last."""
    order: dict[str | None, int] = {}
    for face in spec.faces.values():
        order.setdefault(face.colour, len(order))
    faces = [(spec.faces[Card(card)], many) for card, many in view.hand.items() if many]
    place = list(spec.faces)
    return sorted(
        faces,
        key=lambda item: (item[0].colour is None, order[item[0].colour], place.index(item[0].id)),
    )


def _places(top: int, columns: int, size: tuple[int, int], count: int) -> Iterator[Box]:
    """Where tickets lie, row by row."""
    wide, high = size
    left = (WIDTH - columns * wide - (columns - 1) * GAP) / 2
    for number in range(count):
        x = left + number % columns * (wide + GAP)
        y = top + number // columns * (high + GAP)
        yield x, y, x + wide, y + high


def _note(pen: Pen, y: float, words: Words) -> None:
    """There is nothing."""
    pen.text(PAD, y + NOTE / 2 - 8, words("none"), 32, theme.FAINT, "lm")


def _heading(pen: Pen, y: float, text: str, view: View | None) -> None:
    x = float(PAD)
    if view is not None and view.viewer is not None:
        paint_mark(pen, PAD + 24, y + 38, 24, theme.MARKS[view.viewer], theme.PAPER)
        x += 64
    pen.text(x, y + 38, text, 38, theme.PAPER, "lm", "bold")


def _paint_held(pen: Pen, x: float, y: float, face: Face, many: int, words: Words) -> None:
    """A stack of equal cards, how many, and their name."""
    high = CARD * RATIO
    for under in range(min(many, 3) - 1, 0, -1):
        pen.box(
            (x + 5 * under, y - 4 * under + 12, x + CARD + 5 * under, y + high - 4 * under + 12),
            theme.FAINT,
            12,
            theme.INK,
            2,
        )
    paint_card(pen, (x, y + 12, x + CARD, y + high + 12), face)
    pen.disc(x + CARD - 12, y + high, 27, theme.PAPER, theme.INK, 3)
    pen.text(x + CARD - 12, y + high, str(many), 36 if many < 10 else 30, theme.INK, face="bold")
    name = words(face.colour or "wild")
    name, size = fitted(name, 27, "semibold", CARD + 8, 16)
    pen.text(x + CARD / 2, y + high + 36, name, size, theme.PAPER, "mm")
