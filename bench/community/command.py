"""`python -m bench pace EDITION`: the days that a game takes in a simulated community."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

import maps
from bench.community.figures import ORDERS, Figures, Played, figures_of, ratio
from bench.community.scenarios import SCENARIOS
from bench.community.sitting import SimulatedGame
from bench.community.spread import Spread, Strip, plot_spread
from bot.cli.errors import exit_on_errors
from bot.cli.help import PlainCommand
from bot.storage.store import open_in_memory
from engine.errors import BadInput
from engine.ruleset import Rules

app = typer.Typer(add_completion=False, rich_markup_mode=None)
MAX_JOBS: Final = 32
MAX_REASONS: Final = 4
"""Reasons for waiting that the table's caption lists."""

PLOT = typer.Option(metavar="FILE", help="PNG file to draw all games into.")
JOBS = typer.Option(metavar="N", help="Number of parallel processes. Default: one per core.")

_out = Console()
_err = Console(stderr=True, soft_wrap=True, highlight=False)


class Wanted(NamedTuple):
    """A game to be played, with everything a process needs to know."""

    edition: str
    seats: int
    seed: int
    scenario: str
    number: int


@app.command(cls=PlainCommand)
def pace(
    edition: Annotated[
        str, typer.Argument(metavar="EDITION", help="Edition to play, for example usa.")
    ],
    seats: Annotated[int, typer.Option(metavar="N", help="Number of seats.")] = 4,
    games: Annotated[int, typer.Option(metavar="N", help="Number of games per scenario.")] = 50,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the games.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Output JSON only.")] = False,  # noqa: FBT002  # a flag
    plot: Annotated[Path | None, PLOT] = None,
    jobs: Annotated[int | None, JOBS] = None,
) -> None:
    """Simulate how many days games take."""
    with exit_on_errors():
        rules = Rules.compile(maps.load(edition), seats)
        _check(games, jobs, plot)
        wanted = games_of(edition, seats, seed, games)
        played = played_by(wanted, jobs or cores())
        figures = figures_of(played if as_json else _with_progress(played, len(wanted)))
        if plot is not None:
            plot.write_bytes(plot_spread(_spread(rules, figures)))
    if as_json:
        typer.echo(json.dumps(facts_of(figures)))
    else:
        _out.print(_table(rules, figures))


def _check(games: int, jobs: int | None, plot: Path | None) -> None:
    """Refuse invalid options before any game is played for nothing."""
    if games < 1:
        raise BadInput(f"--games must be at least 1, not {games}")
    if jobs is not None and not 1 <= jobs <= MAX_JOBS:
        raise BadInput(f"--jobs must be from 1 to {MAX_JOBS}, not {jobs}")
    if plot is not None:
        is_new = not plot.exists()
        plot.open("ab").close()
        if is_new:
            plot.unlink()


# --- playing ---


def games_of(
    edition: str, seats: int, seed: int, games: int, scenarios: Sequence[str] = tuple(SCENARIOS)
) -> list[Wanted]:
    """Return *games* games of each scenario, with the same people and the same cards."""
    return [
        Wanted(edition, seats, seed, name, number) for name in scenarios for number in range(games)
    ]


def played_by(wanted: Sequence[Wanted], processes: int) -> Iterator[Played]:
    """Yield the games as they end, played by *processes* processes."""
    if processes == 1:
        yield from map(play, wanted)
        return
    # Start a fresh interpreter for each process. A fork would copy the progress bar's thread.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(play, one) for one in wanted]):
            yield done.result()


def cores() -> int:
    """Return the number of processes that can run at once."""
    return min(MAX_JOBS, os.cpu_count() or 1)


def play(wanted: Wanted) -> Played:
    """Play a game in memory."""

    async def played() -> Played:
        rules = _rules(wanted.edition, wanted.seats)
        scenario = SCENARIOS[wanted.scenario]
        async with open_in_memory() as store:
            return await SimulatedGame(store, rules, scenario, wanted.seed, wanted.number).play()

    return asyncio.run(played())


@lru_cache(maxsize=4)
def _rules(edition: str, seats: int) -> Rules:
    return Rules.compile(maps.load(edition), seats)


def _with_progress(played: Iterator[Played], total: int) -> Iterator[Played]:
    columns = ("[progress.description]{task.description}", BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=_err, transient=True) as progress:
        yield from progress.track(played, total=total, description="Playing")


# --- showing ---


def facts_of(figures: Mapping[str, Figures]) -> dict[str, object]:
    """Return the figures as JSON data, with null for games that never end."""
    facts: dict[str, object] = {
        name: {"median_days": _rounded(one.median), "p90_days": _rounded(one.p90)}
        for name, one in figures.items()
    }
    return {**facts, "ratio_orders": _rounded(ratio(figures), 3)}


def _rounded(number: float | None, places: int = 2) -> float | None:
    return None if number is None else round(number, places)


def _table(rules: Rules, figures: Mapping[str, Figures]) -> Table:
    table = Table(title=_title(rules, figures), caption=_caption(figures), caption_justify="left")
    table.add_column("")
    for heading in ("median days", "9 of 10 within", "ended"):
        table.add_column(heading, justify="right")
    table.add_column("how it is played")
    for name, one in figures.items():
        median, p90 = _days_text(one.median), _days_text(one.p90)
        table.add_row(name, median, p90, str(one.ended), SCENARIOS[name].about)
    return table


def _title(rules: Rules, figures: Mapping[str, Figures]) -> str:
    games = len(figures[ORDERS].days)
    return f"{rules.spec.title('en')}: {games} games of each kind, {rules.seats} people"


def _caption(figures: Mapping[str, Figures]) -> str:
    waits = [*figures[ORDERS].waits.items()][:MAX_REASONS]
    told = ", ".join(f"{why} {part:.0%}" for why, part in waits)
    return f"{_summary(figures)}\nwith orders people were awaited for: {told}"


def _summary(figures: Mapping[str, Figures]) -> str:
    part = ratio(figures)
    told = "?" if part is None else f"{part:.2f}"
    return f"a game with orders takes {told} of the days of a plain one"


def _days_text(days: float | None) -> str:
    return "never" if days is None else f"{days:.1f}"


def _spread(rules: Rules, figures: Mapping[str, Figures]) -> Spread:
    strips = [
        Strip(
            name,
            SCENARIOS[name].about,
            one.days[: one.ended],
            one.median,
            _days_text(one.median),
            stressed=name == ORDERS,
        )
        for name, one in figures.items()
    ]
    about = f"{_summary(figures)}; a dot is a game, a bar the median"
    return Spread(_title(rules, figures), about, "days", strips)


def main(words: Sequence[str]) -> int:
    """Run the command with these words and return its exit code."""
    try:
        app([*words], prog_name="python -m bench pace")
    except SystemExit as end:
        return int(end.code or 0)
    return 0
