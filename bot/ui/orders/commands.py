"""`/orders`: what one has said ahead, typed."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.ui.autocomplete import suggest_tables
from bot.ui.command_texts import said
from bot.ui.context import Context, in_context
from bot.ui.orders import actions as planning

ORDERS: Final = app_commands.Group(name="orders", description=said("command-orders"))


@ORDERS.command(name="show", description=said("command-orders-show"))
@app_commands.describe(game=said("option-game"))
@in_context
async def show(context: Context, game: str | None = None) -> None:
    """One's order, or the way to one."""
    await context.table(game)
    await planning.show_plan(context)


@ORDERS.command(name="clear", description=said("command-orders-clear"))
@app_commands.describe(game=said("option-game"))
@in_context
async def clear(context: Context, game: str | None = None) -> None:
    """Forget it."""
    await context.table(game)
    await context.tell(await planning.clear(context))


show.autocomplete("game")(suggest_tables)
clear.autocomplete("game")(suggest_tables)
