"""The last moves of a game, newest first: whose it was, and what everyone may know about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final, TypeAlias

from engine.events import (
    BlindCardDrawn,
    OpenCardTaken,
    Passed,
    PiecePlaced,
    PiecesExchanged,
    RouteClaimed,
    TicketsKept,
    TicketsOffered,
)
from render import theme
from render.cards import RATIO, counter, paint_back, paint_card, tile
from render.pen import Box, Pen, fitted, text_width
from render.scene import Move, Scene
from render.score_labels import signed
from render.stamps import Stamp, Style, Surface, write

HEAD: Final = 50
"""The height of the heading, in pixels."""
ROW: Final = 220
"""The greatest height of a move, in pixels."""
GAP: Final = 8
"""The distance between two moves, in pixels."""
TILE: Final = 29
"""Half the size of a seat's tile, at most."""
CARD: Final = 140
"""The greatest height of a card, in pixels."""
TEXT: Final = (42, 31)
"""The greatest and the least size of a text. The least is not below that of city names."""
LINE: Final = 1.12
"""The height of a line, relative to the size of its text."""
ONE_LINE: Final = 36
"""Names that do not fit into one line at this size take two lines, if there is room."""
TWO_LINES: Final = 104
"""The least height of a move whose names may take two lines, in pixels."""
ICON: Final = 22
"""The size of a counter's sign."""
Draw: TypeAlias = BlindCardDrawn | OpenCardTaken


def lay_moves(surface: Surface, box: Box, scene: Scene) -> None:
    """Put a heading, and below it a row for each move."""
    left, top, right, bottom = box
    style = Style(36, theme.FAINT, theme.PANEL, "semibold")
    write(surface, left + 4, top + HEAD / 2, scene.say("picture-moves"), style)
    high = min(ROW, (bottom - top - HEAD) / max(1, len(scene.moves)))
    for number, move in enumerate(reversed(scene.moves)):
        y = top + HEAD + high * number
        _lay_move(surface, (left, y, right, y + high), scene, move)


def _lay_move(surface: Surface, box: Box, scene: Scene, move: Move) -> None:
    """Put the tile of the seat, and what it did. The last step says it, or all cards together."""
    left, top, right, bottom = (round(edge) for edge in box)
    bottom -= GAP
    half = min(TILE, (bottom - top) // 2 - 6)
    surface.put(_plate(right - left, bottom - top), left, top)
    surface.put(tile(move.seat, half, theme.PLATE), left + 13, (top + bottom) / 2 - half)
    inside = (left + 2 * half + 30, top, right - 16, bottom)
    drawn = [step for step in move.steps if isinstance(step, BlindCardDrawn | OpenCardTaken)]
    if drawn:
        _lay_cards(surface, inside, scene, drawn)
        return
    x = _lay_counters(surface, inside, counters_of(move))
    names, gain = names_of(scene, move)
    _lay_words(surface, (x, top, inside[2], bottom), names, gain)


def counters_of(move: Move) -> list[tuple[str, str]]:
    """Return the signs that tell a move, each with the text after it."""
    step = move.steps[-1]
    if isinstance(step, PiecePlaced):
        return [(str(step.piece), "")]
    if isinstance(step, PiecesExchanged):
        return [(str(step.gave), f"{step.count} →"), (str(step.took), "")]
    if isinstance(step, TicketsKept):
        return [("tickets", f"+{len(step.kept)}")]
    return [("tickets", "…")] if isinstance(step, TicketsOffered) else []


def names_of(scene: Scene, move: Move) -> tuple[list[str], str]:
    """Return the names of the places of a move, or that the seat passed, and its points."""
    step, cities = move.steps[-1], scene.spec.cities
    if isinstance(step, RouteClaimed):
        ends = scene.spec.routes[step.route].ends
        return [cities[city].name(scene.language) for city in ends], signed(step.points)
    if isinstance(step, PiecePlaced):
        return [cities[step.city].name(scene.language)], ""
    if isinstance(step, PiecesExchanged):
        return [], signed(step.points) if step.points else ""
    return ([scene.say("picture-passed")], "") if isinstance(step, Passed) else ([], "")


def _lay_cards(surface: Surface, box: Box, scene: Scene, drawn: Sequence[Draw]) -> None:
    """Put the cards of a draw: face-up cards by their front, others by the back of their deck."""
    left, top, _, bottom = box
    high = min(bottom - top - 10, CARD)
    wide = int(high / RATIO)
    for number, step in enumerate(drawn):
        stamp = _card(scene, step, wide)
        surface.put(stamp, left + (wide + 12) * number, (top + bottom - stamp.height) / 2)


def _card(scene: Scene, step: Draw, wide: int) -> Stamp:
    """Return a card that a seat drew. The front of a hidden card is never looked at."""
    face = scene.spec.faces[step.card] if isinstance(step, OpenCardTaken) else None
    deck = "" if isinstance(step, OpenCardTaken) else str(step.deck)

    def paint(pen: Pen) -> None:
        box = (0, 0, wide, wide * RATIO)
        if face:
            paint_card(pen, box, face)
        else:
            paint_back(pen, box, deck)

    return Stamp(("drawn", face, deck, wide), wide, ceil(wide * RATIO), theme.PLATE, paint)


def _lay_words(surface: Surface, box: Box, names: Sequence[str], gain: str) -> None:
    """Write the names of a route or a city in one line or two, and the points."""
    left, top, right, bottom = box
    y = (top + bottom) / 2
    points = Style(46, theme.GOLD, theme.PLATE)
    room = right - left - 16 - write(surface, right, y, gain, points, "rm")
    biggest, least = TEXT
    whole = " – ".join(names)
    lines = [whole]
    if text_width(whole, ONE_LINE, "semibold") > room and bottom - top >= TWO_LINES:
        lines = [f"{one} –" for one, _ in pairwise(names)] + [*names[-1:]]
    fits = [fitted(line, biggest, "semibold", room, least) for line in lines]
    size = min((size for _, size in fits), default=biggest)
    style = Style(size, theme.PAPER, theme.PLATE, "semibold")
    for number, (line, _) in enumerate(fits):
        write(surface, left, y + (number - (len(fits) - 1) / 2) * size * LINE, line, style)


def _lay_counters(surface: Surface, box: Box, counters: Sequence[tuple[str, str]]) -> float:
    """Put the signs of things, each with a text after it, and return where they end."""
    x, top, _, bottom = box
    y = (top + bottom) / 2
    for what, text in counters:
        stamp = _counter(what)
        surface.put(stamp, x, y - stamp.height / 2)
        x += stamp.width + 10
        x += write(surface, x, y, text, Style(44, theme.PAPER, theme.PLATE)) + 12 * bool(text)
    return x


def _counter(what: str) -> Stamp:
    wide, high = round(ICON * 2.4), round(ICON * 2.2)

    def paint(pen: Pen) -> None:
        counter(what)(pen, wide / 2, high / 2, ICON, theme.FAINT, theme.PLATE)

    return Stamp(("moved", what), wide, high, theme.PLATE, paint)


def _plate(wide: int, high: int) -> Stamp:
    def paint(pen: Pen) -> None:
        pen.box((0, 0, wide, high), theme.PLATE, 16)

    return Stamp(("move", wide, high), wide, high, theme.PANEL, paint)
