"""Conversion of a planner's plan to a standing order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.actions import ClaimRoute, DrawBlind, DrawOpen
from engine.ai.moves import CONTESTED, PRESSED, WILD_PART, Moves
from engine.ai.planner import Planner
from engine.ai.purse import Share
from engine.ai.ventures import best_venture
from engine.options import Menu
from engine.orders.data import Build, Collect, Link, Order, Wanted
from engine.view import View

DETOUR: Final = 3
"""The additional pieces that a detour may cost."""
VENTURES: Final = 4
"""Routes that follow the plan only for their points."""


def as_order(planner: Planner, view: View, menu: Menu) -> Order | None:
    """Return the plan as an order, or None if no order can take the next action."""
    moves = planner.moves(view, menu)
    if not isinstance(moves.best(may_ask=True), ClaimRoute | DrawBlind | DrawOpen):
        return None
    links = [_link(moves, share) for share in moves.wishes.shares]
    links += _ventures(moves)
    build = Build(tuple(links), tuple(moves.plan.paths), DETOUR if moves.plan.paths else None)
    collect = Collect(colours=tuple(_for_a_harbour(moves)), open_wilds="completing")
    return Order(build, collect, then="draw")


def _for_a_harbour(moves: Moves) -> Iterator[Wanted]:
    """Yield the cards that a harbor needs, to collect and to save for it."""
    survey = moves.survey
    faces = survey.atlas.spec.faces
    for card, count in survey.price.items():
        face = faces[card]
        if face.colour is not None:
            yield Wanted(face.colour, count, face.deck, harbour=True, keep=True)


def _link(moves: Moves, share: Share) -> Link:
    """Return a route of the plan, with as many wilds as the planner itself would spend on it."""
    freely = (
        moves.slack < PRESSED
        or moves.wishes.missing <= 1
        or moves.survey.terrain.contested(share.group) >= CONTESTED
    )
    price = share.track.price
    return Link(share.track.id, price if freely else int(WILD_PART * price))


def _ventures(moves: Moves) -> Iterator[Link]:
    """Yield routes for their points after the plan, with the hand and pieces that it leaves."""
    survey, wishes, plan = moves.survey, moves.wishes, moves.plan
    if plan.paths:
        return
    wilds = survey.purse.wilds
    left = list(wishes.left)
    besides = {*plan.groups}
    for _ in range(VENTURES):
        track = best_venture(survey.terrain, left, wilds, survey.means, besides)
        if track is None:
            return
        besides.add(track.group)
        suit = max(track.suits, key=lambda suit: left[suit])
        left[suit] -= track.price
        yield Link(track.id, wilds)
