"""The turn picture painted anew from nothing: slow, and the same. What the quick way is held to."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.board import MapSpec
from engine.view import View
from maps.layout import Layout
from render import theme
from render.board import Stress
from render.frame import whole
from render.grounds import badge_place, cover, harbour_place
from render.labels import Words
from render.layers.cities import paint_cities, paint_name
from render.layers.ground import paint_ground
from render.layers.marks import (
    badge_style,
    paint_badge,
    paint_closed,
    paint_glow,
    paint_marked,
)
from render.layers.pieces import paint_harbour, paint_piece
from render.layers.slots import paint_slots
from render.panel import lay_panel
from render.pen import Pen
from render.surface import Slow


def redrawn(
    view: View,
    spec: MapSpec,
    layout: Layout,
    *,
    fine: int,
    shrink: Image.Resampling = Image.Resampling.BOX,
    names: Sequence[str] = (),
    words: Words | None = None,
    stress: Stress | None = None,
) -> Image.Image:
    """The picture of `draw_board` in true colours, painted *fine* times too big in one piece."""
    frame = whole(layout)
    big = Image.new("RGB", (frame.width * fine, frame.height * fine))
    pen = Pen.on(big, fine)
    _paint_board(
        frame.camera.on_board(pen), view, spec, layout, words or Words(), stress or Stress()
    )
    cover(pen, frame)
    lay_panel(Slow(pen), frame, view, spec, names, words or Words())
    return big.resize((frame.width, frame.height), shrink)


def _paint_board(
    pen: Pen, view: View, spec: MapSpec, layout: Layout, words: Words, stress: Stress
) -> None:
    fresh = view.claimed_since(stress.since) if stress.since is not None else ()
    paint_ground(pen, layout)
    for painter, tracks in ((paint_marked, stress.routes), (paint_glow, fresh)):
        for there in (layout.tracks[track] for track in tracks):
            for part in there.parts:
                painter(pen, there, part)
    paint_slots(pen, layout, list(spec.routes.values()))
    for track in stress.closed:
        paint_closed(pen, layout.tracks[track])
    paint_cities(pen, spec, layout, words.language)
    _paint_pieces(pen, view, spec, layout, words)
    for number, track in enumerate(fresh, 1):
        x, y, size = badge_place(spec, layout, track)
        paint_badge(pen, x, y, size, theme.MARKS[view.owners[track]])
        style = badge_style(size, number)
        pen.text(x, y, str(number), style.size, style.fill, face=style.face)


def _paint_pieces(pen: Pen, view: View, spec: MapSpec, layout: Layout, words: Words) -> None:
    for track, seat in view.owners.items():
        for slot in layout.tracks[track].slots:
            paint_piece(pen, slot, spec.routes[track].piece, theme.MARKS[seat])
    for (_, city), seat in view.placed.items():
        paint_harbour(pen, *harbour_place(layout, city), theme.MARKS[seat])
        paint_name(pen, layout, spec.cities[city], words.language)
