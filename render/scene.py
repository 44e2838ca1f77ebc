"""The scene: all that goes into a picture, in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import date
from typing import Protocol

from engine.board import MapSpec
from engine.ids import RouteId, Seat
from engine.scoring import ScoreSheet
from engine.view import View
from maps.layout import Layout
from render.advice import Advice
from render.fonts import readable


class Wording(Protocol):
    """The words of one language, brought by the caller: we only name their keys."""

    @property
    def language(self) -> str:
        """Its code, such as ``"de"``; names of places follow it too."""

    def say(self, key: str, **facts: str | int) -> str:
        """The words for *key*, with *facts* filled in."""


@dataclass(frozen=True, slots=True)
class Stress:
    """What to point at."""

    since: int | None = None
    """Claims after this version glow and are numbered."""
    routes: tuple[RouteId, ...] = ()
    """Tracks asked about."""
    closed: tuple[RouteId, ...] = ()
    """Tracks that nobody may claim any more; the caller knows the rules."""
    path: tuple[RouteId, ...] = ()
    """Claimed tracks that belong together, such as the longest path: framed."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn, and in whose words. A picture takes of it what it shows."""

    spec: MapSpec
    layout: Layout
    words: Wording
    view: View | None = None
    """What is seen of the game; None: it has not begun."""
    _: KW_ONLY
    names: Sequence[str] = ()
    """Who sits where."""
    plan: Advice = field(default_factory=Advice)
    """What the viewer alone may know."""
    stress: Stress = field(default_factory=Stress)
    zoom: str | None = None
    """A region or a city to look at closely; None: the whole board."""
    sheet: ScoreSheet | None = None
    """The result of a game that is over."""
    ended: date | None = None
    """On which day it was over, if the picture is to say so."""

    @property
    def seen(self) -> View:
        """The view, for a picture that shows a game.

        Raises:
            ValueError: The game has not begun.
        """
        if self.view is None:
            raise ValueError("this picture needs a view")
        return self.view

    @property
    def result(self) -> ScoreSheet:
        """The sheet, for a picture that shows how it ended.

        Raises:
            ValueError: There is none.
        """
        if self.sheet is None:
            raise ValueError("this picture needs a score sheet")
        return self.sheet

    @property
    def language(self) -> str:
        """In which the words are, and the names of places."""
        return self.words.language

    @property
    def title(self) -> str:
        """The edition's title."""
        return self.spec.title(self.language)

    @property
    def day(self) -> str:
        """When it was over, as one writes it; empty if it is not told."""
        if self.ended is None:
            return ""
        year, month, day = self.ended.isoformat().split("-")
        return self.say("picture-date", year=year, month=month, day=day)

    def say(self, key: str, **facts: str | int) -> str:
        """The words for *key*."""
        return self.words.say(key, **facts)

    def name(self, seat: Seat | int) -> str:
        """Who sits there, as it can be written; empty if it is not told."""
        return readable(self.names[seat]) if seat < len(self.names) else ""
