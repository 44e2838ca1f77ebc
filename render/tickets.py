"""Tickets as small cards: a little map, the stops, the value, and what is missing."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import Final

from PIL import Image

from engine.board import Ticket
from engine.ids import TicketId
from engine.questions import TicketChoice
from engine.view import View
from maps.layout import Layout
from maps.lru import LruCache
from render import theme
from render.canvas import laid, painted
from render.layers.ground import paint_ground
from render.pen import Box, Pen, fitted
from render.scene import Scene
from render.stamps import Quick, Stamp, Style, Surface, put_around, write
from render.theme import Colour

MINI: Final = LruCache[Hashable, tuple[Layout, Image.Image]](24)
"""Little maps by layout and size."""
PRINTED: Final = LruCache[Hashable, tuple[Layout, Image.Image]](96)
"""Tickets without their foot, by what is printed on them: at most 120 kilobytes each."""
FINE: Final = 3
"""They are painted so many times too big: their letters are smooth by themselves."""
LEAST: Final = 13
HEAD: Final = 12
"""Above the first stop."""
FOOT: Final = 40
"""Below the last stop: how it stands."""
BESIDE: Final = 18
"""Words begin so much further right than its little map is wide."""
MAP_SHARE: Final = 0.36
"""So much of a ticket's width its little map may take."""


@dataclass(frozen=True, slots=True)
class Card:
    """A ticket and how it stands."""

    id: TicketId
    number: int
    state: str
    """``"done"``, ``"missing"``, ``"blocked"``, or empty: not known."""
    words: str = ""


def numbered(view: View) -> tuple[TicketId, ...]:
    """The viewer's tickets in the order of their numbers, from 1: those on offer first."""
    offered = view.waiting.offered if isinstance(view.waiting, TicketChoice) else ()
    return (*offered, *view.tickets)


def card_for(scene: Scene, ticket: TicketId, number: int) -> Card:
    """How a ticket stands, in words."""
    if ticket not in scene.plan.missing:
        return Card(ticket, number, "")
    spaces = scene.plan.spaces(scene.spec, ticket)
    if spaces is None:
        return Card(ticket, number, "blocked", scene.say("picture-blocked"))
    if not spaces:
        return Card(ticket, number, "done", scene.say("picture-done"))
    return Card(ticket, number, "missing", scene.say("picture-missing", spaces=spaces))


def called(scene: Scene, ticket: Ticket) -> str:
    """A ticket by its stops, in one line; a tour by its first and its last."""
    names = stops_of(scene, ticket)
    return " – ".join(names) if len(names) < 4 else f"{names[0]} … {names[-1]}"


def stops_of(scene: Scene, ticket: Ticket) -> tuple[str, ...]:
    """The names of a ticket's stops."""
    return tuple(scene.spec.cities[stop].name(scene.language) for stop in ticket.stops)


def mini_size(layout: Layout, wide: int, high: int) -> tuple[int, int]:
    """The size of a little map on a ticket of this size."""
    scale = min((wide * MAP_SHARE) / layout.width, (high - 16) / layout.height)
    return round(layout.width * scale), round(layout.height * scale)


def lay_ticket(canvas: Image.Image, box: Box, scene: Scene, card: Card) -> None:
    """A ticket on *canvas*, which is in the palette."""
    left, top, right, bottom = (round(edge) for edge in box)
    wide, high = right - left, bottom - top
    ticket, layout = scene.spec.tickets[card.id], scene.layout
    stops = stops_of(scene, ticket)
    canvas.paste(_printed(layout, (wide, high), ticket, stops, card.state), (left, top))
    room = mini_size(layout, wide, high)[0] + BESIDE
    _lay_foot(Quick(canvas), (left + room, top, right, bottom), card)


def _printed(
    layout: Layout, size: tuple[int, int], ticket: Ticket, stops: tuple[str, ...], state: str
) -> Image.Image:
    """A ticket without its foot, which is all that changes from turn to turn."""
    wide, high = size
    wide_map, high_map = mini_size(layout, wide, high)
    at = (8, (high - high_map) // 2)

    def paint(pen: Pen) -> None:
        pen.box((0, 0, wide, high), theme.PANEL)
        pen.box((0, 0, wide, high), theme.PAPER, 14, EDGES.get(state, theme.PAPER), 5)
        _paint_words(pen, (wide_map + BESIDE, 0, wide, high), ticket, stops)

    def paint_way(pen: Pen) -> None:
        scale = wide_map / layout.width
        _paint_way(pen.inside(*at, scale), layout, ticket, 1 / scale)

    def make() -> tuple[Layout, Image.Image]:
        image = painted(wide, high, paint, FINE)
        image.paste(_mini(layout, wide_map, high_map), at)
        laid(image, (*at, at[0] + wide_map, at[1] + high_map), paint_way)
        return layout, image

    # The layout is kept too: as long as it lives, no other can have its id.
    return PRINTED.get_or_make((id(layout), size, ticket, stops, state), make)[1]


EDGES: Final[dict[str, Colour]] = {
    "done": theme.DONE,
    "missing": theme.OPEN,
    "blocked": theme.FAILED,
}


def _paint_words(pen: Pen, box: Box, ticket: Ticket, stops: tuple[str, ...]) -> None:
    """The value and the stops; a tour's other two values stand below the first."""
    left, _, right, high = box
    foot = grown(high)
    radius = min(30.0 * foot, high * 0.2)
    middle, below = right - radius - 10, 2 * radius + 12
    pen.disc(middle, radius + 12, radius, theme.GOLD, theme.INK, 2)
    pen.text(middle, radius + 12, str(ticket.points), radius * 1.15, theme.INK, face="bold")
    if ticket.tour:
        values = f"{ticket.tour.joined}\n−{ticket.tour.failed}"
        pen.text(middle, below + 8 * foot, values, 26 * foot, theme.COUNTRY, "mt", "bold")
        below = high
    step = min(38.0 * foot, (high - FOOT * foot - HEAD) / len(stops))
    rooms = [
        right - left - 2 * radius - 20 if HEAD + step * number < below - 4 else right - left - 12
        for number in range(len(stops))
    ]
    biggest = min(36.0 * foot, step * 0.95)
    fits = [fitted(*about, LEAST) for about in zip(stops, repeat(biggest), repeat("bold"), rooms)]
    fit = min(size for _, size in fits)
    for number, (text, _) in enumerate(fits):
        pen.text(left, HEAD + step * (number + 0.5), text, fit, theme.INK, "lm", "bold")


def grown(high: float) -> float:
    """How much bigger than usual everything on a ticket of this height is."""
    return max(1.0, min(1.3, high / 160))


def _lay_foot(surface: Surface, box: Box, card: Card) -> None:
    """Its number, and how it stands."""
    left, top, right, bottom = box
    foot = grown(bottom - top)
    y = bottom - 24 * foot
    put_around(surface, _number(card.number, foot), left + 14 * foot, y)
    if card.state:
        fill = EDGES[card.state]
        put_around(surface, sign(card.state, fill, theme.PAPER, foot), left + 48 * foot, y)
        room = right - left - 12 - 66 * foot
        text, size = fitted(card.words, 24 * foot, "bold", room, 14 * foot)
        write(surface, left + 64 * foot - 1, y, text, Style(size, fill, theme.PAPER))


def _number(number: int, scale: float) -> Stamp:
    """The number that a ticket has on its owner's map too."""
    half = round(16 * scale)

    def paint(pen: Pen) -> None:
        pen = pen.inside(half, half, scale)
        pen.disc(0, 0, 15, theme.MARKED)
        pen.text(0, 0, str(number), 20 if number < 10 else 17, theme.PAPER, face="bold")

    return Stamp(("ticket", number, scale), 2 * half, 2 * half, theme.PAPER, paint)


def sign(state: str, fill: Colour, ground: Colour, scale: float) -> Stamp:
    """How a ticket stands, to put on a ground of one colour."""
    half = round(11 * scale)

    def paint(pen: Pen) -> None:
        paint_sign(pen.inside(half, half, scale), 0, 0, state, fill)

    return Stamp(("sign", state, fill, ground, scale), 2 * half, 2 * half, ground, paint)


def paint_sign(pen: Pen, x: float, y: float, state: str, fill: Colour) -> None:
    """A tick, a cross or dots: never by colour alone."""
    if state == "done":
        pen.line(((x - 8, y), (x - 2, y + 7), (x + 9, y - 8)), fill, 4)
    elif state == "blocked":
        pen.line(((x - 7, y - 7), (x + 7, y + 7)), fill, 4)
        pen.line(((x - 7, y + 7), (x + 7, y - 7)), fill, 4)
    else:
        pen.dots(((x - 8, y), (x, y), (x + 8, y)), fill, 3)


def _mini(layout: Layout, wide: int, high: int) -> Image.Image:
    def make() -> tuple[Layout, Image.Image]:
        scale = wide / layout.width
        image = painted(
            wide, high, lambda pen: paint_ground(pen.inside(0, 0, scale), layout), fine=2
        )
        return layout, image

    # The layout is kept too: as long as it lives, no other can have its id.
    return MINI.get_or_make((id(layout), wide, high), make)[1]


def _paint_way(pen: Pen, layout: Layout, ticket: Ticket, pixel: float) -> None:
    """The stops of a ticket and a line through them; *pixel* is the size of one in board units."""
    points = [(layout.places[stop].x, layout.places[stop].y) for stop in ticket.stops]
    legs = [leg for a, b in pairwise(points) for leg in layout.straight(a, b)]
    for fill, wide in ((theme.PAPER, 5.5), (theme.MARKED, 3)):
        for leg in legs:
            pen.line(leg, fill, wide * pixel)
    for x, y in points:
        pen.disc(x, y, 6.5 * pixel, theme.PAPER)
        pen.disc(x, y, 5 * pixel, theme.MARKED)
