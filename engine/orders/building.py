"""The choice of the next route to claim from a list, and of its payment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from engine.advice import lacks
from engine.ids import WILD, Card, Payment, RouteId
from engine.orders.lists import Aim
from engine.orders.position import Position


def first_build(position: Position, aims: Sequence[Aim]) -> tuple[RouteId, Payment] | None:
    """Return the first payable route whose payment costs no earlier route a card, or None."""
    for number, aim in enumerate(aims):
        route = position.spec.routes[aim.track]
        if position.pieces.get(route.piece, 0) < route.length:
            continue
        payment = _payment(position, aim, aims[:number])
        if payment is not None:
            return aim.track, payment
    return None


def _payment(position: Position, aim: Aim, earlier: Sequence[Aim]) -> Payment | None:
    """Return the payment that is missed least, of those that cost no earlier route a card."""
    hand, tariff = position.hand, position.tariff(aim.track)
    if lacks(tariff, hand, aim.wilds).cards:
        return None
    before = _missing_cards(position, earlier)
    offers = tariff.offers({**hand, WILD: min(aim.wilds, hand.get(WILD, 0))})
    rank = _rank(position)
    for _, alike in groupby(offers, key=lambda offer: dict(offer).get(WILD, 0)):
        for payment in sorted(alike, key=rank):
            if _missing_cards(position.after_claim(aim.track, payment), earlier) == before:
                return payment
    return None


def _missing_cards(position: Position, aims: Sequence[Aim]) -> list[int]:
    """Return how many cards each route lacks, considered alone."""
    hand = position.hand
    return [lacks(position.tariff(aim.track), hand, aim.wilds).cards for aim in aims]


def _rank(position: Position) -> Callable[[Payment], tuple[object, ...]]:
    """Return a sort key for payments.

    The order is few wilds, few harbor symbols, the colors with most cards in hand, then by name.
    """
    faces, held = position.spec.faces, _cards_by_suit(position)

    def rank(payment: Payment) -> tuple[object, ...]:
        paid = dict(payment)
        symbols = sum(count for card, count in payment if faces[card].harbour)
        colours = {suit for card in paid if (suit := _suit(position, card)) is not None}
        most = sorted(-held[suit] for suit in colours)
        return paid.get(WILD, 0), symbols, most, sorted(payment)

    return rank


def _suit(position: Position, card: Card) -> tuple[str, str] | None:
    """Return deck and color of a card, or None if it is wild."""
    face = position.spec.faces[card]
    return None if face.colour is None else (face.deck, face.colour)


def _cards_by_suit(position: Position) -> dict[tuple[str, str], int]:
    """Return how much of each color of each deck is in hand."""
    held: dict[tuple[str, str], int] = {}
    for card, count in position.hand.items():
        suit = _suit(position, card)
        if suit is not None:
            held[suit] = held.get(suit, 0) + count * position.spec.faces[card].worth
    return held
