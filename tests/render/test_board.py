"""The turn picture: same bytes, any view, any name, all that is stressed."""

from __future__ import annotations

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import log10

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import maps
from engine import score
from engine.ids import CityId
from maps.lettering import text_box
from render import Stress, UnknownRegion, draw_board, draw_scores, regions
from render.board_cache import GROUNDS
from render.canvas import flat
from render.fonts import readable
from render.frame import close_up, holds, whole, within
from render.layers.cities import is_written
from render.palette import colours, indexed
from render.panel import lay_panel
from render.pen import Box, fitted, text_width
from render.reveal.ranking import lay_ranking
from render.stamps import Stamp, Style, write
from render.theme import PANEL, PAPER, WIDEST
from tests.builders import BOARDS
from tests.render.redraw import redrawn
from tests.render.scenes import game, open_image, scene, view

NASTY = (
    "W" * 32,
    "🚂🚃🚃🚃🚃🚃",
    "שלום עולם, נוסע מספר ארבע",
    "\u202egnp.exe\u202c\nsecond line\ttab",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324algo",
    "",
    "日本語の名前がとても長い場合",
    "محمد بن عبد الله",
    "\x00\x07",
    "שלום 🚂 Z\u0351\u036b\u0301 日本",
    "김민수 王小明 ★ 👻",
    "\u200b\u200d\ufeff",
    "\ufdfd" * 12,
    "𓀀𓀁𓀂",
)
SMALL = "new-york"
"""The board that is drawn fastest."""


def _draw(edition: str = SMALL, turn: int | None = 20, **more: object) -> bytes:
    names = [f"Guest {n}" for n in range(1, 6)]
    return draw_board(scene(edition, turn, **{"names": names, **more}))


class TestPicture:
    @pytest.mark.parametrize("edition", BOARDS)
    def test_is_small_enough(self, edition: str) -> None:
        """At most 2000 wide and 400 KiB, also with a full board."""
        since = view(edition, None).claimed_at[-6]

        picture = _draw(edition, None, stress=Stress(since=since))

        image = open_image(picture)
        assert image.mode == "P"
        assert image.width <= WIDEST
        assert len(picture) <= 400 * 1024

    def test_same_input_same_bytes(self) -> None:
        """Also when nothing is kept from before."""
        first = _draw()
        GROUNDS.clear()

        assert _draw() == first

    def test_threads_agree(self) -> None:
        alone = _draw()
        GROUNDS.clear()

        with ThreadPoolExecutor(4) as pool:
            pictures = list(pool.map(lambda _: _draw(), range(6)))

        assert {*pictures} == {alone}

    def test_is_like_a_slow_redraw(self) -> None:
        """30 dB or better, with glow, numbers and closed tracks."""
        seen = view(SMALL, 25)
        free = [track for track in maps.load(SMALL).routes if track not in seen.owners]
        stress = Stress(since=seen.claimed_at[-4], routes=(free[0],), closed=(free[-1],))
        shown = scene(SMALL, 25, names=["Guest 1"], stress=stress)
        fine = redrawn(shown, 4)

        quick = open_image(draw_board(shown))

        squares = ImageStat.Stat(ImageChops.difference(fine, quick.convert("RGB"))).sum2
        noise = sum(squares) / (3 * fine.width * fine.height)
        assert 10 * log10(255**2 / noise) >= 30

    def test_language(self) -> None:
        assert _draw(language="de") != _draw(language="en")

    def test_every_state_of_a_table(self) -> None:
        """Openings, a turn, the last round, the end; a gap in the display."""
        start, turn, end = view(SMALL, 0), view(SMALL, 20), view(SMALL, None)
        last = replace(turn, turns_left=3, display=(None, *turn.display[1:]))

        drawn = {_draw(view=each) for each in (start, turn, end, last)}

        assert len(drawn) == 4


class Noted:
    """A surface that remembers what is put on it, and what room that takes."""

    def __init__(self) -> None:
        self.boxes: list[Box] = []
        self.stamps: list[Stamp] = []

    def put(self, stamp: Stamp, x: float, y: float) -> None:
        self.boxes.append((x, y, x + stamp.width, y + stamp.height))
        self.stamps.append(stamp)


@pytest.mark.parametrize("size", [26.8, 28.8, 44])
@pytest.mark.parametrize("words", ["Maximiliane-Charlotte", "illililili", "W" * 12])
def test_no_letter_is_cut(words: str, size: float) -> None:
    """What is written has room to its right, however its letters come out."""
    surface = Noted()

    write(surface, 0, 0, words, Style(size, PAPER, PANEL, "semibold"))

    (stamp,) = surface.stamps
    image = flat(stamp.width, stamp.height, stamp.ground, stamp.paint, stamp.fine).image
    edge = image.convert("RGB").crop((stamp.width - 1, 0, stamp.width, stamp.height))
    assert len(edge.getcolors()) == 1


@pytest.mark.parametrize("edition", BOARDS)
def test_cards_decks_and_discards_have_room(edition: str) -> None:
    """However many there are: nothing beside the board touches anything else."""
    seen, layout, surface = view(edition, 0), maps.layout(edition), Noted()
    full = replace(
        seen,
        decks=dict.fromkeys(seen.decks, (110, 99)),
        ticket_decks=dict.fromkeys(seen.ticket_decks, 99),
    )

    lay_panel(surface, whole(layout), scene(edition, 0, view=full))

    left, top, right, bottom = whole(layout).display or (0, 0, 0, 0)
    shown = [box for box in surface.boxes if left <= box[0] < right and top <= box[1] < bottom]
    assert len(shown) == len(full.display) + 4 * len(full.decks) + 2 * len(full.ticket_decks)
    assert all(box[2] <= right and box[3] <= bottom for box in shown)
    for one, other in combinations(shown, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


class TestStress:
    def test_fresh_claims_glow(self) -> None:
        assert _draw(stress=Stress(since=0)) != _draw()

    def test_a_route_asked_about(self) -> None:
        track = next(iter(maps.load(SMALL).routes))

        assert _draw(stress=Stress(routes=(track,))) != _draw()

    def test_a_closed_route(self) -> None:
        track = next(t for t in maps.load(SMALL).routes if t not in view(SMALL, 20).owners)

        assert _draw(stress=Stress(closed=(track,))) != _draw()


class TestNames:
    @pytest.mark.parametrize("name", NASTY)
    def test_never_breaks_the_picture(self, name: str) -> None:
        """Nothing but the plates of the seats changes."""
        plain = open_image(_draw(names=["Guest 1"] * 4)).convert("RGB")

        nasty = open_image(_draw(names=[name] * 4)).convert("RGB")

        changed = ImageChops.difference(plain, nasty).getbbox()
        assert plain.size == nasty.size
        seats = whole(maps.layout(SMALL)).seats or (0, 0, 0, 0)
        assert changed is None or changed[0] > seats[0] + 70

    @pytest.mark.parametrize("name", NASTY)
    def test_fits_into_its_room(self, name: str) -> None:
        """Whatever it is made of, in every size that is asked for."""
        for room, size, least in ((90, 44, 24), (166, 44, 24), (500, 42, 22)):
            text, fit = fitted(readable(name), size, "semibold", room, least)

            assert text_width(text, fit, "semibold") <= room + 0.5
            assert text or not readable(name) or room < 100

    @pytest.mark.parametrize("name", NASTY)
    def test_never_breaks_the_result(self, name: str) -> None:
        """Neither the score sheet nor the ranking: only where names stand something changes."""
        # Few lines: all seats stand beside the board.
        sheet = score(*game(SMALL))
        sheet = dataclasses.replace(sheet, lines=sheet.lines[:4])
        scenes = [scene(SMALL, names=[one] * 4, sheet=sheet) for one in ("Guest 1", name)]
        plain, nasty = (open_image(draw_scores(each)) for each in scenes)
        changed = ImageChops.difference(plain.convert("RGB"), nasty.convert("RGB")).getbbox()

        assert plain.size == nasty.size
        assert changed is None or (changed[0] > plain.width - 500 and changed[2] < plain.width - 60)

        ranks = [indexed(Image.new("RGB", (1000, 800))) for _ in range(2)]
        for canvas, each in zip(ranks, scenes, strict=True):
            lay_ranking(canvas, each)
        changed = ImageChops.difference(*(one.convert("RGB") for one in ranks)).getbbox()

        assert changed is None or (changed[0] > 150 and changed[2] < 480)

    def test_too_few_names(self) -> None:
        """A seat without a name shows its letter."""
        assert open_image(_draw(names=[])).size


class TestZoom:
    def test_every_region(self) -> None:
        layout = maps.layout(SMALL)

        sizes = [open_image(_draw(zoom=region)).size for region in regions(layout)[:2]]

        assert all(wide <= WIDEST for wide, _ in sizes)

    def test_a_city_by_any_of_its_names(self) -> None:
        assert _draw("germany", 30, zoom="München") == _draw("germany", 30, zoom="munich")

    def test_is_bigger(self) -> None:
        """A close-up shows the same thing at a higher scale."""
        spec, layout = maps.load("usa"), maps.layout("usa")

        assert close_up(spec, layout, "chicago").camera.scale > 1.5 * whole(layout).camera.scale

    @pytest.mark.parametrize("language", ["en", "de"])
    @pytest.mark.parametrize("edition", BOARDS)
    def test_cuts_no_names(self, edition: str, language: str) -> None:
        """Of nothing in a region: neither of cities nor at the edge of the world."""
        spec, layout = maps.load(edition), maps.layout(edition)
        tags = [tag for track in layout.tracks.values() for tag in track.tags]
        for region in layout.regions:
            window = close_up(spec, layout, region).camera.window
            for city in spec.cities.values():
                place = layout.places[city.id]
                if place.label and within(window, place.x, place.y):
                    assert is_written(layout, city, language, window), (region, city.id)
            for tag in (tag for tag in tags if within(window, *tag.at)):
                words = spec.cities[tag.city].name(language)
                box = text_box(tag.at, words, layout.font, tag.anchor)
                assert holds(window, box), (region, tag.city)

    def test_writes_no_part_of_a_name(self) -> None:
        """What comes in with the room for other names, and would be cut, is not written."""
        spec, layout = maps.load(SMALL), maps.layout(SMALL)
        window = close_up(spec, layout, "west").camera.window
        inside = [c for c, at in layout.places.items() if within(window, at.x, at.y)]
        written = [c for c in inside if is_written(layout, spec.cities[c], "de", window)]

        assert CityId("chelsea") in written
        assert CityId("east-village") in {*inside} - {*written}

    def test_unknown(self) -> None:
        """The message says what there is."""
        with pytest.raises(UnknownRegion, match=r'"north-east".*or any city'):
            _draw(zoom="atlantis")


def test_the_palette_fits() -> None:
    assert len(colours()) <= 256
