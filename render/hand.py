"""Pictures of a player's hand, with cards by color and tickets, and of tickets on offer."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import ceil
from typing import Final

from PIL import Image

from engine.board import Face, MapSpec
from engine.ids import Card, Seat
from engine.questions import TicketChoice
from engine.view import View
from maps.lru import LruCache
from render import theme
from render.canvas import Sprite, plain
from render.cards import RATIO, paint_card, tile
from render.palette import png
from render.pen import Box, Pen, fitted
from render.scene import Scene
from render.stamps import Quick, Stamp, Style, write, write_number
from render.tickets import FINE, card_for, lay_ticket, numbered

WIDTH: Final = 1200
PAD: Final = 20
HEAD: Final = 74
CARD: Final = 116
"""The least width of a card in pixels. A hand with few kinds of cards shows them bigger."""
CARD_STEP: Final = 131
CARD_ROW: Final = 224
COUNT: Final = (CARD - 12, CARD * RATIO)
"""The center of the number of cards in a stack."""
DISC: Final = 27
"""The radius of the disc behind the number of cards."""
NAME: Final = CARD * RATIO + 38
"""The vertical center of the name of a stack, below its cards."""
FEWEST, MOST = 6, 9
"""A row has room for at least 6 and at most 9 stacks."""
NOTE: Final = 60
"""The height of the line that states that there are no cards or tickets."""
TICKET: Final = (386, 156)
OFFER: Final = (584, 210)
GAP: Final = 12
HELD: Final = LruCache[Hashable, Sprite](128)
"""Stacks of cards by their look: 25 to 57 kilobytes each."""


def draw_hand(scene: Scene) -> bytes:
    """Draw the viewer's cards and tickets as a PNG."""
    view = scene.seen
    cards, count = held(view, scene.spec), len(view.tickets)
    rows = ceil(len(cards) / MOST)
    across = max(FEWEST, ceil(len(cards) / max(1, rows)))
    fit = (WIDTH - PAD) / across / CARD_STEP
    top_tickets = HEAD + (round(rows * CARD_ROW * fit) if rows else NOTE)
    columns, size = (2, OFFER) if count in {1, 2, 4} else (3, TICKET)
    below = HEAD + (ceil(count / columns) * (size[1] + GAP) or NOTE)
    canvas = plain(WIDTH, top_tickets + below + PAD // 2, theme.PANEL)
    _lay_heading(canvas, 0, scene.say("picture-hand", count=sum(view.hand.values())), view.viewer)
    if not cards:
        _lay_note(canvas, HEAD, scene)
    for number, (face, many) in enumerate(cards):
        x, y = number % across * CARD_STEP, number // across * CARD_ROW
        at = (PAD + x * fit, HEAD + y * fit)
        name = scene.say(f"picture-colour-{face.colour or 'wild'}")
        _lay_stack(canvas, at, face, many, name, fit)
    _lay_heading(canvas, top_tickets, scene.say("picture-tickets-held", count=count))
    if not count:
        _lay_note(canvas, top_tickets + HEAD, scene)
    numbers = numbered(view)
    boxes = _places(top_tickets + HEAD, columns, size, count)
    for ticket, box in zip(view.tickets, boxes, strict=True):
        lay_ticket(canvas, box, scene, card_for(scene, ticket, numbers.index(ticket) + 1))
    return png(canvas)


def draw_tickets(scene: Scene) -> bytes:
    """Draw the tickets offered to the viewer as a PNG, or the viewer's tickets without an offer."""
    view = scene.seen
    choice = view.waiting if isinstance(view.waiting, TicketChoice) else None
    shown = choice.offered if choice else view.tickets
    title = scene.say("picture-keep", least=choice.keep) if choice else scene.say("picture-tickets")
    rows = ceil(len(shown) / 2)
    height = HEAD + (rows * (OFFER[1] + GAP) or NOTE) + PAD // 2
    wide = WIDTH if len(shown) != 1 else WIDTH - OFFER[0] - GAP

    canvas = plain(wide, height, theme.PANEL)
    _lay_heading(canvas, 0, title, view.viewer)
    if not shown:
        _lay_note(canvas, HEAD, scene)
    for number, box in enumerate(_places(HEAD, 2, OFFER, len(shown))):
        card = card_for(scene, shown[number], number + 1)
        lay_ticket(canvas, box, scene, card)
    return png(canvas)


def held(view: View, spec: MapSpec) -> list[tuple[Face, int]]:
    """Return the cards of a hand in the edition's order: by color, wild cards last."""
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
    """Yield the boxes of tickets, row by row."""
    wide, high = size
    left = (WIDTH - columns * wide - (columns - 1) * GAP) / 2
    for number in range(count):
        x = left + number % columns * (wide + GAP)
        y = top + number // columns * (high + GAP)
        yield x, y, x + wide, y + high


def _lay_note(canvas: Image.Image, y: float, scene: Scene) -> None:
    """Write that there are no cards or tickets."""
    style = Style(32, theme.FAINT, theme.PANEL, "semibold")
    write(Quick(canvas), PAD, y + NOTE / 2 - 8, scene.say("picture-none"), style)


def _lay_heading(canvas: Image.Image, y: float, text: str, seat: Seat | None = None) -> None:
    """Write a heading, after the tile of *seat* if a seat is given."""
    x = PAD
    if seat is not None:
        Quick(canvas).put(tile(seat, 24, theme.PANEL), x, y + 14)
        x += 64
    write(Quick(canvas), x, y + 38, text, Style(38, theme.PAPER, theme.PANEL))


def _lay_stack(
    canvas: Image.Image, at: tuple[float, float], face: Face, many: int, name: str, fit: float
) -> None:
    """Draw a stack of equal cards, their number, and their name.

    The name is written first, because the stack may cover it.
    """
    x, y = (round(edge) for edge in at)
    name, size = fitted(name, 27 * fit, "semibold", CARD * fit, 16 * fit)
    style = Style(size, theme.PAPER, theme.PANEL, "semibold")
    write(Quick(canvas), x + CARD * fit / 2, y + NAME * fit, name, style, "mm")
    Quick(canvas, HELD).put(_stack(face, min(many, 3), fit), x, y)
    style = Style((36 if many < 10 else 30) * fit, theme.INK, theme.PAPER)
    write_number(Quick(canvas), x + COUNT[0] * fit, y + COUNT[1] * fit, many, style)


def _stack(face: Face, cards: int, fit: float) -> Stamp:
    """Return the cards of a stack, and the disc for their number."""
    wide, high = int(CARD_STEP * fit), int((COUNT[1] + DISC) * fit)

    def paint(pen: Pen) -> None:
        _paint_stack(pen.inside(0, 0, fit), face, cards)

    return Stamp((face, cards, wide), wide, high, theme.PANEL, paint, FINE)


def _paint_stack(pen: Pen, face: Face, cards: int) -> None:
    high = CARD * RATIO
    for under in range(cards - 1, 0, -1):
        aside, up = 5 * under, 12 - 4 * under
        pen.box((aside, up, CARD + aside, high + up), theme.FAINT, 12, theme.INK, 2)
    paint_card(pen, (0, 12, CARD, high + 12), face)
    pen.disc(*COUNT, DISC, theme.PAPER, theme.INK, 3)
