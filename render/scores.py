"""The score sheet: the board with the longest path, the ranking, and every line of every score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Final

from PIL import Image

from engine.ids import CityId, Seat, TicketId
from engine.scoring import ScoreLine
from render import theme
from render.board import lay_board
from render.board_cache import ground_for
from render.canvas import laid, plain
from render.cards import paint_mark
from render.frame import Camera, Frame
from render.palette import png
from render.pen import Box, Pen, fitted, text_width
from render.scene import Scene, Stress
from render.score_labels import score_key, signed
from render.tickets import EDGES, called, paint_sign

TITLE: Final = 68
HIGH_TITLE: Final = 112
"""The height of the title beside a high board, which has two lines."""
WIDTH: Final = 1600
"""The width of a picture with a wide board. Below the board each seat has a column."""
HEAD: Final = 150
ROW: Final = 40
HIGH: Final = 1400
SIDE: Final = 620
"""The width of the seats beside a high board, which are stacked while there is room."""
SHORT_HEAD: Final = 84
NAME: Final = 30
"""The least size of a player's name. A longer name is cut."""
PAD: Final = 12
INDENT: Final = 12
"""The distance from lines to both edges of their column."""
BIGGEST: Final = 0.7
"""The greatest size of a line, relative to the height of a row."""
LEAST: Final = 25
"""A ticket that does not fit at this size is broken into two lines."""
POINTS: Final = 1.6
"""The width of the points of a line, relative to the height of a row."""
TICK: Final = 26
"""The width for a ticket's tick or cross."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a seat's score, with its text in one or two lines."""

    score: ScoreLine
    about: str
    state: str = ""
    """``"done"`` or ``"blocked"`` for a ticket, otherwise empty."""

    @property
    def rows(self) -> float:
        """The height of the entry, in rows."""
        return 1 + 0.75 * self.about.count("\n")


@dataclass(frozen=True, slots=True)
class Column:
    """A seat's part of the sheet: its box, the height of its head, and its lines."""

    seat: Seat
    box: Box
    head: int
    entries: Sequence[Entry]


def draw_scores(scene: Scene) -> bytes:
    """Draw the result as a PNG: the board, and all lines of each seat, the winner first."""
    order = [seat for place in scene.result.places for seat in place]
    is_wide = scene.layout.width > scene.layout.height
    frame, columns = (_wide if is_wide else _high)(scene, order)
    canvas = _board(scene, frame)
    header = frame.header or (0.0, 0.0, 0.0, 0.0)
    laid(canvas, header, lambda pen: _paint_title(pen, header, scene), fine=3)
    for column in columns:
        laid(canvas, column.box, partial(_paint_column, column=column, scene=scene), fine=3)
    return png(canvas)


def _wide(scene: Scene, order: Sequence[Seat]) -> tuple[Frame, Sequence[Column]]:
    """Return the frame for a wide board, with the seats side by side below it."""
    layout = scene.layout
    camera = Camera((0.0, 0.0, layout.width, layout.height), WIDTH / layout.width, 0, TITLE)
    columns = _side_by_side(scene, order, TITLE + camera.height, WIDTH, HEAD)
    return Frame(WIDTH, _end(columns), camera, header=(0, 0, WIDTH, TITLE)), columns


def _high(scene: Scene, order: Sequence[Seat]) -> tuple[Frame, Sequence[Column]]:
    """Return the frame for a high board, with the seats stacked beside it.

    Seats for which there is no room beside the board are below it.
    """
    layout = scene.layout
    camera = Camera((0.0, 0.0, layout.width, layout.height), HIGH / layout.height)
    left, right = camera.width, camera.width + SIDE
    beside: list[Column] = []
    y = HIGH_TITLE + PAD
    for seat in order:
        entries = _entries(scene, seat, SIDE - 2 * PAD)
        bottom = y + SHORT_HEAD + 8 + ceil(_rows(entries) * ROW)
        if beside and bottom + PAD > HIGH:
            break
        beside.append(Column(seat, (left + PAD, y, right - PAD, bottom), SHORT_HEAD, entries))
        y = bottom + PAD
    bottom = max(HIGH, y)
    below = _side_by_side(scene, order[len(beside) :], bottom, right, SHORT_HEAD)
    frame = Frame(right, _end(below) or bottom, camera, header=(left, 0, right, HIGH_TITLE))
    return frame, [*beside, *below]


def _side_by_side(
    scene: Scene, seats: Sequence[Seat], top: int, wide: int, head: int
) -> Sequence[Column]:
    """Return the columns of some seats, all as high as the one with the most lines.

    A column takes at most half of the width.
    """
    step = (wide - PAD) / max(2, len(seats))
    held = [_entries(scene, seat, step - PAD) for seat in seats]
    bottom = top + PAD + head + ceil(max(map(_rows, held), default=0) * ROW)
    lefts = (PAD + step * number for number in range(len(seats)))
    return [
        Column(seat, (x, top + PAD, x + step - PAD, bottom), head, entries)
        for seat, x, entries in zip(seats, lefts, held, strict=True)
    ]


def _end(columns: Sequence[Column]) -> int:
    """Return the bottom of a sheet that ends with these columns, or 0 if there are none."""
    return max((ceil(column.box[3]) + PAD for column in columns), default=0)


def _rows(entries: Sequence[Entry]) -> float:
    return sum(entry.rows for entry in entries)


def _entries(scene: Scene, seat: Seat, wide: float) -> Sequence[Entry]:
    """Return a seat's lines for a column of the given width."""
    lines = (line for line in scene.result.lines if line.seat == seat)
    return [_entry(scene, line, wide - 2 * INDENT) for line in lines]


def _board(scene: Scene, frame: Frame) -> Image.Image:
    """Return the final board with the longest path, and empty room for the lines.

    The cached background is that of the board only, so it does not depend on the number of lines.
    """
    camera, layout = frame.camera, scene.layout
    alone = Frame(camera.width, camera.height, replace(camera, left=0, top=0))
    lines = scene.result.lines
    path = tuple(track for line in lines if line.points for track in line.routes)
    ground = ground_for(scene.spec, layout, alone, scene.language)
    board = lay_board(ground, scene.seen, Stress(path=path))
    canvas = plain(frame.width, frame.height, theme.PANEL)
    canvas.paste(board, (camera.left, camera.top))
    return canvas


def _paint_title(pen: Pen, box: Box, scene: Scene) -> None:
    """Write the edition, the day and the project's name, because people share the sheet."""
    left, top, right, bottom = box
    high = bottom - top
    lines = 1 if right - left > SIDE else 2
    project, size = scene.say("picture-project"), 34
    first, last = top + high / (2 * lines), bottom - high / (2 * lines)
    when = scene.day
    about = f"{project}  ·  {when}" if when else project
    room = right - left - 4 * PAD
    if lines == 1:
        room -= text_width(about, size, "semibold") + 2 * PAD
    result = f"{scene.title}  ·  {scene.say('picture-ranking')}"
    text, fit = fitted(result, 46, "bold", room, 20)
    pen.text(left + 2 * PAD, first, text, fit, theme.PAPER, "lm", "bold")
    at, anchor = (right - 2 * PAD, "rm") if lines == 1 else (left + 2 * PAD, "lm")
    pen.text(at, last, about, size, theme.FAINT, anchor, "semibold")


def _paint_column(pen: Pen, column: Column, scene: Scene) -> None:
    _paint_head(pen, column, scene)
    left, y, right, _ = column.box
    y += column.head
    for entry in column.entries:
        box = (left + INDENT, y, right - INDENT, y + entry.rows * ROW)
        _paint_entry(pen, box, entry)
        y = box[3]


def _paint_head(pen: Pen, column: Column, scene: Scene) -> None:
    """Paint rank, mark, name and total: in two lines if the head is high enough, else in one."""
    left, top, right, bottom = column.box
    sheet, seat, head = scene.result, column.seat, column.head
    place = sheet.place(seat)
    rank, total = scene.say("picture-rank", place=place), signed(sheet.totals[seat], plus="")
    ground, ink = (theme.PLATE_NOW, theme.INK) if place == 1 else (theme.PLATE, theme.PAPER)
    edge = theme.GOLD if place == 1 else theme.PLATE
    name = scene.name(seat) or theme.MARKS[seat].letter
    pen.box((left, top, right, bottom), theme.PLATE, 14)
    pen.box((left, top, right, top + head - 8), ground, 14, edge, 5)
    if head < HEAD:
        y = top + head / 2 - 4
        pen.text(left + 18, y, rank, 46, ink, "lm", "bold")
        paint_mark(pen, left + 88, y, 26, theme.MARKS[seat], ink)
        room = right - left - 156 - text_width(total, 64, "bold")
        text, size = fitted(name, 42, "semibold", room, NAME)
        pen.text(left + 126, y, text, size, ink, "lm")
        pen.text(right - 18, y, total, 64, ink, "rm", "bold")
        return
    paint_mark(pen, left + 44, top + 43, 29, theme.MARKS[seat], ink)
    text, size = fitted(name, 42, "semibold", right - left - 100, NAME)
    pen.text(left + 86, top + 43, text, size, ink, "lm")
    pen.text(left + 20, top + 103, rank, 44, ink, "lm", "bold")
    pen.text(right - 18, top + 103, total, 72, ink, "rm", "bold")


def _paint_entry(pen: Pen, box: Box, entry: Entry) -> None:
    """Paint a line with its text and points. A line without points is pale."""
    left, top, right, bottom = box
    biggest, y = ROW * BIGGEST, (top + bottom) / 2
    if entry.state:
        fill = theme.mixed(EDGES[entry.state], theme.PAPER, 0.45)
        paint_sign(pen, left + 8, y, entry.state, fill)
    left += TICK if entry.state else 0
    points, room = entry.score.points, right - left - POINTS * ROW
    texts = [fitted(text, biggest, "medium", room, 14) for text in entry.about.split("\n")]
    ink = theme.PAPER if points else theme.FAINT
    size = min(size for _, size in texts)
    pen.text(left, y, "\n".join(text for text, _ in texts), size, ink, "lm", "medium")
    fill = theme.mixed(theme.FAILED, theme.PAPER, 0.45) if points < 0 else ink
    words = signed(points) if points else "0"
    pen.text(right, y, words, biggest * 1.06, fill, "rm", "bold")
    pen.box((box[0], bottom - 1, right, bottom), theme.RULE)


def _entry(scene: Scene, score: ScoreLine, room: float) -> Entry:
    """Return a line for the width *room*: a ticket takes two lines if it does not fit in one."""
    ticket = scene.spec.tickets.get(TicketId(score.detail))
    if not ticket:
        return Entry(score, _line_text(score, scene))
    state = "done" if ticket.id in scene.result.fulfilled[score.seat] else "blocked"
    about = called(scene, ticket)
    if text_width(about, LEAST, "medium") > room - TICK - POINTS * ROW:
        about = about.replace(" – ", " –\n", 1).replace(" … ", " …\n")
    return Entry(score, about, state)


def _line_text(score: ScoreLine, scene: Scene) -> str:
    """Return the text of a line that is no ticket: a city's name, or the rule and a detail."""
    city = scene.spec.cities.get(CityId(score.detail))
    if city:
        return scene.say(f"{score_key(score.rule)}-in", city=city.name(scene.language))
    kind = scene.say(score_key(score.rule))
    return f"{kind} ({score.detail})" if score.detail else kind
