"""`serve` on a machine whose clock is an hour ahead."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

AHEAD = timedelta(hours=1)

_right = time.time


class FastDatetime(datetime):
    """The time, and an hour."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return datetime.fromtimestamp(_right(), UTC) + AHEAD


def main() -> None:
    """Before anybody has looked at the clock."""
    time.time = lambda: _right() + AHEAD.total_seconds()
    from bot.games import lobby
    from bot.storage.postgres import database as postgres_database

    for module in (lobby, postgres_database):
        module.datetime = FastDatetime  # type: ignore[attr-defined]

    from bot.app import Overrides, run, run_on_loop
    from bot.config import read_settings
    from bot.ops import housekeeping
    from bot.ops.logs import start_logging
    from bot.outbox.delays import NO_DELAYS

    housekeeping.FIRST_SWEEP_DELAY = timedelta(seconds=1)  # type: ignore[misc]  # nobody waits here for a minute
    settings = read_settings()
    start_logging(settings.log_level)
    run_on_loop(run(settings, Overrides(NO_DELAYS), serve=True))


if __name__ == "__main__":
    main()
