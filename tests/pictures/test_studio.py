"""Pictures: which is drawn first, which is drawn once, and which are never kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

import engine
import maps
from bot.pictures.picture import Picture
from bot.pictures.scheduling import NORMAL_PLACE_INTERVAL, PriorityLimiter
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import MAX_CACHED_PICTURES, Studio
from bot.text.words import Words
from bot.workers import MAX_WORKERS, Workers
from engine.chance import SeededChance
from engine.ids import EditionId, Seat
from engine.ruleset import Rules
from engine.view import View
from render import Advice, Stress, UnknownRegion
from tests.outbox.test_faults import started_table
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

T = TypeVar("T")

RULES = Rules.compile(maps.load("usa"), 2)
STATE, _ = engine.start(RULES, SeededChance(b"7" * 32))
NAMES = ("Guest 1", "Guest 2")


def _view(seat: int | None) -> View:
    return engine.view_for(RULES, STATE, None if seat is None else Seat(seat))


class RecordingWorkers(Workers):
    """Real workers that record their jobs in order."""

    def __init__(self) -> None:
        super().__init__(1, TEST_TIMEOUT_SECONDS)
        self.given: list[str] = []

    async def run(self, work: Callable[[], T]) -> T:
        assert isinstance(work, partial)
        self.given.append(work.args[0].__name__.removeprefix("draw_"))
        return await super().run(work)


class PictureRequests:
    """A studio that draws one picture at a time, and short requests for pictures."""

    def __init__(self) -> None:
        self.workers = RecordingWorkers()
        self.turns = PriorityLimiter(1)
        self.studio = Studio(self.workers, self.turns)

    def board(self, view: View | None = None, language: str = "en", **details: Any) -> Any:
        details = {"names": NAMES, **details}
        sketch = PictureSpec(RULES.spec.id, language, view or _view(None), **details)
        return self.studio.draw_board(sketch, "alt")

    def lobby(self, edition: str = "usa", language: str = "en", alt: str = "alt") -> Any:
        return self.studio.draw_lobby(PictureSpec(EditionId(edition), language), alt)

    def private(self, kind: str, seat: int = 0, **details: Any) -> Any:
        draw = getattr(self.studio, f"draw_{kind}")
        return draw(PictureSpec(RULES.spec.id, "en", _view(seat)), "alt", **details)

    async def queue_all(self, *askings: Any) -> list[asyncio.Task[Picture]]:
        """Queue these requests in this order while another picture is being drawn."""
        await self.turns.acquire(asked=True)
        tasks = []
        for asking in askings:
            tasks.append(asyncio.ensure_future(asking))
            await _ticks()
        assert self.workers.given == []
        return tasks


async def _ticks() -> None:
    """Let everything that can go on go on."""
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
async def requests() -> AsyncIterator[PictureRequests]:
    made = PictureRequests()
    yield made
    made.workers.close()


class TestWhoIsFirst:
    """A place to draw in goes to whoever waits for an answer."""

    async def test_looks_before_boards(self, requests: PictureRequests) -> None:
        """Also those that were asked for later; hand cards of the outbox wait like boards."""
        tasks = await requests.queue_all(
            requests.board(),
            requests.private("hand"),
            requests.private("own_map"),
            requests.private("hand", asked=True),
        )

        requests.turns.release()
        await asyncio.gather(*tasks)

        assert requests.workers.given == ["map", "hand", "board", "hand"]

    async def test_boards_are_not_starved(self) -> None:
        """However many people look: every fourth place is for the others."""
        turns, order = PriorityLimiter(1), []

        async def draw(name: str, *, asked: bool) -> None:
            await turns.acquire(asked=asked)
            order.append(name)
            turns.release()

        await turns.acquire(asked=True)
        drawing = [draw("board", asked=False) for _ in range(2)]
        drawing += [draw("look", asked=True) for _ in range(2 * NORMAL_PLACE_INTERVAL)]
        tasks = [asyncio.ensure_future(each) for each in drawing]
        await _ticks()
        turns.release()
        await asyncio.gather(*tasks)

        looks = ["look"] * (NORMAL_PLACE_INTERVAL - 1)
        assert order == [*looks, "board", *looks, "board", "look", "look"]

    async def test_who_goes_away_takes_no_place_along(self) -> None:
        """While waiting, or when the place has just been given."""
        turns = PriorityLimiter(MAX_WORKERS)
        for _ in range(MAX_WORKERS):
            await turns.acquire(asked=False)
        waiting = [asyncio.ensure_future(turns.acquire(asked=n % 2 == 0)) for n in range(6)]
        await _ticks()
        for task in waiting[:3]:
            task.cancel()
        await _ticks()
        turns.release()
        turns.release()
        for task in waiting[3:]:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await _ticks()

        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            for _ in range(MAX_WORKERS):
                await turns.acquire(asked=False)

    async def test_a_picture_that_fails_holds_nobody_up(self, requests: PictureRequests) -> None:
        """Whoever asked for it is told; the next one is drawn."""
        failed, drawn = await requests.queue_all(requests.board(zoom="atlantis"), requests.board())

        requests.turns.release()

        with pytest.raises(UnknownRegion):
            await failed
        assert (await drawn).data.startswith(b"\x89PNG")

    async def test_a_place_is_taken_until_the_work_ends(self, requests: PictureRequests) -> None:
        """Who goes away while a picture is drawn leaves nobody two workers' worth of work."""
        (gone,) = await requests.queue_all(requests.private("hand"))
        requests.turns.release()
        await _ticks()
        gone.cancel()
        await _ticks()
        waiting = asyncio.ensure_future(requests.private("tickets"))
        await _ticks()

        assert requests.workers.given == ["hand"]
        await waiting
        assert requests.workers.given == ["hand", "tickets"]


class TestDrawnOnce:
    """What everybody may see, as long as nothing of it changes."""

    async def test_one_after_the_other(self, requests: PictureRequests) -> None:
        """The same bytes without another drawing; the words are the asker's own."""
        first, second = await requests.lobby(alt="one"), await requests.lobby(alt="two")
        boards = [await requests.board() for _ in range(2)]

        assert (first.data, second.alt) == (second.data, "two")
        assert boards[0].data == boards[1].data
        assert requests.workers.given == ["lobby", "board"]

    async def test_at_the_same_time(self, requests: PictureRequests) -> None:
        """Even if whoever asked first goes away."""
        first, *others = await requests.queue_all(*(requests.board() for _ in range(3)))

        first.cancel()
        await _ticks()
        requests.turns.release()
        pictures = await asyncio.gather(*others)

        assert pictures[0].data == pictures[1].data
        assert requests.workers.given == ["board"]

    async def test_anew_when_anything_changes(self, requests: PictureRequests) -> None:
        """Whatever goes into a drawing tells it from others."""
        view = _view(None)
        shown = [
            requests.board(),
            requests.board(language="de"),
            requests.board(names=("Guest 1", "Guest 3")),
            requests.board(stress=Stress(since=0)),
            requests.board(zoom="south-east"),
            requests.board(msgspec.structs.replace(view, turns=3)),
            requests.lobby(),
            requests.lobby(language="de"),
            requests.lobby("new-york"),
        ]

        for asking in shown:
            await asking

        assert len(requests.workers.given) == len(shown)

    async def test_in_the_order_of_the_claims(self, requests: PictureRequests) -> None:
        """Two boards with the same claims in another order are two pictures."""
        tracks = list(RULES.spec.routes)[:2]
        for order in (tracks, tracks[::-1]):
            owners = {track: Seat(0) for track in order}
            view = msgspec.structs.replace(_view(None), owners=owners, claimed_at=(1, 2))
            await requests.board(view, stress=Stress(since=0))

        assert len(requests.workers.given) == 2

    async def test_again_after_a_failure(self, requests: PictureRequests) -> None:
        """What could not be drawn is tried anew."""
        for _ in range(2):
            with pytest.raises(UnknownRegion):
                await requests.board(zoom="atlantis")

        assert requests.workers.given == ["board", "board"]

    async def test_only_so_many_are_kept(self, requests: PictureRequests) -> None:
        """What was asked for least lately goes first."""
        for number in range(MAX_CACHED_PICTURES + 1):
            await requests.board()
            await requests.board(names=("Guest 1", f"Guest {number}"))
        drawn = len(requests.workers.given)

        await requests.board()
        assert len(requests.workers.given) == drawn
        await requests.board(names=("Guest 1", "Guest 0"))
        assert len(requests.workers.given) == drawn + 1

    async def test_nothing_private_is_kept(self, requests: PictureRequests) -> None:
        """Neither for its owner nor for anybody else."""
        track = next(iter(RULES.spec.routes))
        askings = [requests.private(kind) for kind in ("hand", "own_map")]
        askings += [requests.private(kind) for kind in ("hand", "own_map")]
        askings += [requests.board(_view(0)) for _ in range(2)]
        askings += [requests.board(advice=Advice(letters={track: "A"})) for _ in range(2)]

        for asking in askings:
            await asking

        assert len(requests.workers.given) == len(askings)
        assert [
            len(kept._drawn) for kept in (requests.studio._boards, requests.studio._lobbies)
        ] == [
            0,
            0,
        ]


def test_a_digest_tells_pictures_apart_by_their_bytes() -> None:
    """Not by name or words: an unchanged picture may stay where it is."""
    one = Picture("board.png", b"one", "alt")

    assert one.digest == Picture("lobby.png", b"one", "other words").digest
    assert one.digest != Picture("board.png", b"other", "alt").digest


async def test_closed_tracks_are_shown_wherever_a_board_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the board post, on My map, and on the board that is asked for."""
    closed = (next(iter(maps.load("new-york").routes)),)
    monkeypatch.setattr("bot.games.table.closed_to_all", lambda rules, state: closed)
    drawn: dict[str, set[tuple[str, ...]]] = {}
    draw = Studio._draw

    async def noted(studio: Studio, painter: Any, sketch: PictureSpec, *, asked: bool) -> bytes:
        drawn.setdefault(f"{painter.__name__} {asked}", set()).add(sketch.stress.closed)
        return await draw(studio, painter, sketch, asked=asked)

    monkeypatch.setattr(Studio, "_draw", noted)
    async with started_table(tmp_path) as table:
        guest = table.bot.guest
        await guest.press(table.bot.newest_post(), Words.of("en").say("button-map"))
        await guest.slash(table.channel, "board", zoom="centre")
        await table.wait_idle()

    for kind in ("draw_board False", "draw_map True", "draw_board True"):
        assert drawn[kind] == {closed}
