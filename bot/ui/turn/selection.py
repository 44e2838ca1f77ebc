"""What several handlers share: panels to show, and what was selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.ui.components import Screen
from bot.ui.context import Context
from bot.ui.router import values
from bot.ui.seat_view import OwnSeat
from bot.ui.turn.actions import expected
from engine.errors import BadInput
from engine.ids import Payment


async def show(context: Context, panel: Callable[[OwnSeat], Screen]) -> None:
    """Show a panel that answers the present question."""
    await context.answer(panel(await expected(context)), update=True)


def one(context: Context) -> str:
    """The one thing that was selected."""
    chosen = values(context.interaction)
    if len(chosen) != 1:
        raise BadInput("not one thing")
    return chosen[0]


def offer(offers: Sequence[Payment], number: int) -> Payment:
    """The payment of this number; nothing where there is none, which the rules refuse."""
    return offers[number] if number < len(offers) else ()
