"""A player's advice: what tickets still need, alone and together, and what to claim now."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from bot.games.table import GameSnapshot
from bot.ui.seat_view import SeatView
from engine.advice import Advice as EngineAdvice
from engine.advice import Links, advise, closed_to, plan_tickets, wanted_links
from engine.board import MapSpec
from engine.ids import Piece, Seat, TicketId
from engine.questions import TicketChoice
from engine.rules.piece_mix import PieceMix
from engine.ruleset import Rules
from engine.state import GameState
from engine.view import view_for
from render import Advice

MAX_TICKETS_TOGETHER: Final = 5
"""The largest number of offered tickets that are planned together."""


@dataclass(frozen=True, slots=True)
class TicketSum:
    """The pieces of each kind that some tickets need together with those in hand."""

    total: Mapping[Piece, int]
    held: Mapping[Piece, int]
    """The pieces that the tickets in hand need without them."""
    done: bool = False
    """Whether the tickets are completed already."""

    @property
    def extra(self) -> dict[Piece, int]:
        """The pieces that they need more than the tickets in hand."""
        return {piece: count - self.held[piece] for piece, count in self.total.items()}


Sums: TypeAlias = Mapping[tuple[int, ...], TicketSum | None]
"""What offered tickets need, by their places. None if they cannot be completed."""


def make_advice(snapshot: GameSnapshot, seat: Seat) -> Advice:
    """Return a seat's advice in the present state of the game. Only that seat may see it."""
    return drawn_advice(advise(snapshot.table.rules, snapshot.state, seat))


def drawn_advice(advice: EngineAdvice) -> Advice:
    """Return what pictures and panels show of *advice*. The most useful track is A."""
    letters = {track: ticket_letter(n) for n, track in enumerate(advice.builds)}
    return Advice(advice.missing, letters, advice.network)


def ticket_letter(number: int) -> str:
    """Return the letters of a number, in the order A, B … Z, AA, AB.

    >>> ticket_letter(0), ticket_letter(27)
    ('A', 'AB')
    """
    return (ticket_letter(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def ticket_sums(snapshot: GameSnapshot, seat: Seat) -> Sums:
    """Return what the offered tickets need in the present state of the game: see `offer_sums`."""
    return offer_sums(snapshot.table.rules, snapshot.state, seat)


def offer_sums(rules: Rules, state: GameState, seat: Seat) -> Sums:
    """Return what the offered tickets need: each of them, and the cheapest of each larger group.

    There is one group for each number of tickets that may be kept, up to `MAX_TICKETS_TOGETHER`.
    The tickets that the seat holds are planned with them.
    """
    question = state.waiting.get(seat)
    if not isinstance(question, TicketChoice):
        return {}
    view, closed = view_for(rules, state, seat), closed_to(rules, state, seat)

    def count(tickets: Sequence[TicketId]) -> dict[Piece, int]:
        network = plan_tickets(rules.spec, view, (*view.tickets, *tickets), closed)
        return _count_pieces(rules.spec, wanted_links(network))

    held = count(())
    alone = plan_tickets(rules.spec, view, question.offered, closed)

    def sum_of(places: tuple[int, ...]) -> TicketSum | None:
        tickets = [question.offered[place] for place in places]
        if any(alone[ticket] is None for ticket in tickets):
            return None
        return TicketSum(count(tickets), held, not any(alone[ticket] for ticket in tickets))

    places = range(len(question.offered))
    found: dict[tuple[int, ...], TicketSum | None] = {(n,): sum_of((n,)) for n in places}
    for size in range(max(2, question.keep), MAX_TICKETS_TOGETHER + 1):
        groups = {group: sum_of(group) for group in combinations(places, size)}
        best = min(filter(groups.get, groups), key=lambda group: _size(groups[group]), default=None)
        if best is not None:
            found[best] = groups[best]
    return found


def _size(needs: TicketSum | None) -> int:
    return sum(needs.total.values()) if needs else 0


def _count_pieces(spec: MapSpec, links: Links) -> dict[Piece, int]:
    """Count the pieces of each kind that the links need, also kinds that they do not need.

    The kinds come in the order of the decks that pay for them.
    """
    kinds = {str(route.piece): route.piece for route in spec.routes.values()}
    decks = {str(deck): 0 for deck in spec.decks}
    counts = dict.fromkeys((kinds[name] for name in {**decks, **kinds} if name in kinds), 0)
    for track in links:
        counts[spec.routes[track].piece] += spec.routes[track].length
    return counts


def fitting_mix(snapshot: GameSnapshot, seat: Seat) -> Mapping[Piece, int] | None:
    """Return the mix whose kinds are in proportion to what the seat's tickets need.

    If a mix can cover what the tickets need of each kind, the returned one does. Return None if the
    edition has no mixes, or if the seat's tickets need nothing.
    """
    rules = snapshot.table.rules
    rule = next((part for part in rules.parts if isinstance(part, PieceMix)), None)
    closed = closed_to(rules, snapshot.state, seat)
    view = snapshot.view(seat)
    links = wanted_links(plan_tickets(rules.spec, view, view.tickets, closed)) if rule else ()
    if rule is None or not links:
        return None
    needs = _count_pieces(rules.spec, links)
    total = sum(needs.values())

    def misfit(mix: Mapping[Piece, int]) -> tuple[int, float]:
        lacking = sum(max(0, needs[piece] - count) for piece, count in mix.items())
        kind, count = next(iter(mix.items()))
        return lacking, abs(count - rule.total * needs[kind] / total)

    return min(rule.mixes(), key=misfit)


ADVICE_CACHE_SIZE: Final = 64
"""Enough for the players who are looking at something or typing at the same time."""


class AdviceCache:
    """The latest advice by game, version and seat. Only its own seat may see it."""

    def __init__(self) -> None:
        self._advice: OrderedDict[tuple[str, int, Seat], Advice] = OrderedDict()

    async def advice_for(self, own: SeatView) -> Advice:
        """Return what a seat's tickets still need, and what the seat can pay for."""
        key = (own.game, own.snapshot.version, own.seat)
        advice = self._advice.get(key)
        if advice is None:
            advice = await asyncio.to_thread(make_advice, own.snapshot, own.seat)
            self._advice[key] = advice
            while len(self._advice) > ADVICE_CACHE_SIZE:
                self._advice.popitem(last=False)
        else:
            self._advice.move_to_end(key)
        return advice
