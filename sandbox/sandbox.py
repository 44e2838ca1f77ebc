"""The sandbox: a Discord for one machine, to be started, peopled and stopped."""

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
    """Everything a test or a page needs: `async with Sandbox() as sandbox`.

    Args:
        port: where it listens on 127.0.0.1; 0 for any free one.
        file: where its state is kept between two runs; None for memory only.
        clock: what time it is; a test may pass a `LiveClock` and push it forward.
        paced: whether Discord's rate limits are enforced.
        remember: whether what people are shown is recorded (it grows for ever).
        shards: how many shards a bot is told to start.
        heartbeat: seconds between two heartbeats of the bot.
        first_response: seconds that the bot has for its first answer to a press; more than
            Discord gives, where a machine that stands still for a while should matter to nobody.
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
        """Listen, and keep the state if there is a file for it."""
        await self.server.start()
        if self._store is not None:
            self._store.start()

    async def stop(self) -> None:
        """Hang up, stop listening, and write what is not written yet."""
        await self.core.endpoint.stop()
        await self.server.stop()
        if self._store is not None:
            await self._store.stop()

    # how the bot gets here

    @property
    def api(self) -> str:
        """For `discord.http.Route.BASE`."""
        return self.core.payloads.base + API

    @property
    def gateway(self) -> str:
        """For `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.core.payloads.base.replace("http://", "ws://") + "/gateway"

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.core.world.application.token

    @property
    def bot(self) -> User:
        """The bot's account."""
        return self.core.world.bot

    def environment(self) -> dict[str, str]:
        """The variables that point a bot at this sandbox."""
        return {
            "DISCORD_TOKEN": self.token,
            "WHISTLESTOP_DISCORD_API": self.api,
            "WHISTLESTOP_DISCORD_GATEWAY": self.gateway,
        }

    def post_to(self, *urls: str) -> None:
        """Post interactions to these endpoints in turn; none: to the one that is registered.

        Raises:
            NoEndpoint: One is not on this machine, or PyNaCl is missing.
        """
        self.core.endpoint.use(*urls)

    async def connected(self, shards: int = 1, timeout: float = 90.0) -> None:
        """Wait until that many shards of the bot are on the line."""
        async with asyncio.timeout(timeout):
            while len(self.core.gateway.connected()) < shards:
                await self.core.gateway.wait_for_change()

    async def disconnected(self, timeout: float = 90.0) -> None:
        """Wait until no shard of the bot is on the line."""
        async with asyncio.timeout(timeout):
            while self.core.gateway.connected():
                await self.core.gateway.wait_for_change()

    def allow_intents(self, intents: int) -> None:
        """Switch privileged intents on, as in the developer portal."""
        self.core.world.application.privileged = intents
        self.core.world.save(self.core.world.application)

    def commands(self) -> dict[str, Json]:
        """The commands that are registered everywhere, by name."""
        return {c.spec["name"]: copy.deepcopy(c.spec) for c in self.core.registry.for_guild(None)}

    def register(self, spec: Json) -> None:
        """Register a command as another version of the bot would have: people are offered it.

        The bot that runs knows it differently, or not at all, until it registers its own again.
        """
        self.core.registry.put(None, spec)
        self.core.feeds.show(tuple(person.id for person in self.people()), "commands")

    # who and what is here

    @property
    def faults(self) -> Faults:
        """Trouble on request."""
        return self.core.faults

    def person(
        self, name: str, *clubs: Club, locale: str = "en-US", dms_open: bool = True
    ) -> Person:
        """A new person, a member of these guilds."""
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
        """Everybody there is."""
        return [Person(self.core, u) for u in self.core.world.users.values() if not u.bot]

    def club(
        self, name: str, owner: Person | None = None, *, locale: str = "en-US", bot: bool = True
    ) -> Club:
        """A new guild, with the bot in it unless told otherwise."""
        head = owner or self.person(f"Owner of {name}")
        made = Club(self.core, self.core.guilds.create(name, head.id, locale=locale))
        if bot:
            made.add_bot()
        return made

    def clubs(self) -> list[Club]:
        """All guilds."""
        return [Club(self.core, guild) for guild in self.core.world.guilds.values()]

    def place(self, channel_id: int) -> Place:
        """A channel by its id."""
        return Place(self.core, self.core.world.channels[channel_id])
