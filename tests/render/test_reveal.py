"""The animated end: for every edition, in its order, small, and with the ranking at last."""

from __future__ import annotations

from functools import cache

import pytest
from PIL import Image

import maps
from engine import score
from engine.advice import joining_links
from engine.scoring import ScoreSheet
from render import draw_reveal, theme
from render.palette import indexed
from render.reveal.pointing import _place, _pointer
from render.reveal.ranking import lay_ranking
from render.reveal.reveal import FIRST, LAST
from render.reveal.story import MOST, opening, told
from tests.render.scenes import EDITIONS, game, open_image, scene, view

NAMES = [f"Guest {number}" for number in range(1, 6)]
LIMIT = 2 * 1024 * 1024
"""Tickets of a game of chance are many: it is hardly ever so big."""


def sheet(edition: str) -> ScoreSheet:
    return score(*game(edition))


@cache
def reveal(edition: str, language: str = "en") -> bytes:
    return draw_reveal(scene(edition, language=language, names=NAMES))


class TestPicture:
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_of_every_edition(self, edition: str) -> None:
        picture = reveal(edition)
        image = open_image(picture)

        assert image.format == "GIF"
        assert 1 < image.n_frames <= 2 * MOST + 20
        assert image.width <= 1100
        assert len(picture) < LIMIT

    def test_plays_once_and_takes_its_time(self) -> None:
        image = open_image(reveal("new-york"))
        times = []
        for number in range(image.n_frames):
            image.seek(number)
            times.append(image.info["duration"])

        assert "loop" not in image.info
        assert (times[0], times[-1]) == (FIRST, LAST)
        assert sum(times) < 60_000

    @pytest.mark.parametrize("edition", ["usa", "new-york"])
    def test_ends_with_the_ranking(self, edition: str) -> None:
        image = open_image(reveal(edition))
        image.seek(image.n_frames - 1)
        ranking = indexed(Image.new("RGB", image.size))
        lay_ranking(ranking, scene(edition, names=NAMES))

        assert image.convert("RGB").tobytes() == ranking.convert("RGB").tobytes()

    def test_same_input_same_bytes(self) -> None:
        first = reveal("new-york")
        reveal.cache_clear()

        assert reveal("new-york") == first
        assert reveal("new-york", "de") != first


class TestStory:
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_all_lines_are_told_and_failures_first(self, edition: str) -> None:
        spec, result = maps.load(edition), sheet(edition)
        steps = told(spec, result)
        kinds = [0 if not step.done else 1 if step.tickets else 2 for step in steps]

        assert kinds == sorted(kinds)
        for seat, total in enumerate(result.totals):
            gained = sum(step.gains().get(seat, 0) for step in steps)
            assert opening(result, seat) + gained == total

    def test_a_fulfilled_ticket_has_its_way(self) -> None:
        """Only tracks of the one who holds it, and they join the stops."""
        seen = 0
        for edition in EDITIONS:
            spec, owners = maps.load(edition), view(edition).owners
            for step in told(spec, sheet(edition)):
                for line in step.lines if step.tickets else ():
                    way = joining_links(spec, owners, line.seat, line.detail)
                    assert (way is not None) == step.done
                    seen += step.done
                    assert all(owners[track] == line.seat for track in way or ())
        assert seen


def test_ways_are_in_no_colour_of_a_seat() -> None:
    """Neither those of tickets, achieved or not, nor the longest path."""
    shown = scene("usa", names=NAMES)
    steps = told(shown.spec, shown.result)
    fills = {_pointer(shown, step, line).fill for step in steps for line in step.lines}

    assert fills == {theme.MARKED, theme.FAILED_WAY}


def test_a_country_is_shown_where_the_way_ends() -> None:
    """Not on its name."""
    spec, layout = maps.load("germany"), maps.layout("germany")
    for route in spec.routes.values():
        for stop in route.ends:
            at = _place(spec, layout, stop, (route.id,))
            place = layout.places[stop]
            if spec.cities[stop].is_end:
                assert at in layout.spots.values()
                assert _place(spec, layout, stop, ()) in layout.spots.values()
            else:
                assert at == (place.x, place.y)
