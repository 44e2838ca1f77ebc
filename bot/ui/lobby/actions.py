"""Shared by buttons and commands that open tables."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.ui.context import Context

POST_POLL_SECONDS: Final = 0.2
MAX_POST_POLLS: Final = 100
"""How often the bot checks whether the post of a new table is there."""


async def wait_for_post(context: Context, game: str) -> bool:
    """Wait until a table has its post. Return False if it takes too long, or if the bot stops."""
    for _ in range(MAX_POST_POLLS):
        if context.interaction.client.is_closed():
            break
        if await context.services.queries.board_post(game) is not None:
            return True
        await asyncio.sleep(POST_POLL_SECONDS)
    return False
