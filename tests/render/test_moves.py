"""The last moves beside few seats, the sign of a pause, and pictures that are all landscape."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from PIL import ImageChops

import maps
from bot.text.words import Words
from engine import events, view_for
from engine.ids import Card, CityId, DeckName, Piece, Seat, TicketId
from engine.view import View
from render import Advice, Move, Scene, draw_board, draw_lobby, draw_map
from render.board_cache import ground_for
from render.frame import names_size, private, whole
from render.moves import lay_moves
from render.panel import lay_panel
from render.pen import Box, Pen
from render.stamps import SPRITES
from tests.builders import BOARDS
from tests.render.scenes import game, middle, open_image, own
from tests.render.test_board import Noted

PORTS = {"usa": "chicago", "germany": "berlin", "new-york": "soho", "world": "lagos"}


def _moves(edition: str) -> list[Move]:
    """One of each kind."""
    spec = maps.load(edition)
    deck, card = DeckName(next(iter(spec.decks))), Card(next(iter(spec.faces)))
    track = max(spec.routes, key=len)
    piece = spec.routes[track].piece
    one, other = Seat(0), Seat(1)
    steps: list[tuple[events.Event, ...]] = [
        (events.RouteClaimed(one, track, (), piece, 3, 4),),
        (events.OpenCardTaken(other, 0, card, more=True),),
        (
            events.BlindCardDrawn(one, deck, card, more=True),
            events.BlindCardDrawn(one, deck, card, more=False),
        ),
        (events.TicketsOffered(one, {deck: 3}, (), 1),),
        (
            events.TicketsOffered(one, {deck: 3}, (), 1),
            events.TicketsKept(one, (TicketId("a"), TicketId("b")), ()),
        ),
        (events.PiecePlaced(one, Piece("harbour"), CityId(PORTS[edition]), ()),),
        (events.PiecesExchanged(one, piece, Piece("ship"), 3, -3),),
        (events.Passed(one),),
    ]
    return [Move(Seat(getattr(each[0], "seat")), each) for each in steps]  # noqa: B009


def _view(edition: str, seats: int) -> View:
    rules, state = game(edition, middle(edition) if seats > 2 else 15, seats)
    return view_for(rules, state, None)


def _scene(edition: str, seats: int = 2, **more: Any) -> Scene:
    words = Words.of("de").for_edition(maps.load(edition))
    seen = _view(edition, seats)
    return Scene(maps.load(edition), maps.layout(edition), words, seen, **more)


class TestMoves:
    @pytest.mark.parametrize("edition", BOARDS)
    def test_every_kind_has_its_own_picture(self, edition: str) -> None:
        drawn = [draw_board(_scene(edition, moves=(move,))) for move in _moves(edition)]

        assert len({draw_board(_scene(edition)), *drawn}) == len(drawn) + 1

    @pytest.mark.parametrize("edition", BOARDS)
    def test_stay_in_their_room(self, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Three of them, of any kind: in the panel, and on their own plate."""
        moves = _moves(edition)
        rooms: list[Box] = []

        monkeypatch.setattr("render.panel.lay_moves", lambda _, box, __: rooms.append(box))
        for first in range(len(moves) - 2):
            shown = _scene(edition, moves=moves[first : first + 3])
            lay_panel(Noted(), whole(shown.layout), shown)
            surface = Noted()
            lay_moves(surface, rooms[-1], shown)
            left, top, right, bottom = rooms[-1]

            assert right <= 2000
            assert bottom <= whole(shown.layout).height
            for x0, y0, x1, y1 in surface.boxes:
                assert left - 1 <= x0 <= x1 <= right + 1
                assert top - 1 <= y0 <= y1 <= bottom + 1

    def test_a_hidden_card_is_not_looked_at(self) -> None:
        """A picture is the same whatever card it was."""
        deck = DeckName("train")
        drawn = [
            draw_board(
                _scene(
                    "usa",
                    moves=[
                        Move(Seat(0), (events.BlindCardDrawn(Seat(0), deck, card, more=False),))
                    ],
                )
            )
            for card in (Card("?"), Card("train-red"))
        ]

        assert drawn[0] == drawn[1]

    @pytest.mark.parametrize("edition", BOARDS)
    def test_many_seats_need_the_room(self, edition: str) -> None:
        most = maps.load(edition).seats[-1]
        moves = _moves(edition)[:3]

        assert draw_board(_scene(edition, most, moves=moves)) == draw_board(_scene(edition, most))


class TestPause:
    @pytest.mark.parametrize("edition", BOARDS)
    def test_only_the_header_says_it(self, edition: str) -> None:
        shown = _scene(edition)
        running, paused = (
            open_image(draw_board(replace(shown, is_paused=paused))).convert("RGB")
            for paused in (False, True)
        )
        header = whole(shown.layout).header or (0, 0, 0, 0)

        left, top, right, bottom = ImageChops.difference(running, paused).getbbox() or (0,) * 4

        assert header[0] <= left < right <= header[2]
        assert header[1] <= top < bottom <= header[3]

    def test_beside_the_last_round(self) -> None:
        shown = _scene("germany", is_paused=True)
        last = replace(shown, view=_last_round(shown.seen))

        drawn = [draw_board(each) for each in (shown, last, replace(last, is_paused=False))]

        assert len({*drawn}) == 3


def _last_round(view: View) -> View:
    return structs.replace(view, turns_left=2)


HIGH = [name for name in BOARDS if maps.layout(name).height > maps.layout(name).width]


class TestLandscape:
    def test_there_are_high_boards(self) -> None:
        assert {"germany", "new-york"} <= {*HIGH}

    @pytest.mark.parametrize("edition", HIGH)
    def test_own_map(self, edition: str) -> None:
        """As wide as a wide board, however many tickets there are, and names are as big."""
        usa = maps.layout("usa")
        spec, shown = maps.load(edition), own(edition, 15, 0)
        least = usa.font * whole(usa).camera.scale
        for count in (0, 1, 4, 12, 25, len(spec.tickets)):
            tickets = tuple(spec.tickets)[:count]
            advice = Advice(dict.fromkeys(tickets, tuple(spec.routes)[:5]))
            seen = _holding(shown.seen, tickets)
            image = open_image(draw_map(replace(shown, view=seen, advice=advice)))

            assert image.width == 2000
            assert image.width > 1.2 * image.height
        assert private(shown.layout).camera.scale * shown.layout.font >= 0.98 * least

    @pytest.mark.parametrize("edition", HIGH)
    def test_the_panel_leaves_the_board_alone(self, edition: str) -> None:
        """The board of the map is that of the turn picture."""
        shown = own(edition, 15, 0)
        frame = private(shown.layout)
        ground = ground_for(shown.spec, shown.layout, frame, "en")

        assert frame == whole(shown.layout)
        assert ground.image.size == (frame.width, frame.height)

    @pytest.mark.parametrize("edition", BOARDS)
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_legends_are_as_big_as_names(
        self, edition: str, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of the lobby, and of the map beside a high board."""
        words = Words.of(language).for_edition(maps.load(edition))
        lobby = Scene(maps.load(edition), maps.layout(edition), words)
        shown = own(edition, 0, 0, language)
        pictures = [lambda: draw_lobby(lobby)]
        if edition in HIGH:
            pictures.append(lambda: draw_map(shown))
        least = names_size(lobby.layout)
        for draw in pictures:
            draw()  # What is on the board itself is kept from now on.
            written: dict[str, float] = {}
            with monkeypatch.context() as patch:
                patch.setattr(Pen, "text", _noting(written, Pen.text))
                SPRITES.clear()
                draw()

            assert len(written) > 5
            small = {text: size for text, size in written.items() if size < least - 0.01}
            assert {text for text in small if len(text) > 1 and not text.isdigit()} == set()


def _noting(written: dict[str, float], write: Any) -> Any:
    def noted(
        pen: Pen, x: float, y: float, text: str, size: float, *rest: Any, **more: Any
    ) -> None:
        written[text] = min(size * pen.zoom / _fine(pen), written.get(text, 9999))
        write(pen, x, y, text, size, *rest, **more)

    return noted


def _fine(pen: Pen) -> float:
    """How many times too big the picture is that a pen paints on."""
    return pen.zoom if pen.zoom in (2, 3) else 4


def _holding(view: View, tickets: tuple[TicketId, ...]) -> View:
    return structs.replace(view, tickets=tickets, waiting=None)
