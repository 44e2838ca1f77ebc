"""A player who does anything that is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from engine.actions import (
    Action,
    AskTickets,
    ChooseSplit,
    ClaimRoute,
    DrawBlind,
    DrawOpen,
    KeepTickets,
    Pass,
)
from engine.options import Menu
from engine.view import View
from engine.waiting import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn, Waiting


class RandomAgent:
    """Picks a kind of action first, then one of that kind, so that it lists only what it picks."""

    def choose(self, view: View, menu: Menu, rng: Random) -> Action:
        """Any legal action."""
        return _ANSWERS[type(menu.waiting)](menu, rng)


def _split(menu: Menu, rng: Random) -> Action:
    return ChooseSplit(menu.seat, rng.choice(menu.splits()))


def _tickets(menu: Menu, rng: Random) -> Action:
    question = menu.waiting
    assert isinstance(question, TicketChoice)  # noqa: S101  # the table below says so
    count = rng.randint(question.keep, len(question.offered))
    return KeepTickets(menu.seat, tuple(rng.sample(question.offered, count)))


def _mix(menu: Menu, rng: Random) -> Action:
    return rng.choice(list(menu.mixes()))


def _second(menu: Menu, rng: Random) -> Action:
    blind, shown = menu.decks(), menu.slots()
    pick = int(rng.random() * (len(blind) + len(shown)))
    if pick < len(blind):
        return DrawBlind(menu.seat, blind[pick])
    return DrawOpen(menu.seat, shown[pick - len(blind)], rng.choice(menu.refills()))


def _draw(menu: Menu, rng: Random) -> Action | None:
    return _second(menu, rng) if menu.decks() or menu.slots() else None


def _claim(menu: Menu, rng: Random) -> Action | None:
    tracks = list(menu.routes())
    if not tracks:
        return None
    track = rng.choice(tracks)
    return ClaimRoute(menu.seat, track, rng.choice(list(menu.payments(track))))


def _ask(menu: Menu, rng: Random) -> Action | None:
    splits = menu.splits()
    return AskTickets(menu.seat, rng.choice(splits)) if splits else None


def _extra(menu: Menu, rng: Random) -> Action | None:
    extras = list(menu.extras())
    return rng.choice(extras) if extras else None


_KINDS: Final = (_draw, _claim, _ask, _extra)


def _turn(menu: Menu, rng: Random) -> Action:
    for kind in rng.sample(_KINDS, len(_KINDS)):
        action = kind(menu, rng)
        if action is not None:
            return action
    return Pass(menu.seat)


_ANSWERS: Final[Mapping[type[Waiting] | type[None], Callable[[Menu, Random], Action]]] = {
    SplitChoice: _split,
    TicketChoice: _tickets,
    MixChoice: _mix,
    SecondDraw: _second,
    Turn: _turn,
}
