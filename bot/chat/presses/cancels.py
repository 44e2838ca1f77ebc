"""Votes of the players to cancel their game."""

from __future__ import annotations

from bot.chat import moves
from bot.chat.context import Context
from bot.chat.router import on
from bot.messages.ids import Press
from bot.messages.seats import YES
from bot.messages.votes import cancel_panel


@on("cancel")
async def cancel(context: Context, press: Press) -> None:
    """Ask first; then start the vote, or agree to it."""
    if press.arg == YES:
        await moves.agree_to_cancel(context)
    else:
        await context.answer(cancel_panel(await context.seat()), update=True)


@on("cancel-no")
async def refuse(context: Context, press: Press) -> None:
    """Vote against it, or withdraw one's own request."""
    await moves.refuse_to_cancel(context)
