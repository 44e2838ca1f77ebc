"""`python -m bench [engine ...]`: measure the named parts and show which goals are met.

`python -m bench pace EDITION` simulates a community instead. docs/pace.md explains it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rich.console import Console
from rich.table import Table

from bench import (
    bot,
    capacity,
    endpoint,
    engine,
    orders,
    pace,
    pictures,
    requests,
    starts,
    store,
)
from bench.community.command import main as pace_command
from bench.measure import Row

PARTS: Final[Mapping[str, Callable[[], Iterable[Row]]]] = {
    "engine": engine.rows,
    "orders": orders.rows,
    "pace": pace.rows,
    "pictures": pictures.rows,
    "store": store.rows,
    "bot": bot.rows,
    "starts": starts.rows,
    "endpoint": endpoint.rows,
    "requests": requests.rows,
    "capacity": capacity.rows,
}


def main(names: list[str]) -> int:
    """Measure the named parts, else all; return 1 if a goal is missed, 2 for an unknown part."""
    if names[:1] == ["pace"] and len(names) > 1:
        return pace_command(names[1:])
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"unknown part {unknown[0]!r}; known: {', '.join(PARTS)}")
        return 2
    console, missed = Console(), 0
    for name in names or PARTS:
        table = Table(title=name, title_justify="left")
        for column in ("what", "measured", "goal", "holds", ""):
            table.add_column(column)
        with console.status(f"measuring {name} ..."):
            for row in PARTS[name]():
                missed += not row.holds
                sign = "≤" if row.at_most else "≥"
                table.add_row(
                    row.name,
                    f"{row.value:,.4g} {row.unit}",
                    f"{sign} {row.goal:,.4g}",
                    "[green]yes" if row.holds else "[red]no",
                    row.note,
                )
        console.print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
