"""The buttons and commands of standing orders."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.ui.autocomplete import localized, suggest_tables
from bot.ui.context import Context, in_context
from bot.ui.custom_ids import Press
from bot.ui.orders import actions as planning
from bot.ui.orders.actions import show_plan, take_step
from bot.ui.router import on, selected_values


@on("plan")
async def open_plan(context: Context, press: Press) -> None:
    """Show the user's order, or how to write one."""
    await show_plan(context)


@on("order")
async def press_order_step(context: Context, press: Press) -> None:
    """Carry out a step of an order.

    The question number of the press is the revision of the draft that the panel showed.
    """
    await take_step(context, press.arg, press.question_number, selected_values(context.interaction))


ORDERS: Final = app_commands.Group(name="orders", description=localized("command-orders"))


@ORDERS.command(name="show", description=localized("command-orders-show"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def show(context: Context, game: str | None = None) -> None:
    """Show the user's order, or how to write one."""
    await context.find_table(game)
    await planning.show_plan(context)


@ORDERS.command(name="clear", description=localized("command-orders-clear"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def clear(context: Context, game: str | None = None) -> None:
    """Delete the user's order."""
    await context.find_table(game)
    await context.reply_text(await planning.clear_order(context))


show.autocomplete("game")(suggest_tables)
clear.autocomplete("game")(suggest_tables)
