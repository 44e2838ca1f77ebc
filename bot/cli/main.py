"""The console script `whistlestop` with its commands for operators and developers."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

import maps
from bot.build import program_commit, program_version
from bot.cli import boards
from bot.cli.adopt import adopt
from bot.cli.backup import announce_restore, backup, export, restore, verify
from bot.cli.doctor import doctor
from bot.cli.endpoint import endpoint
from bot.cli.env_file import add_env_file
from bot.cli.errors import exit_on_errors, print_error
from bot.cli.help import PlainCommand
from bot.cli.migrate import move
from bot.cli.render import render
from bot.cli.run import run, sandbox, serve
from bot.cli.tables import games, servers
from bot.storage.sqlite.schema import newest_version
from engine.ai.simulate import AGENTS, GameResult, Series, check_agents, count_up, simulate
from engine.errors import BadInput
from engine.ruleset import Rules

app = typer.Typer(
    name="whistlestop",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_show_locals=False,
)

MAX_JOBS: Final = 32
CHUNKS_PER_JOB: Final = 8
"""Each process gets its work in this number of chunks, so that the progress bar moves."""

COMMANDS_WITHOUT_SETTINGS: Final = ("simulate", "render", "verify", "boards")
"""Commands that do not read settings, so `.env` is not loaded for them."""

_out = Console()
_err = Console(stderr=True, soft_wrap=True, highlight=False)


def _print_version(wanted: bool) -> None:  # noqa: FBT001  # typer calls it
    if wanted:
        typer.echo(f"whistlestop {program_version()}")
        typer.echo(f"commit {program_commit()}")
        typer.echo(f"database version {newest_version()}")
        raise typer.Exit


VERSION = typer.Option(
    "--version",
    callback=_print_version,
    is_eager=True,
    help="Show the program and database versions.",
)


AGENT_NAMES = typer.Option(
    metavar="NAMES",
    help=f"Comma-separated agents, repeated to fill the seats. Known: {', '.join(AGENTS)}.",
)


@app.callback()
def whistlestop(
    context: typer.Context,
    version: Annotated[bool, VERSION] = False,  # noqa: FBT002  # a flag
) -> None:
    """Run and manage a Whistlestop bot."""
    if context.invoked_subcommand in COMMANDS_WITHOUT_SETTINGS:
        return
    with exit_on_errors():
        if add_env_file(os.environ):
            print_error("other users can read the token in .env; run `chmod 600 .env`")


def simulate_games(
    edition: Annotated[
        str, typer.Argument(metavar="EDITION", help="Edition to play, for example usa.")
    ],
    games: Annotated[int, typer.Option(metavar="N", help="Number of games.")] = 100,
    seats: Annotated[int, typer.Option(metavar="N", help="Number of seats.")] = 3,
    agents: Annotated[str, AGENT_NAMES] = "planner",
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the games.")] = 0,
    jobs: Annotated[int, typer.Option(metavar="N", help="Number of parallel processes.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Output JSON only.")] = False,  # noqa: FBT002  # a flag
) -> None:
    """Play AI games and show win rates."""
    names = [name.strip() for name in agents.split(",") if name.strip()]
    with exit_on_errors():
        rules = Rules.compile(maps.load(edition), seats)
        _check_arguments(games, jobs, names)
        began = time.perf_counter()
        results = _play(rules, names, seed, games, jobs)
        series = count_up(results if as_json else _with_progress(results, games))
        speed = games / (time.perf_counter() - began)
    if as_json:
        typer.echo(json.dumps(_to_json(rules, names, seed, series, speed)))
    else:
        _out.print(_table(rules, series, speed))


def _check_arguments(games: int, jobs: int, names: Sequence[str]) -> None:
    if games < 1:
        raise BadInput(f"--games must be at least 1, not {games}")
    if not 1 <= jobs <= MAX_JOBS:
        raise BadInput(f"--jobs must be from 1 to {MAX_JOBS}, not {jobs}")
    check_agents(names)


def _play(
    rules: Rules, names: Sequence[str], seed: int, games: int, jobs: int
) -> Iterator[GameResult]:
    """Yield the results in the order of the games, with any number of processes."""
    if jobs == 1:
        yield from simulate(rules, names, range(games), seed)
        return
    size = max(1, games // (jobs * CHUNKS_PER_JOB))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    # Each process starts a new interpreter, because a fork would copy the progress bar's thread.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        work = [
            pool.submit(_play_chunk, rules.spec.id, rules.seats, names, seed, chunk)
            for chunk in chunks
        ]
        for done in work:
            yield from done.result()


def _play_chunk(
    edition: str, seats: int, names: Sequence[str], seed: int, numbers: range
) -> list[GameResult]:
    """Play a chunk of games in a worker process, which loads the board itself."""
    return list(simulate(Rules.compile(maps.load(edition), seats), names, numbers, seed))


def _with_progress(results: Iterator[GameResult], games: int) -> Iterator[GameResult]:
    columns = ("[progress.description]{task.description}", BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=_err, transient=True) as progress:
        yield from progress.track(results, total=games, description="Playing")


def _table(rules: Rules, series: Series, speed: float) -> Table:
    title = f"{rules.spec.title('en')}: {series.games} games, {rules.seats} seats"
    table = Table(title=title, caption=_caption(series, speed), caption_justify="left")
    table.add_column("agent")
    for heading in ("seats", "wins", "mean score", "tickets", "completed"):
        table.add_column(heading, justify="right")
    for tally in series.tallies:
        table.add_row(
            tally.agent,
            str(tally.seats),
            f"{tally.wins:.4g}",
            f"{tally.mean_points:.1f}",
            f"{tally.kept / tally.seats:.1f}",
            f"{tally.fulfilled_share:.0%}",
        )
    return table


def _caption(series: Series, speed: float) -> str:
    return (
        f"winning score {series.mean_winning_points:.1f}, "
        f"{series.mean_turns:.1f} turns per game, {speed:.1f} games/s"
    )


def _to_json(
    rules: Rules, names: Sequence[str], seed: int, series: Series, speed: float
) -> dict[str, object]:
    """Return the content of the printed table for JSON output."""
    return {
        "edition": rules.spec.id,
        "seats": rules.seats,
        "agents": list(names),
        "seed": seed,
        "games": series.games,
        "mean_turns": series.mean_turns,
        "mean_winning_score": series.mean_winning_points,
        "games_per_second": speed,
        "results": [
            {
                "agent": tally.agent,
                "seats": tally.seats,
                "wins": tally.wins,
                "mean_score": tally.mean_points,
                "tickets_kept": tally.kept,
                "tickets_fulfilled": tally.fulfilled,
                "fulfilled_share": tally.fulfilled_share,
            }
            for tally in series.tallies
        ],
    }


for _command in (
    *(run, serve, endpoint, adopt, doctor),
    *(games, servers, backup, restore, announce_restore, move),
    *(export, verify, sandbox, render),
):
    app.command(cls=PlainCommand)(_command)
app.command("simulate", cls=PlainCommand)(simulate_games)
app.add_typer(boards.app, name="boards")

if __name__ == "__main__":
    app()
