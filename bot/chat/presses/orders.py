"""Planning ahead."""

from __future__ import annotations

from bot.chat.context import Context
from bot.chat.planning import show_plan, take_step
from bot.chat.router import on, values
from bot.messages.ids import Press


@on("plan")
async def plan(context: Context, press: Press) -> None:
    """One's order, or what to say ahead."""
    await show_plan(context)


@on("order")
async def order(context: Context, press: Press) -> None:
    """A step on the way to an order; its number is that of the draft it was shown with."""
    await take_step(context, press.arg, press.question_number, values(context.interaction))
