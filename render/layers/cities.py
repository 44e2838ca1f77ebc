"""Cities, ports, attractions, countries, their names, and the arrows at the edge of the world."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Final

from engine.board import City, MapSpec
from engine.ids import CityId
from maps.layout import Layout, Place
from maps.lettering import COUNTRY as COUNTRY_SIZE
from maps.lettering import label_box, text_box
from render import theme
from render.frame import holds, within
from render.pen import Box, Pen, text_width
from render.shapes import ANCHOR, ANCHOR_EYE, STAR, placed
from render.theme import Colour

HALO: Final = 3.0
LEADER: Final = 17.0
"""A name farther from its city's rim than this gets a line to its city, in board units."""
REACH: Final = 9.0
"""How far a name reaches from its city, at most, in multiples of its size."""
JUNCTION: Final = "junction"


def paint_cities(pen: Pen, spec: MapSpec, layout: Layout, language: str, window: Box) -> None:
    """Paint every place in a *window* of the board.

    A name is painted only if the whole name is in the window.
    """
    for name, city in spec.cities.items():
        # A country has spots far from its name, so paint them even if the name is not visible.
        _paint_spots(pen, layout, name)
        place, reach = layout.places[name], layout.font * REACH
        if pen.sees((place.x, place.y, place.x, place.y), reach):
            if is_written(layout, city, language, window):
                _paint_named(pen, layout, city, language)
            if not city.is_end:
                paint_place(pen, place.x, place.y, layout.city_radius, city)
    paint_tags(pen, spec, layout, language, window)


def is_written(layout: Layout, city: City, language: str, window: Box) -> bool:
    """Return whether a city and its whole name are in a window of the board."""
    place = layout.places[city.id]
    box = label_box(place, city, layout.font, language)
    return box is not None and within(window, place.x, place.y) and holds(window, box)


def _paint_named(pen: Pen, layout: Layout, city: City, language: str) -> None:
    """Paint the name of a place, with its flag or with a line to it, if there is one."""
    place = layout.places[city.id]
    if city.is_end:
        _paint_country(pen, layout, city, place, language)
        return
    _paint_leader(pen, layout, city, place, language)
    paint_name(pen, layout, city, language)


def paint_name(pen: Pen, layout: Layout, city: City, language: str) -> None:
    """Paint a city's name."""
    place = layout.places[city.id]
    if place.label:
        dx, dy, anchor = place.label
        words = place.words(city, language)
        at = (place.x + dx, place.y + dy)
        pen.text(*at, words, layout.font, theme.INK, anchor, halo=(theme.HALO, HALO))


def _paint_leader(pen: Pen, layout: Layout, city: City, place: Place, language: str) -> None:
    """Paint a thin line from a city to its name, if the name is far from the city."""
    box = label_box(place, city, layout.font, language)
    if box is None:
        return
    (left, top), _, (right, bottom), _ = box
    x, y = min(max(place.x, left), right), min(max(place.y, top), bottom)
    if hypot(x - place.x, y - place.y) > layout.city_radius + LEADER:
        pen.line(((place.x, place.y), (x, y)), theme.PAPER, 4)
        pen.line(((place.x, place.y), (x, y)), theme.INK, 1.6)


def paint_place(pen: Pen, x: float, y: float, radius: float, city: City) -> None:
    """Paint the sign of a city. Its shape shows the kind of the city."""
    if city.kind == JUNCTION:
        pen.disc(x, y, radius * 0.8, theme.PAPER, theme.INK, 2)
        pen.disc(x, y, radius * 0.3, theme.INK)
        return
    pen.disc(x, y, radius * 1.14, theme.PAPER)
    if city.port:
        pen.disc(x, y, radius, theme.PORT, theme.INK, radius * 0.14)
        for part in ANCHOR:
            pen.polygon(placed(part, x, y, radius * 0.58), theme.PAPER)
        pen.polygon(placed(ANCHOR_EYE, x, y, radius * 0.58), theme.PORT)
    elif city.attraction:
        pen.disc(x, y, radius, theme.GOLD, theme.INK, radius * 0.12)
        pen.polygon(placed(STAR, x, y + radius * 0.06, radius * 0.72), theme.INK)
    else:
        pen.disc(x, y, radius, theme.CITY, theme.INK, radius * 0.16)
        pen.disc(x, y, radius * 0.38, theme.PAPER)


def _paint_spots(pen: Pen, layout: Layout, name: CityId) -> None:
    """Paint the end spots of a country."""
    for x, y in layout.spots_of(name):
        paint_end(pen, x, y, layout.city_radius, layout.places[name].flag)


def paint_end(pen: Pen, x: float, y: float, radius: float, flag: tuple[str, ...]) -> None:
    """Paint the end spot of a line in a country, whose name may be far away.

    The square shape shows that the line ends here, and the flag shows the country.
    """
    for grow, fill in ((1.12, theme.PAPER), (1.0, theme.INK), (0.76, theme.COUNTRY)):
        size = radius * grow
        pen.box((x - size, y - size, x + size, y + size), fill, size * 0.24)
    if flag:
        form, *names = flag
        size = radius * 0.72
        fills = [theme.FLAGS[name] for name in names]
        FORMS[form](pen, (x - size, y - size, x + size, y + size), fills)


def _paint_country(pen: Pen, layout: Layout, city: City, place: Place, language: str) -> None:
    """Paint a country's flag and its name in capitals."""
    words = place.words(city, language).upper()
    size = layout.font * COUNTRY_SIZE
    pen.text(place.x, place.y, words, size, theme.COUNTRY, "mm", "bold", halo=(theme.HALO, HALO))
    if place.flag:
        x = place.x - text_width(words, size, "bold") / 2 - size
        paint_flag(pen, x, place.y, size * 0.9, place.flag)


def paint_flag(pen: Pen, x: float, y: float, high: float, flag: tuple[str, ...]) -> None:
    """Paint a flag, which is given as its form and then its colors."""
    form, *names = flag
    wide = high if form == "square-cross" else high * 1.4
    left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    pen.box((left - 2.5, top - 2.5, right + 2.5, bottom + 2.5), theme.PAPER, 3, theme.COUNTRY, 1.2)
    fills = [theme.FLAGS[name] for name in names]
    FORMS[form](pen, (left, top, right, bottom), fills)


def _bars(pen: Pen, box: Box, fills: list[Colour]) -> None:
    left, top, right, bottom = box
    step = (right - left) / len(fills)
    for number, fill in enumerate(fills):
        pen.box((left + step * number, top, left + step * (number + 1), bottom), fill)


def _stripes(pen: Pen, box: Box, fills: list[Colour]) -> None:
    left, top, right, bottom = box
    step = (bottom - top) / len(fills)
    for number, fill in enumerate(fills):
        pen.box((left, top + step * number, right, top + step * (number + 1)), fill)


def _cross(pen: Pen, box: Box, fills: list[Colour]) -> None:
    left, top, right, bottom = box
    high = bottom - top
    pen.box(box, fills[0])
    pen.box((left, top + high * 0.43, right, top + high * 0.57), fills[1])
    pen.box((left + high * 0.43, top, left + high * 0.57, bottom), fills[1])


def _short_cross(pen: Pen, box: Box, fills: list[Colour]) -> None:
    left, top, right, bottom = box
    high = bottom - top
    pen.box(box, fills[0])
    pen.box(
        (left + high * 0.2, top + high * 0.41, right - high * 0.2, bottom - high * 0.41), fills[1]
    )
    pen.box(
        (left + high * 0.41, top + high * 0.2, right - high * 0.41, bottom - high * 0.2), fills[1]
    )


FORMS: Final[dict[str, Callable[[Pen, Box, list[Colour]], None]]] = {
    "vertical": _bars,
    "horizontal": _stripes,
    "cross": _cross,
    "square-cross": _short_cross,
}


def paint_tags(pen: Pen, spec: MapSpec, layout: Layout, language: str, window: Box) -> None:
    """Paint arrows at the edge of the world, and the cities to which the lines continue (W4)."""
    for tag in (tag for track in layout.tracks.values() for tag in track.tags):
        (x, y), words = tag.at, spec.cities[tag.city].name(language)
        if holds(window, text_box(tag.at, words, layout.font, tag.anchor)):
            way = -1 if tag.anchor == "lm" else 1
            pen.text(x, y, words, layout.font, theme.BEYOND, tag.anchor, halo=(theme.HALO, HALO))
            arrow = ((x + way * 18, y), (x + way * 5, y - 9), (x + way * 5, y + 9))
            pen.polygon(arrow, theme.BEYOND, theme.HALO, 1.5)
            pen.polygon(arrow, theme.BEYOND)
