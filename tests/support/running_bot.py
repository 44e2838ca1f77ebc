"""The real bot, connected over real sockets to the sandbox, and people who play with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import discord

from bot.app import Overrides, build_client, use_discord_at
from bot.config import MAX_LIMIT, Settings
from bot.connection.command_tree import CommandTree
from bot.database_url import Location
from bot.games.lobby import utc_now
from bot.games.orders.model import Wait
from bot.ops.housekeeping import Housekeeper
from bot.outbox.delays import NO_DELAYS, PublishDelays
from bot.outbox.threads import Threads
from bot.storage.store import open_store
from maps.lru import LruCache
from sandbox.clock import LiveClock
from sandbox.sandbox import Sandbox
from sandbox.validation.limits import HEARTBEAT_INTERVAL
from sandbox.world.people import Person
from sandbox.world.places import Place
from sandbox.world.visible_message import VisibleMessage
from tests.support.emoji import put_emoji
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

LOBBIES: Final[LruCache[str, bytes]] = LruCache(100)
COMMANDS: Final[list[dict[str, Any]]] = []
"""Made once per test process: the same for every bot, and slow to make."""


class RunningBot:
    """The connected bot, and a server with a channel, a moderator and two guests."""

    def __init__(self, sandbox: Sandbox, database: Location, locale: str = "en-US") -> None:
        self.sandbox = sandbox
        self.database = database
        self.club = sandbox.club("Railway club", locale=locale)
        self.channel = self.club.channel("hall")
        self.moderator = sandbox.person("Moderator", self.club)
        self.guest = sandbox.person("Guest 2", self.club, locale="de")
        self.other = sandbox.person("Guest 3", self.club)
        rights = discord.Permissions(manage_messages=True).value
        self.club.give(self.moderator.id, self.club.role("moderators", rights))
        self.clock_offset = timedelta(0)
        """How far the test has put the bot's clock forward."""
        self.machine_clock_offset = timedelta(0)
        """How far the test has put the clock of the whole machine forward."""
        self.delays = NO_DELAYS
        self.wait: Wait = timedelta
        """How long orders wait. By default they do not wait."""
        self.default_locale = "en"
        self.options: dict[str, Any] = {}
        """Other arguments of the client."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the bot on the database: a file, or a PostgreSQL server."""
        use_discord_at(Settings(api=self.sandbox.api, gateway=self.sandbox.gateway))
        self.store = await open_store(self.database)
        settings = Settings(
            locale=self.default_locale,
            tables_per_server=MAX_LIMIT,
            lobbies_per_person=MAX_LIMIT,
            adopts=True,
        )
        self.client = build_client(
            settings,
            self.store,
            clock=lambda: utc_now() + self.machine_clock_offset + self.clock_offset,
            overrides=Overrides(
                self.delays, self.wait, lambda: utc_now() + self.machine_clock_offset
            ),
            guild_ready_timeout=0.01,
            **self.options,
        )
        self.services = self.client.parts.services
        self.games = self.services.games
        self.updates = self.client.parts.updates
        self.services.studio._lobbies._drawn = LOBBIES
        self.client.tree.command_payload = self._commands
        self._task = asyncio.create_task(self.run())
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            while not self.is_up():
                if self._task.done():
                    self._task.result()
                await asyncio.sleep(0.003)

    async def _commands(self) -> list[dict[str, Any]]:
        """Return the payload of all commands, which the first bot of this process has made."""
        if not COMMANDS:
            COMMANDS.extend(await CommandTree.command_payload(self.client.tree))
        return COMMANDS

    async def run(self) -> None:
        """Run the bot until it is stopped."""
        await self.client.start(self.sandbox.token)

    def is_up(self) -> bool:
        """Return whether people can press buttons."""
        return self.client.is_ready() and not any(g.unavailable for g in self.client.guilds)

    def wait_for_event(self, event: str) -> Awaitable[object]:
        """Wait until the gateway has sent an event."""
        return self.client.wait_for(event, timeout=10)

    async def close_connection(self) -> None:
        """Close the connection, as SIGTERM does."""
        await self.client.close()

    async def stop(self) -> None:
        """Stop the bot, as SIGTERM would."""
        if self._task is not None:
            await self.close_connection()
            await asyncio.wait([self._task], timeout=10)
            await self.store.close()
            self._task = None

    def housekeeper(self, folder: Path | None = None) -> Housekeeper:
        """Return a housekeeper, which runs the regular cleanup."""
        threads = Threads(self.client)
        return Housekeeper(self.store, self.games, self.updates, threads, folder)

    async def wait_idle(self) -> None:
        """Wait until all jobs are run and all updates are sent."""
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            await self.client.parts.job_runner.wait_idle()
            await self.updates.wait_idle()

    def newest_post(self, place: Place | None = None) -> VisibleMessage:
        """Return the newest message that is visible to all members."""
        seen = self.moderator.sees(place or self.channel)
        return [message for message in seen if not message.ephemeral][-1]

    def board(self) -> VisibleMessage:
        """Return the newest public message with buttons."""
        seen = self.moderator.sees(self.channel)
        return [message for message in seen if not message.ephemeral and message.buttons][-1]

    async def start_game(self, edition: str, *people: Person, bots: int = 0, **options: Any) -> str:
        """Open a table, seat these people and bots, start the game and return its id."""
        game = await self.open_lobby(edition, *people, bots=bots, **options)
        await self.moderator.slash(self.channel, "game start")
        await self.wait_idle()
        return game

    async def open_lobby(self, edition: str, *people: Person, bots: int = 0, **options: Any) -> str:
        """Open a table, seat these people and bots, and return its id.

        The table has no clock unless a pace is named.
        """
        named = {"edition": edition, "bots": bots, "pace": "none"} | options
        await self.moderator.slash(self.channel, "game new", **named)
        await self.wait_idle()
        row = await self.store.games.open_in(self.channel.id)
        assert row is not None
        for person in people:
            label = "Mitspielen" if row.locale == "de" else "Join"
            await person.press(self.newest_post(), label)
        await self.wait_idle()
        return row.id


S = TypeVar("S", bound=RunningBot)


@asynccontextmanager
async def running_bot(
    database: Location,
    locale: str = "en-US",
    clock: LiveClock | None = None,
    *,
    new: bool = False,
    heartbeat: float = HEARTBEAT_INTERVAL,
    kind: type[S] = RunningBot,  # type: ignore[assignment]
    delays: PublishDelays = NO_DELAYS,
    wait: Wait = timedelta,
    **options: Any,
) -> AsyncIterator[S]:
    """Run the bot and its people for one test."""
    async with Sandbox(
        paced=False, clock=clock, heartbeat=heartbeat, first_response=TEST_TIMEOUT_SECONDS
    ) as sandbox:
        bot = kind(sandbox, database, locale)
        bot.options, bot.delays, bot.wait = options, delays, wait
        if not new:
            put_emoji(sandbox)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.stop()
