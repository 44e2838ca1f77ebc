"""The surroundings of the board in a reveal: a caption, and a plate for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil
from typing import Final

from PIL import Image

from engine.ids import Seat
from render import theme
from render.cards import paint_mark, tile
from render.pen import Box, Pen, fitted, text_width
from render.scene import Scene
from render.score_labels import signed
from render.stamps import Quick, Stamp, Style, Surface, write
from render.theme import Colour
from render.tickets import paint_sign, sign

CAPTION: Final = 76
"""The height of a caption, in pixels."""
TILE: Final = 23
"""Half the size of a seat's tile."""
GOOD: Final = theme.mixed(theme.DONE, theme.PAPER, 0.45)
BAD: Final = theme.mixed(theme.FAILED, theme.PAPER, 0.45)
STUB: Final = (26, 38)
"""The greatest width and height of a ticket on a plate."""


class Stub(Enum):
    """The state of a ticket on its owner's plate."""

    HIDDEN = "hidden"
    TURNING = "turning"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat's plate at the current step of the reveal."""

    seat: Seat
    name: str
    points: int
    stubs: tuple[Stub, ...]
    gain: int | None = None
    """The points of the current step, or None if the seat has no part in it."""

    def gaining(self, points: int) -> Plate:
        """Return the plate with *points* added, which may be negative."""
        return replace(self, points=self.points + points, gain=points)

    def settled(self) -> Plate:
        """Return the plate without a gain, for the next step."""
        return replace(self, gain=None)

    def turning(self, count: int, stub: Stub) -> Plate:
        """Return the plate with its next *count* hidden tickets in the state *stub*."""
        start = self.stubs.index(Stub.HIDDEN)
        after = self.stubs[start + count :]
        return replace(self, stubs=(*self.stubs[:start], *(stub,) * count, *after))


def lay_title(surface: Surface, wide: int, scene: Scene) -> None:
    """Write the caption of the first frame."""
    style = Style(40, theme.PAPER, theme.PANEL)
    text, size = fitted(scene.say("picture-reveal"), 40, "bold", wide * 0.62, 24)
    write(surface, wide - 20, CAPTION / 2, text, replace(style, size=size, fill=theme.FAINT), "rm")
    left = wide - 40 - text_width(text, size, "bold")
    title, size = fitted(scene.title, 44, "bold", left - 20, 22)
    write(surface, 20, CAPTION / 2, title, replace(style, size=size))


def lay_caption(
    canvas: Image.Image, wide: int, seat: Seat, about: str, gain: int, *, done: bool
) -> None:
    """Write the caption of a ticket: its owner, whether it is fulfilled, its stops, its points."""
    fill = GOOD if done else BAD
    surface, middle = Quick(canvas), CAPTION / 2
    surface.put(tile(seat, 28, theme.PANEL), 14, middle - 28)
    surface.put(sign("done" if done else "blocked", fill, theme.PANEL, 2.2), 82, middle - 24)
    points = Style(58, fill, theme.PANEL)
    room = wide - 160 - write(surface, wide - 16, middle, signed(gain), points, "rm")
    text, size = fitted(about, 44, "bold", room, 24)
    write(surface, 138, middle, text, Style(size, theme.PAPER, theme.PANEL))


def lay_bonus(canvas: Image.Image, wide: int, about: str, gains: Mapping[Seat, int]) -> None:
    """Write the caption of a bonus: its name, and the points of each seat."""
    surface, middle = Quick(canvas), CAPTION / 2
    x: float = wide - 16
    size = 48 if len(gains) < 4 else 38
    for seat, gain in reversed([*gains.items()]):
        style = Style(size, GOOD if gain > 0 else BAD, theme.PANEL)
        x -= write(surface, x, middle, signed(gain), style, "rm") + 6
        surface.put(tile(seat, 24, theme.PANEL), x - 48, middle - 24)
        x -= 48 + 18
    text, fit = fitted(about, 44, "bold", x - 20, 20)
    write(surface, 20, middle, text, Style(fit, theme.GOLD, theme.PANEL))


def lay_plate(surface: Surface, box: Box, plate: Plate) -> None:
    """Put a seat's plate: its tile and name, its points and current gain, its tickets."""
    left, top, right, bottom = (round(edge) for edge in box)
    wide = right - left
    now = plate.gain is not None
    ground, ink = (theme.PLATE_NOW, theme.INK) if now else (theme.PLATE, theme.PAPER)
    surface.put(_plate(wide, bottom - top, plate.seat, now=now), left, top)
    name = plate.name or theme.MARKS[plate.seat].letter
    name, size = fitted(name, 32, "semibold", wide - 74, 22)
    write(surface, left + 62, top + 33, name, Style(size, ink, ground, "semibold"))
    y = top + 92
    room = write(surface, left + 12, y, signed(plate.points, plus=""), Style(56, ink, ground))
    if plate.gain is not None:
        fill = theme.DONE if plate.gain >= 0 else theme.FAILED
        gain, size = fitted(signed(plate.gain), 46, "bold", wide - room - 30, 26)
        write(surface, right - 12, y, gain, Style(size, fill, ground), "rm")
    _lay_stubs(surface, (left + 12, bottom - 46, right - 12, bottom - 8), plate.stubs, ground)


def _lay_stubs(surface: Surface, box: Box, stubs: tuple[Stub, ...], ground: Colour) -> None:
    left, top, right, _ = box
    step = min(STUB[0] + 5.0, (right - left) / max(1, len(stubs)))
    wide = max(3, ceil(step) - (5 if step > 12 else 1))
    for number, stub in enumerate(stubs):
        surface.put(_stub(stub, wide, ground), left + step * number, top)


def _stub(stub: Stub, wide: int, ground: Colour) -> Stamp:
    """Return the picture of a ticket: its back, its edge, a tick or a cross."""
    high, middle = STUB[1], wide / 2
    fill = {Stub.DONE: theme.DONE, Stub.FAILED: theme.FAILED}.get(stub, theme.CARD_BACK)

    def paint(pen: Pen) -> None:
        if stub is Stub.TURNING:
            pen.box((middle - 2.5, 0, middle + 2.5, high), theme.PAPER, 2)
            return
        pen.box((0, 0, wide, high), fill, min(5.0, wide / 4), theme.PAPER, min(2.0, wide / 8))
        if wide >= 14 and stub is not Stub.HIDDEN:
            small = pen.inside(middle, high / 2, wide / 28)
            paint_sign(small, 0, 0, "done" if stub is Stub.DONE else "blocked", theme.PAPER)

    return Stamp(("stub", stub, wide, ground), wide, high, ground, paint)


def _plate(wide: int, high: int, seat: Seat, *, now: bool) -> Stamp:
    ground, ink = (theme.PLATE_NOW, theme.INK) if now else (theme.PLATE, theme.PAPER)
    edge = theme.GOLD if now else theme.PLATE

    def paint(pen: Pen) -> None:
        pen.box((0, 0, wide, high), ground, 13, edge, 5 if now else 1)
        paint_mark(pen, 33, 33, TILE, theme.MARKS[seat], ink)

    return Stamp(("reveal-plate", wide, high, seat, now), wide, high, theme.PANEL, paint)
