"""The base class of mechanics, with the questions that a mechanic may answer."""

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
    """The decider of an action, the questions it answers, and the verb that offers it."""

    decide: Decide
    during: tuple[type[Waiting], ...]
    verb: str


def decision(verb: str, decide: Callable[[Ledger, A], None], *during: type[Waiting]) -> Decision:
    """Return a decider for one kind of action, in the form that the table of deciders needs.

    The bot offers the action under this *verb*, as a button and in some cases also as a command.
    """
    return Decision(cast("Decide", decide), during, verb)


@dataclass(frozen=True, slots=True)
class Rule:
    """A mechanic. A subclass overrides the methods for the questions it answers.

    A subclass declares its name and its score lines as class variables. Its parameters are fields
    with defaults, which edition files can set.
    """

    name: ClassVar[str]
    """The name in edition files."""
    ids: ClassVar[tuple[str, ...]]
    """The rules of docs/rules.md that this mechanic implements."""
    lines: ClassVar[tuple[str, ...]] = ()
    """The names of the score lines that this mechanic adds."""
    known: ClassVar[tuple[str, ...]] = ()
    """The score lines of this mechanic whose points all players could see during the whole game."""
    everywhere: ClassVar[bool] = False
    """Whether every edition has this mechanic. The rule book then does not mention it as a special
    rule."""
    buildings: ClassVar[tuple[Piece, ...]] = ()
    """The pieces of this mechanic that stand in cities and not on routes."""

    spec: MapSpec
    seats: int

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool | None:
        """Return whether the board shows something that the rule is about.

        Return None if no board data would show it.
        """
        return None

    def tariff(self, route: Route, base: Tariff) -> Tariff:
        """Return the price of this route.

        Routes with the same piece, color, length and number of rough spaces get the same price. The
        method is called once for each such group, when the game is set up.
        """
        return base

    def veto(self, state: GameState, seat: Seat, route: Route) -> str | None:
        """Return the refusal code if this seat may not claim this route at all, else None."""
        return None

    def allowed(self, state: GameState, seat: Seat, tracks: list[RouteId]) -> list[RouteId]:
        """Return the *tracks* that `veto` allows to this seat. Menus check many routes at once."""
        routes = self.spec.routes
        return [track for track in tracks if self.veto(state, seat, routes[track]) is None]

    def options(self, state: GameState, seat: Seat) -> Iterable[Action]:
        """Return the additional actions that a turn allows."""
        return ()

    def decisions(self) -> Mapping[type[Action], Decision]:
        """Return the actions of this mechanic with their deciders."""
        return {}

    def opening(self, ledger: Ledger, seat: Seat) -> None:
        """Ask a seat that has chosen its first tickets for a further choice, if there is one."""

    def choices(self, seat: Seat) -> Iterable[Action]:
        """Return the possible answers to the question asked in `opening`."""
        return ()

    def opened(self, ledger: Ledger) -> None:
        """React to the end of all opening choices."""

    def score(self, standing: Standing) -> Iterable[ScoreLine]:
        """Return the lines that this mechanic adds to the score sheet."""
        return ()
