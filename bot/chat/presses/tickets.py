"""Drawing and keeping tickets."""

from __future__ import annotations

from bot.chat import moves
from bot.chat.context import Context
from bot.chat.presses.base import show
from bot.chat.replies import show_tickets
from bot.chat.router import on, values
from bot.chat.typed import number
from bot.messages.ids import Press
from bot.messages.panels.tickets import split_panel


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
