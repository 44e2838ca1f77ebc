"""The turn picture painted anew from nothing: slow, and the same. What the quick way is held to."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render import theme
from render.board_cache import badge_place, cover
from render.frame import whole
from render.layers.cities import paint_cities, paint_name
from render.layers.ground import paint_ground
from render.layers.marks import (
    badge_style,
    closed_ground,
    paint_badge,
    paint_closed,
    paint_glow,
    paint_marked,
    paint_path,
)
from render.layers.pieces import paint_casing, paint_harbour, paint_piece
from render.layers.slots import paint_slots
from render.panel import lay_panel
from render.pen import Pen
from render.placement.cities import harbour_place
from render.scene import Scene
from render.stamps import Stamp


def redrawn(
    scene: Scene, fine: int, shrink: Image.Resampling = Image.Resampling.BOX
) -> Image.Image:
    """The picture of `draw_board` in true colours, painted *fine* times too big in one piece."""
    frame = whole(scene.layout)
    big = Image.new("RGB", (frame.width * fine, frame.height * fine))
    pen = Pen.on(big, fine)
    _paint_board(frame.camera.on_board(pen), scene)
    cover(pen, frame)
    lay_panel(Slow(pen), frame, scene)
    return big.resize((frame.width, frame.height), shrink)


def _paint_board(pen: Pen, scene: Scene) -> None:
    view, spec, layout, stress = scene.seen, scene.spec, scene.layout, scene.stress
    fresh = view.claimed_since(stress.since) if stress.since is not None else ()
    paint_ground(pen, layout)
    for painter, tracks in (
        (paint_marked, stress.routes),
        (paint_glow, fresh),
        (paint_casing, [track for track in view.owners if track not in fresh]),
        (paint_path, stress.path),
    ):
        for there in (layout.tracks[track] for track in tracks):
            for part in there.parts:
                painter(pen, there, part)
    paint_slots(pen, layout, list(spec.routes.values()))
    for track in stress.closed:
        paint_closed(pen, layout.tracks[track], closed_ground(spec.routes[track]))
    paint_cities(pen, spec, layout, scene.language, whole(layout).camera.window)
    _paint_pieces(pen, scene)
    for number, track in enumerate(fresh, 1):
        x, y, size = badge_place(spec, layout, track)
        paint_badge(pen, x, y, size, theme.MARKS[view.owners[track]])
        style = badge_style(size, number)
        pen.text(x, y, str(number), style.size, style.fill, face=style.face)


def _paint_pieces(pen: Pen, scene: Scene) -> None:
    view, spec, layout = scene.seen, scene.spec, scene.layout
    for track, seat in view.owners.items():
        for slot in layout.tracks[track].slots:
            paint_piece(pen, slot, spec.routes[track].piece, theme.MARKS[seat])
    for (_, city), seat in view.placed.items():
        paint_harbour(pen, *harbour_place(spec, layout, city), theme.MARKS[seat])
        paint_name(pen, layout, spec.cities[city], scene.language)


@dataclass(frozen=True, slots=True)
class Slow:
    """A pen: stamps are painted each time, however big."""

    pen: Pen

    def put(self, stamp: Stamp, x: float, y: float) -> None:
        """Paint a stamp."""
        pen = self.pen.inside(round(x), round(y))
        pen.box((0, 0, stamp.width, stamp.height), stamp.ground)
        stamp.paint(pen)
