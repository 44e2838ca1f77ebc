"""Tickets as small cards: a small map, the stops, the value, and what is missing."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
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
from render.score_labels import signed
from render.stamps import Quick, Stamp, Style, Surface, put_around, write
from render.theme import Colour

MINI: Final = LruCache[Hashable, tuple[Layout, Image.Image]](24)
"""Small maps by layout and size."""
PRINTED: Final = LruCache[Hashable, tuple[Layout, Image.Image]](96)
"""Tickets without their foot, by their content: at most 120 kilobytes each."""
FINE: Final = 3
"""How many times bigger tickets are painted before they are shrunk.

The factor is less than `theme.FINE`, because letters are already smooth.
"""
LEAST: Final = 13
HEAD: Final = 12
"""The room above the first stop."""
FOOT: Final = 40
"""The room below the last stop, for the ticket's state."""
BESIDE: Final = 18
"""The left edge of the text, measured from the width of the small map."""
MAP_SHARE: Final = 0.36
"""The greatest fraction of a ticket's width that its small map takes."""
TOUR_MAP_SHARE: Final = 0.27
"""The greatest fraction of a tour's width that its small map takes. A tour has more text."""
VALUES: Final = 92
"""The width of a tour's values, at the scale 1."""
VALUE: Final = (27, 17)
"""The sizes of a tour's value and of the word below it, at the scale 1."""
TOUR: Final = ("picture-tour-in-order", "picture-tour-joined", "picture-tour-failed")
"""The keys of the words that explain a tour's values."""


@dataclass(frozen=True, slots=True)
class Card:
    """A ticket and its state."""

    id: TicketId
    number: int
    state: str
    """``"done"``, ``"missing"`` or ``"blocked"``. It is empty if the state is not known."""
    words: str = ""


def numbered(view: View) -> tuple[TicketId, ...]:
    """Return the viewer's tickets in the order of their numbers, those on offer first.

    The numbers start at 1.
    """
    offered = view.waiting.offered if isinstance(view.waiting, TicketChoice) else ()
    return (*offered, *view.tickets)


def card_for(scene: Scene, ticket: TicketId, number: int) -> Card:
    """Return a ticket with its number and its state, also as a text."""
    if ticket not in scene.advice.missing:
        return Card(ticket, number, "")
    spaces = scene.advice.spaces(scene.spec, ticket)
    if spaces is None:
        return Card(ticket, number, "blocked", scene.say("picture-blocked"))
    if not spaces:
        return Card(ticket, number, "done", scene.say("picture-done"))
    return Card(ticket, number, "missing", scene.say("picture-missing", spaces=spaces))


def called(scene: Scene, ticket: Ticket) -> str:
    """Return a ticket's stops in one line. A tour is named by its first and its last stop."""
    names = stops_of(scene, ticket)
    return " – ".join(names) if len(names) < 4 else f"{names[0]} … {names[-1]}"


def stops_of(scene: Scene, ticket: Ticket) -> tuple[str, ...]:
    """Return the names of a ticket's stops."""
    return tuple(scene.spec.cities[stop].name(scene.language) for stop in ticket.stops)


def mini_size(layout: Layout, wide: int, high: int, share: float = MAP_SHARE) -> tuple[int, int]:
    """Return the size of the small map on a ticket of this size."""
    scale = min((wide * share) / layout.width, (high - 16) / layout.height)
    return round(layout.width * scale), round(layout.height * scale)


def lay_ticket(canvas: Image.Image, box: Box, scene: Scene, card: Card) -> None:
    """Put a ticket on *canvas*, which is in the palette."""
    left, top, right, bottom = (round(edge) for edge in box)
    wide, high = right - left, bottom - top
    ticket, layout = scene.spec.tickets[card.id], scene.layout
    texts = Texts(stops_of(scene, ticket), tuple(map(scene.say, TOUR)) if ticket.tour else ())
    canvas.paste(_printed(layout, (wide, high), ticket, texts, card.state), (left, top))
    room = _map_size(layout, ticket, wide, high)[0] + BESIDE
    if ticket.tour:
        right -= round(VALUES * grown(high))
    _lay_foot(Quick(canvas), (left + room, top, right, bottom), card)


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a ticket: its stops, and the words that explain the values of a tour."""

    stops: tuple[str, ...]
    values: tuple[str, ...] = ()


def _map_size(layout: Layout, ticket: Ticket, wide: int, high: int) -> tuple[int, int]:
    share = TOUR_MAP_SHARE if ticket.tour else MAP_SHARE
    return mini_size(layout, wide, high, share)


def _printed(
    layout: Layout, size: tuple[int, int], ticket: Ticket, texts: Texts, state: str
) -> Image.Image:
    """Return a ticket without its foot, which is the only part that changes every turn."""
    wide, high = size
    wide_map, high_map = _map_size(layout, ticket, wide, high)
    at = (8, (high - high_map) // 2)

    def paint(pen: Pen) -> None:
        pen.box((0, 0, wide, high), theme.PANEL)
        pen.box((0, 0, wide, high), theme.PAPER, 14, EDGES.get(state, theme.PAPER), 5)
        _paint_words(pen, (wide_map + BESIDE, 0, wide, high), ticket, texts)

    def paint_way(pen: Pen) -> None:
        scale = wide_map / layout.width
        _paint_way(pen.inside(*at, scale), layout, ticket, 1 / scale)

    def make() -> tuple[Layout, Image.Image]:
        image = painted(wide, high, paint, FINE)
        image.paste(_mini(layout, wide_map, high_map), at)
        laid(image, (*at, at[0] + wide_map, at[1] + high_map), paint_way)
        return layout, image

    # Cache the layout too: while it is alive, no other layout can get its id.
    return PRINTED.get_or_make((id(layout), size, ticket, texts, state), make)[1]


EDGES: Final[dict[str, Colour]] = {
    "done": theme.DONE,
    "missing": theme.OPEN,
    "blocked": theme.FAILED,
}


def _paint_words(pen: Pen, box: Box, ticket: Ticket, texts: Texts) -> None:
    """Write the value and the stops. A tour has three values in a column, and no long names."""
    left, _, right, high = box
    foot = grown(high)
    radius = min(30.0 * foot, high * 0.2)
    if ticket.tour:
        narrow, below = right - left - VALUES * foot, high
        values = (ticket.points, ticket.tour.joined, -ticket.tour.failed)
        _paint_values(pen, (right - VALUES * foot, 0, right - 5, high), values, texts.values)
    else:
        narrow, below = right - left - 2 * radius - 20, 2 * radius + 12
        middle = right - radius - 10
        pen.disc(middle, radius + 12, radius, theme.GOLD, theme.INK, 2)
        pen.text(middle, radius + 12, str(ticket.points), radius * 1.15, theme.INK, face="bold")
    step = min(38.0 * foot, (high - FOOT * foot - HEAD) / len(texts.stops))
    rooms = [
        narrow if HEAD + step * number < below - 4 else right - left - 12
        for number in range(len(texts.stops))
    ]
    biggest = min(36.0 * foot, step * 0.95)
    about = zip(texts.stops, repeat(biggest), repeat("bold"), rooms)
    fits = [fitted(*each, LEAST) for each in about]
    fit = min(size for _, size in fits)
    for number, (text, _) in enumerate(fits):
        pen.text(left, HEAD + step * (number + 0.5), text, fit, theme.INK, "lm", "bold")


def _paint_values(pen: Pen, box: Box, values: Sequence[int], words: Sequence[str]) -> None:
    """Write the values of a tour one below the other, each with the word that explains it."""
    left, top, right, bottom = box
    scale, step = grown(bottom - top), (bottom - top - 16) / len(values)
    middle, big, small = (left + right) / 2, VALUE[0] * scale, VALUE[1] * scale
    pen.box((left + 2, top + 7, right - 5, top + 5 + step), theme.GOLD, 8 * scale)
    for number, (value, word) in enumerate(zip(values, words, strict=True)):
        y, fill = top + 8 + step * number, theme.COUNTRY if number else theme.INK
        pen.text(middle, y + step * 0.33, signed(value, plus=""), big, fill, face="bold")
        text, size = fitted(word, small, "semibold", right - left - 12, small * 0.8)
        pen.text(middle, y + step * 0.78, text, size, fill)


def grown(high: float) -> float:
    """Return the scale of everything on a ticket of this height."""
    return max(1.0, min(1.3, high / 160))


def _lay_foot(surface: Surface, box: Box, card: Card) -> None:
    """Put a ticket's number and its state."""
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
    """Return the number of a ticket, which it also has on its owner's map."""
    half = round(16 * scale)

    def paint(pen: Pen) -> None:
        pen = pen.inside(half, half, scale)
        pen.disc(0, 0, 15, theme.MARKED)
        pen.text(0, 0, str(number), 20 if number < 10 else 17, theme.PAPER, face="bold")

    return Stamp(("ticket", number, scale), 2 * half, 2 * half, theme.PAPER, paint)


def sign(state: str, fill: Colour, ground: Colour, scale: float) -> Stamp:
    """Return the sign of a ticket's state, for a background of one color."""
    half = round(11 * scale)

    def paint(pen: Pen) -> None:
        paint_sign(pen.inside(half, half, scale), 0, 0, state, fill)

    return Stamp(("sign", state, fill, ground, scale), 2 * half, 2 * half, ground, paint)


def paint_sign(pen: Pen, x: float, y: float, state: str, fill: Colour) -> None:
    """Paint a tick, a cross or dots, because color alone must not show a ticket's state."""
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

    # Cache the layout too: while it is alive, no other layout can get its id.
    return MINI.get_or_make((id(layout), wide, high), make)[1]


def _paint_way(pen: Pen, layout: Layout, ticket: Ticket, pixel: float) -> None:
    """Paint a ticket's stops and a line through them; *pixel* is a pixel's size in board units."""
    points = [(layout.places[stop].x, layout.places[stop].y) for stop in ticket.stops]
    legs = [leg for a, b in pairwise(points) for leg in layout.straight(a, b)]
    for fill, wide in ((theme.PAPER, 5.5), (theme.MARKED, 3)):
        for leg in legs:
            pen.line(leg, fill, wide * pixel)
    for x, y in points:
        pen.disc(x, y, 6.5 * pixel, theme.PAPER)
        pen.disc(x, y, 5 * pixel, theme.MARKED)
