"""A player's own map: tickets ringed, missing links dotted, payable routes lettered."""

from __future__ import annotations

from collections import defaultdict
from math import hypot
from typing import Final

from PIL import Image

from engine.board import City, MapSpec
from engine.ids import CityId
from engine.view import View
from maps.layout import Layout
from render import theme
from render.board import Stress, lay_board
from render.canvas import laid
from render.frame import Frame, bare, close_up
from render.grounds import ground_for
from render.labels import Words
from render.layers.cities import paint_name
from render.layers.marks import paint_link, paint_ring, paint_tag
from render.markplaces import mark_place
from render.palette import png
from render.pen import Box, Pen, fitted
from render.plan import Plan
from render.tickets import EDGES, called, card_for, paint_sign

WIDTH: Final = 1500
"""The list of tickets is laid out for this width and made to fit the board's."""
COLUMNS: Final = 3
ROW: Final = 52
PAD: Final = 10


def draw_map(
    view: View,
    spec: MapSpec,
    layout: Layout,
    *,
    plan: Plan | None = None,
    words: Words | None = None,
    stress: Stress | None = None,
    zoom: str | None = None,
) -> bytes:
    """The board for the viewer alone, as a PNG.

    Raises:
        UnknownRegion: *zoom* names neither a region nor a city.

    """
    words, plan = words or Words(), plan or Plan()
    frame = close_up(spec, layout, zoom) if zoom else bare(layout)
    ground = ground_for(spec, layout, frame, words.language)
    canvas = lay_board(ground, view, stress or Stress())
    box = (0.0, 0.0, float(frame.width), float(frame.height))

    def paint(pen: Pen) -> None:
        _paint(frame.camera.on_board(pen), view, spec, layout, plan, words.language)

    laid(canvas, box, paint, fine=3)
    return png(canvas if zoom else _with_list(canvas, frame, view, spec, plan, words))


def _paint(pen: Pen, view: View, spec: MapSpec, layout: Layout, plan: Plan, language: str) -> None:
    wanted = dict.fromkeys(track for links in plan.missing.values() if links for track in links)
    for track in wanted:
        paint_link(pen, layout.tracks[track])
    for city, numbers in _numbers(view, spec).items():
        _paint_stop(pen, spec.cities[city], layout, numbers, language)
    for track in wanted:
        if track not in plan.letters:
            paint_tag(
                pen,
                *mark_place(spec, layout, track),
                str(spec.routes[track].length),
                layout.font * 0.58,
                theme.LINKS,
            )
    for track, letter in plan.letters.items():
        x, y = mark_place(spec, layout, track)
        both = f"{letter} {spec.routes[track].length}" if track in wanted else letter
        paint_tag(pen, x, y, both, layout.font * 0.58, theme.INK)


def _paint_stop(pen: Pen, city: City, layout: Layout, numbers: list[int], language: str) -> None:
    """A stop of own tickets: a ring, and on the side away from its name their numbers."""
    place = layout.places[city.id]
    for x, y in _spots(layout, city.id) or [(place.x, place.y)]:
        paint_ring(pen, x, y, layout.city_radius)
    dx, dy, _ = place.label or (1.0, 1.0, "")
    if city.is_end:
        dx, dy = 0.0, 1.0
    else:
        paint_name(pen, layout, city, language)
    far = (layout.city_radius + layout.font * 0.75) / (hypot(dx, dy) or 1)
    text = "·".join(map(str, numbers))
    paint_tag(pen, place.x - dx * far, place.y - dy * far, text, layout.font * 0.52, theme.MARKED)


def _numbers(view: View, spec: MapSpec) -> dict[CityId, list[int]]:
    found: defaultdict[CityId, list[int]] = defaultdict(list)
    for number, ticket in enumerate(view.tickets, 1):
        for stop in spec.tickets[ticket].stops:
            found[stop].append(number)
    return found


def _spots(layout: Layout, city: CityId) -> list[tuple[float, float]]:
    return [at for spot, at in layout.spots.items() if spot.rsplit("-", 1)[0] == city]


def _with_list(
    canvas: Image.Image, frame: Frame, view: View, spec: MapSpec, plan: Plan, words: Words
) -> Image.Image:
    """The map with the list of tickets below it."""
    count = len(view.tickets)
    if not count:
        return canvas
    fit = frame.width / WIDTH
    columns = min(COLUMNS, count)
    rows = -(-count // columns)
    columns = -(-count // rows)
    high = rows * ROW + 2 * PAD
    whole = Image.new("P", (frame.width, frame.height + round(high * fit)))
    whole.putpalette(canvas.getpalette() or [])
    whole.paste(canvas, (0, 0))

    def paint(pen: Pen) -> None:
        pen = pen.inside(0, frame.height, fit)
        pen.box((0, 0, WIDTH, high + 1), theme.PANEL)
        step = WIDTH / columns
        for number in range(count):
            x, y = number // rows * step, PAD + (number % rows + 0.5) * ROW
            _paint_row(pen, (x + PAD, y, x + step - PAD, y), number, view, spec, plan, words)

    laid(whole, (0, frame.height, *whole.size), paint, fine=3)
    return whole


def _paint_row(
    pen: Pen, line: Box, number: int, view: View, spec: MapSpec, plan: Plan, words: Words
) -> None:
    """A ticket: its number, its stops, its value, and how many spaces it still needs."""
    left, y, right, _ = line
    ticket = spec.tickets[view.tickets[number]]
    card = card_for(spec, ticket.id, number + 1, plan, words)
    paint_tag(pen, left + 22, y, str(number + 1), 21, theme.MARKED)
    stops = called(spec, ticket, words.language)
    text, size = fitted(stops, 31, "semibold", right - left - 196, 20)
    pen.text(left + 52, y, text, size, theme.PAPER, "lm")
    pen.text(right - 96, y, str(ticket.points), 33, theme.GOLD, "rm", "bold")
    if card.state:
        fill = theme.mixed(EDGES[card.state], theme.PAPER, 0.45)
        paint_sign(pen, right - 68, y, card.state, fill)
        short = {"missing": str(plan.spaces(spec, ticket.id))}.get(card.state, "")
        pen.text(right - 50, y, short, 31, fill, "lm", "bold")
