"""Every colour, size and mark of the pictures. No other module holds a literal colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def colour(code: str) -> Colour:
    """Read a colour such as ``"d64545"``.

    >>> colour("ff8000")
    (255, 128, 0)
    """
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """The colour between *a* and *b*; *share* of it is *b*.

    >>> mixed((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


INK: Final = colour("22242e")
PAPER: Final = colour("fffdf7")
SHADE: Final = colour("000000")

SEA: Final = colour("a3c8d6")
SHALLOWS: Final = colour("b9d7e1")
"""Lighter water along the coast, and lakes."""
LAND: Final = colour("f3ead6")
FOREIGN: Final = colour("e4dcc8")
PARK: Final = colour("cddcae")
COAST: Final = colour("7ea3b1")
BORDER: Final = colour("ddd0b3")
STREET: Final = PAPER

GROUND: Final[Mapping[str, Colour]] = {
    "land": LAND,
    "foreign": FOREIGN,
    "lake": SHALLOWS,
    "water": SEA,
    "park": PARK,
}
"""What is filled, by the kind of shape."""

HALO: Final = PAPER
"""Behind the names of cities."""
CITY: Final = colour("c8402f")
PORT: Final = colour("1d5f93")
BEYOND: Final = colour("124a78")
"""Names at the edge of the world: where a line goes on to."""
COUNTRY: Final = colour("6b5b47")
GOLD: Final = colour("f5b82e")
GLOW: Final = colour("fff27a")
GLOW_EDGE: Final = colour("e07b00")
MARKED: Final = colour("e0218a")
"""A route asked about, and the rings of one's own tickets."""
LINKS: Final = colour("7a1fa2")
"""Missing links of one's own tickets,"""
LINKS_PALE: Final = colour("dfc9ec")
"""and the light that they lie in."""
ROUGH: Final = colour("8a5628")
"""The teeth of rough ground."""
WAVE: Final = colour("8db6c6")

PANEL: Final = colour("20242f")
PLATE: Final = colour("2f3544")
PLATE_NOW: Final = colour("fff4cf")
RULE: Final = colour("4a5164")
FAINT: Final = colour("aab2c5")
FAINT_NOW: Final = colour("6d6247")
ALARM: Final = colour("d7263d")
DONE: Final = colour("1f8048")
OPEN: Final = colour("8f6700")
FAILED: Final = colour("c8323c")
"""How a ticket stands; words of these colours are read on paper."""
CARD_BACK: Final = colour("54607a")


@dataclass(frozen=True, slots=True)
class Ink:
    """How a card or route colour looks: never by hue alone, always with its symbol."""

    fill: Colour
    symbol: str
    """The shape that stands for it, see `render.shapes`."""
    mark: Colour
    """The colour of the symbol upon it."""
    tint: float = 0.42
    """How much paler a free space is."""

    @property
    def pale(self) -> Colour:
        """A free space: what lies on it stands out in full colour."""
        return mixed(self.fill, PAPER, self.tint)

    @property
    def line(self) -> Colour:
        """The outline of a free space."""
        return mixed(self.fill, INK, 0.5)

    @property
    def sign(self) -> Colour:
        """The symbol on a free space."""
        return PAPER if self.fill == BLACK else mixed(self.fill, INK, 0.7)


BLACK: Final = colour("3b3c46")
ROUTES: Final[Mapping[str | None, Ink]] = {
    "red": Ink(colour("da4a44"), "heart", PAPER),
    "orange": Ink(colour("f0912c"), "disc", INK),
    "yellow": Ink(colour("f6d43a"), "star", INK),
    "green": Ink(colour("4b9952"), "triangle", PAPER),
    "blue": Ink(colour("4583cf"), "drop", PAPER),
    "pink": Ink(colour("e58fc4"), "diamond", INK),
    "black": Ink(BLACK, "square", PAPER, tint=0.22),
    "white": Ink(PAPER, "plus", INK),
    None: Ink(colour("b9b4aa"), "", INK),
}
"""By the colour's name in the tables; None is gray."""

WILD: Final = Ink(PAPER, "wheel", INK)
RAINBOW: Final = ("red", "orange", "yellow", "green", "blue", "pink")


@dataclass(frozen=True, slots=True)
class Mark:
    """How a seat's pieces look: colour, pattern and letter."""

    name: str
    fill: Colour
    deep: Colour
    """For the pattern."""
    text: Colour
    letter: str
    pattern: str
    """``"ends"``, ``"stripe"``, ``"bands"``, ``"dots"`` or ``"slant"``."""


MARKS: Final = (
    Mark("red", colour("b0132a"), colour("ee9a96"), PAPER, "R", "ends"),
    Mark("blue", colour("17439c"), colour("6c99ea"), PAPER, "B", "stripe"),
    Mark("yellow", colour("f9c716"), colour("9a6a00"), INK, "Y", "bands"),
    Mark("green", colour("4fc07c"), PAPER, INK, "G", "dots"),
    Mark("violet", colour("cba4f7"), colour("7038b0"), INK, "V", "slant"),
)
"""By seat. Those that some eyes see in one hue, red and green, blue and violet, are dark and light:
so they differ even where a phone shows no pattern."""

FLAGS: Final[Mapping[str, Colour]] = {
    "red": colour("c9313d"),
    "white": PAPER,
    "blue": colour("2a4d9b"),
}

WIDEST: Final = 2000
"""No picture is wider: Discord's limit for a picture that stays sharp after a tap."""
FINE: Final = 4
"""Lines and letters are drawn so many times bigger and then shrunk."""
