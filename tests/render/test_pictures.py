"""Every kind of picture, for every edition and any view of a game of chance."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any, get_type_hints

import pytest
from PIL import Image, ImageChops

import maps
import render
from bot.text.words import Words
from engine.scoring import ScoreLine
from render import (
    FontMissing,
    Scene,
    draw_board,
    draw_hand,
    draw_lobby,
    draw_map,
    draw_scores,
    draw_tickets,
    make_icons,
    signed,
    theme,
)
from render.fonts import FOLDER, font, readable
from render.hand import OFFER, TICKET
from render.layers.pieces import BODIES
from render.pen import Pen, text_width
from render.scores import HIGH_TITLE, TITLE, WIDTH
from render.stamps import SPRITES, Style, Surface
from render.theme import MARKS
from render.tickets import FINE, PRINTED, TOUR, VALUES, Card, grown, lay_ticket
from tests.builders import BOARDS
from tests.render.scenes import EDITIONS, middle, open_image, own, scene, view


class TestAnyView:
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_draws(self, edition: str) -> None:
        """In the opening, in the middle and at the end, for all and for one."""
        for turn in (0, middle(edition), None):
            seat = view(edition, turn).turn or 0

            pictures = [
                draw_board(scene(edition, turn, language="de")),
                draw_hand(own(edition, turn, seat, "de")),
                draw_tickets(own(edition, turn, seat)),
            ]

            assert all(open_image(picture).mode == "P" for picture in pictures)

    @pytest.mark.parametrize("edition", BOARDS)
    def test_private_map(self, edition: str) -> None:
        turn = middle(edition)
        seat = view(edition, turn).turn or 0

        bare = draw_map(scene(edition, turn, seat, "de"))
        full = draw_map(own(edition, turn, seat, "de"))

        assert bare != full

    @pytest.mark.parametrize("edition", BOARDS)
    def test_scores(self, edition: str) -> None:
        assert open_image(draw_scores(scene(edition, language="de"))).width <= 2000

    @pytest.mark.parametrize("edition", BOARDS)
    def test_lobby(self, edition: str) -> None:
        lobby = Scene(maps.load(edition), maps.layout(edition), Words.of("de"))

        assert open_image(draw_lobby(lobby)).width <= 2000

    def test_an_empty_hand(self) -> None:
        """The public view holds nothing, and is drawn all the same."""
        assert open_image(draw_hand(scene("new-york", 15))).width

    def test_a_picture_says_what_it_lacks(self) -> None:
        """No board without a view, no result without a sheet."""
        lobby = Scene(maps.load("new-york"), maps.layout("new-york"), Words.of("en"))

        with pytest.raises(ValueError, match="view"):
            draw_board(lobby)
        with pytest.raises(ValueError, match="sheet"):
            draw_scores(scene("new-york", 15))

    def test_all_take_a_scene_and_nothing_else(self) -> None:
        """So that whoever knows one of them knows all."""
        for name in render.__all__:
            if name.startswith("draw_"):
                assert get_type_hints(getattr(render, name)) == {"scene": Scene, "return": bytes}


class TestIcons:
    icons = make_icons([maps.load(edition) for edition in BOARDS])

    def test_size_and_clear_ground(self) -> None:
        for name, picture in self.icons.items():
            image = open_image(picture)
            assert (image.size, image.mode) == ((128, 128), "RGBA"), name
            assert image.getpixel((0, 0))[3] == 0, name

    def test_names_are_names_of_emoji(self) -> None:
        """Letters, digits and underscores, 2 to 32 of them."""
        assert all(2 <= len(n) <= 32 and n.isidentifier() and n.islower() for n in self.icons)

    def test_every_card_and_piece(self) -> None:
        for edition in BOARDS:
            for face in maps.load(edition).faces.values():
                assert any(face.id.replace("-", "_") in name for name in self.icons)
        for piece in (*BODIES, "harbour"):
            assert sum(name.startswith(f"{piece}_") for name in self.icons) >= len(MARKS)

    def test_are_small(self) -> None:
        """Discord takes 256 KiB for each."""
        assert max(map(len, self.icons.values())) < 20_000


class TestFonts:
    def test_a_missing_font(self, tmp_path) -> None:
        """The message says what is there."""
        with pytest.raises(FontMissing, match="there are: none"):
            font("bold", 20, folder=tmp_path)
        with pytest.raises(FontMissing, match="BarlowSemiCondensed-Bold"):
            font("comic", 20)

    def test_licences_are_shipped(self) -> None:
        assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL-Barlow.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL-NotoEmoji.txt").read_text(encoding="utf-8")
        assert (FOLDER / "LICENSE-DejaVu.txt").exists()
        assert (FOLDER / "LICENSE-DroidSansFallback.txt").exists()

    def test_are_light(self) -> None:
        """Everybody who installs the project gets them."""
        assert sum(path.stat().st_size for path in FOLDER.glob("*.ttf")) < 1_400_000

    @pytest.mark.parametrize(
        ("name", "written"),
        [
            ("Guest 1", "Guest 1"),
            ("  two   spaces ", "two spaces"),
            ("🚂", "🚂"),
            ("👨\u200d👩\u200d👧 Guest", "• Guest"),
            ("👍🏽 Guest", "• Guest"),
            ("🇩🇪 Guest", "DE Guest"),
            ("日本", "日本"),
            ("ﾔﾏ", "ヤマ"),
            ("김민수", "Gimminsu"),
            ("𝓖𝓾𝓮𝓼𝓽 １", "Guest 1"),
            ("𓀀𓀁", ""),
            ("•••", ""),
            ("Привет", "Привет"),
            ("A → B ↔ C", "A → B ↔ C"),
            ("x" * 60, "x" * 39 + "…"),
            ("\u200d\ufe0f", ""),
        ],
    )
    def test_readable(self, name: str, written: str) -> None:
        assert readable(name) == written

    def test_widths_of_the_check_are_those_of_the_font(self) -> None:
        """What the layout check counts with is what is drawn."""
        from maps.lettering import text_width as counted
        from render.pen import text_width

        for board in BOARDS:
            for city in maps.load(board).cities.values():
                for language in ("en", "de"):
                    name = city.name(language)
                    assert counted(name) == pytest.approx(text_width(name, 1, "semibold"), rel=0.03)


@pytest.mark.parametrize("wide", [380, 480, 585])
def test_lines_of_a_ticket_do_not_touch(wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tours have up to five stops, and below them how they stand."""
    shown = scene("world", 40, language="de")
    written: list[tuple[float, float]] = []
    write = Pen.text

    def noted(
        pen: Pen, x: float, y: float, text: str, size: float, *rest: Any, **named: Any
    ) -> None:
        if rest[1:2] == ("lm",):  # what stands in lines begins on the left
            written.append((pen.top + y * pen.zoom, size * pen.zoom))
        write(pen, x, y, text, size, *rest, **named)

    def stamped(surface: Surface, x: float, y: float, text: str, style: Style) -> None:
        written.append((y * FINE, style.size * FINE))

    monkeypatch.setattr(Pen, "text", noted)
    monkeypatch.setattr("render.tickets.write", stamped)
    for ticket in (ticket for ticket in shown.spec.tickets.values() if ticket.tour):
        written.clear()
        card = Card(ticket.id, 2, "missing", shown.say("picture-missing", spaces=14))
        canvas = Image.new("P", (wide, wide * 2 // 5))
        lay_ticket(canvas, (0, 0, *canvas.size), shown, card)
        lines = sorted(written)
        assert len(lines) == len(ticket.stops) + 1
        for (upper, big), (lower, small) in itertools.pairwise(lines):
            assert lower - upper >= 0.75 * (big + small) / 2, ticket.id


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [TICKET, OFFER])
def test_values_of_a_tour_are_whole(
    size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All three are inside the ticket, each with its word, and the state is beside them."""
    shown = scene("world", 40, language=language)
    wide, high = size
    written: dict[str, tuple[float, float, float]] = {}
    write = Pen.text

    def noted(
        pen: Pen, x: float, y: float, text: str, size: float, *rest: Any, **named: Any
    ) -> None:
        written[text] = (x, y, size)
        write(pen, x, y, text, size, *rest, **named)

    monkeypatch.setattr(Pen, "text", noted)
    PRINTED.clear()
    for ticket in (ticket for ticket in shown.spec.tickets.values() if ticket.tour):
        written.clear()
        lay_ticket(
            Image.new("P", size), (0, 0, wide, high), shown, Card(ticket.id, 2, "done", "ok")
        )
        values = (ticket.points, ticket.tour.joined, -ticket.tour.failed)
        texts = [text for pair in zip(map(_plain, values), TOUR, strict=True) for text in pair]
        said = [text if text not in TOUR else shown.say(text) for text in texts]
        places = [written[text] for text in said]
        for text, (x, y, big) in zip(said, places, strict=True):
            half = text_width(text, big, "bold") / 2
            assert wide - VALUES * grown(high) <= x - half < x + half <= wide - 5, text
            assert 5 <= y - big * 0.36 < y + big * 0.36 <= high - 5, text
        for (_, upper, big), (_, lower, small) in itertools.pairwise(places):
            assert lower - upper >= 0.36 * (big + small), ticket.id


def _plain(value: int) -> str:
    return signed(value, plus="")


class TestScores:
    def test_the_longest_path_is_drawn_around_its_pieces(self) -> None:
        """The pieces look as they do without it; beside them something is drawn."""
        shown = scene("usa")
        bare = tuple(dataclasses.replace(line, routes=()) for line in shown.result.lines)
        sheet = dataclasses.replace(shown.result, lines=bare)
        with_path = open_image(draw_scores(shown)).convert("RGB")
        without = open_image(draw_scores(dataclasses.replace(shown, sheet=sheet))).convert("RGB")
        path = [track for line in shown.result.lines if line.points for track in line.routes]
        scale, top = WIDTH / shown.layout.width, TITLE

        assert path
        for slot in (slot for track in path for slot in shown.layout.tracks[track].slots):
            at = round(slot.x * scale), round(top + slot.y * scale)
            assert with_path.getpixel(at) == without.getpixel(at)
        assert theme.MARKED in {colour for _, colour in with_path.getcolors(4096)}
        assert theme.MARKED not in {colour for _, colour in without.getcolors(4096)}

    @pytest.mark.parametrize("edition", ["usa", "new-york"])
    def test_says_when_it_was(self, edition: str) -> None:
        """If it is told, and only in the line above everything."""
        shown = scene(edition)
        one, other = (dataclasses.replace(shown, ended=date(2026, 1, day)) for day in (2, 3))
        undated, first, second = (
            open_image(draw_scores(s)).convert("RGB") for s in (shown, one, other)
        )

        for changed in (undated, second):
            box = ImageChops.difference(changed, first).getbbox()
            assert box is not None
            assert box[3] <= HIGH_TITLE

    def test_days_are_written_as_people_do(self) -> None:
        for language, written in (("en", "2026-01-02"), ("de", "02.01.2026")):
            assert scene("usa", language=language, ended=date(2026, 1, 2)).day == written
        assert scene("usa").day == ""


class TestLegible:
    """What is written can be read at the size that Discord first shows."""

    SMALLEST = 7.5
    """So many of the 550 pixels: the least that can be read."""

    def _sizes(
        self, monkeypatch: pytest.MonkeyPatch, draw: Callable[[], bytes]
    ) -> dict[str, float]:
        """Every text around the board, and how big it is where the picture is 550 pixels wide."""
        draw()  # What lies on the board itself is kept from now on.
        written: dict[str, float] = {}
        write = Pen.text

        def noted(
            pen: Pen, x: float, y: float, words: str, size: float, *rest: Any, **more: Any
        ) -> None:
            written[words] = min(size, written.get(words, size))
            write(pen, x, y, words, size, *rest, **more)

        monkeypatch.setattr(Pen, "text", noted)
        SPRITES.clear()
        wide = open_image(draw()).width
        return {words: size * 550 / wide for words, size in written.items()}

    @pytest.mark.parametrize("edition", ["usa-mega", "world", "germany"])
    def test_score_sheet_of_five(self, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever tickets they had: a long one takes two lines."""
        shown = scene(edition, language="de", names=["Somebody with a very long name"] * 5)
        seats = itertools.cycle(seat for place in shown.result.places for seat in place)
        tickets = [
            ScoreLine(seat, "tickets", 9, str(ticket))
            for seat, ticket in zip(seats, shown.spec.tickets, strict=False)
        ]
        lines = (*shown.result.lines, *tickets)
        sheet = dataclasses.replace(shown.result, lines=lines)

        draw = partial(draw_scores, dataclasses.replace(shown, sheet=sheet))
        sizes = self._sizes(monkeypatch, draw)

        assert {words: size for words, size in sizes.items() if size < self.SMALLEST} == {}

    @pytest.mark.parametrize("edition", ["usa", "world", "germany"])
    def test_seats(self, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
        shown = scene(edition, middle(edition), names=["Somebody with a very long name"] * 5)

        sizes = self._sizes(monkeypatch, partial(draw_board, shown))

        assert any(words.startswith("Some") for words in sizes)
        assert {words: size for words, size in sizes.items() if size < self.SMALLEST} == {}
