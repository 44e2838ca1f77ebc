"""Checking a payment, with a refusal that explains what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import IllegalAction
from engine.ids import Payment, Seat
from engine.options import claimable
from engine.state import GameState
from engine.tariffs import Tariff

if TYPE_CHECKING:
    from engine.ruleset import Rules


def check_payment(
    rules: Rules, state: GameState, seat: Seat, tariff: Tariff, payment: Payment
) -> None:
    """Raise IllegalAction if a payment is malformed, not in hand or not accepted.

    The refusal also names what the player could do instead.
    """
    hand, faces = state.players[seat].hand, rules.spec.faces
    missing = {}
    for card, count in payment:
        if card not in faces or not isinstance(count, int) or count <= 0:
            raise IllegalAction("payment-malformed", rule=tariff.rule, payment=payment)
        if count > hand.get(card, 0):
            missing[card] = count - hand.get(card, 0)
    if len(dict(payment)) < len(payment):
        raise IllegalAction("payment-malformed", rule=tariff.rule, payment=payment)
    if not missing and tariff.accepts(payment):
        return
    if not tariff.affordable(hand):
        raise IllegalAction(
            "cards-short",
            rule=tariff.rule,
            lacks=tariff.lacks(hand),
            instead=tuple(claimable(rules, state, seat)),
        )
    instead = next(tariff.offers(hand))
    if missing:
        raise IllegalAction("cards-not-held", rule=tariff.rule, missing=missing, instead=instead)
    raise IllegalAction("payment-refused", rule=tariff.rule, instead=instead)
