"""What a player holds: cards grouped by colour, and tickets. And the tickets offered to keep."""

from __future__ import annotations

from math import ceil
from typing import Final

from PIL import Image

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
from render.pen import Pen, fitted
from render.plan import Plan
from render.tickets import card_for, lay_ticket

WIDTH: Final = 1200
PAD: Final = 20
HEAD: Final = 74
CARD: Final = 116
CARD_STEP: Final = 131
CARD_ROW: Final = 236
TICKET: Final = (379, 150)
OFFER: Final = (580, 210)


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
    across = (WIDTH - PAD) // CARD_STEP
    rows = max(1, ceil(len(cards) / across))
    top_tickets = HEAD + rows * CARD_ROW
    columns = (WIDTH - PAD) // (TICKET[0] + 10)
    ticket_rows = ceil(len(view.tickets) / columns)
    height = top_tickets + (HEAD + ticket_rows * (TICKET[1] + 12) if ticket_rows else 0) + PAD

    def paint(pen: Pen) -> None:
        pen.box((0, 0, WIDTH, height), theme.PANEL)
        count = sum(view.hand.values())
        _heading(pen, 0, f"{words('hand')}: {count}", view)
        for number, (face, many) in enumerate(cards):
            x, y = PAD + number % across * CARD_STEP, HEAD + number // across * CARD_ROW
            _paint_held(pen, x, y, face, many, words)
        if ticket_rows:
            _heading(pen, top_tickets, f"{words('tickets')}: {len(view.tickets)}", None)

    canvas = painted(WIDTH, height, paint, fine=3)
    _lay_tickets(canvas, top_tickets + HEAD, columns, view, spec, layout, plan, words)
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
    rows = max(1, ceil(len(shown) / 2))
    height = HEAD + rows * (OFFER[1] + 14) + PAD

    def paint(pen: Pen) -> None:
        pen.box((0, 0, WIDTH, height), theme.PANEL)
        _heading(pen, 0, title, view)

    canvas = painted(WIDTH, height, paint, fine=3)
    for number, ticket in enumerate(shown):
        x = PAD / 2 + number % 2 * (OFFER[0] + 20)
        y = HEAD + number // 2 * (OFFER[1] + 14)
        card = card_for(spec, ticket, number + 1, plan, words)
        lay_ticket(canvas, (x, y, x + OFFER[0], y + OFFER[1]), spec, layout, card, words)
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


def _lay_tickets(
    canvas: Image.Image,
    top: int,
    columns: int,
    view: View,
    spec: MapSpec,
    layout: Layout,
    plan: Plan,
    words: Words,
) -> None:
    for number, ticket in enumerate(view.tickets):
        x = PAD / 2 + number % columns * (TICKET[0] + 14)
        y = top + number // columns * (TICKET[1] + 12)
        card = card_for(spec, ticket, number + 1, plan, words)
        lay_ticket(canvas, (x, y, x + TICKET[0], y + TICKET[1]), spec, layout, card, words)


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
