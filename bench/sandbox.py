"""How many interactions the sandbox carries through a trivial bot, and how fast each is.

The bot is discord.py in a process of its own, as it is at Discord; the people and the sandbox share
this one. The sandbox must not be what holds the bot up: that is the ratio of the two processors'
times, and it does not depend on how busy the machine is. Rates by the wall clock do; they are the
best of several rounds.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import aiohttp

from bench.measure import Row
from bot.sandbox import Person, Place, Sandbox
from bot.sandbox.interactions import Interaction

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
"""Interactions under way at once."""


class Bench:
    """A sandbox with one guest, and the bot in another process."""

    def __init__(self, sandbox: Sandbox, guest: Person, hall: Place) -> None:
        self.sandbox, self.guest, self.hall = sandbox, guest, hall

    def slash(self) -> Interaction:
        """Type a command."""
        return self.guest.begin_slash(self.hall, "ping")

    async def bot_spent(self) -> float:
        """The bot's processor time so far."""
        return float((await self.guest.slash(self.hall, "spent")).text)

    async def flood(self, begin: Callable[[], Interaction], count: int, width: int) -> list[float]:
        """So many interactions, so many at a time; the milliseconds of each."""
        took: list[float] = []

        async def one_after_another(number: int) -> None:
            for _ in range(number):
                start = time.perf_counter()
                interaction = begin()
                await interaction.until(interaction.is_answered, 30)
                took.append((time.perf_counter() - start) * 1000)

        await asyncio.gather(*(one_after_another(count // width) for _ in range(width)))
        return took

    async def rate(self, begin: Callable[[], Interaction], count: int, rounds: int = 12) -> float:
        """Interactions a second, the best of several rounds."""
        best = 0.0
        for _ in range(rounds):
            start = time.perf_counter()
            done = await self.flood(begin, count, WIDTH)
            best = max(best, len(done) / (time.perf_counter() - start))
        return best


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


async def _interactions(count: int) -> list[Row]:
    async with _bench() as bench:
        await bench.flood(bench.slash, count // 4, WIDTH)
        alone = await bench.flood(bench.slash, count // 4, 1)
        theirs, ours = await bench.bot_spent(), time.process_time()
        many = await bench.flood(bench.slash, count, WIDTH)
        ours, theirs = time.process_time() - ours, await bench.bot_spent() - theirs
        slashes = await bench.rate(bench.slash, count // 4)
        channel = bench.hall.channel
        posted = bench.sandbox.core.messages.send(bench.sandbox.bot.id, channel, BOARD, {})
        board = bench.guest.find(bench.hall.id, posted.id)
        assert board is not None
        presses = await bench.rate(lambda: bench.guest.begin_press(board, "Go"), count // 4)
    busiest = max(ours, theirs) / len(many)
    return [
        Row("processor time, sandbox to bot", ours / theirs, 1.0),
        Row("commands a second, by the busier process", 1 / busiest, 1000, "/s", at_most=False),
        Row("commands answered, 32 at a time", slashes, 1000, "/s", at_most=False),
        Row("buttons pressed, message updated", presses, 1000, "/s", at_most=False),
        Row("one command alone, median", statistics.median(alone), 5, "ms"),
        Row("one of 32 at a time, median", statistics.median(many), 100, "ms"),
    ]


async def _posts(count: int) -> float:
    """Messages posted a second by a client in this process: half of the work is the client's."""
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
    """All measurements."""
    yield from asyncio.run(_interactions(count))
    posts = asyncio.run(_posts(2 * count))
    note = "by processor time, client and server in one process"
    yield Row("messages posted", posts, 1000, "/s", at_most=False, note=note)


def run() -> None:
    """Print the table."""
    for row in rows():
        sign = "<=" if row.at_most else ">="
        verdict = "ok" if row.holds else "MISSED"
        print(
            f"{row.name:<42} {row.value:>10,.3f} {row.unit:<3} goal {sign} {row.goal:g} {verdict}"
        )


if __name__ == "__main__":
    run()
