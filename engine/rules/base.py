"""The questions a mechanic may answer, and the rules of one game compiled from an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar, cast

from engine.actions import Action
from engine.board import MapSpec, Route
from engine.ids import Piece, RouteId, Seat
from engine.questions import Waiting
from engine.state import GameState
from engine.tariffs import Tariff

if TYPE_CHECKING:
    from engine.ledger import Ledger
    from engine.scoring import ScoreLine, Standing

A = TypeVar("A", bound=Action)
Decide: TypeAlias = "Callable[[Ledger, Action], None]"


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides an action, the questions it answers, and the word by which it is offered."""

    decide: Decide
    during: tuple[type[Waiting], ...]
    verb: str


def decision(verb: str, decide: Callable[[Ledger, A], None], *during: type[Waiting]) -> Decision:
    """A decider of one kind of action, as the table of deciders keeps it.

    The shell offers the action under this *verb*: as a button, and where it has one as a command.
    """
    return Decision(cast("Decide", decide), during, verb)


@dataclass(frozen=True, slots=True)
class Rule:
    """One mechanic. Override the questions it answers; the rest stay as they are.

    A subclass says on its class what it is called and what it scores, and adds its parameters as
    fields with defaults; edition files fill them.
    """

    name: ClassVar[str]
    """What edition files call it."""
    ids: ClassVar[tuple[str, ...]]
    """The rules of docs/rules.md that it holds."""
    lines: ClassVar[tuple[str, ...]] = ()
    """The names of the score lines that it adds."""
    known: ClassVar[tuple[str, ...]] = ()
    """Those of its score lines whose points everybody has seen all along."""
    everywhere: ClassVar[bool] = False
    """Whether every edition has it: then it is no peculiarity that a rule book would point out."""
    buildings: ClassVar[tuple[Piece, ...]] = ()
    """Its pieces that stand in cities and not on tracks."""

    spec: MapSpec
    seats: int

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool | None:
        """Does this board show something that the rule is about? None: nothing would show it."""
        return None

    def tariff(self, route: Route, base: Tariff) -> Tariff:
        """What does this track cost? Asked once for all tracks alike, when the game is set up.

        They have piece, colour, length and rough spaces in common.
        """
        return base

    def veto(self, state: GameState, seat: Seat, route: Route) -> str | None:
        """May this seat claim this track at all? If not: the code of the refusal."""
        return None

    def allowed(self, state: GameState, seat: Seat, tracks: list[RouteId]) -> list[RouteId]:
        """Which of these *tracks* does `veto` leave to this seat? Menus ask for many at once."""
        routes = self.spec.routes
        return [track for track in tracks if self.veto(state, seat, routes[track]) is None]

    def options(self, state: GameState, seat: Seat) -> Iterable[Action]:
        """What else can be done with a turn?"""
        return ()

    def decisions(self) -> Mapping[type[Action], Decision]:
        """Which actions belong to this mechanic, and who decides them?"""
        return {}

    def opening(self, ledger: Ledger, seat: Seat) -> None:
        """A seat has chosen its first tickets: is there more to choose? Then ask it."""

    def choices(self, seat: Seat) -> Iterable[Action]:
        """What may be answered to the question asked in `opening`?"""
        return ()

    def opened(self, ledger: Ledger) -> None:
        """All seats have chosen everything."""

    def score(self, standing: Standing) -> Iterable[ScoreLine]:
        """Which lines does this add to the score sheet?"""
        return ()
