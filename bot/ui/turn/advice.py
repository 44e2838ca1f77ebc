"""A player's advice: what tickets still need, alone and together, and what to claim now."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from bot.games.table import GameSnapshot
from bot.ui.seat_view import SeatView
from engine.advice import Advice as EngineAdvice
from engine.advice import Links, advise, closed_to, joint_links
from engine.board import MapSpec
from engine.ids import Piece, Seat, TicketId
from engine.questions import TicketChoice
from engine.rules.piece_mix import PieceMix
from render import Advice

MAX_TICKETS_TOGETHER: Final = 3
"""At most this many offered tickets are planned together."""
Sums: TypeAlias = Mapping[tuple[int, ...], Mapping[Piece, int] | None]
"""The pieces that offered tickets need, by their places. None if they cannot be completed."""


def make_advice(snapshot: GameSnapshot, seat: Seat) -> Advice:
    """Return a seat's advice in the present state of the game. Only that seat may see it."""
    return drawn_advice(advise(snapshot.table.rules, snapshot.state, seat))


def drawn_advice(advice: EngineAdvice) -> Advice:
    """Return what pictures and panels show of *advice*. The most useful track is A."""
    return Advice(
        advice.missing, {track: ticket_letter(n) for n, track in enumerate(advice.builds)}
    )


def ticket_letter(number: int) -> str:
    """Return the letters of a number, in the order A, B … Z, AA, AB.

    >>> ticket_letter(0), ticket_letter(27)
    ('A', 'AB')
    """
    return (ticket_letter(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def ticket_sums(snapshot: GameSnapshot, seat: Seat) -> Sums:
    """Return what the offered tickets need, alone and in groups of up to three that may be kept."""
    question = snapshot.state.waiting.get(seat)
    if not isinstance(question, TicketChoice):
        return {}
    places = range(len(question.offered))
    sizes = {1, *range(max(2, question.keep), MAX_TICKETS_TOGETHER + 1)}
    found = {
        chosen: _needed_pieces(snapshot, seat, [question.offered[place] for place in chosen])
        for size in sorted(sizes)
        for chosen in combinations(places, size)
    }
    return {chosen: _cheapest_needs(found, chosen) for chosen in found}


def _cheapest_needs(found: Sums, chosen: tuple[int, ...]) -> Mapping[Piece, int] | None:
    """Return what *chosen* needs.

    A larger group of tickets also completes *chosen*, so its needs count if they are fewer.
    """
    enough = [needs for places, needs in found.items() if needs and {*chosen} <= {*places}]
    return min(enough, key=lambda needs: sum(needs.values())) if found[chosen] else None


def _needed_pieces(
    snapshot: GameSnapshot, seat: Seat, tickets: Sequence[TicketId]
) -> Mapping[Piece, int] | None:
    rules, spec = snapshot.table.rules, snapshot.table.rules.spec
    closed = closed_to(rules, snapshot.state, seat)
    links = joint_links(spec, snapshot.view(seat), tickets, closed)
    return None if links is None else _count_pieces(spec, links)


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
    edition has no mixes, or if the seat's tickets need nothing or cannot be completed.
    """
    rule = next((part for part in snapshot.table.rules.parts if isinstance(part, PieceMix)), None)
    tickets = snapshot.view(seat).tickets
    needs = _needed_pieces(snapshot, seat, tickets) if rule and tickets else None
    if rule is None or not needs or not any(needs.values()):
        return None
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
