"""A player's private map.

It rings the stops of tickets, puts a halo beside the tracks they need, and letters useful routes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.advice import near_links
from engine.board import MapSpec
from engine.ids import CityId, RouteId, TicketId
from engine.questions import TicketChoice
from engine.view import View
from maps.lettering import label_box
from maps.lines import Point
from render import theme
from render.board import lay_board
from render.board_cache import Ground, ground_for
from render.canvas import laid, plain
from render.frame import Frame, close_up, private
from render.layers.marks import paint_tag, tag_box
from render.map_panel import Entry, lay_side, tag_stamp
from render.palette import png
from render.pen import Box, Pen, fitted, text_width
from render.placement.cities import harbour_box, stop_place
from render.placement.labels import LETTER, mark_place
from render.scene import Scene
from render.stamps import Quick, Style, Surface, put_around, write
from render.theme import Colour
from render.tickets import EDGES, Card, called, card_for, numbered, sign

WIDTH: Final = 1500
"""The width for which the list of tickets is laid out. It is then scaled to the board's width."""
COLUMNS: Final = 3
"""The list of tickets has at most 3 columns.

It has fewer if a line would have to be smaller than the least size in `STOPS` or `NEEDS`.
"""
STOPS: Final = (26, 196)
"""The least size of a line of stops, and the width that it leaves free in its column."""
NEEDS: Final = (22, 80)
"""The least size of a line of needed cards, and the width that it leaves free in its column."""
ROW: Final = 88
"""The height of a ticket's row with a line for the cards it still needs."""
LOW_ROW: Final = 56
"""The height of a ticket's row if no ticket needs anything."""
TOTAL: Final = 48
"""The height of the line about all tickets together."""
PAD: Final = 10
FINE: Final = 3
"""How many times bigger signs are painted before they are shrunk."""
PLACE: Final = 1.2 * LETTER
"""The size of a track's place in the plan, relative to the size of names."""
NUMBER: Final = 0.62
"""The size of a ticket's number beside its stops, relative to the size of names."""


def draw_map(scene: Scene) -> bytes:
    """Draw the board for the viewer only, as a PNG.

    Raises:
        UnknownRegion: The board has no region or city of this name.

    """
    spec, layout = scene.spec, scene.layout
    frame = close_up(spec, layout, scene.zoom) if scene.zoom else private(layout)
    ground = ground_for(spec, layout, frame, scene.language)
    canvas = lay_board(ground, scene.seen, scene.stress, _haloed(scene))
    _lay_marks(canvas, ground, scene)
    if scene.zoom:
        return png(canvas)
    if frame.header:
        lay_side(Quick(canvas), frame, scene, _entries(scene), total_of(scene), over=exceeds(scene))
        return png(canvas)
    return png(_with_list(canvas, frame, scene))


def _haloed(scene: Scene) -> tuple[RouteId, ...]:
    """Return the tracks that tickets need or that the plan claims."""
    return tuple(dict.fromkeys((*scene.advice.wanted, *scene.advice.plan)))


def _lay_marks(canvas: Image.Image, ground: Ground, scene: Scene) -> None:
    """Put everything on the board that belongs to the viewer only."""
    for city in _numbers(scene.seen, scene.spec):
        _lay_ring(canvas, ground, city, scene.seen)
    for each in signs_of(scene):
        _lay_tag(canvas, ground, each)


def _lay_ring(canvas: Image.Image, ground: Ground, city: CityId, view: View) -> None:
    """Put a ring around a stop of the viewer's tickets, below its name and below any harbor."""
    layout = ground.layout
    place = layout.places[city]
    owner = next((seat for (_, there), seat in view.placed.items() if there == city), None)
    if owner is not None:
        ground.collar(city).paste(canvas)
        ground.harbour(city, owner).paste(canvas)
        return
    for x, y in layout.spots_of(city) or [(place.x, place.y)]:
        ground.ring(x, y).paste(canvas)
    if ground.names(city) and not ground.spec.cities[city].is_end:
        ground.name(city).paste(canvas)


@dataclass(frozen=True, slots=True)
class Sign:
    """A small sign on the map: a track's letter or place in the plan, or the numbers of tickets."""

    at: Point
    text: str
    size: float
    fill: Colour

    @property
    def box(self) -> Box:
        """The rectangle that the sign takes."""
        return tag_box(*self.at, self.text, self.size)


def signs_of(scene: Scene) -> list[Sign]:
    """Return all signs on the viewer's map.

    The numbers of tickets are placed so that they avoid letters and each other.
    """
    spec, layout, view = scene.spec, scene.layout, scene.seen
    signs = [
        Sign(mark_place(spec, layout, track), text, layout.font * size, fill)
        for track, (text, size, fill) in _track_signs(scene).items()
    ]
    harbours = [harbour_box(spec, layout, city) for _, city in view.placed]
    for city, numbers in _numbers(view, spec).items():
        taken = [*harbours, *(sign.box for sign in signs)]
        signs.append(_stop_sign(scene, city, "·".join(map(str, numbers)), taken))
    return signs


def _track_signs(scene: Scene) -> dict[RouteId, tuple[str, float, Colour]]:
    """Return text, relative size and color of the sign on each track.

    Planned tracks have their place in the plan. Claimable tracks that are useful have a letter.
    """
    advice = scene.advice
    useful = {*advice.wanted, *near_links(scene.spec, scene.seen)}
    signs = {
        track: (name, LETTER, theme.INK)
        for track, name in advice.letters.items()
        if track in useful
    }
    for number, track in enumerate(advice.plan, 1):
        letter = [advice.letters[track]] if track in advice.letters else []
        signs[track] = ("·".join([*letter, str(number)]), PLACE, theme.LINKS)
    return signs


def _stop_sign(scene: Scene, city: CityId, text: str, taken: Sequence[Box]) -> Sign:
    """Return the sign with the numbers of a stop's tickets.

    The sign of a city is on the side away from its name. The sign of a country is above its name,
    or beside it at the upper edge of the board.
    """
    layout, size = scene.layout, scene.layout.font * NUMBER
    _, _, wide, high = tag_box(0, 0, text, size)
    place, details = layout.places[city], scene.spec.cities[city]
    name = label_box(place, details, layout.font, scene.language)
    if details.is_end and name:
        (_, top), _, (right, bottom), _ = name
        above, beside = (place.x, top - high), (right + wide + 4, (top + bottom) / 2)
        at = above if top >= 2 * high else beside
    else:
        at = stop_place(scene.spec, layout, scene.language, city, (wide, high), taken)
    return Sign(at, text, size, theme.MARKED)


def _lay_tag(canvas: Image.Image, ground: Ground, sign: Sign) -> None:
    """Paint a small sign. It is not cached, because its text changes from turn to turn."""
    camera = ground.frame.camera
    left, top, right, bottom = camera.seen(sign.box)
    if left < right and top < bottom:

        def paint(pen: Pen) -> None:
            paint_tag(camera.on_board(pen), *sign.at, sign.text, sign.size, sign.fill)

        laid(canvas, (left, top, right, bottom), paint, FINE)


def _numbers(view: View, spec: MapSpec) -> dict[CityId, list[int]]:
    found: defaultdict[CityId, list[int]] = defaultdict(list)
    for number, ticket in enumerate(numbered(view), 1):
        for stop in spec.tickets[ticket].stops:
            found[stop].append(number)
    return found


def _entries(scene: Scene) -> list[Entry]:
    """Return the viewer's tickets for the panel beside a high board."""
    found = []
    for number, each in enumerate(numbered(scene.seen), 1):
        ticket, card = scene.spec.tickets[each], card_for(scene, each, number)
        short = str(scene.advice.spaces(scene.spec, each)) if card.state == "missing" else ""
        stops, needs = called(scene, ticket), needs_of(scene, each)
        found.append(Entry(card, ticket.points, stops, needs, short))
    return found


def _with_list(canvas: Image.Image, frame: Frame, scene: Scene) -> Image.Image:
    """Return the map with the list of tickets below it."""
    tickets = numbered(scene.seen)
    count = len(tickets)
    if not count:
        return canvas
    fit = frame.width / WIDTH
    columns = min(columns_of(scene), count)
    rows = -(-count // columns)
    columns = -(-count // rows)
    total = total_of(scene)
    row, title = (ROW, ROW / 2 - 16) if total else (LOW_ROW, LOW_ROW / 2)
    high = rows * row + 2 * PAD + (TOTAL if total else 0)
    whole = plain(frame.width, frame.height + round(high * fit), theme.PANEL)
    whole.paste(canvas, (0, 0))
    step = frame.width / columns
    for number in range(count):
        x, y = number // rows * step, frame.height + (PAD + number % rows * row + title) * fit
        card = card_for(scene, tickets[number], number + 1)
        line = (x + PAD * fit, y, x + step - PAD * fit, y)
        _lay_row(Quick(whole), line, fit, scene, card)
    _lay_total(Quick(whole), frame.height + (high - PAD - TOTAL / 2) * fit, fit, scene)
    return whole


def _lay_total(surface: Surface, y: float, fit: float, scene: Scene) -> None:
    """Write what all tickets together need, with a cross if it is more than the seat has."""
    x, fill = PAD * fit, theme.PAPER
    if exceeds(scene):
        fill = theme.mixed(EDGES["blocked"], theme.PAPER, 0.45)
        put_around(surface, sign("blocked", fill, theme.PANEL, fit), x + 12 * fit, y)
        x += 30 * fit
    write(surface, x, y, total_of(scene), Style(31 * fit, fill, theme.PANEL))


def columns_of(scene: Scene) -> int:
    """Return the number of columns with which all lines of the list are legible."""
    tickets = numbered(scene.seen)
    written = [
        (called(scene, scene.spec.tickets[ticket]), "semibold", *STOPS) for ticket in tickets
    ]
    written += [(needs_of(scene, ticket), "medium", *NEEDS) for ticket in tickets]
    wide = max(text_width(text, least, face) + free for text, face, least, free in written)
    return max(1, min(COLUMNS, int(WIDTH / wide)))


def total_of(scene: Scene) -> str:
    """Return a text on the pieces that all tickets need, and those that are left.

    The text is empty if the tickets need nothing.
    """
    view, needs = scene.seen, scene.advice.pieces(scene.spec)
    if view.viewer is None or not needs:
        return ""
    left = view.seats[view.viewer].pieces
    parts = [
        scene.say(f"picture-plan-{piece}", need=need, left=left.get(piece, 0))
        for piece, need in sorted(needs.items(), reverse=True)
    ]
    return scene.say("picture-plan", needs="  ·  ".join(parts))


def exceeds(scene: Scene) -> bool:
    """Return whether all tickets together need more pieces than the viewer has left.

    Kinds of pieces whose number is not known, or of which none is left, are not compared. Return
    False while tickets are on offer, because the viewer need not complete all of them.
    """
    view, needs = scene.seen, scene.advice.pieces(scene.spec)
    if view.viewer is None or isinstance(view.waiting, TicketChoice):
        return False
    left = view.seats[view.viewer].pieces
    return any(need > left[piece] > 0 for piece, need in needs.items() if piece in left)


def needs_of(scene: Scene, ticket: TicketId) -> str:
    """Return a text on the cards that a ticket still needs: "needs 3 pink, 2 of any"."""
    parts = []
    for piece, colours in sorted(scene.advice.cards(scene.spec, ticket).items(), reverse=True):
        ordered = sorted(colours.items(), key=lambda item: (item[0] is None, -item[1]))
        cards = ", ".join(
            scene.say(f"picture-need-{colour or 'gray'}", count=count) for colour, count in ordered
        )
        parts.append(scene.say(f"picture-needs-{piece}", cards=cards))
    return "  ·  ".join(parts)


def _lay_row(surface: Surface, line: Box, fit: float, scene: Scene, card: Card) -> None:
    """Write a ticket: its number, its stops, its value, and below them what it still needs."""
    left, y, right, _ = line
    needs = needs_of(scene, card.id)
    text, size = fitted(needs, 27 * fit, "medium", right - left - 60 * fit, 17 * fit)
    ground = Style(size, theme.FAINT, theme.PANEL, "medium")
    write(surface, left + 52 * fit, y + 38 * fit, text, ground)
    ticket = scene.spec.tickets[card.id]
    put_around(surface, tag_stamp(str(card.number), 21 * fit), left + 22 * fit, y)
    stops = called(scene, ticket)
    text, size = fitted(stops, 31 * fit, "semibold", right - left - 196 * fit, 20 * fit)
    write(surface, left + 52 * fit, y, text, Style(size, theme.PAPER, theme.PANEL, "semibold"))
    value = Style(33 * fit, theme.GOLD, theme.PANEL)
    write(surface, right - 96 * fit, y, str(ticket.points), value, "rm")
    if card.state:
        fill = theme.mixed(EDGES[card.state], theme.PAPER, 0.45)
        put_around(surface, sign(card.state, fill, theme.PANEL, fit), right - 68 * fit, y)
        short = {"missing": str(scene.advice.spaces(scene.spec, ticket.id))}.get(card.state, "")
        write(surface, right - 50 * fit, y, short, Style(31 * fit, fill, theme.PANEL))
