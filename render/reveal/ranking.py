"""The ranking: a row for each seat with its points by source, the winner first."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.board import MapSpec
from engine.ids import Seat
from engine.rules import KNOWN_LINES
from engine.scoring import ScoreSheet
from render import theme
from render.canvas import laid
from render.cards import paint_mark
from render.pen import Box, Pen, fitted
from render.reveal.story import is_ticket
from render.scene import Scene
from render.score_labels import signed

PAD: Final = 14
TITLE: Final = 84
HEAD: Final = 46
HIGHEST: Final = 190
COLUMNS: Final = (0.555, 0.685, 0.815)
"""The right edges of the parts of a total, as fractions of the width."""


def lay_ranking(canvas: Image.Image, scene: Scene) -> None:
    """Fill *canvas*, which is in the palette, with the ranking."""
    wide, high = canvas.size
    order = [seat for place in scene.result.places for seat in place]

    def paint(pen: Pen) -> None:
        pen.box((0, 0, wide, high), theme.PANEL)
        title, size = fitted(scene.title, 44, "bold", wide * 0.45, 22)
        pen.text(PAD + 8, TITLE / 2, title, size, theme.PAPER, "lm", "bold")
        text, size = fitted(scene.say("picture-ranking"), 44, "bold", wide * 0.45, 22)
        pen.text(wide - PAD - 8, TITLE / 2, text, size, theme.GOLD, "rm", "bold")
        _paint_head(pen, wide, scene)
        top = TITLE + HEAD
        step = min(HIGHEST, (high - top - PAD / 2) / len(order))
        for number, seat in enumerate(order):
            y = top + step * number
            _paint_row(pen, (PAD, y, wide - PAD, y + step - 9), scene, seat)

    laid(canvas, (0, 0, wide, high), paint, 3)


def _paint_head(pen: Pen, wide: int, scene: Scene) -> None:
    y, room = TITLE + HEAD / 2 - 4, wide * 0.122
    ends = (*(wide * share for share in COLUMNS), wide - PAD - 20)
    known = scene.say("score-routes"), scene.say("score-tickets")
    titles = (*known, scene.say("picture-bonus"), scene.say("picture-total"))
    for right, title in zip(ends, titles, strict=True):
        text, size = fitted(title, 29, "semibold", room, 18)
        pen.text(right, y, text, size, theme.FAINT, "rm")


def _paint_row(pen: Pen, box: Box, scene: Scene, seat: Seat) -> None:
    left, top, right, bottom = box
    sheet = scene.result
    rank = sheet.place(seat)
    ground, ink = (theme.PLATE_NOW, theme.INK) if rank == 1 else (theme.PLATE, theme.PAPER)
    pen.box(box, ground, 16, theme.GOLD if rank == 1 else theme.PLATE, 6)
    wide, y = right + left, (top + bottom) / 2 - 5
    pen.text(left + 40, y, str(rank), 60, ink, face="bold")
    paint_mark(pen, left + 112, y, 34, theme.MARKS[seat], ink)
    name = scene.name(seat) or theme.MARKS[seat].letter
    name, size = fitted(name, 40, "semibold", wide * 0.45 - left - 160, 24)
    pen.text(left + 162, y, name, size, ink, "lm")
    for share, points in zip(COLUMNS, _parts(scene.spec, sheet, seat), strict=True):
        text = signed(points) if points and share > COLUMNS[0] else str(points)
        pen.text(wide * share, y, text, 40, ink, "rm", "medium")
    pen.text(right - 20, y, signed(sheet.totals[seat], plus=""), 66, ink, "rm", "bold")
    _paint_bar(pen, (left + 20, bottom - 19, right - 20, bottom - 11), sheet, seat)


def _paint_bar(pen: Pen, box: Box, sheet: ScoreSheet, seat: Seat) -> None:
    """Paint a bar of the seat's total, relative to the winner's total."""
    left, top, right, bottom = box
    share = max(0, sheet.totals[seat]) / max(1, *sheet.totals)
    if max(sheet.totals) > 0:
        pen.box(box, theme.FAINT, 4)
        pen.box((left, top, left + (right - left) * share, bottom), theme.MARKS[seat].fill, 4)


def _parts(spec: MapSpec, sheet: ScoreSheet, seat: Seat) -> tuple[int, int, int]:
    """Return a seat's points for routes, for tickets, and for everything else."""
    own = [line for line in sheet.lines if line.seat == seat]
    routes = sum(line.points for line in own if line.rule in KNOWN_LINES)
    tickets = sum(line.points for line in own if is_ticket(spec, line))
    return routes, tickets, sheet.totals[seat] - routes - tickets
