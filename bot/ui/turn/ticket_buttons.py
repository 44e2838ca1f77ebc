"""Drawing and keeping tickets."""

from __future__ import annotations

from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.parsing import number
from bot.ui.router import on, values
from bot.ui.turn import actions as moves
from bot.ui.turn.replies import show_tickets
from bot.ui.turn.selection import show
from bot.ui.turn.tickets import split_panel


@on("tickets")
async def tickets(context: Context, press: Press) -> None:
    """Ask whether to draw tickets, with two decks how many of each."""
    await moves.ask_tickets(context)


@on("ask")
async def ask(context: Context, press: Press) -> None:
    """Draw tickets with this split."""
    await moves.ask_tickets(context, number(press.arg))


@on("split")
async def split(context: Context, press: Press) -> None:
    """The opening's split: show it, or take it."""
    if not press.arg:
        await show(context, lambda own: split_panel(own, "split"))
        return
    await moves.choose_split(context, number(press.arg))


@on("choose")
async def choose(context: Context, press: Press) -> None:
    """Show the tickets on offer."""
    await show_tickets(context, await moves.expected(context))


@on("keep")
async def keep(context: Context, press: Press) -> None:
    """Keep the tickets that were selected, by their places."""
    await moves.keep_tickets(context, [number(n) for n in values(context.interaction)])
