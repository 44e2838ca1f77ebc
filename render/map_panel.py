"""The panel beside a high board on a player's own map: tickets, face-up cards and seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import Final

from render import theme
from render.frame import DISPLAY, HEADER, Frame, names_size
from render.layers.marks import paint_tag, tag_box
from render.moves import lay_moves
from render.panel import MOVES, banners, lay_display, lay_high_header, lay_low_seats, low_height
from render.pen import Box, Pen, fitted, text_width
from render.scene import Scene
from render.stamps import Stamp, Style, Surface, put_around, write
from render.tickets import EDGES, Card, sign

PAD: Final = 14
STOPS: Final = 42
"""The greatest size of a line of stops. The least is that of city names: longer ones are broken."""
NEEDS: Final = 36
"""The greatest size of a line of needed cards, unless city names are bigger."""
LINE: Final = 46
"""The height of a line, in pixels."""
GAP: Final = 18
"""The distance between two tickets, in pixels."""
TEXT: Final = 74
"""The left edge of all lines, after the number of the ticket."""
VALUE: Final = 112
"""The width of the points, and of the state below them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A ticket of the list, with its texts."""

    card: Card
    points: int
    stops: str
    needs: str
    short: str
    """The number of spaces that are missing, if any."""


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of an entry, broken to fit."""

    entry: Entry
    stops: Sequence[str]
    needs: Sequence[str]
    least: float
    """The least size of a line, in pixels."""

    @property
    def high(self) -> float:
        """The height, in pixels."""
        return self.lines * LINE + GAP

    @property
    def lines(self) -> int:
        """The number of lines. If there are two, the state of the ticket is below its points."""
        return len(self.stops) + len(self.needs)


def lay_side(
    surface: Surface,
    frame: Frame,
    scene: Scene,
    entries: Sequence[Entry],
    total: str,
    *,
    over: bool,
) -> None:
    """Put the header and the tickets; below them what else there is room for.

    *total* is what all tickets need, and *over* whether that is more than the viewer has.
    """
    left, start, right, top = frame.header or (0.0, 0.0, 0.0, 0.0)
    if not banners(scene):
        top = start + HEADER * 1.25
    lay_high_header(surface, (left, start, right, top), scene)
    room = right - left - 2 * PAD - TEXT
    least = names_size(scene.layout)
    blocks = [_block(entry, room, least) for entry in entries]
    high = sum(block.high for block in blocks) + (LINE + GAP) * bool(total)
    fit = min(1.0, (frame.height - top - PAD) / max(1.0, high))
    tops = accumulate((block.high * fit for block in blocks), initial=top)
    for block, y in zip(blocks, tops, strict=False):
        _lay_block(surface, (left + PAD, y, right - PAD, y + block.high * fit), block, fit)
    bottom = top + high * fit
    if total:
        _lay_total(surface, left + PAD, bottom - (GAP + LINE / 2) * fit, total, fit, over=over)
    _lay_rest(surface, (left, bottom, right, frame.height), scene)


def _lay_rest(surface: Surface, box: Box, scene: Scene) -> None:
    """Put seats, face-up cards and the last moves at the bottom, as far as there is room."""
    left, top, right, bottom = box
    seats = low_height(len(scene.seen.seats))
    if bottom - top >= DISPLAY + seats:
        lay_low_seats(surface, (left, bottom - seats, right, bottom), scene)
        bottom -= seats
    if bottom - top >= DISPLAY:
        bottom -= DISPLAY
        lay_display(surface, (left, bottom, right, bottom + DISPLAY), scene.seen, scene.spec)
    if bottom - top >= MOVES[0] + GAP and scene.moves:
        high = min(bottom - top - GAP, MOVES[1])
        lay_moves(surface, (left + PAD, bottom - high, right - PAD, bottom), scene)


def _block(entry: Entry, room: float, least: float) -> Block:
    """Return an entry with its lines broken. All lines leave room for the points and the state."""
    stops = _broken(entry.stops, " – ", " –", least, "semibold", room - VALUE)
    needs = _broken(entry.needs, ", ", ",", least, "medium", room - VALUE)
    return Block(entry, stops, needs, least)


def _broken(text: str, mark: str, end: str, least: float, face: str, room: float) -> Sequence[str]:
    """Return the lines of a text, broken after *mark* wherever the next part does not fit."""
    lines: list[str] = []
    for part in text.split(mark) if text else ():
        longer = f"{lines[-1]}{mark}{part}" if lines else part
        if lines and text_width(longer, least, face) > room:
            lines[-1] += end
            lines.append(part)
        else:
            lines[-1:] = [longer]
    return lines


def _lay_block(surface: Surface, box: Box, block: Block, fit: float) -> None:
    left, top, right, _ = box
    entry, y, x = block.entry, top + LINE / 2 * fit, left + TEXT * fit
    number = tag_stamp(str(entry.card.number), 26 * fit)
    put_around(surface, number, left + 28 * fit, y)
    points = Style(44 * fit, theme.GOLD, theme.PANEL)
    span = write(surface, right, y, str(entry.points), points, "rm")
    if block.lines > 1:
        _lay_state(surface, right, y + LINE * fit, entry, fit)
    else:
        _lay_state(surface, right - span, y, entry, fit)
    room = right - x - VALUE * fit
    for lines, biggest, face, fill in (
        (block.stops, max(STOPS, block.least), "semibold", theme.PAPER),
        (block.needs, max(NEEDS, block.least), "medium", theme.FAINT),
    ):
        fits = [fitted(line, biggest * fit, face, room, block.least * fit) for line in lines]
        size = min((size for _, size in fits), default=0.0)
        for text, _ in fits:
            write(surface, x, y, text, Style(size, fill, theme.PANEL, face))
            y += LINE * fit


def _lay_state(surface: Surface, right: float, y: float, entry: Entry, fit: float) -> None:
    """Put the sign of a ticket's state, and the number of spaces that are missing."""
    if not entry.card.state:
        return
    fill = theme.mixed(EDGES[entry.card.state], theme.PAPER, 0.45)
    span = write(surface, right, y, entry.short, Style(38 * fit, fill, theme.PANEL), "rm")
    stamp = sign(entry.card.state, fill, theme.PANEL, 1.3 * fit)
    put_around(surface, stamp, right - span - 22 * fit, y)


def _lay_total(surface: Surface, x: float, y: float, total: str, fit: float, *, over: bool) -> None:
    fill = theme.mixed(EDGES["blocked"], theme.PAPER, 0.45) if over else theme.PAPER
    if over:
        put_around(surface, sign("blocked", fill, theme.PANEL, 1.3 * fit), x + 28 * fit, y)
    write(surface, x + (TEXT if over else 8) * fit, y, total, Style(40 * fit, fill, theme.PANEL))


def tag_stamp(text: str, size: float) -> Stamp:
    """Return the sign with a ticket's number, as it also is beside its stops on the map."""
    left, top, *_ = tag_box(0, 0, text, size)
    wide, high = 2 * ceil(-left), 2 * ceil(-top)

    def paint(pen: Pen) -> None:
        paint_tag(pen, wide / 2, high / 2, text, size, theme.MARKED)

    return Stamp(("tag", text, size), wide, high, theme.PANEL, paint)
