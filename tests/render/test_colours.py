"""Colour blindness: nothing is told apart by hue alone."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import dist
from statistics import fmean

import pytest
from PIL import Image, ImageChops, ImageStat

import maps
from engine.board import Route
from engine.ids import CityId, Piece, RouteId
from maps.layout import Slot, Track
from render import theme
from render.canvas import flat
from render.cards import paint_card
from render.layers.cities import paint_end
from render.layers.pieces import BODIES, PATTERNS, paint_casing, paint_harbour, paint_piece
from render.layers.slots import paint_slot
from render.pen import Pen
from render.theme import Colour, Mark
from render.tickets import EDGES

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear light.
KINDS = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
SEES_ALL = "no blindness"
EYES = KINDS | {SEES_ALL: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))}
NAMES = tuple(name for name in theme.ROUTES if name)
SMALL, PHONE = 550, 400
"""So many pixels wide Discord shows a picture of 2000: first, and on a telephone."""
by_kind = pytest.mark.parametrize("kind", KINDS)


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def seen(colour: Colour, kind: str) -> tuple[float, float, float]:
    """A colour as such an eye sees it, in linear light."""
    light = [_linear(part) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in EYES[kind]
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
            assert contrast(ink.pale, ink.sign, kind) >= 3, name

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


class TestTickets:
    """How a ticket stands is read in words of its own colour."""

    @pytest.mark.parametrize("state", EDGES)
    def test_words_are_read_on_paper(self, state: str) -> None:
        assert contrast(EDGES[state], theme.PAPER, SEES_ALL) >= 4.5

    @pytest.mark.parametrize("state", EDGES)
    def test_and_paler_beside_the_board(self, state: str) -> None:
        pale = theme.mixed(EDGES[state], theme.PAPER, 0.45)

        assert contrast(pale, theme.PANEL, SEES_ALL) >= 4.5


class TestCountries:
    """Where a line ends in a country, the sign says in which: its name may stand far off."""

    @pytest.mark.parametrize("edition", maps.catalogue())
    def test_no_two_look_alike(self, edition: str) -> None:
        spec, layout = maps.load(edition), maps.layout(edition)
        ends = [city for city in spec.cities if layout.spots_of(city)]
        signs = [flat(32, 32, theme.LAND, partial(_end, layout.places[c].flag)).image for c in ends]

        assert all(layout.places[city].flag for city in ends)
        for one, other in combinations(signs, 2):
            assert _apart(_gray(one, SEES_ALL), _gray(other, SEES_ALL)) > 2


def _end(flag: tuple[str, ...], pen: Pen) -> None:
    paint_end(pen, 16, 16, 12, flag)


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


def _track(
    piece: str, name: str | None, mark: Mark | None = None, wide: int = SMALL
) -> Image.Image:
    """Four spaces of the USA's board as Discord shows them: free, or a seat's."""
    layout = maps.layout("usa")
    scale = wide / layout.width
    slots = tuple(Slot(30 + 50 * space, 25, 0, 46, 18) for space in range(4))
    track = Track(slots, (((5, 25), (105, 25), (205, 25)),))
    route = Route(RouteId("r"), CityId("a"), CityId("b"), 4, name, Piece(piece), "r")
    ground = theme.SEA if piece == "ship" else theme.LAND

    def paint(pen: Pen) -> None:
        if mark:
            paint_casing(pen, track, track.parts[0])
        for slot in slots:
            paint_slot(pen, slot, route)
            if mark:
                paint_piece(pen, slot, Piece(piece), mark)

    image = flat(210, 50, ground, paint).image.convert("RGB")
    small = (round(210 * scale), round(22 * scale))
    return image.resize(small, Image.Resampling.BOX, (0, 14, 210, 36))


def _lightness(image: Image.Image, kind: str) -> list[float]:
    """How light each pixel seems, of 100: the L of CIELAB."""
    shares = (brightness(pixel, kind) for pixel in image.get_flattened_data())
    return [116 * share ** (1 / 3) - 16 if share > 0.008856 else 903.3 * share for share in shares]


def _between(a: Image.Image, b: Image.Image, kind: str) -> float:
    pairs = zip(_lightness(a, kind), _lightness(b, kind), strict=True)
    return fmean(abs(here - there) for here, there in pairs)


def _lab(colour: Colour, kind: str) -> tuple[float, float, float]:
    """A colour as such an eye sees it, in CIELAB: what looks as different is as far apart."""
    red, green, blue = seen(colour, kind)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _tone(image: Image.Image, kind: str) -> tuple[float, ...]:
    """What is left of a picture that is too small for its pattern: one colour."""
    pixels = [_lab(pixel, kind) for pixel in image.get_flattened_data()]
    return tuple(map(fmean, zip(*pixels, strict=True)))


class TestOwners:
    @pytest.mark.parametrize("kind", EYES)
    @pytest.mark.parametrize("piece", BODIES)
    def test_differ_on_a_telephone(self, piece: str, kind: str) -> None:
        """Also where neither letter nor pattern can be made out: no two are of one tone."""
        tones = {mark.name: _tone(_track(piece, None, mark, PHONE), kind) for mark in theme.MARKS}

        for one, other in combinations(tones, 2):
            assert dist(tones[one], tones[other]) >= 11, (one, other)

    @pytest.mark.parametrize("piece", BODIES)
    def test_blue_and_green_without_letters(
        self, piece: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Tritanopia makes one hue of them: they differ by lightness, and more than they did."""
        monkeypatch.setattr("render.layers.pieces._letter", lambda *_: None)
        blue, green = (mark for mark in theme.MARKS if mark.name in {"blue", "green"})
        small = [_track(piece, None, mark, PHONE) for mark in (blue, green)]

        light = [fmean(_lightness(image, "tritanopia")) for image in small]

        assert light[1] - light[0] >= 14


class TestWays:
    """The reveal shows ways on the board: no seat has their colour."""

    @pytest.mark.parametrize("kind", EYES)
    @pytest.mark.parametrize("way", [theme.MARKED, theme.FAILED_WAY])
    def test_differ_from_every_seat(self, way: Colour, kind: str) -> None:
        least = 40 if kind == SEES_ALL else 20
        for mark in theme.MARKS:
            assert dist(_lab(way, kind), _lab(mark.fill, kind)) >= least, mark.name


class TestClaimed:
    """What is taken is told from what is free at the size that Discord shows first."""

    @pytest.mark.parametrize("kind", EYES)
    @pytest.mark.parametrize("piece", BODIES)
    def test_stands_out_from_a_free_track(self, piece: str, kind: str) -> None:
        """By lightness alone, for every seat on every colour, its own hue among them."""
        for name in theme.ROUTES:
            free = _track(piece, name)
            for mark in theme.MARKS:
                away = _between(free, _track(piece, name, mark), kind)
                assert away >= 18, (mark.name, name)

    @pytest.mark.parametrize("piece", BODIES)
    def test_patterns_are_equally_strong(self, piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """No seat is plain, or much plainer than the others."""
        patterned = [_track(piece, None, mark) for mark in theme.MARKS]
        for pattern in PATTERNS:
            monkeypatch.setitem(PATTERNS, pattern, lambda *_: None)
        plain = [_track(piece, None, mark) for mark in theme.MARKS]
        pairs = zip(patterned, plain, strict=True)
        strength = [_between(one, other, SEES_ALL) for one, other in pairs]

        assert min(strength) >= 0.5
        assert min(strength) >= max(strength) / 3
