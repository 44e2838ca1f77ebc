"""Votes of the players to cancel their game."""

from __future__ import annotations

from bot.ui.board.votes import cancel_panel
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.router import on
from bot.ui.seats.view import YES
from bot.ui.turn import actions as moves


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
