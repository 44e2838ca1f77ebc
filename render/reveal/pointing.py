"""What a reveal marks on the board: a ticket's way or its missing links, a path, cities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image

from engine.advice import joining_links
from engine.board import MapSpec
from engine.ids import CityId, RouteId, TicketId
from engine.scoring import ScoreLine
from maps.layout import Layout
from maps.lines import Point, straight
from render import theme
from render.canvas import laid
from render.frame import Camera
from render.layers.cities import paint_name
from render.pen import Pen
from render.reveal.story import Step
from render.scene import Scene
from render.theme import Colour

REACH: Final = 48
"""How far drawings reach beyond their points, at most, in board units."""
DASH: Final = 44
RING: Final = 44
"""The radius of a ring around a place, big enough for a harbor."""
Line: TypeAlias = Sequence[Point]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Lines and places to mark in one color."""

    fill: Colour
    lines: tuple[Line, ...]
    cities: frozenset[CityId]
    """The cities that the lines and places touch. Their names are painted again on top."""
    places: tuple[Point, ...] = ()
    broken: bool = False
    """Whether the lines are dashed, because the places they connect are not connected."""
    hollow: bool = False
    """Whether places are rings, so that what is there remains visible."""

    @property
    def points(self) -> list[Point]:
        """All points of the lines and places."""
        return [*self.places, *(point for line in self.lines for point in line)]


def point_at(canvas: Image.Image, camera: Camera, scene: Scene, step: Step) -> None:
    """Mark on the board what a step is about."""
    pointers = [_pointer(scene, step, line) for line in step.lines]
    points = [point for pointer in pointers for point in pointer.points]
    if not points:
        return
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs) - REACH, min(ys) - REACH, max(xs) + REACH, max(ys) + REACH)
    laid(canvas, camera.seen(box), lambda pen: _paint(camera.on_board(pen), scene, pointers), 3)


def _pointer(scene: Scene, step: Step, line: ScoreLine) -> Pointer:
    view, spec, layout = scene.seen, scene.spec, scene.layout
    if not step.tickets:
        there = tuple((at.x, at.y) for city, at in layout.places.items() if city == line.detail)
        cities = _cities(spec, line.routes)
        return Pointer(theme.MARKED, _lines(layout, line.routes), cities, there, hollow=True)
    ticket = TicketId(line.detail)
    way = joining_links(spec, view.owners, line.seat, ticket) if step.done else None
    stops = spec.tickets[ticket].stops
    there = tuple(_place(spec, layout, stop, way or ()) for stop in stops)
    fill = theme.MARKED if step.done else theme.FAILED_WAY
    cities = _cities(spec, way or ()).union(stops)
    if way is None:
        legs = [leg for a, b in pairwise(there) for leg in layout.straight(a, b)]
        return Pointer(fill, tuple(legs), cities, there, broken=True)
    return Pointer(fill, _lines(layout, way), cities, there)


def _cities(spec: MapSpec, tracks: Sequence[RouteId]) -> frozenset[CityId]:
    """Return the cities at the ends of these tracks."""
    return frozenset(city for track in tracks for city in spec.routes[track].ends)


def _place(spec: MapSpec, layout: Layout, stop: CityId, way: Sequence[RouteId]) -> Point:
    """Return the position of a stop. For a country it is where the way ends (G2), not its name."""
    if spec.cities[stop].is_end:
        for route in (spec.routes[track] for track in way):
            if stop in route.ends:
                return layout.ends[route.id][route.ends.index(stop)]
        for spot in layout.spots_of(stop):
            return spot
    return layout.places[stop].x, layout.places[stop].y


def _lines(layout: Layout, tracks: Sequence[RouteId]) -> tuple[Line, ...]:
    """Return the lines of tracks from city to city.

    A track that leaves the board and comes back has two lines.
    """
    found: list[Line] = []
    for track in tracks:
        parts, (a, b) = layout.tracks[track].parts, layout.ends[track]
        found += [(a, *parts[0], b)] if len(parts) == 1 else [(a, *parts[0]), (*parts[1], b)]
    return tuple(found)


def _paint(pen: Pen, scene: Scene, pointers: Sequence[Pointer]) -> None:
    _paint_pointers(pen, pointers)
    for name in frozenset[CityId]().union(*(pointer.cities for pointer in pointers)):
        city = scene.spec.cities[name]
        if not city.is_end:
            paint_name(pen, scene.layout, city, scene.language)


def _paint_pointers(pen: Pen, pointers: Sequence[Pointer]) -> None:
    for pointer in pointers:
        if pointer.broken:
            for line in pointer.lines:
                _paint_dashes(pen, line, pointer.fill)
        else:
            for colour, width in ((theme.INK, 25), (theme.PAPER, 22), (pointer.fill, 14)):
                for line in pointer.lines:
                    pen.line(line, colour, width)
        paint_place = _paint_ring if pointer.hollow else _paint_disc
        for place in pointer.places:
            paint_place(pen, place, pointer.fill)


def _paint_disc(pen: Pen, place: Point, fill: Colour) -> None:
    for colour, radius in ((theme.INK, 27), (theme.PAPER, 25), (fill, 18)):
        pen.disc(*place, radius, colour)


def _paint_ring(pen: Pen, place: Point, fill: Colour) -> None:
    pen.ring(*place, RING, theme.PAPER, 13)
    pen.ring(*place, RING - 3, fill, 7)


def _paint_dashes(pen: Pen, points: Line, fill: Colour) -> None:
    line = straight(points)
    count = max(2, round(line.length / DASH))
    step = line.length / count
    for number in range(count):
        here = [line.at(step * (number + share))[:2] for share in (0.2, 0.5, 0.8)]
        pen.line(here, theme.PAPER, 18)
        pen.line(here, fill, 11)
