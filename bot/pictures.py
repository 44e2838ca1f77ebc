"""Pictures, drawn beside the event loop and never more than a few at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import maps
import render
from bot.ui.kit import Picture
from engine.board import MapSpec
from engine.ids import RouteId
from engine.scoring import ScoreSheet
from engine.view import View
from render import Plan, Stress

AT_ONCE: Final = 2
"""More pictures at once only take each other's time."""


@dataclass(slots=True)
class Studio:
    """Draws what it is asked for; holds no game and no secret."""

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
        data = await self._draw(
            lambda: render.draw_board(
                view,
                spec,
                maps.layout(spec.id),
                names=names,
                words=render.Words(language),
                stress=stress,
                zoom=zoom,
            )
        )
        return Picture("board.png", data, alt)

    async def lobby(self, spec: MapSpec, language: str, alt: str) -> Picture:
        """An edition's board before the game."""
        words = render.Words(language)
        data = await self._draw(lambda: render.draw_lobby(spec, maps.layout(spec.id), words=words))
        return Picture("lobby.png", data, alt)

    async def hand(self, view: View, spec: MapSpec, plan: Plan, language: str, alt: str) -> Picture:
        """A player's cards and tickets: for that player alone."""
        words = render.Words(language)
        data = await self._draw(
            lambda: render.draw_hand(view, spec, maps.layout(spec.id), plan=plan, words=words)
        )
        return Picture("hand.png", data, alt)

    async def tickets(
        self, view: View, spec: MapSpec, plan: Plan, language: str, alt: str
    ) -> Picture:
        """The tickets on offer: for that player alone."""
        words = render.Words(language)
        data = await self._draw(
            lambda: render.draw_tickets(view, spec, maps.layout(spec.id), plan=plan, words=words)
        )
        return Picture("tickets.png", data, alt)

    async def own_map(
        self,
        view: View,
        spec: MapSpec,
        plan: Plan,
        language: str,
        alt: str,
        zoom: str | None = None,
        routes: tuple[RouteId, ...] = (),
    ) -> Picture:
        """A player's own map: for that player alone."""
        words, stress = render.Words(language), Stress(routes=routes)
        data = await self._draw(
            lambda: render.draw_map(
                view,
                spec,
                maps.layout(spec.id),
                plan=plan,
                words=words,
                stress=stress,
                zoom=zoom,
            )
        )
        return Picture("map.png", data, alt)

    async def scores(
        self,
        view: View,
        spec: MapSpec,
        sheet: ScoreSheet,
        names: Sequence[str],
        language: str,
        alt: str,
    ) -> Picture:
        """The final sheet."""
        words = render.Words(language)
        data = await self._draw(
            lambda: render.draw_scores(
                view, spec, maps.layout(spec.id), sheet, names=names, words=words
            )
        )
        return Picture("scores.png", data, alt)

    async def _draw(self, work: Callable[[], bytes]) -> bytes:
        async with self._turns:
            return await asyncio.to_thread(work)
