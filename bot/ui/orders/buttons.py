"""Planning ahead."""

from __future__ import annotations

from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.orders.actions import show_plan, take_step
from bot.ui.router import on, values


@on("plan")
async def plan(context: Context, press: Press) -> None:
    """One's order, or what to say ahead."""
    await show_plan(context)


@on("order")
async def order(context: Context, press: Press) -> None:
    """A step on the way to an order; its number is that of the draft it was shown with."""
    await take_step(context, press.arg, press.question_number, values(context.interaction))
