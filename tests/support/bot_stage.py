"""The real bot, over real sockets, against the sandbox; and people to play with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import discord

from bot.app import build_client, use_discord_at
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
from tests.support.timeouts import PATIENCE

LOBBIES: Final[LruCache[str, bytes]] = LruCache(100)
COMMANDS: Final[list[dict[str, Any]]] = []
"""What is the same for every bot and takes long to make: once for all of a test process."""


class BotStage:
    """A server with a hall, a moderator and a guest; the bot is on the line."""

    def __init__(self, sandbox: Sandbox, database: Location, locale: str = "en-US") -> None:
        self.sandbox = sandbox
        self.database = database
        self.club = sandbox.club("Railway club", locale=locale)
        self.hall = self.club.channel("hall")
        self.moderator = sandbox.person("Moderator", self.club)
        self.guest = sandbox.person("Guest 2", self.club, locale="de")
        self.other = sandbox.person("Guest 3", self.club)
        rights = discord.Permissions(manage_messages=True).value
        self.club.give(self.moderator.id, self.club.role("moderators", rights))
        self.later = timedelta(0)
        """How far the bot's clock has been put forward."""
        self.jump = timedelta(0)
        """How far that of the whole machine has."""
        self.patience = NO_DELAYS
        self.wait: Wait = timedelta
        """How long orders wait: not at all."""
        self.default = "en"
        self.options: dict[str, Any] = {}
        """What else the client is started with."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the bot on the database: a file, or a PostgreSQL server."""
        use_discord_at(Settings(api=self.sandbox.api, gateway=self.sandbox.gateway))
        self.store = await open_store(self.database)
        settings = Settings(
            locale=self.default,
            tables_per_server=MAX_LIMIT,
            lobbies_per_person=MAX_LIMIT,
            adopts=True,
        )
        self.client = build_client(
            settings,
            self.store,
            clock=lambda: utc_now() + self.jump + self.later,
            system=lambda: utc_now() + self.jump,
            patience=self.patience,
            wait=self.wait,
            guild_ready_timeout=0.01,
            **self.options,
        )
        self.services = self.client.parts.services
        self.games = self.services.games
        self.updates = self.client.parts.updates
        self.services.studio._lobbies._drawn = LOBBIES
        self.client.tree.command_payload = self._commands
        self._task = asyncio.create_task(self.run())
        async with asyncio.timeout(PATIENCE):
            while not self.is_up():
                if self._task.done():
                    self._task.result()
                await asyncio.sleep(0.003)

    async def _commands(self) -> list[dict[str, Any]]:
        """The bot's commands, as the first one of this process has written them."""
        if not COMMANDS:
            COMMANDS.extend(await CommandTree.command_payload(self.client.tree))
        return COMMANDS

    async def run(self) -> None:
        """The bot, until it is stopped."""
        await self.client.start(self.sandbox.token)

    def is_up(self) -> bool:
        """Whether people can press."""
        return self.client.is_ready() and not any(g.unavailable for g in self.client.guilds)

    def heard(self, event: str) -> Awaitable[object]:
        """Wait until the gateway has told of something."""
        return self.client.wait_for(event, timeout=10)

    async def hang_up(self) -> None:
        """What SIGTERM does."""
        await self.client.close()

    async def stop(self) -> None:
        """Stop it, as SIGTERM would."""
        if self._task is not None:
            await self.hang_up()
            await asyncio.wait([self._task], timeout=10)
            await self.store.close()
            self._task = None

    def housekeeper(self, folder: Path | None = None) -> Housekeeper:
        """Who does what nobody asks for."""
        threads = Threads(self.client)
        return Housekeeper(self.store, self.games, self.updates, threads, folder)

    async def told(self) -> None:
        """Wait until everything is told."""
        async with asyncio.timeout(PATIENCE):
            await self.client.parts.driver.wait_idle()
            await self.updates.wait_idle()

    def post(self, place: Place | None = None) -> VisibleMessage:
        """The newest message that everybody sees."""
        seen = self.moderator.sees(place or self.hall)
        return [message for message in seen if not message.ephemeral][-1]

    def board(self) -> VisibleMessage:
        """The newest message that everybody can press."""
        seen = self.moderator.sees(self.hall)
        return [message for message in seen if not message.ephemeral and message.buttons][-1]

    async def open(self, edition: str, *people: Person, bots: int = 0, **options: Any) -> str:
        """Open a table, seat these people and bots, and start; the game's id."""
        game = await self.lobby(edition, *people, bots=bots, **options)
        await self.moderator.slash(self.hall, "game start")
        await self.told()
        return game

    async def lobby(self, edition: str, *people: Person, bots: int = 0, **options: Any) -> str:
        """Open a table and seat these people and bots; its id.

        It has no clock, unless a pace is named.
        """
        named = {"edition": edition, "bots": bots, "pace": "none"} | options
        await self.moderator.slash(self.hall, "game new", **named)
        await self.told()
        row = await self.store.games.open_in(self.hall.id)
        assert row is not None
        for person in people:
            label = "Mitspielen" if row.locale == "de" else "Join"
            await person.press(self.post(), label)
        await self.told()
        return row.id


S = TypeVar("S", bound=BotStage)


@asynccontextmanager
async def on_stage(
    database: Location,
    locale: str = "en-US",
    clock: LiveClock | None = None,
    *,
    new: bool = False,
    heartbeat: float = HEARTBEAT_INTERVAL,
    kind: type[S] = BotStage,  # type: ignore[assignment]
    patience: PublishDelays = NO_DELAYS,
    wait: Wait = timedelta,
    **options: Any,
) -> AsyncIterator[S]:
    """The bot and its people, for one test."""
    async with Sandbox(
        paced=False, clock=clock, heartbeat=heartbeat, first_response=PATIENCE
    ) as sandbox:
        stage = kind(sandbox, database, locale)
        stage.options, stage.patience, stage.wait = options, patience, wait
        if not new:
            put_emoji(sandbox)
        try:
            await stage.start()
            yield stage
        finally:
            await stage.stop()
