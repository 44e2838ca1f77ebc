"""The work of a worker process: drawing a picture from its description.

Workers import this module, so it does not import discord.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from datetime import date
from typing import TypeAlias

import maps
from bot.text.words import Words
from engine.ids import EditionId
from engine.scoring import ScoreSheet
from engine.view import View
from render import Advice, Move, Scene, Stress

Draw: TypeAlias = Callable[[Scene], bytes]


@dataclass(frozen=True, slots=True)
class PictureSpec:
    """The description of a picture, small enough to be pickled: board and language are names."""

    edition: EditionId
    language: str
    view: View | None = None
    _: KW_ONLY
    names: tuple[str, ...] = ()
    advice: Advice = field(default_factory=Advice)
    stress: Stress = field(default_factory=Stress)
    moves: tuple[Move, ...] = ()
    """The last moves with what everyone may know, the newest one last."""
    is_paused: bool = False
    zoom: str | None = None
    sheet: ScoreSheet | None = None
    ended: date | None = None

    @property
    def is_public(self) -> bool:
        """Whether all users may see everything in the picture."""
        return (self.view is None or self.view.viewer is None) and self.advice == Advice()

    def scene(self) -> Scene:
        """Return the scene to draw. Each process loads boards and words once."""
        spec = maps.load(self.edition)
        return Scene(
            spec,
            maps.layout(self.edition),
            Words.of(self.language).for_edition(spec),
            self.view,
            names=self.names,
            advice=self.advice,
            stress=self.stress,
            moves=self.moves,
            is_paused=self.is_paused,
            zoom=self.zoom,
            sheet=self.sheet,
            ended=self.ended,
        )


def draw_spec(draw: Draw, spec: PictureSpec) -> bytes:
    """Draw the picture that *spec* describes."""
    return draw(spec.scene())
