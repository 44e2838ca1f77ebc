"""The panel: the display, the decks, and every seat with its score and its counters."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from engine.board import MapSpec
from engine.ids import Card
from engine.view import SeatView, View
from render import theme
from render.cards import RATIO, counter, paint_back, paint_card, paint_gap, paint_mark
from render.frame import Frame
from render.moves import lay_moves
from render.pen import Box, Pen, fitted, text_width
from render.scene import Scene
from render.score_labels import signed
from render.stamps import Stamp, Style, Surface, write
from render.theme import Colour

PAD: Final = 12
CARD: Final = 118
"""The greatest width of a card of the display, in pixels."""
PILL: Final = 52
DECK: Final = 64
HEAP: Final = 52
"""The size of the picture of a discard pile, in pixels."""
WITH_DISCARDS: Final = 1.75
"""The room for a deck with a discard pile, relative to the room for a ticket deck."""
SEAT: Final = 262
"""The height of a seat's plate above the last moves, in pixels."""
TALL: Final = 312
"""The greatest height of a seat's plate beside the board, in pixels."""
NAME_ROW: Final = 78
NAME: Final = 31
"""The least size of a player's name, which is not below that of city names.

A name that is too long at this size is cut.
"""
COLUMN: Final = 112
"""The least room per counter for which all counters are put side by side."""
SCORE: Final = 112
"""The greatest size of the points."""
FEW: Final = 2
"""Below a wide board the last moves are beside at most 2 seats."""
MOVES: Final = (330, 720)
"""The least and the greatest height of the last moves beside a high board, in pixels."""
MOVES_WIDTH: Final = 540
"""The width of the last moves below a wide board, in pixels."""
LOW: Final = 84
"""The height of a seat's plate with a single line, in pixels."""


@dataclass(frozen=True, slots=True)
class Inks:
    """The colors of a seat's plate."""

    ink: Colour
    faint: Colour
    ground: Colour
    edge: Colour


NOW: Final = Inks(theme.INK, theme.FAINT_NOW, theme.PLATE_NOW, theme.GOLD)
LATER: Final = Inks(theme.PAPER, theme.FAINT, theme.PLATE, theme.PLATE)


def lay_panel(surface: Surface, frame: Frame, scene: Scene) -> None:
    """Put the whole panel on *surface*. If there are few seats, the last moves are beside them."""
    if frame.header and frame.display and frame.seats:
        view = scene.seen
        lay = _lay_wide_header if frame.is_wide else lay_high_header
        lay(surface, frame.header, scene)
        lay_display(surface, frame.display, view, scene.spec)
        seats, moves = _split(frame, frame.seats, len(view.seats), shown=bool(scene.moves))
        places = _plates(frame, seats, len(view.seats))
        for number, (seat, box) in enumerate(zip(view.seats, places, strict=True)):
            _lay_seat(surface, box, number, seat, scene.name(number), now=view.turn == number)
        if moves:
            lay_moves(surface, moves, scene)


def _split(frame: Frame, box: Box, count: int, *, shown: bool) -> tuple[Box, Box | None]:
    """Return the room for the seats, and the room for the last moves, or None if there is none."""
    left, top, right, bottom = box
    if not shown:
        return box, None
    if frame.is_wide:
        middle = right - MOVES_WIDTH
        found = (middle, top + PAD, right - PAD, bottom - PAD)
        return ((left, top, middle, bottom), found) if count <= FEW else (box, None)
    middle = top + SEAT * count + PAD
    found = (left + PAD, middle, right - PAD, min(bottom - PAD, middle + MOVES[1]))
    return ((left, top, right, middle), found) if bottom - middle >= MOVES[0] else (box, None)


def _lay_wide_header(surface: Surface, box: Box, scene: Scene) -> None:
    """Write the edition, the turn and the banner in one line."""
    left, top, right, bottom = box
    y = (top + bottom) / 2
    title, size = fitted(scene.title, 42, "bold", (right - left) * 0.5, 20)
    write(surface, left + 2 * PAD, y, title, Style(size, theme.PAPER, theme.PANEL))
    span = 0.0
    for text, fill in banners(scene):
        span += _pill(surface, right - PAD - span, y, text, fill)
    style = Style(38, theme.FAINT, theme.PANEL, "semibold")
    write(surface, right - span - 2 * PAD, y, _turn_text(scene), style, "rm")


def lay_high_header(surface: Surface, box: Box, scene: Scene) -> None:
    """Write the edition and the turn in a line, and any banners in a second line."""
    left, top, right, bottom = box
    room, signs = right - left - 4 * PAD, banners(scene)
    high = (bottom - top) / 2
    y = top + high * (0.5 if signs else 1)
    when, size = fitted(_turn_text(scene), 42, "semibold", room * 0.56, NAME)
    style = Style(size, theme.FAINT, theme.PANEL, "semibold")
    span = write(surface, right - PAD, y, when, style, "rm")
    title, size = fitted(scene.title, 46 if signs else 60, "bold", room - span, NAME)
    write(surface, left + PAD, y, title, Style(size, theme.PAPER, theme.PANEL))
    step = (right - left - PAD) / max(1, len(signs))
    for number, (text, fill) in enumerate(signs):
        _pill(surface, right - PAD - step * number, top + high * 1.5, text, fill, step - PAD)


def _turn_text(scene: Scene) -> str:
    turns = scene.seen.turns
    return scene.say("picture-turn", number=turns) if turns else scene.say("picture-opening")


def banners(scene: Scene) -> list[tuple[str, Colour]]:
    """Return the texts and colors of the signs in the header, from the right."""
    view, found = scene.seen, []
    if view.over:
        found.append((scene.say("picture-over"), theme.ALARM))
    elif view.turns_to_go is not None:
        found.append((scene.say("picture-last-round", turns=view.turns_to_go), theme.ALARM))
    if scene.is_paused and not view.over:
        found.append((scene.say("picture-paused"), theme.PAUSED))
    return found


def _pill(
    surface: Surface, right: float, y: float, text: str, fill: Colour, wide: float = 0
) -> float:
    """Put a sign with a text, ending at *right*, and return the width it takes.

    It is as wide as its text unless *wide* is given. Then a long text is made smaller.
    """
    room = wide - 44 if wide else float("inf")
    text, size = fitted(text, 36, "bold", room, 20)
    across = round(wide) or ceil(text_width(text, size, "bold")) + 44

    def paint(pen: Pen) -> None:
        pen.box((0, 0, across, PILL), fill, PILL / 2)
        pen.text(across / 2, PILL / 2, text, size, theme.PAPER, face="bold")

    stamp = Stamp(("pill", text, fill, across), across, PILL, theme.PANEL, paint)
    surface.put(stamp, right - across, y - PILL / 2)
    return across + PAD


def lay_display(surface: Surface, box: Box, view: View, spec: MapSpec) -> None:
    """Put the face-up cards, and below them the decks."""
    left, top, right, bottom = box
    count = max(1, len(view.display))
    step = (right - left - PAD) / count
    wide = int(min(CARD, step - 10))
    for number, card in enumerate(view.display):
        surface.put(_card(spec, card, wide), left + PAD + step * number, top + PAD)
    _lay_decks(surface, (left + PAD, top + 2 * PAD + wide * RATIO, right, bottom - PAD), view)


def _card(spec: MapSpec, card: Card | None, wide: int) -> Stamp:
    """Return a card of the display, or a gap if *card* is None."""
    face = spec.faces[card] if card else None

    def paint(pen: Pen) -> None:
        box = (0, 0, wide, wide * RATIO)
        if face:
            paint_card(pen, box, face)
        else:
            paint_gap(pen, box)

    return Stamp(("card", face, wide), wide, ceil(wide * RATIO), theme.PANEL, paint)


def _lay_decks(surface: Surface, box: Box, view: View) -> None:
    """Put each deck's picture, its size and the size of its discard pile."""
    x, top, right, bottom = box
    items = [(str(name), deck, gone) for name, (deck, gone) in view.decks.items()]
    kinds = ("tickets-short", "tickets-long") if len(view.ticket_decks) > 1 else ("tickets",)
    sizes = view.ticket_decks.values()
    items += [(kind, size, 0) for kind, size in zip(kinds, sizes, strict=False)]
    y = (top + bottom) / 2
    step = (right - x) / (len(view.decks) * WITH_DISCARDS + len(sizes))
    size = 46 if step > 140 else 38
    for name, count, gone in items:
        surface.put(_deck(name), x, y - DECK / 2)
        span = DECK + 6.0
        span += write(surface, x + span, y, str(count), Style(size, theme.PAPER, theme.PANEL))
        if gone:
            surface.put(_discards(), x + span + 8, y - HEAP / 2)
            small = Style(size * 0.75, theme.FAINT, theme.PANEL)
            write(surface, x + span + HEAP + 10, y, str(gone), small)
        x += step * (WITH_DISCARDS if name in view.decks else 1)


def _discards() -> Stamp:
    """Return the picture of a discard pile."""

    def paint(pen: Pen) -> None:
        counter("discards")(pen, HEAP / 2, HEAP / 2, HEAP * 0.42, theme.FAINT, theme.PANEL)

    return Stamp(("discards",), HEAP, HEAP, theme.PANEL, paint)


def _deck(name: str) -> Stamp:
    """Return a deck's picture. Of two ticket decks, the first has the short tickets (S4)."""

    def paint(pen: Pen) -> None:
        if name.startswith("tickets"):
            size = 18 if name.endswith("short") else 27
            counter("tickets")(pen, DECK / 2, DECK / 2, size, theme.PAPER, theme.PANEL)
        else:
            paint_back(pen, (8, 0, 53, DECK), name)

    return Stamp(("deck", name), DECK, DECK, theme.PANEL, paint)


def _plates(frame: Frame, box: Box, count: int) -> list[Box]:
    """Return the boxes of the seats: side by side below a wide board, else stacked."""
    left, top, right, bottom = box
    if frame.is_wide:
        step = (right - left - PAD) / count
        return [
            (left + step * n, top + PAD, left + step * (n + 1) - PAD, bottom - PAD)
            for n in range(count)
        ]
    step = min(TALL, (bottom - top - PAD) / count)
    return [
        (left + PAD, top + step * n, right - PAD, top + step * (n + 1) - PAD) for n in range(count)
    ]


def _lay_seat(
    surface: Surface, box: Box, number: int, seat: SeatView, name: str, *, now: bool
) -> None:
    """Put the plate of a seat: mark and name, score, and counters."""
    left, top, right, bottom = (round(edge) for edge in box)
    wide, high = right - left, bottom - top
    inks = NOW if now else LATER
    surface.put(_plate(wide, high, number, inks), left, top)
    name, size = fitted(name or theme.MARKS[number].letter, 44, "semibold", wide - 92, NAME)
    write(surface, left + 80, top + 42, name, Style(size, inks.ink, inks.ground, "semibold"))
    counts = _counts(seat, (left, top + NAME_ROW, right - 8, bottom - 12))
    room = counts.right - left - 26
    points, size = fitted(signed(seat.points, plus=""), min(SCORE, counts.score), "bold", room, 40)
    middle = top + NAME_ROW + counts.high / 2
    span = write(surface, left + 16, middle, points, Style(size, inks.ink, inks.ground))
    if seat.choosing and not now:
        dots = Style(40, inks.faint, inks.ground)
        write(surface, left + 20 + span, middle + size * 0.2, "…", dots)
    for what, count, x, y in counts.places:
        stamp = _count(what, counts.size, inks)
        surface.put(stamp, x, y - stamp.height / 2)
        style = Style(2.15 * counts.size, inks.ink, inks.ground)
        write(surface, x + stamp.width + 3, y, str(count), style)


def low_height(count: int) -> float:
    """Return the height of plates with a single line for some seats."""
    return LOW * count + 8


def lay_low_seats(surface: Surface, box: Box, scene: Scene) -> None:
    """Put a plate with a single line for each seat: mark, name, pieces, cards and points."""
    left, top, right, _ = box
    for number, seat in enumerate(scene.seen.seats):
        y = top + LOW * number
        inks = NOW if scene.seen.turn == number else LATER
        plate = (round(left + PAD), round(y), round(right - PAD), round(y + LOW - 8))
        surface.put(_plate(plate[2] - plate[0], plate[3] - plate[1], number, inks), *plate[:2])
        _lay_line(surface, plate, seat, scene.name(number) or theme.MARKS[number].letter, inks)


def _lay_line(surface: Surface, box: Box, seat: SeatView, name: str, inks: Inks) -> None:
    """Write the line of a seat, its counters from the right."""
    left, top, right, bottom = box
    x, y = right - 16.0, (top + bottom) / 2
    points = Style(52, inks.ink, inks.ground)
    x -= max(80.0, write(surface, x, y, signed(seat.points, plus=""), points, "rm"))
    counters = [(str(piece), count) for piece, count in seat.pieces.items()]
    for what, count in (("cards", seat.cards), *reversed(counters)):
        style = Style(40, inks.ink, inks.ground)
        x -= max(48.0, write(surface, x - 16, y, str(count), style, "rm")) + 16
        stamp = _count(what, 19, inks)
        surface.put(stamp, x - stamp.width - 4, y - stamp.height / 2)
        x -= stamp.width + 4
    name, size = fitted(name, 42, "semibold", x - left - 96, NAME)
    write(surface, left + 80, y, name, Style(size, inks.ink, inks.ground, "semibold"))


@dataclass(frozen=True, slots=True)
class Counts:
    """The positions of the counters on a seat's plate, and the room left for its points."""

    places: tuple[tuple[str, int, float, float], ...]
    size: int
    right: float
    """The right edge of the room for points."""
    high: float
    """The height of the room for points."""
    score: float
    """The greatest size of the points."""


def _counts(seat: SeatView, box: Box) -> Counts:
    """Place the counters side by side if there is room.

    Otherwise up to three counters are in a column, and more than three in two columns.
    """
    left, top, right, bottom = box
    pieces = [(str(piece), count) for piece, count in seat.pieces.items()]
    others = [("cards", seat.cards), ("tickets", seat.tickets)]
    counters = pieces + others
    wide, high = right - left, bottom - top
    start = left + max(150, wide * 0.42)
    if right - start >= COLUMN * len(counters):
        step = (right - start) / len(counters)
        places = [(*item, start + step * n, top + high / 2) for n, item in enumerate(counters)]
        return Counts(tuple(places), _size(step, high), start, high, high * 0.62)
    start = left + wide * (0.54 if wide < 300 else 0.6)
    if len(counters) <= 3:
        step = high / len(counters)
        places = [(*item, start, top + step * (n + 0.5)) for n, item in enumerate(counters)]
        return Counts(tuple(places), _size(right - start, step), start, high, high * 0.62)
    step = high / 4
    places = [
        (*item, start, bottom - step * (len(pieces) - n - 0.5)) for n, item in enumerate(pieces)
    ]
    places += [(*item, left + 12, bottom - step * (1.5 - n)) for n, item in enumerate(others)]
    return Counts(tuple(places), _size(right - start, step), start, high / 2, high * 0.44)


def _size(wide: float, high: float) -> int:
    """Return the size at which a counter's sign and a two-digit number fit into its place."""
    return int(min(24, (wide - 3) / 4.7, high / 2.5))


def _count(what: str, size: int, inks: Inks) -> Stamp:
    wide, high = round(size * 2.4), round(size * 2.2)

    def paint(pen: Pen) -> None:
        counter(what)(pen, wide / 2, high / 2, size, inks.faint, inks.ground)

    return Stamp(("count", what, size, inks), wide, high, inks.ground, paint)


def _plate(wide: int, high: int, number: int, inks: Inks) -> Stamp:
    mark = theme.MARKS[number]

    def paint(pen: Pen) -> None:
        pen.box((0, 0, wide, high), inks.ground, 16, inks.edge, 6 if inks is NOW else 1)
        paint_mark(pen, 42, min(42.0, high / 2), min(29.0, high / 2 - 9), mark, inks.ink)

    return Stamp(("plate", wide, high, number, inks), wide, high, theme.PANEL, paint)
