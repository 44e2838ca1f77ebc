"""Pictures, drawn beside the event loop, never more than a few at once, and asked ones first."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import render
from bot.log import logger
from bot.metrics import PICTURES, metrics
from bot.pictures.picture import MAP_FILE_NAME, Picture
from bot.pictures.scheduling import PictureCache, PriorityLimiter
from bot.pictures.sketch import Draw, PictureSpec, draw_spec
from bot.workers import MAX_WORKERS, Workers

log = logger(__name__)

ENDINGS: Final[Mapping[str, Draw]] = {
    "reveal.gif": render.draw_reveal,
    "scores.png": render.draw_scores,
}
"""What is shown of a finished game: how it came about, then the sheet to read at leisure."""
MAX_CACHED_PICTURES: Final = 16
"""So many public pictures of a kind are kept, a third of a megabyte each: every edition's lobby in
every language, and the boards of the tables that have just been told."""


@dataclass(slots=True)
class Studio:
    """Draws what it is asked for; holds no game and no secret.

    What somebody *asked* for, and waits for, is drawn before what is told to everybody.
    """

    workers: Workers | None = None
    """Processes to draw in; None: threads, which is enough where few people press."""
    _turns: PriorityLimiter = field(default_factory=lambda: PriorityLimiter(MAX_WORKERS))
    _boards: PictureCache = field(default_factory=lambda: PictureCache(MAX_CACHED_PICTURES))
    _lobbies: PictureCache = field(default_factory=lambda: PictureCache(MAX_CACHED_PICTURES))

    async def draw_board(self, sketch: PictureSpec, alt: str, *, asked: bool = False) -> Picture:
        """The public board; drawn once as long as nothing that is seen on it changes."""
        data = await self._draw_cached(self._boards, render.draw_board, sketch, asked=asked)
        return Picture("board.png", data, alt)

    async def draw_lobby(self, sketch: PictureSpec, alt: str) -> Picture:
        """An edition's board before the game; drawn once."""
        data = await self._draw_cached(self._lobbies, render.draw_lobby, sketch, asked=False)
        return Picture("lobby.png", data, alt)

    async def draw_hand(self, sketch: PictureSpec, alt: str, *, asked: bool = False) -> Picture:
        """A player's cards and tickets: for that player alone."""
        return Picture("hand.png", await self._draw(render.draw_hand, sketch, asked=asked), alt)

    async def draw_tickets(self, sketch: PictureSpec, alt: str) -> Picture:
        """The tickets on offer: for that player alone."""
        return Picture(
            "tickets.png", await self._draw(render.draw_tickets, sketch, asked=True), alt
        )

    async def draw_own_map(self, sketch: PictureSpec, alt: str) -> Picture:
        """A player's own map: for that player alone."""
        return Picture(MAP_FILE_NAME, await self._draw(render.draw_map, sketch, asked=True), alt)

    async def draw_ending(self, name: str, sketch: PictureSpec, alt: str) -> Picture:
        """One of the pictures of a finished game, by its file's name."""
        return Picture(name, await self._draw(ENDINGS[name], sketch, asked=False), alt)

    async def _draw_cached(
        self, kept: PictureCache, draw: Draw, sketch: PictureSpec, *, asked: bool
    ) -> bytes:
        """What everybody may see: by all that goes into it, so that no two can be mistaken."""
        if not sketch.is_public:
            # Nobody asks for that; but what one seat alone may see would not be kept.
            return await self._draw(draw, sketch, asked=asked)
        key = hashlib.sha256(repr(sketch).encode()).hexdigest()
        return await kept.get(key, partial(self._draw, draw, sketch, asked=asked))

    @property
    def waiting(self) -> int:
        """How many pictures wait for a place to be drawn in."""
        return self._turns.waiting

    async def _draw(self, draw: Draw, sketch: PictureSpec, *, asked: bool) -> bytes:
        await self._turns.acquire(asked=asked)
        task = asyncio.ensure_future(self._draw_in_worker(draw, sketch))
        # The place is taken until the work ends, even if nobody wants the picture any more.
        task.add_done_callback(lambda _: self._turns.release())
        return await asyncio.shield(task)

    async def _draw_in_worker(self, draw: Draw, sketch: PictureSpec) -> bytes:
        work = partial(draw_spec, draw, sketch)
        with metrics.time_block(PICTURES, draw.__name__.removeprefix("draw_")):
            return await (self.workers.run(work) if self.workers else asyncio.to_thread(work))


async def or_none(drawing: Awaitable[Picture]) -> Picture | None:
    """A picture, or none: a game never waits for one."""
    try:
        return await drawing
    except Exception:
        log.exception("a picture failed")
        return None
