"""The bot as an operator starts it, but one that tells everything at once: nothing is put off."""

from __future__ import annotations

import asyncio
import sys

from bot.app import run
from bot.config import read_settings
from bot.ops.logs import start_logging
from bot.outbox.patience import NO_PATIENCE

if __name__ == "__main__":
    settings = read_settings()
    start_logging(settings.log_level)
    asyncio.run(run(settings, NO_PATIENCE, serve="serve" in sys.argv))
