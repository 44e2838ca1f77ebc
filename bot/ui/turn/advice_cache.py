"""Plans of seats, kept while their game stands still: planning all tickets takes a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from bot.ui.seat_view import OwnSeat
from bot.ui.turn.advice import plan_for
from engine.ids import Seat
from render import Plan

KEPT: Final = 64
"""So many are kept: of people who just look at something, or type."""


class Plans:
    """The last plans, by game, version and seat; each is shown to its own seat alone."""

    def __init__(self) -> None:
        self._plans: OrderedDict[tuple[str, int, Seat], Plan] = OrderedDict()

    async def of(self, own: OwnSeat) -> Plan:
        """What a seat's tickets still need, and what it can pay for."""
        key = (own.game, own.outcome.version, own.seat)
        plan = self._plans.get(key)
        if plan is None:
            plan = await asyncio.to_thread(plan_for, own.outcome, own.seat)
            self._plans[key] = plan
            while len(self._plans) > KEPT:
                self._plans.popitem(last=False)
        else:
            self._plans.move_to_end(key)
        return plan
