"""The conditions that stop an order: what has become true since its owner last saw the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from engine.actions import ChooseMix
from engine.ids import Seat
from engine.orders.data import Order, Seen, Stop
from engine.orders.lists import course_of
from engine.orders.position import Position
from engine.ruleset import Rules


def seen_now(order: Order, position: Position) -> Seen:
    """Return the current facts, to save when an order is given or its owner sees the table."""
    return Seen(
        lost=course_of(order.build, position).lost,
        completed=position.completed(),
        few_pieces=_is_near_end(position),
        last_round=position.is_last_round,
        cities=position.cities,
        many_cards=_has_many_cards(order, position),
    )


def after_turn(seen: Seen) -> Seen:
    """Return *seen* after one more turn of the order."""
    return replace(seen, played=seen.played + 1)


def few_pieces(rules: Rules) -> int:
    """Return the number of pieces at which a player is near the end of the game.

    That is the number that ends the game plus a sixth of the pieces at the start.
    """
    return rules.spec.end.at_most + _starting_pieces(rules) // 6


def _starting_pieces(rules: Rules) -> int:
    """Return how many pieces for routes each player begins with (S7: those of a mix)."""
    mixes = [a.pieces for a in rules.opening_choices(Seat(0)) if isinstance(a, ChooseMix)]
    pieces = mixes[0] if mixes else rules.spec.pieces
    kinds = dict.fromkeys(route.piece for route in rules.spec.routes.values())
    return sum(pieces.get(kind, 0) for kind in kinds)


def first_stop(order: Order, seen: Seen, position: Position) -> Stop | None:
    """Return the first condition that has become true, or None if the order continues."""
    stops = (check(order, seen, position) for check in _CHECKS)
    return next((stop for stop in stops if stop is not None), None)


def _last_round(order: Order, seen: Seen, position: Position) -> Stop | None:
    is_new = position.is_last_round and not seen.last_round
    return Stop("last-round") if order.calls.last_round and is_new else None


def _few_pieces(order: Order, seen: Seen, position: Position) -> Stop | None:
    left, seat = _fewest_pieces(position)
    is_new = _is_near_end(position) and not seen.few_pieces
    return Stop("few-pieces", seat=seat, count=left) if order.calls.few_pieces and is_new else None


def _track_taken(order: Order, seen: Seen, position: Position) -> Stop | None:
    if not order.calls.track_taken:
        return None
    lost = tuple(t for t in course_of(order.build, position).lost if t not in seen.lost)
    return Stop("track-taken", tracks=lost) if lost else None


def _ticket_completed(order: Order, seen: Seen, position: Position) -> Stop | None:
    if not order.calls.ticket_completed:
        return None
    new = tuple(key for key in position.completed() if key not in seen.completed)
    return Stop("ticket-completed", tickets=new) if new else None


def _harbour(order: Order, seen: Seen, position: Position) -> Stop | None:
    new = tuple(city for city in position.cities if city not in seen.cities)
    return Stop("harbour", cities=new) if order.calls.harbour and new else None


def _many_cards(order: Order, seen: Seen, position: Position) -> Stop | None:
    is_new = _has_many_cards(order, position) and not seen.many_cards
    return Stop("many-cards", count=position.cards) if is_new else None


def _turns(order: Order, seen: Seen, position: Position) -> Stop | None:
    return Stop("turns", count=seen.played) if seen.played >= order.calls.turns else None


_CHECKS: Final[tuple[Callable[[Order, Seen, Position], Stop | None], ...]] = (
    _last_round,
    _few_pieces,
    _track_taken,
    _ticket_completed,
    _harbour,
    _many_cards,
    _turns,
)
"""The most urgent first."""


def _is_near_end(position: Position) -> bool:
    """Return whether a player has few pieces.

    As long as no player has any pieces, the game has not begun (S7).
    """
    return any(position.lefts) and _fewest_pieces(position)[0] <= few_pieces(position.rules)


def _fewest_pieces(position: Position) -> tuple[int, Seat]:
    """Return the smallest number of pieces left, and the seat that has it."""
    return min((left, Seat(seat)) for seat, left in enumerate(position.lefts))


def _has_many_cards(order: Order, position: Position) -> bool:
    most = order.calls.cards
    return most is not None and position.cards >= most
