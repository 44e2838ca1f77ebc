"""The scene: all the input of a picture in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import date
from typing import Protocol

from engine.board import MapSpec
from engine.events import Event
from engine.ids import RouteId, Seat
from engine.scoring import ScoreSheet
from engine.view import View
from maps.layout import Layout
from render.advice import Advice
from render.fonts import readable


class Wording(Protocol):
    """The texts of one language, provided by the caller. This package only uses their keys."""

    @property
    def language(self) -> str:
        """The language code, such as ``"de"``. It also selects the names of places."""

    def say(self, key: str, **facts: str | int) -> str:
        """Return the text for *key*, with *facts* filled in."""


@dataclass(frozen=True, slots=True)
class Stress:
    """The things to emphasize in a picture."""

    since: int | None = None
    """Claims after this version glow and are numbered. If it is None, no claim does."""
    routes: tuple[RouteId, ...] = ()
    """Tracks that the viewer asked about."""
    closed: tuple[RouteId, ...] = ()
    """Tracks that no player may claim any more. The caller decides this by the rules."""
    path: tuple[RouteId, ...] = ()
    """Claimed tracks to frame because they belong together, such as the longest path."""


@dataclass(frozen=True, slots=True)
class Move:
    """A turn of a seat, and what it did in it."""

    seat: Seat
    steps: tuple[Event, ...]
    """At least one step. Pictures show only what is public about it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The content and the language of a picture. Each picture uses the parts it shows."""

    spec: MapSpec
    layout: Layout
    words: Wording
    view: View | None = None
    """What the viewer sees of the game, or None if the game has not started."""
    _: KW_ONLY
    names: Sequence[str] = ()
    """The players' names by seat."""
    advice: Advice = field(default_factory=Advice)
    """What only the viewer may know."""
    stress: Stress = field(default_factory=Stress)
    moves: Sequence[Move] = ()
    """The last moves, the newest one last."""
    is_paused: bool = False
    """Whether the table is paused."""
    zoom: str | None = None
    """The region or city of a close-up, or None for the whole board."""
    sheet: ScoreSheet | None = None
    """The result, if the game is over."""
    ended: date | None = None
    """The day on which the game ended, or None if the picture does not show it."""

    @property
    def seen(self) -> View:
        """The view, for a picture that shows a game.

        Raises:
            ValueError: The game has not started.
        """
        if self.view is None:
            raise ValueError("this picture needs a view")
        return self.view

    @property
    def result(self) -> ScoreSheet:
        """The score sheet, for a picture that shows how the game ended.

        Raises:
            ValueError: There is no score sheet.
        """
        if self.sheet is None:
            raise ValueError("this picture needs a score sheet")
        return self.sheet

    @property
    def language(self) -> str:
        """The language of the texts and of the names of places."""
        return self.words.language

    @property
    def title(self) -> str:
        """The edition's title in the scene's language."""
        return self.spec.title(self.language)

    @property
    def day(self) -> str:
        """The day on which the game ended, as a text. It is empty if `ended` is None."""
        if self.ended is None:
            return ""
        year, month, day = self.ended.isoformat().split("-")
        return self.say("picture-date", year=year, month=month, day=day)

    def say(self, key: str, **facts: str | int) -> str:
        """Return the text for *key*, with *facts* filled in."""
        return self.words.say(key, **facts)

    def name(self, seat: Seat | int) -> str:
        """Return the name of the player at *seat* as the fonts can draw it.

        Return an empty string if the scene has no name for the seat.
        """
        return readable(self.names[seat]) if seat < len(self.names) else ""
