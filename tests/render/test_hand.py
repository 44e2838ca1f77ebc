"""A player's cards and tickets: what is kept from other pictures never shows in them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

import maps
from bot.config import LANGUAGES
from bot.text.words import Words
from engine.board import MapSpec
from engine.ids import TicketId
from engine.view import View
from render import Advice, Scene, draw_hand, draw_tickets, theme
from render.canvas import UNSEEN, plain
from render.hand import CARD_STEP, FEWEST, HELD, MOST, PAD, WIDTH, _lay_stack, _stack
from render.pen import Pen
from render.stamps import SPRITES, Quick, Surface, write
from render.tickets import MINI, PRINTED, lay_ticket
from render.tickets import Card as TicketCard
from tests.builders import BOARDS
from tests.render.scenes import scene, view

KEPT = (HELD, PRINTED, MINI, SPRITES)
DRAWN = (draw_hand, draw_tickets)


def _forget() -> None:
    for kept in KEPT:
        kept.clear()


def _translated(spec: MapSpec, ticket: TicketId) -> bool:
    """Whether a stop has another name in German."""
    stops = [spec.cities[stop] for stop in spec.tickets[ticket].stops]
    return any(stop.name("en") != stop.name("de") for stop in stops)


def _seen(edition: str, viewer: int, more: int) -> tuple[View, Advice]:
    """All faces and some tickets, in other numbers, order and states for each *more*."""
    spec = maps.load(edition)
    hand = {card: 1 + (number + more) % 4 for number, card in enumerate(spec.faces)}
    tickets = sorted(spec.tickets, key=lambda ticket: not _translated(spec, ticket))[:5]
    tickets = tickets[more:] + tickets[:more]
    links = (None, (), tuple(spec.routes)[:2], tuple(spec.routes)[:3])
    missing = {ticket: links[(number + more) % 4] for number, ticket in enumerate(tickets)}
    seen = replace(view(edition, 15, viewer), hand=hand, tickets=tuple(tickets), waiting=None)
    return seen, Advice(missing)


def _hands(edition: str, draw: Callable[[Scene], bytes]) -> list[Callable[[], bytes]]:
    """What draws two players' pictures, the second player's also in German."""
    (one, plan), (other, ways) = _seen(edition, 0, 0), _seen(edition, 1, 1)
    return [
        partial(draw, scene(edition, 15, view=one, advice=plan)),
        partial(draw, scene(edition, 15, view=other, advice=ways)),
        partial(draw, scene(edition, 15, view=other, advice=ways, language="de")),
    ]


def _alone(work: Callable[[], bytes]) -> bytes:
    _forget()
    return work()


class TestKept:
    @pytest.mark.parametrize("draw", DRAWN)
    @pytest.mark.parametrize("edition", BOARDS)
    def test_cold_and_warm(self, edition: str, draw: Callable[[Scene], bytes]) -> None:
        """The same bytes whether everything is painted anew or nothing."""
        work = _hands(edition, draw)[0]

        cold = _alone(work)

        assert (work(), work()) == (cold, cold)

    @pytest.mark.parametrize("draw", DRAWN)
    @pytest.mark.parametrize("edition", BOARDS)
    def test_another_hand_between(self, edition: str, draw: Callable[[Scene], bytes]) -> None:
        """Whatever was drawn before for others: everybody sees what they would see alone."""
        hands = _hands(edition, draw)
        alone = [_alone(work) for work in hands]

        _forget()
        mixed = [work() for _ in range(2) for work in hands]

        assert mixed == alone * 2
        assert len({*alone}) == len(alone)

    def test_editions_on_one_board(self) -> None:
        """A ticket of the same name may be worth something else."""
        spec, (seen, plan) = maps.load("usa"), _seen("usa", 0, 0)
        ticket = spec.tickets[seen.tickets[0]]
        dearer = dataclasses.replace(ticket, points=ticket.points + 1)
        other = dataclasses.replace(spec, tickets={**spec.tickets, ticket.id: dearer})
        shown = scene("usa", 15, view=seen, advice=plan)
        work = partial(draw_hand, dataclasses.replace(shown, spec=other))
        alone = _alone(work)

        assert draw_hand(shown) != alone
        assert work() == alone

    def test_threads_agree(self) -> None:
        hands = _hands("new-york", draw_hand)
        alone = [_alone(work) for work in hands]

        _forget()
        with ThreadPoolExecutor(4) as pool:
            drawn = list(pool.map(lambda work: work(), hands * 2))

        assert drawn == alone * 2

    def test_is_bounded(self) -> None:
        """However many hands are drawn, no more than so many pictures are kept of them."""
        spec = maps.load("world")
        everything = replace(view("world", 0, 0), tickets=tuple(spec.tickets))
        _forget()
        for many in (1, 2, 3):
            for kinds in (12, 14, 16, len(spec.faces)):
                hand = dict.fromkeys([*spec.faces][:kinds], many)
                draw_hand(scene("world", 0, view=replace(everything, hand=hand, tickets=())))
        for plan in (Advice(), Advice(dict.fromkeys(spec.tickets))):
            draw_hand(scene("world", 0, view=everything, advice=plan))

        assert len(HELD) == 128
        assert len(PRINTED) == 96


class TestTicket:
    def test_everything_about_it_is_seen(self) -> None:
        """Its number, its state and what is said of it, also where the rest is kept."""
        shown = scene("usa", 0)
        one, other, *_ = shown.spec.tickets
        cards = [
            TicketCard(one, 1, "missing", "3 missing"),
            TicketCard(one, 2, "missing", "3 missing"),
            TicketCard(one, 1, "missing", "4 missing"),
            TicketCard(one, 1, "blocked", "3 missing"),
            TicketCard(one, 1, ""),
            TicketCard(other, 1, "missing", "3 missing"),
        ]

        drawn = set()
        for card in cards:
            canvas = plain(400, 160, theme.PANEL)
            lay_ticket(canvas, (0, 0, 400, 160), shown, card)
            drawn.add(canvas.tobytes())

        assert len(drawn) == len(cards)


class TestStack:
    @pytest.mark.parametrize("edition", BOARDS)
    @pytest.mark.parametrize("across", range(FEWEST, MOST + 1))
    def test_fits_into_its_place(self, edition: str, across: int) -> None:
        """Nothing of a stack is cut off, least of all the disc for its number."""
        spec, fit = maps.load(edition), (WIDTH - PAD) / across / CARD_STEP
        for face in spec.faces.values():
            for cards in (1, 2, 3):
                stamp = _stack(face, cards, fit)
                wider = Image.new("RGB", (stamp.width + 60, stamp.height + 60), theme.PANEL)
                empty = wider.copy()
                stamp.paint(Pen.on(wider, 1, 30, 30))

                seen = ImageChops.difference(wider, empty).convert("L")
                found = seen.point(lambda value: 255 * (value >= UNSEEN)).getbbox()

                assert found is not None
                assert found[0] >= 30
                assert found[1] >= 30
                assert found[2] <= 30 + stamp.width
                assert found[3] <= 30 + stamp.height

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("across", range(FEWEST, MOST + 1))
    def test_covers_nothing_of_its_name(
        self, across: int, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nor does the disc, which stands close above it."""
        fit, names = (WIDTH - PAD) / across / CARD_STEP, []

        def noted(surface: Surface, *about: Any) -> None:
            names.append(about)
            write(surface, *about)

        monkeypatch.setattr("render.hand.write", noted)
        for face in maps.load("usa").faces.values():
            canvas, alone = plain(300, 400, theme.PANEL), plain(300, 400, theme.PANEL)
            empty = alone.getpixel((0, 0))

            name = Words.of(language).say(f"picture-colour-{face.colour or 'wild'}")
            _lay_stack(canvas, (10, 10), face, 3, name, fit)
            write(Quick(alone), *names.pop())

            pixels = zip(alone.tobytes(), canvas.tobytes(), strict=True)
            assert all(here == there for here, there in pixels if here != empty), face.id
