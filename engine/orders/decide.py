"""The decisions of an order: a pure function from what a seat sees to an action or a stop."""

from __future__ import annotations

from typing import Final

from engine.actions import ClaimRoute, DrawBlind, DrawOpen
from engine.ids import RouteId
from engine.options import Menu
from engine.orders.building import first_build
from engine.orders.collecting import draw, kept_back, next_of
from engine.orders.data import Foreseen, Next, Order, Preview, Seen, Stop, Take
from engine.orders.lists import course_of
from engine.orders.position import Position, position_of
from engine.orders.stops import after_turn, first_stop, seen_now
from engine.ruleset import Rules
from engine.view import View

TURNS_AHEAD: Final = 3
"""The number of turns in a preview, including the next one."""


def decide(
    rules: Rules, order: Order, seen: Seen, view: View, menu: Menu
) -> ClaimRoute | DrawOpen | DrawBlind | Stop:
    """Return what an order does now. The same view always gives the same answer.

    Only the first step of a turn can stop the order. A second card is always drawn.
    """
    return _decide(order, seen, position_of(rules, view, menu))


def look(rules: Rules, order: Order, view: View, menu: Menu) -> Seen:
    """Return the current facts, to save when an order is given or its owner sees the table."""
    return seen_now(order, position_of(rules, view, menu))


def outlook(rules: Rules, order: Order, view: View, menu: Menu) -> Next | None:
    """Return what an order works toward and what that lacks, or None if nothing is on its list."""
    position = kept_back(order, position_of(rules, view, menu))
    return next_of(position, course_of(order.build, position).aims)


def planned_tracks(rules: Rules, order: Order, view: View, menu: Menu) -> tuple[RouteId, ...]:
    """Return the routes that an order still claims, in its order, with detours around lost ones."""
    aims = course_of(order.build, position_of(rules, view, menu)).aims
    return tuple(aim.track for aim in aims)


def preview(rules: Rules, order: Order, seen: Seen, view: View, menu: Menu) -> Preview:
    """Return what an order would do on its next turns, beginning now, if nothing else changed.

    A preview is possible at any time. On another player's turn, it assumes that it is the seat's
    own turn.
    """
    position = position_of(rules, view, menu).asked()
    turns: list[Foreseen] = []
    while len(turns) < TURNS_AHEAD and not (turns and turns[-1].stop):
        turn, position = _foresee(order, seen, position)
        seen = after_turn(seen)
        turns.append(turn)
    position = kept_back(order, position)
    return Preview(tuple(turns), next_of(position, course_of(order.build, position).aims))


def _decide(
    order: Order, seen: Seen, position: Position
) -> ClaimRoute | DrawOpen | DrawBlind | Stop:
    if not position.is_asked:
        return Stop("not-asked")
    if position.is_first:
        stop = first_stop(order, seen, position)
        if stop is not None:
            return stop
    position = kept_back(order, position)
    aims = course_of(order.build, position).aims
    build = first_build(position, aims) if position.is_first else None
    if build is not None:
        return ClaimRoute(position.seat, *build)
    card = draw(order, position, aims)
    if card is not None:
        return card
    left = tuple(aim.track for aim in aims)
    return Stop("nothing-left" if position.decks else "no-cards", tracks=left)


def _foresee(order: Order, seen: Seen, position: Position) -> tuple[Foreseen, Position]:
    """Return a turn of the order and the position after it."""
    takes: list[Take] = []
    while True:
        answer = _decide(order, seen, position)
        if isinstance(answer, Stop):
            return Foreseen(stop=answer), position
        if isinstance(answer, ClaimRoute):
            after = position.after_claim(answer.route, answer.payment)
            return Foreseen(answer.route, answer.payment), after
        take, position = _foresee_card(answer, position)
        takes.append(take)
        if position.is_first:
            return Foreseen(takes=tuple(takes)), position


def _foresee_card(answer: DrawOpen | DrawBlind, position: Position) -> tuple[Take, Position]:
    if isinstance(answer, DrawBlind):
        return Take(deck=answer.deck), position.after_blind()
    card = position.display[answer.slot]
    assert card is not None  # noqa: S101  # No rule takes from a gap.
    return Take(card, answer.refill), position.after_open(answer.slot, card)
