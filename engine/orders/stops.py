"""When an order stops: what has become true since its owner last looked."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.actions import ChooseMix
from engine.ids import Seat
from engine.orders.data import Order, Seen, Stop
from engine.orders.lists import course_of
from engine.orders.position import Position
from engine.ruleset import Rules


def seen_now(order: Order, position: Position) -> Seen:
    """What is true now: kept when an order is given, and at each look of its owner."""
    return Seen(
        lost=course_of(order.build, position).lost,
        completed=position.completed(),
        few_pieces=_fewest(position)[0] <= few_pieces(position.rules),
        last_round=position.is_last_round,
        many_cards=_has_many(order, position),
    )


def after_turn(seen: Seen) -> Seen:
    """The same, one turn of the order later."""
    return replace(seen, played=seen.played + 1)


def few_pieces(rules: Rules) -> int:
    """With so many pieces somebody is near the end: those that end the game, and a sixth of all."""
    return rules.spec.end.at_most + _supply(rules) // 6


def _supply(rules: Rules) -> int:
    """How many pieces for tracks each player begins with (S7: those of a mix)."""
    mixes = [a.pieces for a in rules.opening_choices(Seat(0)) if isinstance(a, ChooseMix)]
    pieces = mixes[0] if mixes else rules.spec.pieces
    kinds = dict.fromkeys(route.piece for route in rules.spec.routes.values())
    return sum(pieces.get(kind, 0) for kind in kinds)


def first_stop(order: Order, seen: Seen, position: Position) -> Stop | None:
    """The first condition that has become true; None: the order goes on."""
    return next(_changes(order, seen, position), None)


def _changes(order: Order, seen: Seen, position: Position) -> Iterator[Stop]:
    calls = order.calls
    if calls.last_round and position.is_last_round and not seen.last_round:
        yield Stop("last-round")
    if calls.few_pieces and not seen.few_pieces:
        left, seat = _fewest(position)
        if left <= few_pieces(position.rules):
            yield Stop("few-pieces", seat=seat, count=left)
    if calls.track_taken:
        lost = tuple(t for t in course_of(order.build, position).lost if t not in seen.lost)
        if lost:
            yield Stop("track-taken", tracks=lost)
    if calls.ticket_completed:
        new = tuple(key for key in position.completed() if key not in seen.completed)
        if new:
            yield Stop("ticket-completed", tickets=new)
    if not seen.many_cards and _has_many(order, position):
        yield Stop("many-cards", count=position.cards)
    if seen.played >= calls.turns:
        yield Stop("turns", count=seen.played)


def _fewest(position: Position) -> tuple[int, Seat]:
    """Who has the fewest pieces left, and how many."""
    return min((left, Seat(seat)) for seat, left in enumerate(position.lefts))


def _has_many(order: Order, position: Position) -> bool:
    most = order.calls.cards
    return most is not None and position.cards >= most
