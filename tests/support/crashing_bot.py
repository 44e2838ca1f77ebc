"""The undelayed bot, which kills itself at a write.

As soon as the file `writes` exists, it says how many writes the bot still makes before that.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import bot.workers

bot.workers.WORKER_NICENESS = 0  # type: ignore[misc]  # in its workers too: beside other tests they would starve


def count_down() -> None:
    """One write less; the one too many is death."""
    file = Path(os.environ["WHISTLESTOP_DB"]).with_name("writes")
    left = int(file.read_text(encoding="ascii")) if file.exists() else None
    if left == 0:
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    if left:
        file.write_text(str(left - 1), encoding="ascii")


if __name__ == "__main__":
    # Not above: workers and collectors of tests import this page too, and need nothing of it.
    bot.workers.MAX_WORKERS = 1  # type: ignore[misc]  # one draws what two would draw
    from bot.app import Overrides, run, run_on_loop
    from bot.config import read_settings
    from bot.games.model import GameRow
    from bot.ops.logs import start_logging
    from bot.outbox.delays import NO_DELAYS
    from bot.storage.games import SqlGameStore

    commit = SqlGameStore.commit

    async def last_commit(self: SqlGameStore, *args: Any) -> GameRow:
        """Write, unless this is one too many."""
        count_down()
        return await commit(self, *args)

    SqlGameStore.commit = last_commit  # type: ignore[method-assign]
    settings = read_settings()
    start_logging(settings.log_level)
    run_on_loop(run(settings, Overrides(NO_DELAYS)))
