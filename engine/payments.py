"""Checking a payment, with a refusal that tells what is wrong with it."""

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
    """Refuse what is no payment, not held or not accepted; say what is possible instead."""
    hand = state.players[seat].hand
    cards = [card for card, _ in payment]
    if len(set(cards)) < len(cards) or not all(
        card in rules.spec.faces and isinstance(count, int) and count > 0 for card, count in payment
    ):
        raise IllegalAction("payment-malformed", rule=tariff.rule, payment=payment)
    if not tariff.affordable(hand):
        raise IllegalAction(
            "cards-short",
            rule=tariff.rule,
            lacks=tariff.lacks(hand),
            instead=tuple(claimable(rules, state, seat)),
        )
    missing = {c: n - hand.get(c, 0) for c, n in payment if n > hand.get(c, 0)}
    if missing:
        code, facts = "cards-not-held", {"missing": missing}
    elif not tariff.accepts(payment):
        code, facts = "payment-refused", {}
    else:
        return
    raise IllegalAction(code, rule=tariff.rule, instead=next(tariff.offers(hand)), **facts)
