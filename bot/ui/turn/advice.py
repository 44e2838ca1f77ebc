"""A player's advice: what tickets still need, alone and together, and what to claim now."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from bot.games.table import GameSnapshot
from bot.ui.seat_view import SeatView
from engine.advice import Advice as EngineAdvice
from engine.advice import (
    Sums,
    advise,
    closed_to,
    count_pieces,
    offer_sums,
    plan_tickets,
    wanted_links,
)
from engine.ids import Piece, Seat
from engine.rules.piece_mix import PieceMix
from render import Advice


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
    needs = count_pieces(rules.spec, links)
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
