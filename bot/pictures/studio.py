"""Draws pictures outside of the event loop, a few at a time, the urgent ones first."""

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
from bot.pictures.picture import MAP_FILE_NAME, SCORES_FILE_NAME, TICKETS_FILE_NAME, Picture
from bot.pictures.scheduling import PictureCache, PriorityLimiter
from bot.pictures.sketch import Draw, PictureSpec, draw_spec
from bot.workers import MAX_WORKERS, Workers

log = logger(__name__)

ENDINGS: Final[Mapping[str, Draw]] = {
    "reveal.gif": render.draw_reveal,
    SCORES_FILE_NAME: render.draw_scores,
}
"""The pictures of a finished game: the animated reveal, then the score sheet."""
MAX_CACHED_PICTURES: Final = 16
"""The number of cached public pictures of one kind, a third of a megabyte each.

It is enough for the lobby of every edition in every language, and for the boards of the tables that
were updated last.
"""


@dataclass(slots=True)
class Studio:
    """Draws pictures from their descriptions. It stores no game and no secret.

    A picture that a user has *asked* for, and waits for, is drawn before pictures of table updates.
    """

    workers: Workers | None = None
    """The processes that draw. If None, threads draw, which is enough for few users."""
    _limiter: PriorityLimiter = field(default_factory=lambda: PriorityLimiter(MAX_WORKERS))
    _boards: PictureCache = field(default_factory=lambda: PictureCache(MAX_CACHED_PICTURES))
    _lobbies: PictureCache = field(default_factory=lambda: PictureCache(MAX_CACHED_PICTURES))

    async def draw_board(self, spec: PictureSpec, alt: str, *, asked: bool = False) -> Picture:
        """Draw the public board, or return the cached picture if nothing on it has changed."""
        data = await self._draw_cached(self._boards, render.draw_board, spec, asked=asked)
        return Picture("board.png", data, alt)

    async def draw_lobby(self, spec: PictureSpec, alt: str) -> Picture:
        """Draw an edition's board before the game, or return the cached picture."""
        data = await self._draw_cached(self._lobbies, render.draw_lobby, spec, asked=False)
        return Picture("lobby.png", data, alt)

    async def draw_hand(self, spec: PictureSpec, alt: str, *, asked: bool = False) -> Picture:
        """Draw a player's cards and tickets, for that player only."""
        return Picture("hand.png", await self._draw(render.draw_hand, spec, asked=asked), alt)

    async def draw_tickets(self, spec: PictureSpec, alt: str, *, asked: bool = True) -> Picture:
        """Draw the tickets on offer to a player, for that player only."""
        data = await self._draw(render.draw_tickets, spec, asked=asked)
        return Picture(TICKETS_FILE_NAME, data, alt)

    async def draw_own_map(self, spec: PictureSpec, alt: str, *, asked: bool = True) -> Picture:
        """Draw a player's own map, for that player only."""
        return Picture(MAP_FILE_NAME, await self._draw(render.draw_map, spec, asked=asked), alt)

    async def draw_ending(self, name: str, spec: PictureSpec, alt: str) -> Picture:
        """Draw one of the pictures of a finished game, which is named by its file name."""
        return Picture(name, await self._draw(ENDINGS[name], spec, asked=False), alt)

    async def _draw_cached(
        self, cache: PictureCache, draw: Draw, spec: PictureSpec, *, asked: bool
    ) -> bytes:
        """Draw a public picture, or return the cached one.

        The key is a hash of the whole description, so that no two pictures are confused.
        """
        if not spec.is_public:
            # No caller requests this. A picture that only one seat may see must not be cached.
            return await self._draw(draw, spec, asked=asked)
        key = hashlib.sha256(repr(spec).encode()).hexdigest()
        return await cache.get(key, partial(self._draw, draw, spec, asked=asked))

    @property
    def waiting(self) -> int:
        """The number of pictures that wait for a place to be drawn in."""
        return self._limiter.waiting

    async def _draw(self, draw: Draw, spec: PictureSpec, *, asked: bool) -> bytes:
        await self._limiter.acquire(asked=asked)
        task = asyncio.ensure_future(self._draw_in_worker(draw, spec))
        # The place is taken until the work ends, even if the caller is canceled.
        task.add_done_callback(lambda _: self._limiter.release())
        return await asyncio.shield(task)

    async def _draw_in_worker(self, draw: Draw, spec: PictureSpec) -> bytes:
        work = partial(draw_spec, draw, spec)
        with metrics.time_block(PICTURES, draw.__name__.removeprefix("draw_")):
            return await (self.workers.run(work) if self.workers else asyncio.to_thread(work))


async def or_none(drawing: Awaitable[Picture]) -> Picture | None:
    """Return the picture, or None if drawing fails. A game never stops for a picture."""
    try:
        return await drawing
    except Exception:
        log.exception("could not draw a picture")
        return None
