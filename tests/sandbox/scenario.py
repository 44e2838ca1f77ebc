"""A sandbox with two guests and a real discord.py bot, as small as the test wants it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import yarl
from discord import app_commands

from sandbox import LiveClock, Sandbox
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until


class Robot(discord.AutoShardedClient):
    """An unmodified client with a command tree; the test hangs commands into it."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", discord.Intents(guilds=True))
        options.setdefault("guild_ready_timeout", 0.05)
        options.setdefault("allowed_mentions", discord.AllowedMentions.none())
        super().__init__(**options)
        self.tree = app_commands.CommandTree(self)
        self.pressed: list[discord.Interaction] = []
        self.failures: list[BaseException] = []
        self.resumed = 0
        self.readies = 0
        self.router: Any = None

        @self.tree.error
        async def failed(_: discord.Interaction, error: app_commands.AppCommandError) -> None:
            self.failures.append(getattr(error, "original", error))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord wants five seconds between two shards; an unpaced sandbox does not."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.pressed.append(interaction)
        if self.router is not None and interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await self.router(interaction)

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        import sys

        error = sys.exc_info()[1]
        assert error is not None
        self.failures.append(error)

    async def on_ready(self) -> None:
        self.readies += 1

    async def on_resumed(self) -> None:
        self.resumed += 1


def point_at(sandbox: Sandbox) -> None:
    """All that it takes to use another Discord."""
    discord.http.Route.BASE = sandbox.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway)


class Scenario:
    """A sandbox with a club, a channel, two guests and a discord.py client.

    Tests define commands first and then call `start`.
    """

    def __init__(self, sandbox: Sandbox, robot: Robot) -> None:
        self.sandbox = sandbox
        self.robot = robot
        self.tree = robot.tree
        self.faults = sandbox.faults
        self.club = sandbox.club("Railway club")
        self.channel = self.club.channel("hall")
        self.guest = sandbox.person("Guest 1", self.club)
        self.other = sandbox.person("Guest 2", self.club, locale="de")
        self._task: asyncio.Task[None] | None = None
        self._logged_in = False

    @property
    def clock(self) -> LiveClock:
        assert isinstance(self.sandbox.clock, LiveClock)
        return self.sandbox.clock

    async def login(self) -> None:
        """Enough for requests: no gateway, no commands."""
        point_at(self.sandbox)
        self._logged_in = True
        await self.robot.login(self.sandbox.token)

    async def start(self) -> None:
        await self.login()
        await self.tree.sync()
        self._task = asyncio.create_task(self.robot.connect())
        await asyncio.wait_for(self.robot.wait_until_ready(), TEST_TIMEOUT_SECONDS)

    async def wait_until(self, condition: Any) -> None:
        """Wait until something about the bot has become true."""
        await wait_until(condition)

    async def stop(self) -> None:
        if self._logged_in:
            await self.robot.close()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=5)


@asynccontextmanager
async def running_scenario(
    *, options: dict[str, Any] | None = None, **settings: Any
) -> AsyncIterator[Scenario]:
    settings.setdefault("paced", False)
    async with Sandbox(**settings) as sandbox:
        scenario = Scenario(sandbox, Robot(**(options or {})))
        try:
            yield scenario
        finally:
            await scenario.stop()
