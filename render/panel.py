"""Beside the board: the display, the decks, and every seat with its score and what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from PIL import Image

from engine.board import MapSpec
from engine.ids import Card
from engine.view import SeatView, View
from render import theme
from render.canvas import Kept, Sprite, flat
from render.cards import RATIO, counter, paint_back, paint_card, paint_gap, paint_mark
from render.fonts import readable
from render.frame import Frame
from render.labels import Words
from render.pen import Box, Pen, fitted, text_width
from render.theme import Colour

PAD: Final = 12
SPRITES: Final = Kept(3000)
"""Words, numbers and cards: small, and the same for all games."""


@dataclass(frozen=True, slots=True)
class Style:
    """How words are written."""

    size: float
    fill: Colour
    ground: Colour
    face: str = "bold"


def lay_panel(
    canvas: Image.Image,
    frame: Frame,
    view: View,
    spec: MapSpec,
    names: Sequence[str],
    words: Words,
) -> None:
    """Lay everything beside the board on *canvas*."""
    if frame.header and frame.display and frame.seats:
        _lay_header(canvas, frame.header, view, spec, words, is_wide=frame.is_wide)
        _lay_display(canvas, frame.display, view, spec)
        _lay_seats(canvas, frame, frame.seats, view, names)


def write(
    canvas: Image.Image, x: float, y: float, words: str, style: Style, anchor: str = "lm"
) -> float:
    """Write on a ground of one colour; returns how wide it is."""
    if not words:
        return 0.0
    sprite = SPRITES.get(("text", words, style), lambda: _text(words, style))
    wide, high = sprite.image.size
    left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide
    sprite.paste(canvas, round(left), round(y - high / 2))
    return wide


def _text(words: str, style: Style) -> Sprite:
    wide, high = ceil(text_width(words, style.size, style.face)) + 2, ceil(style.size * 1.24)

    def paint(pen: Pen) -> None:
        pen.text(1, high / 2, words, style.size, style.fill, "lm", style.face)

    return flat(wide, high, style.ground, paint)


def _lay_header(
    canvas: Image.Image, box: Box, view: View, spec: MapSpec, words: Words, *, is_wide: bool
) -> None:
    left, top, right, bottom = (round(edge) for edge in box)
    banner = _banner(view, words)
    rows = 1 if is_wide else 2
    high = (bottom - top) / rows
    title, size = fitted(spec.title(words.language), 42, "bold", (right - left) * 0.5, 20)
    if not is_wide:
        title, size = fitted(spec.title(words.language), 46, "bold", right - left - 4 * PAD, 20)
    y = top + high / 2
    write(canvas, left + 2 * PAD, y, title, Style(size, theme.PAPER, theme.PANEL))
    when = words("turn", number=view.turns) if view.turns else words("opening")
    y = top + high * (rows - 0.5)
    style = Style(38, theme.FAINT, theme.PANEL, "semibold")
    if banner:
        span = _pill(canvas, right - PAD, y, banner)
        write(canvas, right - span - 3 * PAD, y, when if is_wide else "", style, "rm")
        if not is_wide:
            write(canvas, left + 2 * PAD, y, str(view.turns), style)
        return
    write(
        canvas,
        right - 2 * PAD if is_wide else left + 2 * PAD,
        y,
        when,
        style,
        "rm" if is_wide else "lm",
    )


def _banner(view: View, words: Words) -> str:
    if view.over:
        return words("over")
    if view.turns_left is None:
        return ""
    return f"{words('last-round')}  ·  {words('turns-left', number=view.turns_left)}"


def _pill(canvas: Image.Image, right: float, y: float, text: str) -> float:
    """A red sign with words, ending at *right*; returns its width."""

    def make() -> Sprite:
        wide = ceil(text_width(text, 36, "bold")) + 44

        def paint(pen: Pen) -> None:
            pen.box((0, 0, wide, 52), theme.ALARM, 26)
            pen.text(wide / 2, 26, text, 36, theme.PAPER, face="bold")

        return flat(wide, 52, theme.PANEL, paint)

    sprite = SPRITES.get(("pill", text), make)
    sprite.paste(canvas, round(right) - sprite.image.width, round(y) - 26)
    return sprite.image.width


def _lay_display(canvas: Image.Image, box: Box, view: View, spec: MapSpec) -> None:
    left, top, right, bottom = box
    count = max(1, len(view.display))
    wide = int(min(98, (right - left - PAD) / count - 10))
    step = (right - left - PAD) / count
    high = round(wide * RATIO)
    for number, card in enumerate(view.display):
        sprite = card_sprite(spec, card, wide)
        sprite.paste(canvas, round(left + PAD + step * number), round(top + PAD))
    _lay_decks(canvas, (left + PAD, top + PAD + high + 12, right, bottom - PAD), view)


def card_sprite(spec: MapSpec, card: Card | None, wide: int) -> Sprite:
    """A card of the display, or the gap where none is."""
    face = spec.faces[card] if card else None

    def paint(pen: Pen) -> None:
        box = (0, 0, wide, wide * RATIO)
        if face:
            paint_card(pen, box, face)
        else:
            paint_gap(pen, box)

    return SPRITES.get(
        ("card", face, wide), lambda: flat(wide, ceil(wide * RATIO), theme.PANEL, paint)
    )


def _lay_decks(canvas: Image.Image, box: Box, view: View) -> None:
    """Sizes of the decks, each after its picture; discards behind a stroke."""
    left, top, right, bottom = box
    items = [(str(name), str(deck), f"/{gone}") for name, (deck, gone) in view.decks.items()]
    kinds = ("tickets",) if len(view.ticket_decks) == 1 else ("tickets-short", "tickets-long")
    items += [
        (kind, str(size), "") for kind, size in zip(kinds, view.ticket_decks.values(), strict=False)
    ]
    y = (top + bottom) / 2
    step = (right - left) / len(items)
    big, small = Style(36, theme.PAPER, theme.PANEL), Style(27, theme.FAINT, theme.PANEL)
    for number, (name, size, gone) in enumerate(items):
        x = left + step * number
        sprite = SPRITES.get(("deck", name), partial(_deck, name))
        sprite.paste(canvas, round(x), round(y - sprite.image.height / 2))
        x += sprite.image.width + 8
        x += write(canvas, x, y, size, big)
        write(canvas, x + 2, y + 3, gone, small)


def _deck(name: str) -> Sprite:
    def paint(pen: Pen) -> None:
        if name.startswith("tickets"):
            size = 17 if name.endswith("short") else 25
            counter("tickets")(pen, 29, 29, size, theme.PAPER, theme.PANEL)
        else:
            paint_back(pen, (8, 0, 48, 58), name)

    return flat(58, 58, theme.PANEL, paint)


def _lay_seats(
    canvas: Image.Image, frame: Frame, box: Box, view: View, names: Sequence[str]
) -> None:
    left, top, right, bottom = box
    count = len(view.seats)
    if frame.is_wide:
        step = (right - left - PAD) / count
        boxes = [
            (left + step * n, top + PAD, left + step * (n + 1) - PAD, bottom - PAD)
            for n in range(count)
        ]
    else:
        step = min(262, (bottom - top - PAD) / count)
        boxes = [
            (left + PAD, top + step * n, right - PAD, top + step * (n + 1) - PAD)
            for n in range(count)
        ]
    for number, (seat, place) in enumerate(zip(view.seats, boxes, strict=True)):
        name = readable(names[number]) if number < len(names) else ""
        _lay_seat(canvas, place, number, seat, name, now=view.turn == number)


def _lay_seat(
    canvas: Image.Image, box: Box, number: int, seat: SeatView, name: str, *, now: bool
) -> None:
    """One seat: mark and name, score, and what it holds."""
    left, top, right, bottom = (round(edge) for edge in box)
    wide, high = right - left, bottom - top
    key = ("plate", wide, high, number, now)
    SPRITES.get(key, lambda: _plate(wide, high, number, now=now)).paste(canvas, left, top)
    inks = NOW if now else LATER
    name, size = fitted(name or theme.MARKS[number].letter, 34, "semibold", wide - 92, 24)
    write(canvas, left + 80, top + 42, name, Style(size, inks.ink, inks.ground, "semibold"))
    middle = top + 78 + (high - 86) / 2
    points = Style(78, inks.ink, inks.ground)
    write(canvas, left + 16, middle, str(seat.points), points)
    if seat.choosing and not now:
        write(canvas, right - 14, top + 70, "…", Style(40, inks.faint, inks.ground), "rm")
    _lay_counts(canvas, (left + max(128, wide * 0.4), top + 76, right - 6, bottom - 10), seat, inks)


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a seat's plate."""

    ink: Colour
    faint: Colour
    ground: Colour


NOW: Final = Inks(theme.INK, theme.FAINT_NOW, theme.PLATE_NOW)
LATER: Final = Inks(theme.PAPER, theme.FAINT, theme.PLATE)


def _lay_counts(canvas: Image.Image, box: Box, seat: SeatView, inks: Inks) -> None:
    """Pieces, cards and tickets: in one column if they are few and the plate is narrow."""
    left, top, right, bottom = box
    counts = [(str(piece), left_over) for piece, left_over in seat.pieces.items()]
    counts += [("cards", seat.cards), ("tickets", seat.tickets)]
    columns = min(len(counts), max(1 if len(counts) <= 3 else 2, int((right - left) // 92)))
    rows = -(-len(counts) // columns)
    wide, high = (right - left) / columns, (bottom - top) / rows
    size = 18 if wide > 88 else 12
    for number, (what, count) in enumerate(counts):
        x, y = left + wide * (number // rows), top + high * (number % rows + 0.5)
        key = ("count", what, size, inks)
        sprite = SPRITES.get(key, partial(_count, what, size, inks))
        sprite.paste(canvas, round(x), round(y - sprite.image.height / 2))
        x += sprite.image.width + 3
        write(canvas, x, y, str(count), Style(2.15 * size, inks.ink, inks.ground))


def _count(what: str, size: int, inks: Inks) -> Sprite:
    wide, high = round(size * 2.4), round(size * 2.2)

    def paint(pen: Pen) -> None:
        counter(what)(pen, wide / 2, high / 2, size, inks.faint, inks.ground)

    return flat(wide, high, inks.ground, paint)


def _plate(wide: int, high: int, number: int, *, now: bool) -> Sprite:
    mark = theme.MARKS[number]
    ground = theme.PLATE_NOW if now else theme.PLATE

    def paint(pen: Pen) -> None:
        edge = theme.GOLD if now else theme.PLATE
        pen.box((0, 0, wide, high), ground, 16, edge, 6 if now else 1)
        paint_mark(pen, 42, 42, 29, mark, theme.INK if now else theme.PAPER)

    return flat(wide, high, theme.PANEL, paint)
