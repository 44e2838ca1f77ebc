"""The choice of the cards that an order draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple, TypeAlias

from engine.actions import DrawBlind, DrawOpen
from engine.board import MapSpec
from engine.ids import WILD, Card, DeckName
from engine.orders.building import first_build
from engine.orders.data import Collect, Next, Order, Wanted
from engine.orders.lists import Aim
from engine.orders.position import Position
from engine.tariffs import Hand, Tariff

Help: TypeAlias = Mapping[Card, int]
"""The cards that are wanted for one purpose, and how much each of them helps."""


class Need(NamedTuple):
    """The cards that a route of a list lacks if the cards in hand are assigned in list order."""

    aim: Aim
    lacks: int
    help: Help


def needs_of(position: Position, aims: Sequence[Aim]) -> Iterator[Need]:
    """Yield what each route lacks. Earlier routes get the cards in hand first."""
    left = {card: count for card, count in position.hand.items() if card != WILD}
    wilds = position.hand.get(WILD, 0)
    for aim in aims:
        tariff = position.tariff(aim.track)
        used = dict(next(tariff.offers({**left, WILD: tariff.cost})))
        missing = used.pop(WILD, 0)
        jokers = min(missing, aim.wilds, wilds)
        lack = missing - jokers
        yield Need(aim, lack, _help(position, tariff, left) if lack else {})
        wilds -= jokers
        left = {card: count - used.get(card, 0) for card, count in left.items()}


def _help(position: Position, tariff: Tariff, hand: Hand) -> Help:
    """Return the cards that a price lacks. For a gray route, they have the color held most."""
    lack = tariff.lacks(hand).cards
    gains = {
        card: lack - tariff.lacks({**hand, card: hand.get(card, 0) + 1}).cards
        for card in position.spec.faces
        if card != WILD
    }
    return {card: gain for card, gain in gains.items() if gain > 0}


def next_of(position: Position, aims: Sequence[Aim]) -> Next | None:
    """Return what an order works toward: a route to claim now, else the first that lacks cards."""
    build = first_build(position, aims)
    if build is not None:
        return Next(build[0], 0)
    for need in needs_of(position, aims):
        if need.lacks:
            return Next(need.aim.track, need.lacks, tuple(need.help), need.aim.wilds)
    return None


def draw(order: Order, position: Position, aims: Sequence[Aim]) -> DrawOpen | DrawBlind | None:
    """Return the next draw, or None if no card is left or the first card is not wanted.

    The second card of a turn is drawn even if the order wants no card.
    """
    collect = order.collect
    if not position.decks or (position.is_first and collect is None):
        return None
    collect = collect or Collect(for_list=False)
    wants = list(_wants(collect, position, aims))
    if not wants and position.is_first and order.then == "stop":
        return None
    slot = _open_slot(collect, position, aims, wants)
    if slot is not None:
        return DrawOpen(position.seat, slot, _refill(collect, position, wants))
    return DrawBlind(position.seat, _deck(collect.deck, position, wants))


def _wants(collect: Collect, position: Position, aims: Sequence[Aim]) -> Iterator[Help]:
    """Yield what is wanted, the most urgent first."""
    short = [(wanted.keep, _missing_colour(wanted, position)) for wanted in collect.colours]
    yield from (help for keep, help in short if help and keep)
    if collect.for_list:
        yield from (need.help for need in needs_of(position, aims) if need.lacks)
    yield from (help for keep, help in short if help and not keep)


def _missing_colour(wanted: Wanted, position: Position) -> Help:
    """Return the cards of a color if fewer than wanted are in hand."""
    faces, cards = position.spec.faces, cards_of(wanted, position.spec)
    short = wanted.up_to - sum(position.held(card) * faces[card].worth for card in cards)
    return {card: min(short, faces[card].worth) for card in cards} if short > 0 else {}


def cards_of(wanted: Wanted, spec: MapSpec) -> list[Card]:
    """Return the kinds of cards that *wanted* refers to."""
    return [
        face.id
        for face in spec.faces.values()
        if face.colour == wanted.colour
        and wanted.deck in (None, face.deck)
        and (face.harbour or not wanted.harbour)
    ]


def kept_back(order: Order, position: Position) -> Position:
    """Return the position with the reserved cards set aside, which must stay in hand."""
    kept: dict[Card, int] = {}
    for wanted in order.collect.colours if order.collect else ():
        room = wanted.up_to
        for card in cards_of(wanted, position.spec) if wanted.keep else ():
            worth = position.spec.faces[card].worth
            stay = min(max(0, ceil(room / worth)), position.held(card))
            room -= stay * worth
            kept[card] = max(stay, kept.get(card, 0))
    return position.keeping(kept) if kept else position


def _open_slot(
    collect: Collect, position: Position, aims: Sequence[Aim], wants: Sequence[Help]
) -> int | None:
    """Return the slot of the face-up card that helps most with the most urgent want.

    A wild is taken only if it completes a route and the chosen card does not.
    """
    shown = position.open_cards()
    for want in wants:
        found = [(slot, card) for slot, card in shown if card in want]
        if found:
            slot, card = min(found, key=lambda one: _sort_key(position, want, *one))
            break
    else:
        slot, card = None, None
    wild = next((number for number, there in shown if there == WILD), None)
    if wild is None or collect.open_wilds == "never" or not _completes(position, aims, WILD):
        return slot
    return slot if card is not None and _completes(position, aims, card) else wild


def _sort_key(position: Position, want: Help, slot: int, card: Card) -> tuple[int, int, int, int]:
    """Return a sort key: the card that helps most, then the most frequent, then harbor symbols."""
    alike = position.display.count(card)
    return -want[card], -alike, -position.spec.faces[card].harbour, slot


def _completes(position: Position, aims: Sequence[Aim], card: Card) -> bool:
    """Return whether a route could be claimed with *card* in addition."""
    return first_build(position.holding(card), aims) is not None


def _refill(collect: Collect, position: Position, wants: Sequence[Help]) -> DeckName | None:
    """Return the deck that fills a gap, or None if the player need not name it (D2)."""
    if None in position.refills:
        return None
    return _deck(collect.refill, position, wants)


def _deck(named: DeckName | None, position: Position, wants: Sequence[Help]) -> DeckName:
    """Return the named deck if it has a card, else the deck with most of what is wanted."""
    if named in position.decks:
        return named
    return max(position.decks, key=lambda deck: _expected_help(position, deck, wants))


def _expected_help(position: Position, deck: DeckName, wants: Sequence[Help]) -> float:
    """Return how much the top card of a deck helps on average, based on the printed deck."""
    cards = position.spec.decks[deck]
    return sum(max((want.get(card, 0) for want in wants), default=0) for card in cards) / len(cards)
