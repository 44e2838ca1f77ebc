"""The score sheet: the board with the longest path, the ranking, and every line of every score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, TypeAlias

from PIL import Image

from engine.ids import CityId, Seat, TicketId
from engine.scoring import ScoreLine
from maps.layout import Layout
from render import theme
from render.board import lay_board
from render.canvas import laid, plain
from render.cards import paint_mark
from render.frame import Camera, Frame
from render.grounds import ground_for
from render.labels import score_key, signed
from render.palette import png
from render.pen import Box, Pen, fitted, text_width
from render.scene import Scene, Stress
from render.tickets import EDGES, called, paint_sign

TITLE: Final = 68
HIGH_TITLE: Final = 112
"""The line above everything; two lines where the board is high."""
WIDTH: Final = 1600
"""Below a wide board: a column for each seat."""
HEAD: Final = 150
ROW: Final = 40
HIGH: Final = 1400
SIDE: Final = 620
"""Beside a high board: a block for each seat, one under the other."""
SHORT_HEAD: Final = 84
NAME: Final = 30
"""Names of players are written no smaller: a longer one is cut."""
PAD: Final = 12
INDENT: Final = 12
"""Lines keep so much room to both edges of their column."""
BIGGEST: Final = 0.7
"""How big a line is written, of its row's height,"""
LEAST: Final = 25
"""below this size a ticket is broken into two lines;"""
POINTS: Final = 1.6
"""so many rows' heights its points are wide."""
TICK: Final = 26
"""The room for a ticket's tick or cross."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a seat's score as it is written: what for, in one line or in two."""

    score: ScoreLine
    about: str
    state: str = ""
    """Of a ticket: ``"done"`` or ``"blocked"``."""

    @property
    def rows(self) -> float:
        """The height that it takes, in rows."""
        return 1 + 0.75 * self.about.count("\n")


Columns: TypeAlias = Mapping[Seat, Sequence[Entry]]


def draw_scores(scene: Scene) -> bytes:
    """The result as a PNG: the board, and for each seat all lines, the winner first."""
    sheet, layout = scene.result, scene.layout
    order = [seat for place in sheet.places for seat in place]
    room = (_step(len(order)) if layout.width > layout.height else SIDE) - 2 * PAD - 2 * INDENT
    columns = {
        seat: [_entry(scene, line, room) for line in sheet.lines if line.seat == seat]
        for seat in order
    }
    frame = _frame(layout, max(map(_rows, columns.values())))
    canvas = _board(scene, frame)
    boxes = _columns if frame.is_wide else _blocks
    box, header = (part or (0.0, 0.0, 0.0, 0.0) for part in (frame.seats, frame.header))

    def paint(pen: Pen) -> None:
        for seat, (place, head, row) in zip(order, boxes(box, columns), strict=True):
            _paint_head(pen, place, head, seat, scene)
            y = place[1] + head
            for entry in columns[seat]:
                about = (place[0] + INDENT, y, place[2] - INDENT, y + entry.rows * row)
                _paint_entry(pen, about, row, entry)
                y = about[3]

    laid(canvas, header, lambda pen: _paint_title(pen, header, scene), fine=3)
    laid(canvas, box, paint, fine=3)
    return png(canvas)


def _rows(entries: Sequence[Entry]) -> float:
    return sum(entry.rows for entry in entries)


def _step(seats: int) -> float:
    """How far the columns of seats stand apart."""
    return (WIDTH - PAD) / seats


def _frame(layout: Layout, rows: float) -> Frame:
    """The lines below a wide board, beside a high one."""
    window = (0.0, 0.0, layout.width, layout.height)
    if layout.width > layout.height:
        camera = Camera(window, WIDTH / layout.width, 0, TITLE)
        below = TITLE + camera.height
        high = below + HEAD + ceil(rows * ROW) + 2 * PAD
        header, seats = (0, 0, WIDTH, TITLE), (0, below, WIDTH, high)
        return Frame(WIDTH, high, camera, header=header, seats=seats)
    camera = Camera(window, HIGH / layout.height)
    left, right = camera.width, camera.width + SIDE
    header, seats = (left, 0, right, HIGH_TITLE), (left, HIGH_TITLE, right, HIGH)
    return Frame(right, HIGH, camera, header=header, seats=seats, is_wide=False)


def _columns(box: Box, columns: Columns) -> Iterator[tuple[Box, float, float]]:
    """Side by side: the place of each seat, and how high its head and its rows are."""
    left, top, _, bottom = box
    step = _step(len(columns))
    for number in range(len(columns)):
        x = left + PAD + step * number
        yield (x, top + PAD, x + step - PAD, bottom - PAD), HEAD, ROW


def _blocks(box: Box, columns: Columns) -> Iterator[tuple[Box, float, float]]:
    """One under the other, each as high as its lines are many."""
    left, top, right, bottom = box
    heads = (SHORT_HEAD + 8 + PAD) * len(columns)
    lines = sum(map(_rows, columns.values()))
    row = min(ROW + 4.0, (bottom - top - PAD - heads) / lines)
    y = top + PAD
    for seat in columns:
        high = SHORT_HEAD + 8 + row * _rows(columns[seat])
        yield (left + PAD, y, right - PAD, y + high), SHORT_HEAD, row
        y += high + PAD


def _board(scene: Scene, frame: Frame) -> Image.Image:
    """The final board and room for the lines; what lines name as a path is drawn.

    The ground is that of the board alone: it is kept, however many lines there are.
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
    """What was played, when, and with what: people show the sheet to others."""
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


def _paint_head(pen: Pen, box: Box, head: float, seat: Seat, scene: Scene) -> None:
    """Rank, mark, name and sum: in two lines where there is height, else in one."""
    left, top, right, bottom = box
    sheet = scene.result
    place = next(rank for rank, seats in enumerate(sheet.places, 1) if seat in seats)
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


def _paint_entry(pen: Pen, box: Box, row: float, entry: Entry) -> None:
    """One line: what for, and how much; what gives nothing is pale."""
    left, top, right, bottom = box
    biggest, y = row * BIGGEST, (top + bottom) / 2
    if entry.state:
        fill = theme.mixed(EDGES[entry.state], theme.PAPER, 0.45)
        paint_sign(pen.inside(left + 8, y, row / ROW), 0, 0, entry.state, fill)
    left += TICK if entry.state else 0
    points, room = entry.score.points, right - left - POINTS * row
    texts = [fitted(text, biggest, "medium", room, 14) for text in entry.about.split("\n")]
    ink = theme.PAPER if points else theme.FAINT
    size = min(size for _, size in texts)
    pen.text(left, y, "\n".join(text for text, _ in texts), size, ink, "lm", "medium")
    fill = theme.mixed(theme.FAILED, theme.PAPER, 0.45) if points < 0 else ink
    words = signed(points) if points else "0"
    pen.text(right, y, words, biggest * 1.06, fill, "rm", "bold")
    pen.box((box[0], bottom - 1, right, bottom), theme.RULE)


def _entry(scene: Scene, score: ScoreLine, room: float) -> Entry:
    """A line as it is written where it has so much *room*: a ticket in two lines if it must."""
    ticket = scene.spec.tickets.get(TicketId(score.detail))
    if not ticket:
        return Entry(score, _about(score, scene))
    state = "done" if ticket.id in scene.result.fulfilled[score.seat] else "blocked"
    about = called(scene, ticket)
    if text_width(about, LEAST, "medium") > room - TICK - POINTS * ROW:
        about = about.replace(" – ", " –\n", 1).replace(" … ", " …\n")
    return Entry(score, about, state)


def _about(score: ScoreLine, scene: Scene) -> str:
    """What a line is for that is no ticket: a city by its name, else the rule and a number."""
    city = scene.spec.cities.get(CityId(score.detail))
    if city:
        return scene.say(f"{score_key(score.rule)}-in", city=city.name(scene.language))
    kind = scene.say(score_key(score.rule))
    return f"{kind} ({score.detail})" if score.detail else kind
