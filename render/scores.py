"""The score sheet: the board with the longest path, the ranking, and every line of every score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from engine.board import MapSpec
from engine.ids import RouteId, Seat, TicketId
from engine.scoring import ScoreLine, ScoreSheet
from engine.view import View
from maps.layout import Layout
from render import theme
from render.board import Stress, lay_board
from render.canvas import laid
from render.cards import paint_mark
from render.fonts import readable
from render.frame import Frame, bare
from render.grounds import ground_for
from render.labels import Words, signed
from render.layers.marks import paint_path
from render.palette import png
from render.pen import Box, Pen, fitted

WIDTH: Final = 1500
"""The sheet is laid out for this width and made to fit the board's."""
HEAD: Final = 150
ROW: Final = 38
PAD: Final = 12


def draw_scores(
    view: View,
    spec: MapSpec,
    layout: Layout,
    sheet: ScoreSheet,
    *,
    names: Sequence[str] = (),
    words: Words | None = None,
) -> bytes:
    """The result as a PNG: a column for each seat, the winner first, a row for each line."""
    words = words or Words()
    order = [seat for place in sheet.places for seat in place]
    columns = {seat: [line for line in sheet.lines if line.seat == seat] for seat in order}
    rows = max(map(len, columns.values()))
    frame = bare(layout)
    fit = frame.width / WIDTH
    high = HEAD + rows * ROW + 2 * PAD
    canvas = _board(view, spec, layout, frame, sheet, words)
    whole = Image.new("P", (frame.width, frame.height + round(high * fit)))
    whole.putpalette(canvas.getpalette() or [])
    whole.paste(canvas, (0, 0))

    def paint(pen: Pen) -> None:
        pen = pen.inside(0, frame.height, fit)
        pen.box((0, 0, WIDTH, high + 1), theme.PANEL)
        step = (WIDTH - PAD) / len(order)
        for number, seat in enumerate(order):
            place = (PAD + step * number, PAD, step * (number + 1), high - PAD)
            name = readable(names[seat]) if seat < len(names) else ""
            rank = next(rank for rank, seats in enumerate(sheet.places, 1) if seat in seats)
            _paint_head(pen, place, seat, name, rank, sheet.totals[seat], words)
            for row, line in enumerate(columns[seat]):
                y = place[1] + HEAD + (row + 0.5) * ROW
                _paint_line(pen, (place[0] + 12, y, place[2] - 12, y), line, spec, sheet, words)

    laid(whole, (0, frame.height, *whole.size), paint, fine=3)
    return png(whole)


def _board(
    view: View, spec: MapSpec, layout: Layout, frame: Frame, sheet: ScoreSheet, words: Words
) -> Image.Image:
    """The final board; the tracks of lines that name some are drawn as a path."""
    ground = ground_for(spec, layout, frame, words.language)
    canvas = lay_board(ground, view, Stress())
    paths = [(line.seat, line.routes) for line in sheet.lines if line.routes and line.points]
    camera = frame.camera
    box = (camera.left, camera.top, camera.left + camera.width, camera.top + camera.height)
    if paths:
        laid(canvas, box, lambda pen: _paint_paths(camera.on_board(pen), layout, paths), 3)
    return canvas


def _paint_paths(
    pen: Pen, layout: Layout, paths: Sequence[tuple[Seat, tuple[RouteId, ...]]]
) -> None:
    for seat, routes in paths:
        for track in routes:
            paint_path(pen, layout.tracks[track], layout.ends[track], theme.MARKS[seat])


def _paint_head(
    pen: Pen, box: Box, seat: Seat, name: str, rank: int, total: int, words: Words
) -> None:
    left, top, right, bottom = box
    ground = theme.PLATE_NOW if rank == 1 else theme.PLATE
    ink = theme.INK if rank == 1 else theme.PAPER
    edge = theme.GOLD if rank == 1 else theme.PLATE
    pen.box((left, top, right, bottom), theme.PLATE, 14)
    pen.box((left, top, right, top + HEAD - 12), ground, 14, edge, 5)
    paint_mark(
        pen, left + 46, top + 44, 28, theme.MARKS[seat], theme.INK if rank == 1 else theme.PAPER
    )
    text, size = fitted(name or theme.MARKS[seat].letter, 32, "semibold", right - left - 100, 18)
    pen.text(left + 86, top + 44, text, size, ink, "lm")
    pen.text(left + 20, top + 104, words("rank", number=rank), 40, ink, "lm", "bold")
    pen.text(right - 20, top + 104, signed(total, plus=""), 66, ink, "rm", "bold")


def _paint_line(
    pen: Pen, line: Box, score: ScoreLine, spec: MapSpec, sheet: ScoreSheet, words: Words
) -> None:
    """One line: what for, and how much."""
    left, y, right, _ = line
    text, size = fitted(_about(score, spec, words), 25, "medium", right - left - 74, 15)
    ticket = TicketId(score.detail)
    is_lost = score.points < 0
    if ticket in spec.tickets:
        _paint_outcome(pen, left + 8, y, done=ticket in sheet.fulfilled[score.seat])
        text, size = fitted(text, size, "medium", right - left - 98, 15)
        left += 24
    pen.text(left, y, text, size, theme.PAPER, "lm", "medium")
    fill = theme.mixed(theme.FAILED, theme.PAPER, 0.45) if is_lost else theme.PAPER
    pen.text(right, y, signed(score.points), 27, fill, "rm", "bold")
    pen.box((line[0], y + ROW / 2 - 1, right, y + ROW / 2), theme.RULE)


def _paint_outcome(pen: Pen, x: float, y: float, *, done: bool) -> None:
    if done:
        pen.line(
            ((x - 7, y), (x - 2, y + 6), (x + 8, y - 7)),
            theme.mixed(theme.DONE, theme.PAPER, 0.45),
            4,
        )
    else:
        fill = theme.mixed(theme.FAILED, theme.PAPER, 0.45)
        pen.line(((x - 6, y - 6), (x + 6, y + 6)), fill, 4)
        pen.line(((x - 6, y + 6), (x + 6, y - 6)), fill, 4)


def _about(score: ScoreLine, spec: MapSpec, words: Words) -> str:
    """What a line is for: a ticket by its stops, a city by its name, else the rule and a number."""
    ticket = spec.tickets.get(TicketId(score.detail))
    if ticket:
        return " – ".join(spec.cities[stop].name(words.language) for stop in ticket.stops)
    kind = words(f"{score.rule}-score")
    for city in spec.cities.values():
        if city.id == score.detail:
            return f"{kind}: {city.name(words.language)}"
    return f"{kind} ({score.detail})" if score.detail else kind
