"""Pictures, drawn beside the event loop, never more than a few at once, and asked ones first."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import render
from bot.messages.kit import Picture
from bot.pictures.drawing import drawn
from bot.pictures.drawn_once import DrawnOnce
from bot.pictures.turns import Turns
from bot.workers import AT_ONCE, Workers
from engine.board import MapSpec
from engine.scoring import ScoreSheet
from engine.view import View
from render import Plan, Stress

log = logging.getLogger(__name__)

ENDINGS: Final[Mapping[str, Callable[..., bytes]]] = {
    "reveal.gif": render.draw_reveal,
    "scores.png": render.draw_scores,
}
"""What is shown of a finished game: how it came about, then the sheet to read at leisure."""
KEPT: Final = 16
"""So many public pictures of a kind are kept, a third of a megabyte each: every edition's lobby in
every language, and the boards of the tables that have just been told."""


@dataclass(slots=True)
class Studio:
    """Draws what it is asked for; holds no game and no secret.

    What somebody *asked* for, and waits for, is drawn before what is told to everybody.
    """

    workers: Workers | None = None
    """Processes to draw in; None: threads, which is enough where few people press."""
    _turns: Turns = field(default_factory=lambda: Turns(AT_ONCE))
    _boards: DrawnOnce = field(default_factory=lambda: DrawnOnce(KEPT))
    _lobbies: DrawnOnce = field(default_factory=lambda: DrawnOnce(KEPT))

    async def board(
        self,
        view: View,
        spec: MapSpec,
        names: Sequence[str],
        language: str,
        alt: str,
        stress: Stress | None = None,
        zoom: str | None = None,
        *,
        asked: bool = False,
    ) -> Picture:
        """The public board; drawn once as long as nothing that is seen on it changes."""
        details = {"names": tuple(names), "stress": stress, "zoom": zoom}
        work = _work(render.draw_board, spec, language, view, **details)
        if view.viewer is not None:
            # Nobody asks for that; but what one seat alone may see would not be kept.
            return Picture("board.png", await self._draw(work, asked=asked), alt)
        data = await self._public(self._boards, work, asked=asked)
        return Picture("board.png", data, alt)

    async def lobby(self, spec: MapSpec, language: str, alt: str) -> Picture:
        """An edition's board before the game; drawn once."""
        work = _work(render.draw_lobby, spec, language)
        data = await self._public(self._lobbies, work, asked=False)
        return Picture("lobby.png", data, alt)

    async def hand(
        self,
        view: View,
        spec: MapSpec,
        plan: Plan,
        language: str,
        alt: str,
        *,
        asked: bool = False,
    ) -> Picture:
        """A player's cards and tickets: for that player alone."""
        work = _work(render.draw_hand, spec, language, view, plan=plan)
        return Picture("hand.png", await self._draw(work, asked=asked), alt)

    async def tickets(
        self, view: View, spec: MapSpec, plan: Plan, language: str, alt: str
    ) -> Picture:
        """The tickets on offer: for that player alone."""
        work = _work(render.draw_tickets, spec, language, view, plan=plan)
        return Picture("tickets.png", await self._draw(work, asked=True), alt)

    async def own_map(
        self,
        view: View,
        spec: MapSpec,
        plan: Plan,
        language: str,
        alt: str,
        zoom: str | None = None,
    ) -> Picture:
        """A player's own map: for that player alone."""
        work = _work(render.draw_map, spec, language, view, plan=plan, zoom=zoom)
        return Picture("map.png", await self._draw(work, asked=True), alt)

    async def ending(
        self,
        name: str,
        view: View,
        spec: MapSpec,
        sheet: ScoreSheet,
        names: Sequence[str],
        language: str,
        alt: str,
    ) -> Picture:
        """One of the pictures of a finished game, by its file's name."""
        work = _work(ENDINGS[name], spec, language, view, sheet, names=tuple(names))
        return Picture(name, await self._draw(work, asked=False), alt)

    async def _public(self, kept: DrawnOnce, work: partial[bytes], *, asked: bool) -> bytes:
        """What everybody may see: by all that goes into it, so that no two can be mistaken."""
        key = hashlib.sha256(repr(work.args).encode()).hexdigest()
        return await kept.get(key, partial(self._draw, work, asked=asked))

    async def _draw(self, work: partial[bytes], *, asked: bool) -> bytes:
        await self._turns.take(asked=asked)
        run = self.workers.run(work) if self.workers else asyncio.to_thread(work)
        task = asyncio.ensure_future(run)
        # The place is taken until the work ends, even if nobody wants the picture any more.
        task.add_done_callback(lambda _: self._turns.give_back())
        return await asyncio.shield(task)


async def or_none(drawing: Awaitable[Picture]) -> Picture | None:
    """A picture, or none: a game never waits for one."""
    try:
        return await drawing
    except Exception:
        log.exception("a picture failed")
        return None


def _work(
    kind: Callable[..., bytes], spec: MapSpec, language: str, *shown: object, **details: object
) -> partial[bytes]:
    """What is to be drawn, ready to travel."""
    return partial(drawn, kind, spec.id, language, shown, details)
