"""A player's own map: what is kept from other maps never shows in it, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import maps
from render import draw_map, theme
from render.canvas import Sprite
from render.frame import bare
from render.grounds import GROUNDS, Ground, ground_for
from render.layers.marks import link_points
from render.palette import colours
from render.surface import SPRITES
from tests.builders import BOARDS
from tests.render.scenes import own

TURN = 15


def _own(edition: str, viewer: int, language: str, zoom: str | None) -> Callable[[], bytes]:
    return partial(draw_map, own(edition, TURN, viewer, language, zoom=zoom))


def _alone(work: Callable[[], bytes]) -> bytes:
    GROUNDS.clear()
    SPRITES.clear()
    return work()


@pytest.mark.parametrize("zoom", [None, "centre"])
@pytest.mark.parametrize("edition", ["new-york", "germany"])
def test_another_map_between(edition: str, zoom: str | None) -> None:
    """The same bytes cold and warm, whatever was drawn before for others."""
    whose = ((0, "en"), (1, "en"), (1, "de"))
    works = [_own(edition, viewer, language, zoom) for viewer, language in whose]
    alone = [_alone(work) for work in works]

    drawn = [work() for _ in range(2) for work in works]

    assert drawn == alone * 2
    assert alone[0] != alone[1]


def _ground(edition: str, language: str = "en") -> Ground:
    layout = maps.layout(edition)
    return ground_for(maps.load(edition), layout, bare(layout), language)


def _is_whole(sprite: Sprite, ground: Ground) -> bool:
    """Whether it ends before its box does, but where the board ends."""
    if sprite.mask is None or sprite.mask.getbbox() is None:
        return False
    left, top, right, bottom = sprite.mask.getbbox()
    x, y = sprite.at
    return (
        (left > 0 or x == 0)
        and (top > 0 or y == 0)
        and (right < sprite.mask.width or x + right == ground.frame.width)
        and (bottom < sprite.mask.height or y + bottom == ground.frame.height)
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", BOARDS)
def test_names_and_rings_are_whole(edition: str, language: str) -> None:
    """Long names, names of several lines, accents: all of it is in the picture that is kept."""
    ground = _ground(edition, language)
    cities = [city.id for city in ground.spec.cities.values() if not city.is_end]
    places = {city: ground.layout.places[city] for city in cities}

    names = {city: ground.name(city) for city, place in places.items() if place.label}
    rings = {city: ground.ring(place.x, place.y) for city, place in places.items()}

    assert [city for city, name in names.items() if not _is_whole(name, ground)] == []
    assert [city for city, ring in rings.items() if not _is_whole(ring, ground)] == []


@pytest.mark.parametrize("edition", BOARDS)
def test_links_have_all_their_dots(edition: str) -> None:
    """Of every track, also of one that leaves the board and comes back."""
    ground, dot = _ground(edition), colours().index(theme.LINKS)
    for track, there in ground.layout.tracks.items():
        canvas = ground.image.copy()
        for sprite in ground.link(track):
            sprite.paste(canvas)

        points = [point for part in there.parts for point in link_points(part)]
        at = [ground.frame.camera.pixel(*point) for point in points]
        seen = {canvas.getpixel((int(x), int(y))) for x, y in at if 0 <= x < canvas.width}

        assert seen == {dot}, track
