"""Pictures, drawn beside the event loop and never more than a few at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import render
from bot.drawing import drawn
from bot.ui.kit import Picture
from bot.workers import AT_ONCE, Workers
from engine.board import MapSpec
from engine.scoring import ScoreSheet
from engine.view import View
from render import Plan, Stress

ENDINGS: Final[Mapping[str, Callable[..., bytes]]] = {
    "reveal.gif": render.draw_reveal,
    "scores.png": render.draw_scores,
}
"""What is shown of a finished game: how it came about, then the sheet to read at leisure."""


@dataclass(slots=True)
class Studio:
    """Draws what it is asked for; holds no game and no secret."""

    workers: Workers | None = None
    """Processes to draw in; None: threads, which is enough where few people press."""
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def board(
        self,
        view: View,
        spec: MapSpec,
        names: Sequence[str],
        language: str,
        alt: str,
        stress: Stress | None = None,
        zoom: str | None = None,
    ) -> Picture:
        """The public board."""
        details = {"names": tuple(names), "stress": stress, "zoom": zoom}
        data = await self._draw(render.draw_board, spec, language, view, **details)
        return Picture("board.png", data, alt)

    async def lobby(self, spec: MapSpec, language: str, alt: str) -> Picture:
        """An edition's board before the game."""
        return Picture("lobby.png", await self._draw(render.draw_lobby, spec, language), alt)

    async def hand(self, view: View, spec: MapSpec, plan: Plan, language: str, alt: str) -> Picture:
        """A player's cards and tickets: for that player alone."""
        data = await self._draw(render.draw_hand, spec, language, view, plan=plan)
        return Picture("hand.png", data, alt)

    async def tickets(
        self, view: View, spec: MapSpec, plan: Plan, language: str, alt: str
    ) -> Picture:
        """The tickets on offer: for that player alone."""
        data = await self._draw(render.draw_tickets, spec, language, view, plan=plan)
        return Picture("tickets.png", data, alt)

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
        data = await self._draw(render.draw_map, spec, language, view, plan=plan, zoom=zoom)
        return Picture("map.png", data, alt)

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
        data = await self._draw(ENDINGS[name], spec, language, view, sheet, names=tuple(names))
        return Picture(name, data, alt)

    async def _draw(
        self,
        kind: Callable[..., bytes],
        spec: MapSpec,
        language: str,
        *shown: object,
        **details: object,
    ) -> bytes:
        work = partial(drawn, kind, spec.id, language, shown, details)
        async with self._turns:
            return await (self.workers.run(work) if self.workers else asyncio.to_thread(work))
