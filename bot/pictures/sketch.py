"""What a worker does: it imports this page, and with it no Discord."""

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
from render import Advice, Scene, Stress

Draw: TypeAlias = Callable[[Scene], bytes]


@dataclass(frozen=True, slots=True)
class PictureSpec:
    """A scene that can travel: its board and its words by name, all else as it is drawn."""

    edition: EditionId
    language: str
    view: View | None = None
    _: KW_ONLY
    names: tuple[str, ...] = ()
    plan: Advice = field(default_factory=Advice)
    stress: Stress = field(default_factory=Stress)
    zoom: str | None = None
    sheet: ScoreSheet | None = None
    ended: date | None = None

    @property
    def is_public(self) -> bool:
        """Whether everybody may see all of it."""
        return (self.view is None or self.view.viewer is None) and self.plan == Advice()

    def scene(self) -> Scene:
        """The scene, made where it is drawn: boards and words are loaded there, once."""
        return Scene(
            maps.load(self.edition),
            maps.layout(self.edition),
            Words.of(self.language),
            self.view,
            names=self.names,
            plan=self.plan,
            stress=self.stress,
            zoom=self.zoom,
            sheet=self.sheet,
            ended=self.ended,
        )


def draw_spec(draw: Draw, sketch: PictureSpec) -> bytes:
    """The picture of a sketch."""
    return draw(sketch.scene())
