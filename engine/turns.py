"""The deciders of the base game: functions that turn an action into events.

A decider raises every refusal before its first `record`, so that a refused action changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from engine.errors import IllegalAction
from engine.events import (
    BlindCardDrawn,
    OpenCardTaken,
    Passed,
    RouteClaimed,
    SecondCardWaived,
    TicketsKept,
)
from engine.ids import WILD, DeckName, Seat
from engine.ledger import Ledger
from engine.options import (
    claimable,
    must_pass,
    open_decks,
    ticket_counts,
    ticket_splits,
)
from engine.payments import check_payment
from engine.questions import SecondDraw, SplitChoice, TicketChoice, Turn
from engine.rules.base import Decision, decision
from engine.state import GameState


def draw_blind(ledger: Ledger, action: DrawBlind) -> None:
    """Draw the top card of a deck, which counts as one card even if it is wild (D1, D5)."""
    state, seat = ledger.state, action.seat
    deck = state.decks.get(action.deck)
    if deck is None:
        raise IllegalAction("no-such-deck", instead=tuple(state.decks))
    if not deck.cards:
        instead = open_decks(state)
        if not instead:
            raise IllegalAction("cards-exhausted")
        raise IllegalAction("deck-exhausted", deck=action.deck, instead=instead)

    first = isinstance(state.waiting[seat], Turn)
    ledger.record(BlindCardDrawn(seat, action.deck, deck.cards[-1], first))
    ledger.settle()
    _after_card(ledger, seat, first=first)


def draw_open(ledger: Ledger, action: DrawOpen) -> None:
    """Take a card from the display. A wild is the only card of the turn (D1 to D4, D10)."""
    state, seat, slot = ledger.state, action.seat, action.slot
    if slot not in ledger.rules.slots:
        raise IllegalAction("no-such-slot", slots=len(state.display))
    card, decks = state.display[slot], open_decks(state)
    # A gap stays open only while no deck has a card.
    if card is None or not decks:
        raise IllegalAction("cards-exhausted")
    first = isinstance(state.waiting[seat], Turn)
    if card == WILD and not first:
        raise IllegalAction("wild-as-second-card")
    refill = _refill(state, decks, action.refill)

    more = first and card != WILD
    ledger.record(OpenCardTaken(seat, slot, card, more))
    ledger.fill(slot, refill)
    ledger.settle()
    _after_card(ledger, seat, first=more)


def _refill(state: GameState, possible: tuple[DeckName, ...], named: DeckName | None) -> DeckName:
    """Return the deck that closes the gap (D2).

    With two decks, the player names one that has a card.
    """
    if named is None:
        if len(state.decks) > 1:
            raise IllegalAction("refill-not-named", instead=possible)
        return possible[0]
    if named not in state.decks:
        raise IllegalAction("no-such-deck", instead=possible)
    if named not in possible:
        raise IllegalAction("refill-not-possible", deck=named, instead=possible)
    return named


def _after_card(ledger: Ledger, seat: Seat, *, first: bool) -> None:
    """Ask for a second card after the first if there is one to take (D11), else end the turn."""
    if first:
        if open_decks(ledger.state):
            return
        ledger.record(SecondCardWaived(seat))
    ledger.end_turn(seat)


def claim_route(ledger: Ledger, action: ClaimRoute) -> None:
    """Place the pieces, pay the cards and score the points (C1 to C6)."""
    rules, state, seat = ledger.rules, ledger.state, action.seat
    route = rules.spec.routes.get(action.route)
    if route is None:
        raise IllegalAction("unknown-route", route=action.route)
    obstacle = rules.obstacle(state, seat, route)
    if obstacle is not None:
        raise IllegalAction(
            obstacle,
            route=route.id,
            owner=state.owners.get(route.id),
            needs=route.length,
            has=state.players[seat].pieces.get(route.piece, 0),
            instead=tuple(claimable(rules, state, seat)),
        )
    check_payment(rules, state, seat, rules.tariffs[route.id], action.payment)

    points = rules.spec.route_points[route.length]
    ledger.record(RouteClaimed(seat, route.id, action.payment, route.piece, route.length, points))
    ledger.settle()
    ledger.end_turn(seat)


def ask_tickets(ledger: Ledger, action: AskTickets) -> None:
    """Offer the top tickets. With two decks, the player names the split (K1, K3)."""
    _offer(
        ledger, action.seat, action.long, ledger.rules.spec.deal.draw, ledger.rules.spec.deal.keep
    )


def choose_split(ledger: Ledger, action: ChooseSplit) -> None:
    """Offer the first tickets, with the chosen number from the long deck (S4)."""
    deal = ledger.rules.spec.deal
    _offer(ledger, action.seat, action.long, deal.first, deal.keep_first, rule="S4")


def _offer(
    ledger: Ledger, seat: Seat, long: int, total: int, keep: int, rule: str | None = None
) -> None:
    splits = ticket_splits(ledger.rules, ledger.state, total)
    if not splits:
        raise IllegalAction("no-tickets-left")
    if long not in splits:
        raise IllegalAction("split-not-possible", rule=rule, least=splits[0], most=splits[-1])
    ledger.offer_tickets(seat, ticket_counts(ledger.state, total, long), keep)


def keep_tickets(ledger: Ledger, action: KeepTickets) -> None:
    """Keep tickets until the end of the game and put the others under their decks (K2, S5)."""
    state, seat = ledger.state, action.seat
    question = state.waiting[seat]
    assert isinstance(question, TicketChoice)  # noqa: S101  # The table DECISIONS guarantees it.
    kept = set(action.tickets)
    if len(kept) < len(action.tickets) or not kept <= set(question.offered):
        raise IllegalAction("tickets-not-offered", offered=question.offered)
    if len(kept) < question.keep:
        rule = "S3" if state.turn is None else "K2"
        raise IllegalAction("too-few-tickets", rule=rule, least=question.keep)

    tickets = ledger.rules.spec.tickets
    returned = tuple((tickets[t].deck, t) for t in question.offered if t not in kept)
    ledger.record(TicketsKept(seat, tuple(t for t in question.offered if t in kept), returned))
    if state.turn is None:
        ledger.rules.opening(ledger, seat)
        ledger.open_if_all_chose()
    else:
        ledger.end_turn(seat)


def pass_turn(ledger: Ledger, action: Pass) -> None:
    """Pass, which is allowed only to a player who can do nothing else (T2)."""
    if not must_pass(ledger.rules, ledger.state, action.seat):
        raise IllegalAction("pass-not-allowed")
    ledger.record(Passed(action.seat))
    ledger.end_turn(action.seat)


DECISIONS: Final[Mapping[type[Action], Decision]] = {
    ChooseSplit: decision("split", choose_split, SplitChoice),
    KeepTickets: decision("choose", keep_tickets, TicketChoice),
    DrawBlind: decision("draw", draw_blind, Turn, SecondDraw),
    DrawOpen: decision("draw", draw_open, Turn, SecondDraw),
    ClaimRoute: decision("claim", claim_route, Turn),
    AskTickets: decision("tickets", ask_tickets, Turn),
    Pass: decision("pass", pass_turn, Turn),
}
"""The actions of the base game, in the order in which they are offered."""
