"""The sandbox's rate and speed of interactions with a trivial bot.

The bot is discord.py in a process of its own, as with Discord. The people and the sandbox share
this process. The sandbox must not slow the bot down, so its processor time per interaction stays
below the bot's. Processor times do not depend on how busy the machine is. Rates and delays by the
clock do, and are in the notes.
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import aiohttp

from bench.measure import Row
from sandbox import Person, Place, Sandbox
from sandbox.interactions.interactions import Interaction

ROBOT = """
import os, time, warnings
warnings.simplefilter("ignore")
import discord, yarl
discord.http.Route.BASE = os.environ["WHISTLESTOP_DISCORD_API"]
gateway = yarl.URL(os.environ["WHISTLESTOP_DISCORD_GATEWAY"])
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway

class Bot(discord.AutoShardedClient):
    async def setup_hook(self):
        tree = discord.app_commands.CommandTree(self)
        @tree.command(description="Say pong")
        async def ping(interaction: discord.Interaction):
            await interaction.response.send_message("pong", ephemeral=True)
        @tree.command(description="Seconds of processor time")
        async def spent(interaction: discord.Interaction):
            await interaction.response.send_message(repr(time.process_time()), ephemeral=True)
        await tree.sync()
    async def on_interaction(self, interaction):
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content="pressed")

bot = Bot(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
bot.run(os.environ["DISCORD_TOKEN"], log_handler=None)
"""

BOARD = {
    "content": "board",
    "components": [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    ],
}
WIDTH = 32
"""Concurrent interactions."""


class Bench:
    """A sandbox with one guest, and the bot in another process."""

    def __init__(self, sandbox: Sandbox, guest: Person, hall: Place) -> None:
        self.sandbox, self.guest, self.hall = sandbox, guest, hall

    def slash(self) -> Interaction:
        """Type a command."""
        return self.guest.begin_slash(self.hall, "ping")

    async def bot_spent(self) -> float:
        """Return the bot's processor seconds so far."""
        return float((await self.guest.slash(self.hall, "spent")).text)

    async def flood(self, begin: Callable[[], Interaction], count: int, width: int) -> list[float]:
        """Run *count* interactions, *width* at a time, and return the milliseconds of each."""
        took: list[float] = []

        async def one_after_another(number: int) -> None:
            for _ in range(number):
                start = time.perf_counter()
                interaction = begin()
                await interaction.until(interaction.is_answered, 30)
                took.append((time.perf_counter() - start) * 1000)

        await asyncio.gather(*(one_after_another(count // width) for _ in range(width)))
        return took


@asynccontextmanager
async def _bench() -> AsyncIterator[Bench]:
    async with Sandbox(paced=False, remember=False) as sandbox:
        club = sandbox.club("Bench")
        hall = club.channel("hall")
        guest = sandbox.person("Guest 1", club)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", ROBOT, env=os.environ | sandbox.environment()
        )
        try:
            await sandbox.connected()
            yield Bench(sandbox, guest, hall)
        finally:
            process.kill()
            await process.wait()


class Load(NamedTuple):
    """The cost of many interactions."""

    ours: float
    """Processor milliseconds of the sandbox and the people per interaction."""
    theirs: float
    """Processor milliseconds of the bot per interaction."""
    rate: float
    """Interactions a second by the wall clock."""

    @property
    def possible(self) -> float:
        """Interactions a second, if each process had a processor of its own."""
        return 1000 / max(self.ours, self.theirs)


async def _load(bench: Bench, begin: Callable[[], Interaction], count: int) -> Load:
    """Return the best of several rounds, because the machine may be busy."""
    rounds: list[Load] = []
    for _ in range(5):
        gc.collect()
        theirs, ours, start = await bench.bot_spent(), time.process_time(), time.perf_counter()
        done = len(await bench.flood(begin, count, WIDTH))
        elapsed, ours = time.perf_counter() - start, time.process_time() - ours
        theirs = await bench.bot_spent() - theirs
        rounds.append(Load(ours / done * 1000, theirs / done * 1000, done / elapsed))
    return Load(
        min(each.ours for each in rounds),
        min(each.theirs for each in rounds),
        max(each.rate for each in rounds),
    )


async def _interactions(count: int) -> list[Row]:
    async with _bench() as bench:
        await bench.flood(bench.slash, count, WIDTH)
        alone = statistics.median(await bench.flood(bench.slash, count // 4, 1))
        typed = await _load(bench, bench.slash, count)
        channel = bench.hall.channel
        posted = bench.sandbox.core.messages.send(bench.sandbox.bot.id, channel, BOARD, {})
        board = bench.guest.find(bench.hall.id, posted.id)
        assert board is not None
        pressed = await _load(bench, lambda: bench.guest.begin_press(board, "Go"), count)
    both = typed.ours + typed.theirs
    return [
        Row(
            "commands answered",
            typed.possible,
            1000,
            "/s",
            at_most=False,
            note=f"by processor time; {typed.rate:,.0f}/s by the clock just now",
        ),
        Row(
            "buttons pressed, message updated",
            pressed.possible,
            1000,
            "/s",
            at_most=False,
            note=f"by processor time; {pressed.rate:,.0f}/s by the clock just now",
        ),
        Row("sandbox against bot, a command", typed.ours / typed.theirs, 1.0),
        Row("one command, both processes", both, 3, "ms", note=f"{alone:.2f} ms by the clock"),
    ]


async def _posts(count: int) -> float:
    """Return messages posted a second by a client in this process, which does half of the work."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        hall = sandbox.club("Bench").channel("hall")
        url = f"{sandbox.api}/channels/{hall.id}/messages"
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:

            async def post(number: int) -> None:
                for _ in range(number):
                    async with session.post(url, json={"content": "x"}) as answer:
                        await answer.read()

            begun = time.process_time()
            await asyncio.gather(*(post(count // 16) for _ in range(16)))
            return count / (time.process_time() - begun)


def rows(count: int = 1024) -> Iterator[Row]:
    """Yield all measurements."""
    yield from asyncio.run(_interactions(count))
    posts = asyncio.run(_posts(2 * count))
    note = "by processor time, client and server in one process"
    yield Row("messages posted", posts, 1000, "/s", at_most=False, note=note)


def run() -> None:
    """Print the table."""
    for row in rows():
        goal = f"goal {'<=' if row.at_most else '>='} {row.goal:g}"
        verdict = "ok" if row.holds else "MISSED"
        print(f"{row.name:<34} {row.value:>9,.2f} {row.unit:<3} {goal:<13} {verdict:<7}{row.note}")


if __name__ == "__main__":
    run()
