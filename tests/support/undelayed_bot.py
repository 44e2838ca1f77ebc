"""The bot as an operator starts it, but one that puts nothing off: neither telling nor orders.

Nor does it wait for long until it tells what others have left untold.
"""

from __future__ import annotations

import sys
from datetime import timedelta

import bot.workers

bot.workers.PATIENCE = 0  # type: ignore[misc]  # in its workers too: beside other tests they would starve

if __name__ == "__main__":
    # Not above: workers and collectors of tests import this page too, and need nothing of it.
    bot.workers.AT_ONCE = 1  # type: ignore[misc]  # one draws what two would draw
    from bot.app import on_loop, run
    from bot.config import read_settings
    from bot.ops.logs import start_logging
    from bot.outbox import queue as announcer
    from bot.outbox.delays import NO_PATIENCE

    announcer.LEFT_BY_OTHERS = 1.0  # type: ignore[misc]
    settings = read_settings()
    start_logging(settings.log_level)
    on_loop(run(settings, NO_PATIENCE, timedelta, serve="serve" in sys.argv))
