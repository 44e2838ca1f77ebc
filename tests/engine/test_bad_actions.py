"""Actions made by hand with nonsense inside, and deciders with a fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import msgspec
import pytest

import engine
from engine import actions as a
from engine.errors import BadInput, IllegalAction
from engine.ledger import Ledger
from engine.rules.base import decision
from engine.state import snapshot
from engine.waiting import Turn
from tests.builders import Game, a_fresh_game, a_game

JUNK = (None, 1.5, "junk", b"junk", ["junk"], {"junk": 1}, (None,), ((),), (("junk",),), object())
"""What no action has in any field, but for a deck that need not be named."""


def act(game: Game, action: object) -> None:
    """Carry out *action* on the game itself, not on a copy."""
    engine.act(game.rules, game.state, action, game.chance)


def _opening() -> Game:
    return a_fresh_game("usa")


def _split() -> Game:
    return a_fresh_game("germany")


def _mix() -> Game:
    game = a_fresh_game("world")
    game.keep(*game.offered(0), seat=0)
    return game


def _turn() -> Game:
    return a_game("world").owning("athina--marseille-1").holding("wild", 6).build()


ASKED: tuple[tuple[a.Action, Callable[[], Game]], ...] = (
    (a.ChooseSplit(0, 0), _split),
    (a.KeepTickets(0, ()), _opening),
    (a.ChooseMix(0, {"train": 20, "ship": 40}), _mix),
    (a.DrawBlind(0, "train"), _turn),
    (a.DrawOpen(0, 1, "train"), _turn),
    (a.AskTickets(0, 0), _turn),
    (a.ClaimRoute(0, "athina--tehran-1", (("wild", 3),)), _turn),
    (a.PlacePiece(0, "harbour", "athina", (("wild", 4),)), _turn),
    (a.ExchangePieces(0, "train", 1), _turn),
    (a.Pass(0), _turn),
)
"""An action of every kind, and a game that waits for one."""


class TestMalformedActions:
    """Whoever bypasses the codec is told so; nothing half happens."""

    @pytest.mark.parametrize(
        ("action", "asked"),
        [
            (a.ClaimRoute(0, "athina--tehran-1", None), _turn),
            (a.ClaimRoute(0, "athina--tehran-1", (("wild",),)), _turn),
            (a.DrawBlind(0, ["train"]), _turn),
            (a.DrawOpen(0, 1.0, "train"), _turn),
            (a.KeepTickets(0, None), _opening),
            (a.ChooseMix(0, None), _mix),
            (a.ChooseMix(0, [("train", 20), ("ship", 40)]), _mix),
            ("claim everything", _turn),
            (None, _turn),
        ],
        ids=lambda part: "" if callable(part) else str(part),
    )
    def test_is_bad_input(self, action: object, asked: Callable[[], Game]) -> None:
        game = asked()
        before = snapshot(game.state)

        with pytest.raises(BadInput, match="not an action"):
            act(game, action)

        assert snapshot(game.state) == before

    def test_every_kind_is_tried(self) -> None:
        assert {type(action) for action, _ in ASKED} == set(get_args(a.Action))

    @pytest.mark.parametrize(
        ("action", "asked"), ASKED, ids=[type(action).__name__ for action, _ in ASKED]
    )
    def test_junk_in_any_field_is_refused(self, action: a.Action, asked: object) -> None:
        """By the rules or as bad input, and it leaves no trace."""
        game = asked()
        before = snapshot(game.state)

        for field in action.__struct_fields__:
            for junk in JUNK:
                with pytest.raises((BadInput, IllegalAction)):
                    act(game, msgspec.structs.replace(action, **{field: junk}))
                assert snapshot(game.state) == before


def _with_broken(broken: Callable[[Ledger, a.DrawBlind], None]) -> Game:
    """A game in which drawing from a deck is decided by *broken*."""
    game = _turn()
    decisions = {**game.rules.decisions, a.DrawBlind: decision("draw", broken, Turn)}
    game.rules = replace(game.rules, decisions=decisions)
    return game


class TestBrokenDeciders:
    """A fault of the engine is none of the player's: it comes through as what it is."""

    @pytest.mark.parametrize("fault", [TypeError, ValueError, KeyError, AttributeError])
    def test_the_error_comes_through(self, fault: type[Exception]) -> None:
        def broken(ledger: Ledger, action: a.DrawBlind) -> None:
            raise fault("the decider is wrong")

        with pytest.raises(fault, match="the decider is wrong"):
            act(_with_broken(broken), a.DrawBlind(0, "train"))

    def test_so_it_does_once_something_has_happened(self) -> None:
        """Whatever the action looked like: there is no way back to before."""

        def broken(ledger: Ledger, action: a.DrawBlind) -> None:
            ledger.end_turn(action.seat)
            raise TypeError("too late")

        with pytest.raises(TypeError, match="too late"):
            act(_with_broken(broken), a.DrawBlind(0, ["train"]))
