"""The bot as an operator starts it, but one that puts nothing off: neither telling nor orders."""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta

import bot.workers

# In its workers too: beside other tests they would starve. One draws what two would draw.
bot.workers.PATIENCE, bot.workers.AT_ONCE = 0, 1  # type: ignore[misc]

if __name__ == "__main__":
    # Not above: workers import this page too, and need nothing of it.
    from bot.app import run
    from bot.config import read_settings
    from bot.ops.logs import start_logging
    from bot.outbox.patience import NO_PATIENCE

    settings = read_settings()
    start_logging(settings.log_level)
    asyncio.run(run(settings, NO_PATIENCE, timedelta, serve="serve" in sys.argv))
