"""`python -m tests.chaos [--short] [kills ...]`: the trials, and a table of what came of them."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
import traceback

from rich.console import Console
from rich.table import Table

from tests.chaos.trials import TRIALS
from tests.chaos.world import world


async def tried(names: list[str], *, short: bool) -> int:
    """Do the named trials, else all; how many failed."""
    console = Console()
    logging.getLogger("asyncpg").setLevel(logging.CRITICAL)  # it is told what we do ourselves
    table = Table(title="chaos", title_justify="left")
    for column in ("trial", "holds", "seconds", ""):
        table.add_column(column)
    failed = 0
    with console.status("starting ...") as status:
        async with world(short=short) as around:
            for number, name in enumerate(names or TRIALS, 1):
                label = f"{number} of {len(names or TRIALS)} · {name}"
                around.say = lambda text, label=label: status.update(f"{label}: {text}")  # type: ignore[misc]
                if not console.is_terminal:
                    console.print(label)
                around.say("seating people")
                begun = time.monotonic()
                try:
                    note = await TRIALS[name](around)
                    around.say("checking")
                    await around.check()
                    holds = "[green]yes"
                except Exception as error:  # the other trials are worth something too
                    failed += 1
                    holds, note = "[red]no", f"{type(error).__name__}: {error}"[:300]
                    console.print("".join(traceback.format_exception(error)), markup=False)
                    for process in around.processes:
                        console.print(process.tail(), markup=False)
                table.add_row(name, holds, f"{time.monotonic() - begun:.0f}", note)
                around.forget()
                await around.wait_calm()
    console.print(table)
    return failed


def main(words: list[str]) -> int:
    """0 if everything held, 1 if not, 2 for an unknown trial."""
    names = [word for word in words if word != "--short"]
    unknown = [name for name in names if name not in TRIALS]
    if unknown:
        sys.stderr.write(f"no trial {unknown[0]!r}; there are: {', '.join(TRIALS)}\n")
        return 2
    return 1 if asyncio.run(tried(names, short="--short" in words)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
