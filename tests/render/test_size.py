"""Files stay small even where a picture is as full as it can be."""

from __future__ import annotations

from io import BytesIO
from math import log10

import pytest
from PIL import Image, ImageChops, ImageStat

import maps
from maps.authoring.geometry import disc, touch
from maps.lettering import labels
from render import Stress, draw_board, draw_hand, draw_lobby, draw_map, draw_scores, draw_tickets
from render.palette import EFFORTS, LIMIT, distinct, png
from render.placement.labels import RIM, mark_place, mark_size
from render.theme import WIDEST
from tests.builders import BOARDS
from tests.render.redraw import redrawn
from tests.render.scenes import open_image, own, scene, view

NAMES = ["W" * 32] * 5


def _everything(edition: str) -> Stress:
    """Every claim glows, every other track is asked about."""
    taken = view(edition).owners
    free = tuple(track for track in maps.load(edition).routes if track not in taken)
    return Stress(since=-1, routes=free)


@pytest.mark.parametrize("edition", [*BOARDS, "usa-mega"])
def test_worst_cases(edition: str) -> None:
    """At most 400 KiB and 2000 pixels across, for every kind of picture."""
    stress = _everything(edition)
    full = scene(edition, names=NAMES, stress=stress)
    private = own(edition, None, 1, stress=stress)

    pictures = {
        "glow": draw_board(scene(edition, names=NAMES, stress=Stress(since=-1))),
        "board": draw_board(full),
        "close": draw_board(scene(edition, stress=stress, zoom="centre")),
        "map": draw_map(private),
        "hand": draw_hand(private),
        "tickets": draw_tickets(private),
        "scores": draw_scores(full),
        "lobby": draw_lobby(full),
    }

    assert {kind: len(one) for kind, one in pictures.items() if len(one) > LIMIT} == {}
    assert all(open_image(picture).width <= WIDEST for picture in pictures.values())


def test_a_full_board_is_like_a_slow_redraw() -> None:
    """30 dB or better where everything glows."""
    edition = "new-york"
    shown = scene(edition, names=NAMES, stress=_everything(edition))
    fine = redrawn(shown, 4)

    quick = open_image(draw_board(shown)).convert("RGB")

    noise = sum(ImageStat.Stat(ImageChops.difference(fine, quick)).sum2)
    assert 10 * log10(255**2 * 3 * fine.width * fine.height / noise) >= 30


def test_more_effort_only_where_it_is_needed() -> None:
    """What is too big at first is packed again; the pixels stay the same."""
    small = Image.new("P", (700, 700))
    big = Image.frombytes("P", (900, 900), bytes(range(90)) * 9000)

    for image in (small, big):
        image.putpalette(distinct())
        assert open_image(png(image)).tobytes() == image.tobytes()
    quick = BytesIO()
    big.save(quick, "PNG", compress_level=EFFORTS[0][0], compress_type=EFFORTS[0][1])
    assert len(quick.getvalue()) > LIMIT > len(png(big))


@pytest.mark.parametrize("edition", [*BOARDS, "usa-mega"])
def test_marks_of_parallel_tracks_stand_apart(edition: str) -> None:
    """Numbers and letters of both tracks of a double can be read."""
    spec, layout = maps.load(edition), maps.layout(edition)
    for track in spec.routes:
        x, y = mark_place(spec, layout, track)
        for other in spec.routes:
            if other != track and spec.routes[other].group == spec.routes[track].group:
                far = mark_place(spec, layout, other)
                assert (x - far[0]) ** 2 + (y - far[1]) ** 2 >= layout.font**2, (track, other)


@pytest.mark.parametrize("edition", [*BOARDS, "usa-mega"])
def test_marks_hide_no_names(edition: str) -> None:
    """In either language: a number gives way to a city's name."""
    spec, layout = maps.load(edition), maps.layout(edition)
    names = [thing for language in ("en", "de") for thing in labels(spec, layout, language)]
    for track in spec.routes:
        spot = disc(mark_place(spec, layout, track), mark_size(layout, track) * RIM)
        assert [name.name for name in names if touch(spot, name.outline)] == [], track
