"""The board with everything on it: the picture that is posted after each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from PIL import Image

from engine.board import MapSpec
from engine.ids import CityId, Piece, RouteId, Seat
from engine.view import View
from maps.layout import Layout, Slot, Track
from render import theme
from render.canvas import Kept, Painter, Sprite, baked, painted
from render.frame import Frame, bare, close_up, whole
from render.labels import Words
from render.layers.cities import paint_cities, paint_city, paint_name, paint_tags
from render.layers.ground import paint_ground
from render.layers.marks import paint_badge, paint_closed, paint_glow, paint_marked
from render.layers.pieces import paint_harbour, paint_piece
from render.layers.slots import paint_slots
from render.palette import png
from render.panel import lay_panel
from render.pen import Box, Pen
from render.surface import Quick

GROUNDS: Final = Kept(12)
"""Empty boards by layout, frame and language: about three megabytes each."""
HARBOUR: Final = 1.1
"""How much bigger than its city's disc a harbour is."""
SPRITES_EACH: Final = 2500
"""So many things on one board are kept, each about a kilobyte."""


@dataclass(frozen=True)
class Ground:
    """An empty board in the palette, and what may lie on it."""

    spec: MapSpec
    layout: Layout
    frame: Frame
    language: str
    image: Image.Image
    sprites: Kept = field(default_factory=lambda: Kept(SPRITES_EACH))

    def piece(self, slot: Slot, piece: Piece, seat: Seat) -> Sprite:
        """A piece of a seat on a slot."""
        return self.sprites.get(
            (slot, seat),
            lambda: self._bake(
                _around(slot.x, slot.y, slot.length * 0.5 + 12),
                lambda pen: paint_piece(pen, slot, piece, theme.MARKS[seat]),
            ),
        )

    def harbour(self, city: CityId, seat: Seat) -> Sprite:
        """A harbour of a seat in a city."""
        x, y, size = harbour_place(self.layout, city)

        def paint(pen: Pen) -> None:
            paint_harbour(pen, x, y, size, theme.MARKS[seat])
            paint_name(pen, self.layout, self.spec.cities[city], self.language)

        return self.sprites.get(
            ("harbour", city, seat),
            lambda: self._bake(_around(x, y, size * 2.4), paint),
        )

    def glow(self, track: RouteId) -> Sprite:
        """A light around a track; cities and names stay above it."""
        return self._under(("glow", track), track, paint_glow)

    def marked(self, track: RouteId) -> Sprite:
        """A track asked about."""
        return self._under(("marked", track), track, paint_marked)

    def closed(self, track: RouteId) -> Sprite:
        """A track that nobody may claim any more."""
        there = self.layout.tracks[track]
        xs, ys = [slot.x for slot in there.slots], [slot.y for slot in there.slots]
        box = (min(xs) - 40, min(ys) - 40, max(xs) + 40, max(ys) + 40)
        return self.sprites.get(
            ("closed", track), lambda: self._bake(box, lambda pen: paint_closed(pen, there))
        )

    def badge(self, track: RouteId, number: int, seat: Seat) -> Sprite:
        """The number of a fresh claim, over its middle piece."""
        slots, piece = self.layout.tracks[track].slots, self.spec.routes[track].piece
        x, y, size = badge_place(self.layout, track)

        def paint(pen: Pen) -> None:
            for each in slots:
                paint_piece(pen, each, piece, theme.MARKS[seat])
            paint_badge(pen, x, y, size, str(number), theme.MARKS[seat])

        return self.sprites.get(
            ("badge", track, number, seat),
            lambda: self._bake(_around(x, y, size * 1.4), paint),
        )

    def _under(
        self, key: tuple[str, RouteId], track: RouteId, painter: Callable[[Pen, Track], None]
    ) -> Sprite:
        routes, there = list(self.spec.routes.values()), self.layout.tracks[track]

        def paint(pen: Pen) -> None:
            painter(pen, there)
            paint_slots(pen, self.layout, routes)
            for city in self._near(box):
                paint_city(pen, self.spec, self.layout, city, self.language)
            paint_tags(pen, self.spec, self.layout, self.language)

        points = [point for part in there.parts for point in part]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = (min(xs) - 30, min(ys) - 30, max(xs) + 30, max(ys) + 30)
        return self.sprites.get(key, lambda: self._bake(box, paint))

    def _near(self, box: Box) -> list[CityId]:
        """Cities whose name or disc may reach into *box*."""
        reach = self.layout.font * 9
        return [
            name
            for name, place in self.layout.places.items()
            if box[0] - reach < place.x < box[2] + reach
            and box[1] - reach < place.y < box[3] + reach
        ]

    def _bake(self, box: Box, painter: Painter) -> Sprite:
        camera = self.frame.camera
        left, top = camera.pixel(box[0], box[1])
        right, bottom = camera.pixel(box[2], box[3])
        seen = (
            max(left, camera.left),
            max(top, camera.top),
            min(right, camera.left + camera.width),
            min(bottom, camera.top + camera.height),
        )
        return baked(self.image, seen, lambda pen: painter(camera.on_board(pen)))


def badge_place(layout: Layout, track: RouteId) -> tuple[float, float, float]:
    """Where the number of a claim stands, and how big it is."""
    there = layout.tracks[track]
    size = layout.font * (0.62 if len(there.slots) > 1 else 0.44)
    return there.middle.x, there.middle.y, size


def harbour_place(layout: Layout, city: CityId) -> tuple[float, float, float]:
    """Where a harbour stands, and how big it is: beside a name it gives way to the other side."""
    place, size = layout.places[city], layout.city_radius * HARBOUR
    anchor = place.label[2] if place.label else ""
    aside = {"lm": -0.75, "rm": 0.75}.get(anchor, 0.0)
    return place.x + aside * size, place.y, size


def _around(x: float, y: float, reach: float) -> Box:
    return x - reach, y - reach, x + reach, y + reach


def ground_for(spec: MapSpec, layout: Layout, frame: Frame, language: str) -> Ground:
    """The empty board for a frame, painted once and kept."""

    def make() -> Ground:
        if frame == bare(layout):
            image = _without_panel(ground_for(spec, layout, whole(layout), language))
        else:
            painter = ground_painter(spec, layout, frame, language)
            image = painted(frame.width, frame.height, painter)
        return Ground(spec, layout, frame, language, image)

    return GROUNDS.get((id(layout), frame, language), make)


def _without_panel(ground: Ground) -> Image.Image:
    camera = ground.frame.camera
    right, bottom = camera.left + camera.width, camera.top + camera.height
    return ground.image.crop((camera.left, camera.top, right, bottom))


def ground_painter(spec: MapSpec, layout: Layout, frame: Frame, language: str) -> Painter:
    """Everything on a picture that never changes."""
    routes = list(spec.routes.values())

    def paint(pen: Pen) -> None:
        pen.box((0, 0, frame.width, frame.height), theme.PANEL)
        board = frame.camera.on_board(pen)
        paint_ground(board, layout)
        paint_slots(board, layout, routes)
        paint_cities(board, spec, layout, language)
        cover(pen, frame)

    return paint


def cover(pen: Pen, frame: Frame) -> None:
    """The panel's ground around the board: outlines reach beyond it."""
    camera = frame.camera
    right, bottom = camera.left + camera.width, camera.top + camera.height
    pen.box((0, 0, frame.width, camera.top), theme.PANEL)
    pen.box((0, bottom, frame.width, frame.height), theme.PANEL)
    pen.box((0, 0, camera.left, frame.height), theme.PANEL)
    pen.box((right, 0, frame.width, frame.height), theme.PANEL)


@dataclass(frozen=True, slots=True)
class Stress:
    """What to point at."""

    since: int | None = None
    """Claims after this version glow and are numbered."""
    routes: tuple[RouteId, ...] = ()
    """Tracks asked about."""
    closed: tuple[RouteId, ...] = ()
    """Tracks that nobody may claim any more; the caller knows the rules."""


def draw_board(
    view: View,
    spec: MapSpec,
    layout: Layout,
    *,
    names: Sequence[str] = (),
    words: Words | None = None,
    stress: Stress | None = None,
    zoom: str | None = None,
) -> bytes:
    """The public board as a PNG; with *zoom* a part of it, bigger and without the panel.

    Raises:
        UnknownRegion: *zoom* names neither a region nor a city.

    """
    words = words or Words()
    frame = close_up(spec, layout, zoom) if zoom else whole(layout)
    ground = ground_for(spec, layout, frame, words.language)
    canvas = lay_board(ground, view, stress or Stress())
    lay_panel(Quick(canvas), frame, view, spec, names, words)
    return png(canvas)


def lay_board(ground: Ground, view: View, stress: Stress) -> Image.Image:
    """A fresh canvas with the board and all that lies on it."""
    canvas = ground.image.copy()
    fresh = view.claimed_since(stress.since) if stress.since is not None else ()
    for track in stress.routes:
        ground.marked(track).paste(canvas)
    for track in fresh:
        ground.glow(track).paste(canvas)
    for track in stress.closed:
        ground.closed(track).paste(canvas)
    _lay_pieces(canvas, ground, view)
    for number, track in enumerate(fresh, 1):
        ground.badge(track, number, view.owners[track]).paste(canvas)
    return canvas


def _lay_pieces(canvas: Image.Image, ground: Ground, view: View) -> None:
    tracks, routes = ground.layout.tracks, ground.spec.routes
    for track, seat in view.owners.items():
        piece = routes[track].piece
        for slot in tracks[track].slots:
            ground.piece(slot, piece, seat).paste(canvas)
    for (_, city), seat in view.placed.items():
        ground.harbour(city, seat).paste(canvas)


def empty(spec: MapSpec, layout: Layout, words: Words) -> Image.Image:
    """The board without anything on it, in the palette."""
    return ground_for(spec, layout, bare(layout), words.language).image
