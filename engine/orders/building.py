"""Which track of a list is built, and what is paid for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from engine.advice import lacks
from engine.ids import WILD, Card, Payment, RouteId
from engine.orders.lists import Aim
from engine.orders.position import Position


def first_build(position: Position, aims: Sequence[Aim]) -> tuple[RouteId, Payment] | None:
    """The first track that can be paid so that no earlier one loses by it; None: there is none."""
    for number, aim in enumerate(aims):
        route = position.spec.routes[aim.track]
        if position.pieces.get(route.piece, 0) < route.length:
            continue
        payment = _payment(position, aim, aims[:number])
        if payment is not None:
            return aim.track, payment
    return None


def _payment(position: Position, aim: Aim, earlier: Sequence[Aim]) -> Payment | None:
    """Of the payments by which no earlier track loses the one that is missed least."""
    hand, tariff = position.hand, position.tariff(aim.track)
    if lacks(tariff, hand, aim.wilds).cards:
        return None
    before = _lacking(position, earlier)
    offers = tariff.offers({**hand, WILD: min(aim.wilds, hand.get(WILD, 0))})
    rank = _rank(position)
    for _, alike in groupby(offers, key=lambda offer: dict(offer).get(WILD, 0)):
        for payment in sorted(alike, key=rank):
            if _lacking(position.after_claim(aim.track, payment), earlier) == before:
                return payment
    return None


def _lacking(position: Position, aims: Sequence[Aim]) -> list[int]:
    """For each track, taken alone, how many cards it lacks."""
    hand = position.hand
    return [lacks(position.tariff(aim.track), hand, aim.wilds).cards for aim in aims]


def _rank(position: Position) -> Callable[[Payment], tuple[object, ...]]:
    """The order of payments: few wilds, few harbour symbols, colours held most, by name."""
    faces, held = position.spec.faces, _held(position)

    def rank(payment: Payment) -> tuple[object, ...]:
        paid = dict(payment)
        symbols = sum(count for card, count in payment if faces[card].harbour)
        colours = {suit for card in paid if (suit := _suit(position, card)) is not None}
        most = sorted(-held[suit] for suit in colours)
        return paid.get(WILD, 0), symbols, most, sorted(payment)

    return rank


def _suit(position: Position, card: Card) -> tuple[str, str] | None:
    """Deck and colour of a card; None: it is wild."""
    face = position.spec.faces[card]
    return None if face.colour is None else (face.deck, face.colour)


def _held(position: Position) -> dict[tuple[str, str], int]:
    """How much of each colour of each deck is in hand."""
    held: dict[tuple[str, str], int] = {}
    for card, count in position.hand.items():
        suit = _suit(position, card)
        if suit is not None:
            held[suit] = held.get(suit, 0) + count * position.spec.faces[card].worth
    return held
