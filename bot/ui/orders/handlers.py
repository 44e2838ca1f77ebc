"""`/plan` and the buttons of plans, which the code calls orders."""

from __future__ import annotations

from discord import app_commands

from bot.ui.autocomplete import at_any_table, localized
from bot.ui.components import text_modal
from bot.ui.context import Context, in_context
from bot.ui.custom_ids import Press
from bot.ui.orders.actions import find_routes, show_plan, take_step
from bot.ui.router import on, selected_values, typed_text


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


@on("order-find")
async def ask_for_route(context: Context, press: Press) -> None:
    """Ask for the name of a city, or of two."""
    asking = Press(press.game, press.question_number, "order-found")
    await context.open_modal(
        text_modal(asking, context.say("order-menu-tracks"), context.say("find-city"))
    )


@on("order-found", window=True)
async def offer_found_routes(context: Context, press: Press) -> None:
    """Offer the routes at the city that was typed for the list."""
    await find_routes(context, press.question_number, typed_text(context.interaction))


@app_commands.command(name="plan", description=localized("command-orders"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def plan(context: Context, game: str | None = None) -> None:
    """Show the user's order, or how to write one."""
    await context.find_table(game)
    await show_plan(context)


at_any_table(plan)
