"""The board with all its pieces and marks: the picture that is posted after each turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from PIL import Image

from engine.ids import RouteId
from engine.view import View
from render.board_cache import Ground, badge_place, ground_for
from render.canvas import Sprite
from render.frame import close_up, whole
from render.layers.marks import badge_style
from render.palette import png
from render.panel import lay_panel
from render.scene import Scene, Stress
from render.stamps import Quick, Surface, write_number


def draw_board(scene: Scene) -> bytes:
    """Draw the public board as a PNG. A close-up is bigger and has no panel.

    Raises:
        UnknownRegion: The board has no region or city of this name.

    """
    spec, layout = scene.spec, scene.layout
    frame = close_up(spec, layout, scene.zoom) if scene.zoom else whole(layout)
    ground = ground_for(spec, layout, frame, scene.language)
    canvas = lay_board(ground, scene.seen, scene.stress)
    lay_panel(Quick(canvas), frame, scene)
    return png(canvas)


def lay_board(
    ground: Ground, view: View, stress: Stress, wanted: Sequence[RouteId] = ()
) -> Image.Image:
    """Return a new canvas with the board and everything on it; *wanted* tracks get a halo."""
    canvas = ground.image.copy()
    fresh = view.claimed_since(stress.since) if stress.since is not None else ()
    for track in wanted:
        for sprite in ground.link(track):
            sprite.paste(canvas)
    for sprite in _bands(ground, view, stress, fresh):
        sprite.paste(canvas)
    for track in stress.closed:
        ground.closed(track).paste(canvas)
    _lay_pieces(canvas, ground, view)
    for number, track in enumerate(fresh, 1):
        ground.badge(track, view.owners[track]).paste(canvas)
        _lay_number(Quick(canvas), ground, track, number)
    return canvas


def _bands(
    ground: Ground, view: View, stress: Stress, fresh: Collection[RouteId]
) -> Iterator[Sprite]:
    """Yield the bands along tracks, which are below everything printed; the topmost come last."""
    for track in stress.routes:
        yield from ground.marked(track)
    for track in view.owners:
        yield from ground.glow(track) if track in fresh else ground.casing(track)
    for track in stress.path:
        yield from ground.path(track)


def _lay_number(surface: Surface, ground: Ground, track: RouteId, number: int) -> None:
    x, y, size = badge_place(ground.spec, ground.layout, track)
    camera = ground.frame.camera
    left, top = camera.pixel(x, y)
    if camera.left <= left <= camera.left + camera.width - size:
        write_number(surface, left, top, number, badge_style(size * camera.scale, number))


def _lay_pieces(canvas: Image.Image, ground: Ground, view: View) -> None:
    tracks, routes = ground.layout.tracks, ground.spec.routes
    for track, seat in view.owners.items():
        piece = routes[track].piece
        for slot in tracks[track].slots:
            ground.piece(slot, piece, seat).paste(canvas)
    for (_, city), seat in view.placed.items():
        ground.harbour(city, seat).paste(canvas)
