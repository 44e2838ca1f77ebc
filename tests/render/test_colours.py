"""Colour blindness: nothing is told apart by hue alone."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

import maps
from engine.board import Route
from engine.ids import CityId, Piece, RouteId
from maps.layout import Slot
from render import theme
from render.canvas import flat
from render.cards import paint_card
from render.layers.pieces import BODIES, paint_harbour, paint_piece
from render.layers.slots import paint_slot
from render.theme import Colour

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear light.
KINDS = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
NAMES = tuple(name for name in theme.ROUTES if name)
by_kind = pytest.mark.parametrize("kind", KINDS)


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def seen(colour: Colour, kind: str) -> tuple[float, float, float]:
    """A colour as such an eye sees it, in linear light."""
    light = [_linear(part) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in KINDS[kind]
    )
    return red, green, blue


def brightness(colour: Colour, kind: str) -> float:
    red, green, blue = seen(colour, kind)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Colour, b: Colour, kind: str) -> float:
    dark, light = sorted((brightness(a, kind), brightness(b, kind)))
    return (light + 0.05) / (dark + 0.05)


def _gray(image: Image.Image, kind: str) -> Image.Image:
    """What is left of a small picture without any hue."""
    rgb = image.convert("RGB")
    levels = {
        colour: round(255 * brightness(colour, kind) ** (1 / 2.2))
        for _, colour in rgb.getcolors(4096)
    }
    gray = Image.new("L", rgb.size)
    gray.putdata([levels[pixel] for pixel in rgb.get_flattened_data()])
    return gray


def _apart(a: Image.Image, b: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(a, b)).mean[0]


def _slot(name: str, piece: str = "train") -> Image.Image:
    route = Route(RouteId("r"), CityId("a"), CityId("b"), 1, name, Piece(piece), "r")
    return flat(
        60, 28, theme.LAND, lambda pen: paint_slot(pen, Slot(30, 14, 0, 48, 18), route)
    ).image


class TestRoutes:
    def test_every_colour_has_its_own_symbol(self) -> None:
        symbols = [theme.ROUTES[name].symbol for name in NAMES]

        assert all(symbols)
        assert len({*symbols}) == len(symbols)

    @by_kind
    def test_symbols_stand_out(self, kind: str) -> None:
        for name in NAMES:
            ink = theme.ROUTES[name]
            assert contrast(ink.fill, ink.mark, kind) >= 3, name

    @by_kind
    @pytest.mark.parametrize("piece", ["train", "ship"])
    def test_slots_differ_without_hue(self, kind: str, piece: str) -> None:
        grays = {name: _gray(_slot(name, piece), kind) for name in NAMES}

        for one, other in combinations(NAMES, 2):
            assert _apart(grays[one], grays[other]) > 2, (one, other)

    @by_kind
    def test_cards_differ_without_hue(self, kind: str) -> None:
        faces = [f for f in maps.load("usa").faces.values() if f.colour]
        grays = [
            _gray(
                flat(
                    60, 86, theme.PANEL, lambda pen, f=f: paint_card(pen, (0, 0, 60, 85), f)
                ).image,
                kind,
            )
            for f in faces
        ]

        assert all(_apart(one, other) > 3 for one, other in combinations(grays, 2))

    def test_every_colour_of_the_tables_is_known(self) -> None:
        for edition in maps.catalogue():
            spec = maps.load(edition)
            used = {route.colour for route in spec.routes.values()}
            used |= {face.colour for face in spec.faces.values()}
            assert used <= {*theme.ROUTES}


class TestSeats:
    def test_every_seat_has_its_own_letter_and_pattern(self) -> None:
        assert len({mark.letter for mark in theme.MARKS}) == len(theme.MARKS)
        assert len({mark.pattern for mark in theme.MARKS}) == len(theme.MARKS)

    def test_there_is_a_mark_for_every_seat(self) -> None:
        most = max(summary.seats[-1] for summary in maps.catalogue().values())

        assert most <= len(theme.MARKS)

    @by_kind
    def test_letters_stand_out(self, kind: str) -> None:
        for mark in theme.MARKS:
            assert contrast(mark.fill, mark.text, kind) >= 3, mark.name

    @by_kind
    @pytest.mark.parametrize("piece", [*BODIES, "harbour"])
    def test_pieces_differ_without_hue(self, kind: str, piece: str) -> None:
        def paint(pen, mark) -> None:
            if piece in BODIES:
                paint_piece(pen, Slot(32, 16, 0, 48, 18), Piece(piece), mark)
            else:
                paint_harbour(pen, 32, 16, 13, mark)

        grays = [
            _gray(flat(64, 32, theme.LAND, lambda pen, mark=mark: paint(pen, mark)).image, kind)
            for mark in theme.MARKS
        ]

        assert all(_apart(one, other) > 3 for one, other in combinations(grays, 2))
