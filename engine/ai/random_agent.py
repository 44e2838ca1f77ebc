"""A player that takes any legal action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeVar

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
from engine.questions import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn, Waiting

T = TypeVar("T")


class RandomAgent:
    """An agent that picks a kind of action first and then an action of that kind.

    That way it lists only the actions of the chosen kind.
    """

    def choose(self, look: object, menu: Menu, rng: Random) -> Action:
        """Return any legal action, without building a view."""
        return any_action(menu, rng)


def any_action(menu: Menu, rng: Random) -> Action:
    """Return any legal action. This needs no view."""
    return _ANSWERS[type(menu.waiting)](menu, rng)


def _pick(things: Sequence[T], rng: Random) -> T:
    """Return a random element, in a third of the time of `choice`."""
    return things[int(rng.random() * len(things))]


def _split(menu: Menu, rng: Random) -> Action:
    return ChooseSplit(menu.seat, rng.choice(menu.splits()))


def _tickets(menu: Menu, rng: Random) -> Action:
    question = menu.waiting
    assert isinstance(question, TicketChoice)  # noqa: S101  # The table _ANSWERS guarantees it.
    count = rng.randint(question.keep, len(question.offered))
    return KeepTickets(menu.seat, tuple(rng.sample(question.offered, count)))


def _mix(menu: Menu, rng: Random) -> Action:
    return rng.choice(list(menu.mixes()))


def _draw(menu: Menu, rng: Random) -> Action | None:
    blind = menu.decks()
    if not blind:
        # Without a deck, no face-up card can be taken either (D10).
        return None
    shown = menu.slots()
    pick = int(rng.random() * (len(blind) + len(shown)))
    if pick < len(blind):
        return DrawBlind(menu.seat, blind[pick])
    return DrawOpen(menu.seat, shown[pick - len(blind)], _pick(menu.refills(), rng))


def _second(menu: Menu, rng: Random) -> Action:
    action = _draw(menu, rng)
    # The question for a second card is asked only if there is a card to take (D11).
    assert action is not None  # noqa: S101
    return action


def _claim(menu: Menu, rng: Random) -> Action | None:
    tracks = menu.routes()
    if not tracks:
        return None
    track = _pick(tracks, rng)
    return ClaimRoute(menu.seat, track, _pick(list(menu.payments(track)), rng))


def _ask(menu: Menu, rng: Random) -> Action | None:
    splits = menu.splits()
    return AskTickets(menu.seat, _pick(splits, rng)) if splits else None


def _extra(menu: Menu, rng: Random) -> Action | None:
    extras = list(menu.extras())
    return _pick(extras, rng) if extras else None


_KINDS: Final = ((0.45, _draw), (0.9, _claim), (0.95, _ask), (1.0, _extra))
"""How often each kind is tried first, which is about its share in a list of all legal actions."""


def _turn(menu: Menu, rng: Random) -> Action:
    wish = rng.random()
    for share, kind in _KINDS:
        if wish < share:
            action = kind(menu, rng)
            if action is not None:
                return action
    # The chosen kind is not possible, so take any other kind that is.
    for _, kind in _KINDS:
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
