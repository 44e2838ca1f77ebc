"""What holds for every order in every game: over random and planned games of all tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

import engine
from engine.actions import ClaimRoute, DrawBlind, DrawOpen, PlacePiece
from engine.ai.agent import FastChance
from engine.ids import WILD, Payment, RouteId, Seat
from engine.options import Menu
from engine.orders import Stop, decide, decode_order, decode_seen, encode, few_pieces, preview
from engine.questions import SecondDraw, Turn
from engine.state import GameState
from engine.tariffs import Hand, Tariff
from engine.view import view_for
from tests.engine.orders.games import OrderDecision, asked_in_a_game
from tests.engine.random_games import TABLES, rules_for

SAMPLE = 0.15
"""The share of answers that are looked at the slow way."""


@pytest.fixture(params=[(*table, planned) for table in TABLES for planned in (False, True)])
def decisions(request: pytest.FixtureRequest) -> list[OrderDecision]:
    edition, seats, planned = request.param
    return list(asked_in_a_game(rules_for(edition, seats), 1, planned=planned))


def test_what_holds_for_every_answer(decisions: list[OrderDecision]) -> None:
    """One game for each table, played once and looked at from all sides."""
    rng = Random(3)
    assert any(not isinstance(one.answer, Stop) for one in decisions)
    for one in decisions:
        _is_legal(one)
        _is_no_half_move(one)
        _heeds_the_stops(one)
        _keeps_what_is_kept(one)
        if rng.random() < SAMPLE:
            _is_the_same_again(one)
            _is_not_for_others(one)
            _builds_by_the_rule(one)
            _foresees_its_own_answer(one)


def _is_legal(one: OrderDecision) -> None:
    """It draws and claims, and the rules accept it; nothing else is ever asked for."""
    if isinstance(one.answer, Stop):
        return
    assert isinstance(one.answer, ClaimRoute | DrawOpen | DrawBlind)
    assert one.answer.seat == one.seat
    engine.act(one.rules, one.state.copy(), one.answer, FastChance(Random(1)))


def _is_no_half_move(one: OrderDecision) -> None:
    """The second card is always drawn."""
    if isinstance(one.menu.waiting, SecondDraw):
        assert isinstance(one.answer, DrawOpen | DrawBlind)


def _keeps_what_is_kept(one: OrderDecision) -> None:
    """No payment takes of the cards that are to stay in hand."""
    if not isinstance(one.answer, ClaimRoute) or one.order.collect is None:
        return
    faces, paid = one.rules.spec.faces, dict(one.answer.payment)
    for wanted in one.order.collect.colours:
        cards = [card for card in one.view.hand if faces[card].colour == wanted.colour]
        before = sum(one.view.hand[card] * faces[card].worth for card in cards)
        spent = sum(paid.get(card, 0) * faces[card].worth for card in cards)
        if wanted.keep and not (wanted.harbour or wanted.deck):
            assert not spent or before - spent >= wanted.up_to


def _is_the_same_again(one: OrderDecision) -> None:
    """The same view, the same answer; also when order and memory come from a database."""
    order, seen = decode_order(encode(one.order)), decode_seen(encode(one.seen))
    assert (order, seen) == (one.order, one.seen)
    assert decide(one.rules, order, seen, one.view, one.menu) == one.answer


def _is_not_for_others(one: OrderDecision) -> None:
    """Nobody's order acts on another's turn."""
    other = Seat((one.seat + 1) % one.rules.seats)
    view, menu = view_for(one.rules, one.state, other), Menu(one.rules, one.state, other)
    assert decide(one.rules, one.order, one.seen, view, menu) == Stop("not-asked")


def _foresees_its_own_answer(one: OrderDecision) -> None:
    """What a preview tells of now is what happens now."""
    turn = preview(one.rules, one.order, one.seen, one.view, one.menu).turns[0]
    match one.answer:
        case Stop():
            assert turn.stop == one.answer
        case ClaimRoute(_, track, payment):
            assert (turn.track, turn.payment) == (track, payment)
        case DrawBlind(_, deck):
            assert turn.takes[0].card is None
            assert turn.takes[0].deck == deck
        case DrawOpen(_, slot):
            assert turn.takes[0].card == one.view.display[slot]


# --- stops ---


def _heeds_the_stops(one: OrderDecision) -> None:
    """No turn begins after a condition has become true; those not ticked stop nothing."""
    if not isinstance(one.menu.waiting, Turn):
        return
    calls, seen, state = one.order.calls, one.seen, one.state
    low = few_pieces(one.rules)
    few = any(one.rules.pieces_left(state, Seat(s)) <= low for s in range(one.rules.seats))
    cards = sum(state.players[one.seat].hand.values())
    places = {action.city for action in one.menu.extras() if isinstance(action, PlacePiece)}
    true = {
        "last-round": calls.last_round and state.turns_left is not None and not seen.last_round,
        "few-pieces": calls.few_pieces and few and not seen.few_pieces,
        "ticket-completed": calls.ticket_completed and bool(_completed(one) - {*seen.completed}),
        "harbour": calls.harbour and bool(places - {*seen.cities}),
        "many-cards": calls.cards is not None and cards >= calls.cards and not seen.many_cards,
        "turns": seen.played >= calls.turns,
    }
    lost = {*_lost(one)} - {*seen.lost}
    if one.order.build.detour is None:
        true["track-taken"] = calls.track_taken and bool(lost)
    if any(true.values()):
        assert isinstance(one.answer, Stop)
        assert one.answer.reason == "track-taken" or true[one.answer.reason]
    elif isinstance(one.answer, Stop):
        assert one.answer.reason in ("nothing-left", "no-cards", "track-taken")
        assert one.answer.reason != "track-taken" or {*one.answer.tracks} <= lost


def _completed(one: OrderDecision) -> set[str]:
    return {*engine.score(one.rules, one.state).fulfilled[one.seat]}


def _lost(one: OrderDecision) -> list[RouteId]:
    """The listed tracks that nobody of one's own has and that cannot be had in any form."""
    return [link.track for link in one.order.build.links if not _to_have(one, link.track)[0]]


def _to_have(one: OrderDecision, track: RouteId) -> tuple[bool, RouteId | None]:
    """Whether a listed track is not lost, and which one is to be claimed; None: it is done."""
    spec, state = one.rules.spec, one.state
    if any(state.owners.get(route.id) == one.seat for route in spec.beside(track)):
        return True, None
    for twin in (track, *spec.twins(track)):
        if one.rules.obstacle(state, one.seat, spec.routes[twin]) in (None, "pieces-short"):
            return True, twin
    return False, None


# --- building ---


def _builds_by_the_rule(one: OrderDecision) -> None:
    """The first that can be paid so that no earlier one lacks more afterwards, as it is said."""
    if isinstance(one.answer, Stop) or not isinstance(one.menu.waiting, Turn):
        return
    if one.order.build.detour is not None and _lost(one):
        return  # the list is another one now
    keeps = one.order.collect and any(wanted.keep for wanted in one.order.collect.colours)
    if keeps:
        return  # what may be spent is another hand
    expected = _by_brute_force(one)
    built = (one.answer.route, one.answer.payment) if isinstance(one.answer, ClaimRoute) else None
    assert built == expected


def _by_brute_force(one: OrderDecision) -> tuple[RouteId, Payment] | None:
    earlier: list[tuple[RouteId, int]] = []
    hand = one.view.hand
    for link in one.order.build.links:
        track = _to_have(one, link.track)[1]
        if track is None:
            continue
        limit = link.wilds
        if limit is None:
            limit = 99 if _completes(one, track) else 0
        if one.menu.may_claim(track):
            offers = [p for p in one.menu.payments(track) if dict(p).get(WILD, 0) <= limit]
            harmless = [p for p in offers if _harms_none(one, hand, p, earlier)]
            if harmless:
                return track, min(harmless, key=lambda p: _dislike(one, p))
        earlier.append((track, limit))
    return None


def _completes(one: OrderDecision, track: RouteId) -> bool:
    state = one.state.copy()
    state.owners[track] = one.seat
    after = {*engine.score(one.rules, state).fulfilled[one.seat]}
    return len(after) > len(_completed(one))


def _harms_none(
    one: OrderDecision, hand: Hand, payment: Payment, earlier: Sequence[tuple[RouteId, int]]
) -> bool:
    rest = {card: number - dict(payment).get(card, 0) for card, number in hand.items()}
    prices = [(one.rules.tariffs[track], limit) for track, limit in earlier]
    return all(_lacks(price, rest, limit) == _lacks(price, hand, limit) for price, limit in prices)


def _lacks(price: Tariff, hand: Hand, limit: int) -> int:
    """How many wilds would have to be added until something can be paid."""
    wilds = min(limit, hand.get(WILD, 0))
    return next(more for more in count() if price.affordable({**hand, WILD: wilds + more}))


def _dislike(one: OrderDecision, payment: Payment) -> tuple[object, ...]:
    """Fewest wilds, fewest harbour cards, the colour held most, by name."""
    faces, hand = one.rules.spec.faces, one.view.hand
    coloured = [faces[card] for card, _ in payment if card != WILD]
    held = {
        (face.deck, face.colour): sum(
            number * faces[card].worth
            for card, number in hand.items()
            if (faces[card].deck, faces[card].colour) == (face.deck, face.colour)
        )
        for face in coloured
    }
    symbols = sum(number for card, number in payment if faces[card].harbour)
    most = sorted(-number for number in held.values())
    return dict(payment).get(WILD, 0), symbols, most, sorted(payment)


def test_a_game_that_is_over_is_nobodys_turn() -> None:
    """An order for a game that ended does nothing."""
    rules = rules_for("usa", 2)
    last = list(asked_in_a_game(rules, 1, planned=True))[-1]
    state: GameState = last.state.copy()
    state.over, state.waiting = "done", {}
    view, menu = view_for(rules, state, last.seat), Menu(rules, state, last.seat)
    assert decide(rules, last.order, last.seen, view, menu) == Stop("not-asked")
