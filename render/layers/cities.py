"""Cities, ports, attractions, countries, their names, and the arrows at the edge of the world."""

from __future__ import annotations

from typing import Final

from engine.board import City, MapSpec
from engine.ids import CityId
from maps.layout import Layout, Place
from render import theme
from render.pen import Box, Pen, text_width
from render.shapes import ANCHOR, ANCHOR_EYE, STAR, placed

HALO: Final = 3.0
COUNTRY: Final = "country"
JUNCTION: Final = "junction"


def paint_cities(pen: Pen, spec: MapSpec, layout: Layout, language: str) -> None:
    """Every place and its name."""
    for name in spec.cities:
        paint_city(pen, spec, layout, name, language)


def paint_city(pen: Pen, spec: MapSpec, layout: Layout, name: CityId, language: str) -> None:
    """One place and its name."""
    city, place = spec.cities[name], layout.places[name]
    if city.kind == COUNTRY:
        _paint_spots(pen, layout, name)
        _paint_country(pen, layout, city, place, language)
        return
    _paint_disc(pen, layout, city, place)
    if place.label:
        dx, dy, anchor = place.label
        words = place.words(city, language)
        pen.text(
            place.x + dx, place.y + dy, words, layout.font, theme.INK, anchor,
            halo=(theme.HALO, HALO),
        )  # fmt: skip


def label_box(layout: Layout, city: City, language: str) -> Box | None:
    """The rectangle that a city's name covers, in board units."""
    place = layout.places[city.id]
    if not place.label:
        return None
    dx, dy, anchor = place.label
    lines = place.words(city, language).split("\n")
    return _text_box(place.x + dx, place.y + dy, lines, layout.font, anchor)


def _text_box(x: float, y: float, lines: list[str], size: float, anchor: str) -> Box:
    from render.pen import CAP, LINE

    wide = max(text_width(line, size, "semibold") for line in lines)
    high = size * CAP + (len(lines) - 1) * size * LINE
    left = {"l": x, "m": x - wide / 2, "r": x - wide}[anchor[0]]
    top = {"t": y, "m": y - high / 2, "b": y - high}[anchor[1]]
    return left, top, left + wide, top + high


def _paint_disc(pen: Pen, layout: Layout, city: City, place: Place) -> None:
    radius = layout.city_radius
    if city.kind == JUNCTION:
        pen.disc(place.x, place.y, radius * 0.8, theme.PAPER, theme.INK, 2)
        pen.disc(place.x, place.y, radius * 0.3, theme.INK)
        return
    pen.disc(place.x, place.y, radius + 1.5, theme.PAPER)
    if city.port:
        pen.disc(place.x, place.y, radius, theme.PORT, theme.INK, 1.6)
        for part in ANCHOR:
            pen.polygon(placed(part, place.x, place.y, radius * 0.58), theme.PAPER)
        pen.polygon(placed(ANCHOR_EYE, place.x, place.y, radius * 0.58), theme.PORT)
    elif city.attraction:
        pen.disc(place.x, place.y, radius, theme.GOLD, theme.INK, 2)
        pen.polygon(placed(STAR, place.x, place.y + 1, radius * 0.72), theme.INK)
    else:
        pen.disc(place.x, place.y, radius, theme.CITY, theme.INK, 1.8)
        pen.disc(place.x, place.y, radius * 0.38, theme.PAPER)


def _paint_spots(pen: Pen, layout: Layout, name: CityId) -> None:
    """The end spots of a country: squares, because the line ends here."""
    size = layout.city_radius * 0.85
    for spot, (x, y) in layout.spots.items():
        if spot.rsplit("-", 1)[0] == name:
            pen.box((x - size - 1.5, y - size - 1.5, x + size + 1.5, y + size + 1.5), theme.PAPER, 4)
            pen.box((x - size, y - size, x + size, y + size), theme.COUNTRY, 3, theme.INK, 1.8)
            pen.box((x - size / 2.4, y - size / 2.4, x + size / 2.4, y + size / 2.4), theme.PAPER, 1)


def _paint_country(pen: Pen, layout: Layout, city: City, place: Place, language: str) -> None:
    """A country's name, in capitals and spaced, with its flag."""
    words = place.words(city, language).upper()
    size = layout.font * 1.15
    pen.text(
        place.x, place.y, words, size, theme.COUNTRY, "mm", "bold", halo=(theme.HALO, HALO)
    )
