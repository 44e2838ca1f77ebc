"""Every color, size and mark of the pictures. No other module has a literal color."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def colour(code: str) -> Colour:
    """Parse a color such as ``"d64545"``.

    >>> colour("ff8000")
    (255, 128, 0)
    """
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """Return the color between *a* and *b*, of which the fraction *share* is *b*.

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
"""The lighter water along coasts, and lakes."""
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
"""The fill color by the kind of shape."""

HALO: Final = PAPER
"""The color behind the names of cities."""
CITY: Final = colour("c8402f")
PORT: Final = colour("1d5f93")
BEYOND: Final = colour("124a78")
"""The names at the edge of the world, which show where a line continues."""
COUNTRY: Final = colour("6b5b47")
GOLD: Final = colour("f5b82e")
GLOW: Final = colour("fff27a")
GLOW_EDGE: Final = colour("e07b00")
MARKED: Final = colour("e0218a")
"""A route that the viewer asked about, the rings of the viewer's tickets, and ways in the reveal.

No seat has this color.
"""
FAILED_WAY: Final = INK
"""The stops of a failed ticket in the reveal, and the line between them."""
LINKS: Final = colour("7a1fa2")
"""The missing links of the viewer's tickets."""
LINKS_PALE: Final = colour("dfc9ec")
"""The light area around the missing links."""
ROUGH: Final = colour("8a5628")
"""The color of the teeth of rough ground."""
WAVE: Final = colour("8db6c6")

PANEL: Final = colour("20242f")
PLATE: Final = colour("2f3544")
PLATE_NOW: Final = colour("fff4cf")
RULE: Final = colour("4a5164")
FAINT: Final = colour("aab2c5")
FAINT_NOW: Final = colour("6d6247")
ALARM: Final = colour("d7263d")
PAUSED: Final = colour("2b6cb0")
"""The sign that says that the table is paused."""
DONE: Final = colour("1f8048")
OPEN: Final = colour("8f6700")
FAILED: Final = colour("c8323c")
"""`DONE`, `OPEN` and `FAILED` show a ticket's state. Text in them is legible on `PAPER`."""
CARD_BACK: Final = colour("54607a")


@dataclass(frozen=True, slots=True)
class Ink:
    """The look of a card or route color: never hue alone, always with a symbol."""

    fill: Colour
    symbol: str
    """The shape that stands for the color, see `render.shapes`."""
    mark: Colour
    """The color of the symbol on a card."""
    tint: float = 0.42
    """How much paler a free space is, from 0 to 1."""

    @property
    def pale(self) -> Colour:
        """The fill of a free space. It is pale, so that pieces in full color stand out."""
        return mixed(self.fill, PAPER, self.tint)

    @property
    def line(self) -> Colour:
        """The color of the outline of a free space."""
        return mixed(self.fill, INK, 0.5)

    @property
    def sign(self) -> Colour:
        """The color of the symbol on a free space."""
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
"""The inks by the color's name in the tables. None stands for gray."""

WILD: Final = Ink(PAPER, "wheel", INK)
RAINBOW: Final = ("red", "orange", "yellow", "green", "blue", "pink")


@dataclass(frozen=True, slots=True)
class Mark:
    """The look of a seat's pieces: color, pattern and letter."""

    name: str
    fill: Colour
    deep: Colour
    """The color of the pattern."""
    text: Colour
    letter: str
    pattern: str
    """``"ends"``, ``"stripe"``, ``"bands"``, ``"dots"`` or ``"slant"``."""

    @property
    def bed(self) -> Colour:
        """The color below a piece. It is darker for dark colors, so that seats differ more."""
        return mixed(self.fill, INK, 0.8 if self.text == PAPER else 0.5)


MARKS: Final = (
    Mark("red", colour("b0132a"), colour("ee9a96"), PAPER, "R", "ends"),
    Mark("blue", colour("12389a"), colour("6c99ea"), PAPER, "B", "stripe"),
    Mark("yellow", colour("f9c716"), colour("9a6a00"), INK, "Y", "bands"),
    Mark("green", colour("78dba0"), colour("1d7a45"), INK, "G", "dots"),
    Mark("violet", colour("cba4f7"), colour("7038b0"), INK, "V", "slant"),
)
"""The marks by seat.

Color-blind people may see red and green, blue and violet, or blue and green as one hue. So one
color of each pair is dark and the other is light, and the bed below a piece is too. They differ
even if a phone does not show the pattern.
"""

FLAGS: Final[Mapping[str, Colour]] = {
    "red": colour("c9313d"),
    "white": PAPER,
    "blue": colour("2a4d9b"),
}

WIDEST: Final = 2000
"""The greatest width of a picture. Discord shows wider pictures blurred after a tap."""
FINE: Final = 4
"""How many times bigger lines and letters are drawn before they are shrunk."""
