"""The bot: how fast it answers presses, and what a turn costs.

The bot runs in a process of its own, as with Discord. The sandbox and the people share this
process. Delays by the clock are compared with those of a trivial bot under the same presses.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image

import maps
from bench.measure import Row
from bench.sandbox import ROBOT
from bot.games.job_runner import JobRunner
from bot.games.lobby import utc_now
from bot.games.model import format_time
from bot.games.service import Games, Wish, make_games
from bot.games.table import GameSnapshot
from bot.storage.store import Store, open_store
from bot.text.words import Words
from engine.actions import Action
from engine.ai.random_agent import RandomAgent
from engine.ids import Seat
from render import Scene, Stress, draw_board
from render.palette import png
from sandbox import Person, Sandbox

TABLES: Final = 50
ROUNDS: Final = 3
MAX_PAUSE_SECONDS: Final = 4.0
"""The maximum between two presses of one person: about 25 presses a second in total."""
CROWD: Final = 150
"""People who open their hands at the same moment, five at each table."""
MOVES: Final = 100
"""Moves played at their tables before."""
EDITION: Final = "usa"


def rows() -> Iterator[Row]:
    """Yield all measurements."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_presses(Path(folder)))
        yield from asyncio.run(_looks(Path(folder)))
        yield from asyncio.run(_turns(Path(folder)))


@asynccontextmanager
async def running(
    sandbox: Sandbox, *command: str, database: Path | None = None
) -> AsyncIterator[int]:
    """Run a bot in another process, and yield its process id."""
    own = {"WHISTLESTOP_DB": str(database or ""), "WHISTLESTOP_LOG": "ERROR"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command),
        env=os.environ | sandbox.environment() | own,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await sandbox.connected(timeout=120)
        yield process.pid
    finally:
        process.kill()
        await process.wait()


# --- presses ---


async def begin(store: Store, service: Games, channel_id: int, person: Person) -> str:
    """Start a game between a person and a bot, and play past its opening."""
    lobby = await service.lobby.open(EDITION, 1, channel_id, person.id, "en")
    game = lobby.row.id
    await service.lobby.join(game, person.id, person.user.display, "word")
    await service.lobby.add_bot(game)
    await service.play.start(game)
    driver = JobRunner(service, store)
    while True:
        await driver.run_table(game)
        snapshot = await service.snapshot(game)
        if snapshot.state.turn is not None:
            return game
        await service.play.act(game, person.id, None, _any(snapshot))


def _any(snapshot: GameSnapshot) -> Wish:
    def wish(seat: Seat) -> Action:
        return RandomAgent().choose(snapshot.view(seat), snapshot.menu(seat), Random(1))

    return wish


def wish_for(action: Action) -> Wish:
    """Return the wish to take this action."""
    return lambda _: action


async def _presses(folder: Path) -> list[Row]:
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        people = [sandbox.person(f"Guest {n + 1}", club) for n in range(TABLES)]
        halls = [club.channel(f"hall-{n + 1}") for n in range(TABLES)]
        store = await open_store(folder / "presses.db")
        service = make_games(store)
        for hall, person in zip(halls, people, strict=True):
            await begin(store, service, hall.id, person)
        async with running(sandbox, "-m", "bot", database=folder / "presses.db"):
            await wait_until_announced(store)
            ours = await play(store, people)
        await store.close()
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        people = [sandbox.person(f"Guest {n + 1}", club) for n in range(TABLES)]
        hall = club.channel("hall")
        async with running(sandbox, "-c", ROBOT):
            pong = await echo(people, hall.id)
    note = f"{len(ours)} presses: {percentile(ours, 50):.1f} ms, echo {percentile(pong, 50):.1f} ms"
    late = f"{percentile(ours, 99):.1f} ms, echo {percentile(pong, 99):.1f} ms"
    return [
        Row(
            f"first response p50 / echo, pauses to {MAX_PAUSE_SECONDS:.0f} s",
            percentile(ours, 50) / percentile(pong, 50),
            5,
            note=note,
        ),
        Row(
            f"first response p99 / echo, pauses to {MAX_PAUSE_SECONDS:.0f} s",
            percentile(ours, 99) / percentile(pong, 99),
            20,
            note=late,
        ),
    ]


async def wait_until_announced(store: Store) -> None:
    """Wait until every announcement that is due has been made."""
    async with asyncio.timeout(300):
        while await store.posts.oldest_pending(format_time(utc_now())):
            await asyncio.sleep(0.1)


async def play(store: Store, people: list[Person]) -> list[float]:
    """Let each person draw two cards a turn at a human pace, and return the response times."""
    took: list[float] = []
    rng = Random(5)

    async def press(person: Person) -> None:
        # The newest card shows the current question to the player.
        card = [seen for seen in person.sees(person.direct) if not seen.ephemeral][-1]
        deck = next((b for b in card.buttons if ":blind:" in b["custom_id"]), None)
        if deck is None:
            return
        begun = time.perf_counter()
        drawn = person._use_component(card, deck, {})
        await drawn.until(lambda: drawn.stage != "waiting", 30)
        took.append((time.perf_counter() - begun) * 1000)
        # A press without an answer in time has failed, and counts with the time it waited.
        await drawn.until(lambda: drawn.stage in ("answered", "failed"), 30)

    async def sit(person: Person) -> None:
        for _ in range(2 * ROUNDS):
            await asyncio.sleep(rng.uniform(0, MAX_PAUSE_SECONDS))
            await press(person)

    await asyncio.gather(*map(sit, people))
    await wait_until_announced(store)
    return took


async def echo(people: list[Person], hall_id: int) -> list[float]:
    """Measure a bot that only answers "pong", with as many people at the same pace."""
    took: list[float] = []
    rng = Random(5)

    async def sit(person: Person) -> None:
        for _ in range(2 * ROUNDS):
            await asyncio.sleep(rng.uniform(0, MAX_PAUSE_SECONDS / 2))
            begun = time.perf_counter()
            interaction = person.begin_slash(hall_id, "ping")
            await interaction.until(lambda each=interaction: each.stage != "waiting", 30)  # type: ignore[misc]
            took.append((time.perf_counter() - begun) * 1000)

    await asyncio.gather(*map(sit, people))
    return took


def percentile(took: list[float], percent: int) -> float:
    """Return the value below which *percent* percent of the times lie."""
    return statistics.quantiles(took, n=100)[percent - 1]


# --- looks ---


async def _looks(folder: Path) -> list[Row]:
    """Measure a whole club that presses *My hand* at once, as when its evening begins."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        people = [sandbox.person(f"Guest {n + 1}", club) for n in range(CROWD)]
        store = await open_store(folder / "looks.db")
        service, seated = make_games(store), []
        for first in range(0, CROWD, 5):
            hall, five = club.channel(f"hall-{first}"), people[first : first + 5]
            await _crowd(service, hall.id, five)
            seated += [(person, hall.id) for person in five]
        async with running(sandbox, "-m", "bot", database=folder / "looks.db"):
            await wait_until_announced(store)
            took = await asyncio.gather(*(_look(*pair) for pair in seated))
        await store.close()
    words, pictures = ([each[n] for each in took] for n in range(2))
    name = f"{CROWD} at once press My hand"
    return [
        Row(f"{name}: words p50", percentile(words, 50), 1.5, "s"),
        Row(
            f"{name}: words p95", percentile(words, 95), 3, "s", note=f"the last {max(words):.1f} s"
        ),
        Row(f"{name}: picture p50", percentile(pictures, 50), 3, "s"),
        Row(
            f"{name}: picture p95",
            percentile(pictures, 95),
            8,
            "s",
            note=f"last {max(pictures):.1f} s",
        ),
    ]


async def _crowd(service: Games, channel_id: int, five: list[Person]) -> None:
    """Start a full table and play to the middle of the game."""
    lobby = await service.lobby.open(EDITION, 1, channel_id, five[0].id, "en")
    game = lobby.row.id
    for person in five:
        await service.lobby.join(game, person.id, person.user.display, f"word-{person.id}")
    snapshot = await service.play.start(game)
    for number in range(MOVES):
        seat = Seat(next(iter(snapshot.state.waiting)))
        action = RandomAgent().choose(snapshot.view(seat), snapshot.menu(seat), Random(number))
        snapshot = await service.play.act(game, five[seat].id, None, wish_for(action))


async def _look(person: Person, hall_id: int) -> tuple[float, float]:
    """Return the seconds until the text is shown, and until the picture is."""
    board = [message for message in person.sees(hall_id) if not message.ephemeral][-1]
    control = next(b for b in board.buttons if b["custom_id"].endswith(":hand"))
    begun = time.perf_counter()
    interaction = person._use_component(board, control, {})
    await interaction.until(interaction.is_answered, 60)
    words = time.perf_counter() - begun

    def pictured() -> bool:
        answer = person.find(hall_id, interaction.original_id)
        return bool(answer and answer.files)

    await person.until(pictured, 120)
    return words, time.perf_counter() - begun


# --- turns ---


async def _turns(folder: Path) -> list[Row]:
    """Measure a whole turn (check, apply, commit, draw, encode) against encoding alone."""
    store = await open_store(folder / "turns.db")
    service, spec, layout = make_games(store), maps.load(EDITION), maps.layout(EDITION)
    lobby = await service.lobby.open(EDITION, 1, 1, 1, "en")
    for user in (1, 2, 3):
        await service.lobby.join(lobby.row.id, user, f"Guest {user}", f"word-{user}")
    snapshot = await service.play.start(lobby.row.id)
    names = [f"Guest {user}" for user in (1, 2, 3)]
    whole, encoding = [], []
    for number in range(160):
        seat = Seat(next(iter(snapshot.state.waiting)))
        action = RandomAgent().choose(snapshot.view(seat), snapshot.menu(seat), Random(number))
        begun = time.process_time()
        snapshot = await service.play.act(lobby.row.id, seat + 1, None, wish_for(action))
        view = snapshot.view(None)
        since = max(0, snapshot.version - 12)
        stress = Stress(since=since)
        data = draw_board(Scene(spec, layout, Words.of("en"), view, names=names, stress=stress))
        spent = time.process_time() - begun
        if snapshot.state.over:
            break
        image = Image.open(BytesIO(data))
        image.load()
        begun = time.process_time()
        png(image)
        encoded = time.process_time() - begun
        if number >= 60:
            whole.append(spent)
            encoding.append(encoded)
    await store.close()
    one, other = statistics.median(whole), statistics.median(encoding)
    note = f"{one * 1000:.1f} ms against {other * 1000:.1f} ms"
    return [Row("whole turn / encoding its picture, CPU", one / other, 2.5, note=note)]
