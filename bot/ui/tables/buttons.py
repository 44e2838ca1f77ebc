"""The button that lists the open tables."""

from __future__ import annotations

from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.router import on
from bot.ui.tables.actions import show_open_tables


@on("tables")
async def list_open_tables(context: Context, press: Press) -> None:
    """List the open tables of this server that the user may see."""
    await show_open_tables(context)
