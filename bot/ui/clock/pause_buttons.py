"""Requests of players to pause, or to go on."""

from __future__ import annotations

from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.router import on
from bot.ui.turn import actions as moves


@on("pause")
async def pause(context: Context, press: Press) -> None:
    """Ask for a pause, or agree to it."""
    await moves.ask_pause(context, pausing=True)


@on("resume")
async def resume(context: Context, press: Press) -> None:
    """Ask that the pause be over, or agree to that."""
    await moves.ask_pause(context, pausing=False)


@on("pause-no")
async def refuse(context: Context, press: Press) -> None:
    """Refuse what is asked."""
    await moves.refuse_pause(context)
