"""The bot as an operator starts it, but without delays of updates and orders.

It sends updates that other processes have left over after 1 second.
"""

from __future__ import annotations

import sys
from datetime import timedelta

import bot.workers

bot.workers.WORKER_NICENESS = 0  # type: ignore[misc]  # in its workers too: beside other tests they would starve

if __name__ == "__main__":
    # Not above: workers and collectors of tests import this page too, and need nothing of it.
    bot.workers.MAX_WORKERS = 1  # type: ignore[misc]  # one draws what two would draw
    from bot.app import Overrides, run, run_on_loop
    from bot.config import read_settings
    from bot.ops.logs import start_logging
    from bot.outbox import queue as updates
    from bot.outbox.delays import NO_DELAYS

    updates.SHARED_PENDING_INTERVAL_SECONDS = 1.0  # type: ignore[misc]
    settings = read_settings()
    start_logging(settings.log_level)
    run_on_loop(run(settings, Overrides(NO_DELAYS, timedelta), serve="serve" in sys.argv))
