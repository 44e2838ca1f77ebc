"""Actions made by hand with nonsense inside, and deciders with a fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import msgspec
import pytest

import engine
import maps
from engine import actions as a
from engine.errors import BadInput, IllegalAction
from engine.ledger import Ledger
from engine.questions import Turn
from engine.rules.base import decision
from engine.state import snapshot
from tests.builders import EDITIONS, Game, Rigged, a_fresh_game, a_game
from tests.engine.random_games import random_game

JUNK = (None, 1.5, "junk", b"junk", ["junk"], {"junk": 1}, (None,), ((),), (("junk",),), object())
"""What no action has in any field, but for a deck that need not be named."""
MOST_DECKS_FIRST = sorted(EDITIONS, key=lambda edition: -len(maps.load(edition).decks))
"""Where there are several, the deck must be named."""


def act(game: Game, action: object) -> None:
    """Carry out *action* on the game itself, not on a copy."""
    engine.act(game.rules, game.state, action, game.chance)


def _opening() -> Game:
    return a_fresh_game("usa")


def _mix() -> Game:
    game = a_fresh_game("world")
    game.keep(*game.offered(0), seat=0)
    return game


def _turn() -> Game:
    return a_game("world").owning("athina--marseille-1").holding("wild", 6).build()


def _before(kind: type[a.Action]) -> tuple[a.Action, Game]:
    """An action of this kind, and a game in which it is legal; passing is so too rarely."""
    if kind is a.Pass:
        return a.Pass(0), _turn()
    for edition in MOST_DECKS_FIRST:
        played = random_game(edition, maps.load(edition).seats[0])
        for moment in played.moments:
            if type(moment.action) is kind:
                return moment.action, Game(played.rules, moment.state.copy(), (), Rigged())
    raise LookupError(kind)


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

    @pytest.mark.parametrize("kind", get_args(a.Action))
    def test_junk_in_any_field_is_refused(self, kind: type[a.Action]) -> None:
        """By the rules or as bad input, and it leaves no trace."""
        action, game = _before(kind)
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
