"""A cache of empty boards, each with the sprites of everything that can be put on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, sin
from typing import Final, TypeAlias

from PIL import Image

from engine.board import MapSpec
from engine.ids import CityId, Piece, RouteId, Seat
from maps.layout import Layout, Slot, Track
from maps.lettering import label_box
from maps.lines import Point
from maps.lru import LruCache
from render import theme
from render.canvas import Painter, Sprite, baked, layered
from render.frame import Frame, bare, whole
from render.layers.cities import is_written, paint_cities, paint_name
from render.layers.ground import paint_ground
from render.layers.marks import (
    closed_ground,
    paint_badge,
    paint_closed,
    paint_collar,
    paint_glow,
    paint_link,
    paint_marked,
    paint_path,
    paint_ring,
)
from render.layers.pieces import cover_piece, harbour_half, paint_casing, paint_harbour, paint_piece
from render.layers.slots import paint_slots
from render.pen import Box, Pen
from render.placement.cities import harbour_place
from render.placement.labels import mark_place, mark_size

GROUNDS: Final = LruCache[Hashable, "Ground"](12)
"""Empty boards by layout, frame and language: about 6 megabytes each."""
BAND: Final = 2
"""How many times bigger bands around tracks are painted before they are shrunk."""
Part: TypeAlias = tuple[Point, ...]
Sprites: TypeAlias = tuple[Sprite, ...]
SPRITES_EACH: Final = 2500
"""At most 2500 sprites are cached per board. Each takes about a kilobyte."""


@dataclass(frozen=True)
class Ground:
    """An empty board in the palette, with the sprites that can be pasted on it."""

    spec: MapSpec
    layout: Layout
    frame: Frame
    language: str
    image: Image.Image
    cover: Image.Image
    """The mask of slots, cities and names. Bands along tracks stay below them."""
    sprites: LruCache[Hashable, Sprites] = field(default_factory=lambda: LruCache(SPRITES_EACH))

    def piece(self, slot: Slot, piece: Piece, seat: Seat) -> Sprite:
        """Return a seat's piece on a slot."""
        return self._sprite(
            (slot, seat),
            lambda: self._bake(
                _slot_box(slot),
                lambda pen: paint_piece(pen, slot, piece, theme.MARKS[seat]),
                lambda pen: cover_piece(pen, slot, piece),
            ),
        )

    def harbour(self, city: CityId, seat: Seat) -> Sprite:
        """Return a seat's harbor in a city."""
        x, y, size = harbour_place(self.spec, self.layout, city)

        def paint(pen: Pen) -> None:
            paint_harbour(pen, x, y, size, theme.MARKS[seat])
            if self.names(city):
                paint_name(pen, self.layout, self.spec.cities[city], self.language)

        return self._sprite(
            ("harbour", city, seat),
            lambda: self._bake(_around(x, y, size * 2.4), paint),
        )

    def collar(self, city: CityId) -> Sprite:
        """Return the ring around a harbor in a stop of the viewer's ticket.

        The harbor is pasted over the ring afterwards.
        """
        x, y, size = harbour_place(self.spec, self.layout, city)
        return self._sprite(
            ("collar", city),
            lambda: self._bake(
                _around(x, y, size * 2.4), lambda pen: paint_collar(pen, x, y, harbour_half(size))
            ),
        )

    def casing(self, track: RouteId) -> Sprites:
        """Return the light band along a claimed track, one sprite per part."""
        return self._band("casing", track, paint_casing)

    def glow(self, track: RouteId) -> Sprites:
        """Return the glow around a track, one sprite per part; slots, cities and names cover it."""
        return self._band("glow", track, paint_glow)

    def path(self, track: RouteId) -> Sprites:
        """Return the frame around a track of the longest path, one sprite per part."""
        return self._band("path", track, paint_path)

    def marked(self, track: RouteId) -> Sprites:
        """Return the frame around a track that the viewer asked about, one sprite per part."""
        return self._band("marked", track, paint_marked)

    def link(self, track: RouteId) -> Sprites:
        """Return the halo beside a track that a ticket still needs, one sprite per part."""
        return self._band("link", track, paint_link)

    def ring(self, x: float, y: float) -> Sprite:
        """Return the ring around a stop of the viewer's ticket."""
        radius = self.layout.city_radius
        return self._sprite(
            ("ring", x, y),
            lambda: self._bake(
                _around(x, y, radius + 12), lambda pen: paint_ring(pen, x, y, radius)
            ),
        )

    def names(self, city: CityId) -> bool:
        """Return whether a city's name is written. A close-up omits names it would cut off."""
        window = self.frame.camera.window
        return is_written(self.layout, self.spec.cities[city], self.language, window)

    def name(self, city: CityId) -> Sprite:
        """Return a city's name, to paste over everything else on the board."""
        place, details = self.layout.places[city], self.spec.cities[city]

        def make() -> Sprite:
            box = label_box(place, details, self.layout.font, self.language)
            (left, top), _, (right, bottom), _ = box or ((place.x, place.y),) * 4
            # Accents reach above capital letters, so the box needs more room at the top.
            above = (left - 2, top - self.layout.font * 0.3, right + 2, bottom + 2)
            return self._bake(
                above, lambda pen: paint_name(pen, self.layout, details, self.language)
            )

        return self._sprite(("name", city), make)

    def closed(self, track: RouteId) -> Sprite:
        """Return the hatching over a track that no player may claim any more."""
        there = self.layout.tracks[track]
        xs, ys = [slot.x for slot in there.slots], [slot.y for slot in there.slots]
        box = (min(xs) - 40, min(ys) - 40, max(xs) + 40, max(ys) + 40)
        fades = closed_ground(self.spec.routes[track])
        return self._sprite(
            ("closed", track), lambda: self._bake(box, lambda pen: paint_closed(pen, there, fades))
        )

    def badge(self, track: RouteId, seat: Seat) -> Sprite:
        """Return the disc for the number of a new claim, over its middle piece."""
        slots, piece = self.layout.tracks[track].slots, self.spec.routes[track].piece
        x, y, size = badge_place(self.spec, self.layout, track)
        near = [slot for slot in slots if hypot(slot.x - x, slot.y - y) < size * 2 + slot.length]

        def cover(pen: Pen) -> None:
            paint_badge(pen, x, y, size, theme.MARKS[seat])

        def paint(pen: Pen) -> None:
            for each in near:
                paint_piece(pen, each, piece, theme.MARKS[seat])
            cover(pen)

        box = _around(x, y, size * 1.4)
        return self._sprite(("badge", track, seat), lambda: self._bake(box, paint, cover))

    def _sprite(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        return self.sprites.get_or_make(key, lambda: (make(),))[0]

    def _band(
        self, kind: str, track: RouteId, painter: Callable[[Pen, Track, Part], None]
    ) -> Sprites:
        there = self.layout.tracks[track]

        def make(part: Part) -> Sprite:
            sprite = self._bake(_along(part, 30), lambda pen: painter(pen, there, part), fine=BAND)
            return sprite.below(self.cover)

        return self.sprites.get_or_make((kind, track), lambda: tuple(map(make, there.parts)))

    def _bake(
        self, box: Box, painter: Painter, cover: Painter | None = None, fine: int = theme.FINE
    ) -> Sprite:
        camera = self.frame.camera
        quick = (lambda pen: cover(camera.on_board(pen))) if cover else None
        seen = camera.seen(box)
        return baked(self.image, seen, lambda pen: painter(camera.on_board(pen)), quick, fine)


def badge_place(spec: MapSpec, layout: Layout, track: RouteId) -> tuple[float, float, float]:
    """Return the position and the size of the number of a claim."""
    return *mark_place(spec, layout, track), mark_size(layout, track)


def _along(part: Sequence[Point], reach: float) -> Box:
    xs, ys = [x for x, _ in part], [y for _, y in part]
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def _around(x: float, y: float, reach: float) -> Box:
    return x - reach, y - reach, x + reach, y + reach


def ground_for(spec: MapSpec, layout: Layout, frame: Frame, language: str) -> Ground:
    """Return the empty board for a frame. It is painted once and then cached."""

    def make() -> Ground:
        if frame == bare(layout):
            return _without_panel(ground_for(spec, layout, whole(layout), language), frame)
        under, over = ground_painters(spec, layout, frame, language)
        image, covered = layered(frame.width, frame.height, under, over)
        return Ground(spec, layout, frame, language, image, covered)

    return GROUNDS.get_or_make((id(layout), frame, language), make)


def _without_panel(ground: Ground, frame: Frame) -> Ground:
    camera = ground.frame.camera
    right, bottom = camera.left + camera.width, camera.top + camera.height
    box = (camera.left, camera.top, right, bottom)
    image, covered = ground.image.crop(box), ground.cover.crop(box)
    return Ground(ground.spec, ground.layout, frame, ground.language, image, covered)


def ground_painters(
    spec: MapSpec, layout: Layout, frame: Frame, language: str
) -> tuple[Painter, Painter]:
    """Return painters of everything that never changes: the land, and what is printed on it."""
    routes = list(spec.routes.values())

    def under(pen: Pen) -> None:
        pen.box((0, 0, frame.width, frame.height), theme.PANEL)
        paint_ground(frame.camera.on_board(pen), layout)

    def over(pen: Pen) -> None:
        board = frame.camera.on_board(pen)
        paint_slots(board, layout, routes)
        paint_cities(board, spec, layout, language, frame.camera.window)
        cover(pen, frame)

    return under, over


def cover(pen: Pen, frame: Frame) -> None:
    """Paint the panel's background around the board, because outlines reach beyond the board."""
    camera = frame.camera
    right, bottom = camera.left + camera.width, camera.top + camera.height
    pen.box((0, 0, frame.width, camera.top), theme.PANEL)
    pen.box((0, bottom, frame.width, frame.height), theme.PANEL)
    pen.box((0, 0, camera.left, frame.height), theme.PANEL)
    pen.box((right, 0, frame.width, frame.height), theme.PANEL)


def _slot_box(slot: Slot) -> Box:
    """Return the upright rectangle around a piece on a slot, with its couplings."""
    along, across = slot.length / 2 + 11, slot.width / 2 + 5
    wide = abs(cos(slot.angle)) * along + abs(sin(slot.angle)) * across
    high = abs(sin(slot.angle)) * along + abs(cos(slot.angle)) * across
    return slot.x - wide, slot.y - high, slot.x + wide, slot.y + high
