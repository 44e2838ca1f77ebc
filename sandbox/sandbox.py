"""The sandbox: an imitation of Discord on one machine, with people, guilds and channels."""

from __future__ import annotations

import asyncio
import copy
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from sandbox.clock import Clock, LiveClock
from sandbox.core import Core
from sandbox.errors import UnreadableWorld
from sandbox.faults import Faults
from sandbox.json_codec import Json
from sandbox.server import API, Server
from sandbox.validation import limits
from sandbox.world.people import Person
from sandbox.world.places import Club, Place
from sandbox.world.state import User
from sandbox.world.store import Store


class Sandbox:
    """The interface for tests and for the page: `async with Sandbox() as sandbox`.

    Args:
        host: The address to listen on. It must be on this machine.
        port: The port to listen on, or 0 for any free port.
        file: The file that saves the state between two runs, or None for memory only.
        clock: The sandbox's clock. A test can pass a `LiveClock` and move it forward.
        paced: Whether Discord's rate limits are enforced.
        remember: Whether everything shown to people is recorded. The record grows without limit.
        shards: The number of shards that the bot is told to start.
        heartbeat: Seconds between two heartbeats of the bot.
        first_response: Seconds that the bot has for its first answer to a press. A test can allow
            more than Discord does, so that a machine that stalls for a while makes no test fail.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        file: Path | None = None,
        clock: Clock | None = None,
        paced: bool = True,
        remember: bool = True,
        shards: int = 1,
        heartbeat: float = limits.HEARTBEAT_INTERVAL,
        first_response: float = limits.FIRST_RESPONSE,
    ) -> None:
        self.clock = clock or LiveClock()
        self.core = Core(
            self.clock,
            paced=paced,
            remember=remember,
            shards=shards,
            heartbeat=heartbeat,
            first_response=first_response,
        )
        self.server = Server(self.core, host=host, port=port)
        self._store = Store(self.core.world, file) if file is not None else None
        if self._store is not None:
            try:
                self._store.load()
            except (sqlite3.Error, msgspec.MsgspecError, KeyError) as error:
                raise UnreadableWorld(str(error)) from error
            self.core.dispatcher.access_changed()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start listening, and start saving the state if there is a file."""
        await self.server.start()
        if self._store is not None:
            self._store.start()

    async def stop(self) -> None:
        """Close all connections, stop listening, and write unsaved changes."""
        await self.core.endpoint.stop()
        await self.server.stop()
        if self._store is not None:
            await self._store.stop()

    # The connection of the bot.

    @property
    def api(self) -> str:
        """The API address, for `discord.http.Route.BASE`."""
        return self.core.payloads.base + API

    @property
    def gateway(self) -> str:
        """The gateway address, for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.core.payloads.base.replace("http://", "ws://") + "/gateway"

    @property
    def token(self) -> str:
        return self.core.world.application.token

    @property
    def bot(self) -> User:
        """The bot's user account."""
        return self.core.world.bot

    def environment(self) -> dict[str, str]:
        """Return the environment variables that connect a bot to this sandbox."""
        return {
            "DISCORD_TOKEN": self.token,
            "WHISTLESTOP_DISCORD_API": self.api,
            "WHISTLESTOP_DISCORD_GATEWAY": self.gateway,
        }

    def post_to(self, *urls: str) -> None:
        """Post interactions to these endpoints in turn.

        Without URLs, interactions go to the endpoint that is registered.

        Raises:
            NoEndpoint: A URL is not on this machine, or PyNaCl is missing.
        """
        self.core.endpoint.use(*urls)

    async def connected(self, shards: int = 1, timeout: float = 90.0) -> None:
        """Wait until at least *shards* shards of the bot are connected."""
        async with asyncio.timeout(timeout):
            while len(self.core.gateway.connected()) < shards:
                await self.core.gateway.wait_for_change()

    async def disconnected(self, timeout: float = 90.0) -> None:
        """Wait until no shard of the bot is connected."""
        async with asyncio.timeout(timeout):
            while self.core.gateway.connected():
                await self.core.gateway.wait_for_change()

    def allow_intents(self, intents: int) -> None:
        """Enable privileged intents, as in the developer portal."""
        self.core.world.application.privileged = intents
        self.core.world.save(self.core.world.application)

    def commands(self) -> dict[str, Json]:
        """Return the globally registered commands by name."""
        return {c.spec["name"]: copy.deepcopy(c.spec) for c in self.core.registry.for_guild(None)}

    def register(self, spec: Json) -> None:
        """Register a command as another version of the bot would, and offer it to people.

        Until the running bot registers its own commands again, it has another definition of the
        command or none.
        """
        self.core.registry.put(None, spec)
        self.core.feeds.show(tuple(person.id for person in self.people()), "commands")

    # People, guilds and channels.

    @property
    def faults(self) -> Faults:
        """The faults that a test can plan."""
        return self.core.faults

    def person(
        self, name: str, *clubs: Club, locale: str = "en-US", dms_open: bool = True
    ) -> Person:
        """Create a person who is a member of these guilds."""
        handle = "".join(c if c.isalnum() else "_" for c in name.lower())
        user = User(
            id=self.core.world.new_id(),
            name=handle,
            display=name,
            locale=locale,
            dms_open=dms_open,
        )
        self.core.world.save(user)
        for club in clubs:
            club.join(user)
        return Person(self.core, user)

    def people(self) -> list[Person]:
        """Return all people, without the bot."""
        return [Person(self.core, u) for u in self.core.world.users.values() if not u.bot]

    def club(
        self, name: str, owner: Person | None = None, *, locale: str = "en-US", bot: bool = True
    ) -> Club:
        """Create a guild, with the bot in it unless *bot* is False."""
        head = owner or self.person(f"Owner of {name}")
        made = Club(self.core, self.core.guilds.create(name, head.id, locale=locale))
        if bot:
            made.add_bot()
        return made

    def clubs(self) -> list[Club]:
        """Return all guilds."""
        return [Club(self.core, guild) for guild in self.core.world.guilds.values()]

    def place(self, channel_id: int) -> Place:
        """Return the channel with an id."""
        return Place(self.core, self.core.world.channels[channel_id])
