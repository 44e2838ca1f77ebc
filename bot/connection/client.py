"""The Discord client: what comes from Discord, by whichever way, and who takes care of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import discord

import maps
import render
from bot.background import BackgroundTasks, Work
from bot.build import program_commit, program_version
from bot.connection.command_tree import CommandTree
from bot.games.job_runner import JobRunner
from bot.games.store import LeaseStore
from bot.log import logger
from bot.metrics import UNKNOWN
from bot.outbox.guilds import GuildTracker
from bot.outbox.queue import UpdateQueue
from bot.ui import (
    registry,  # noqa: F401  # button handlers register themselves on import
    router,
)
from bot.ui.context import (
    Context,
    Interaction,
    Services,
    context_for,
    log_asker,
    record_outcome,
)
from bot.ui.custom_ids import Press
from bot.ui.delivery import was_late
from bot.ui.error_replies import Ending, answer_error
from engine.errors import StaleGame

if TYPE_CHECKING:
    from discord import app_commands
    from discord.types.gateway import InteractionCreateEvent

log = logger(__name__)

AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.ContextMenu"
Check: TypeAlias = Callable[[int], Coroutine[Any, Any, None]]

SHUTDOWN_SECONDS: Final = 5.0
"""Seconds that everything has which we do by ourselves when we stop."""


@dataclass(frozen=True, slots=True)
class ClientParts:
    """What a client works with; `bot.app` builds it."""

    services: Services
    driver: JobRunner
    updates: UpdateQueue
    servers: GuildTracker
    leases: LeaseStore
    check_application: Check
    """Raises BadInput if the database belongs to another application than the one with this id."""
    chores: Mapping[str, Work]
    """What goes on beside the presses until the bot stops, by its name."""
    schema: int
    """The shape of the database, for the log."""


class Whistlestop(discord.AutoShardedClient):
    """The bot. State lives in the store; what is here can be lost at any moment."""

    def __init__(self, build: Callable[[discord.Client], ClientParts], **options: Any) -> None:
        """*build* makes the parts: some of them send through the client, others serve it."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            **options,
        )
        self.parts = build(self)
        self.tree = CommandTree(self, self.parts.services)
        self._restored: Mapping[str, int] = {}
        self.background = BackgroundTasks()

    async def setup_hook(self) -> None:
        """Once per start: commands if they changed, emoji if they are missing, unfinished work."""
        async with self.parts.leases.lock("start"):
            await self.parts.check_application(self.application_id or 0)
            await self.tree.sync_if_changed()
            await self._fetch_emoji()
        self._restored = await self.parts.services.lookup.restored()
        # Deadlines are told from now on: when no process ran has to be known.
        await self.parts.services.games.downtime.check()
        await self.parts.updates.enqueue_pending()
        self.background.start(self.parts.chores)

    async def _fetch_emoji(self) -> None:
        """Our card emoji, uploaded once; without them coloured squares will do."""
        try:
            known = {emoji.name: emoji for emoji in await self.fetch_application_emojis()}
            specs = [maps.load(edition) for edition in maps.catalogue()]
            wanted = {render.icon_name(f) for spec in specs for f in spec.faces.values()}
            missing = wanted - known.keys()
            if missing:
                icons = await asyncio.to_thread(render.make_icons, specs)
                for name in sorted(missing):
                    known[name] = await self.create_application_emoji(name=name, image=icons[name])
            translator = self.parts.services.translator
            translator.emoji = {name: str(known[name]) for name in wanted & known.keys()}
        except discord.HTTPException as error:
            log.warning("no card emoji", error=str(error))

    def receive(self, payload: Mapping[str, Any]) -> None:
        """An interaction that came to the endpoint: from here on it goes as over the gateway."""
        # discord.py has no public method for this. tests/connection/test_endpoint.py checks it.
        self._connection.parse_interaction_create(cast("InteractionCreateEvent", payload))

    async def on_interaction(self, interaction: Interaction) -> None:
        """All components and modals; commands go to the tree by themselves."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        services, press = self.parts.services, router.find_press(interaction)
        found = router.find_handler(interaction, press)
        log_asker(interaction, found[1].game if found else None)
        try:
            await services.late.cancel_for(interaction)
            await self._answer(await context_for(services, interaction, press), found)
            outcome = _outcome_of(interaction)
        except Exception as error:  # every press is answered
            outcome = await answer_error(services, interaction, error, press)
        record_outcome(interaction, found[1].verb if found else UNKNOWN, outcome)

    async def _answer(self, context: Context, found: tuple[router.Handler, Press] | None) -> None:
        if found is None:
            await context.reply_text(context.say("error-unknown-button"))
            return
        handler, press = found
        self._check_age(context.interaction, press)
        try:
            await handler(context, press)
        finally:
            await context.mark_seen()

    async def on_app_command_completion(
        self, interaction: Interaction, command: AnyCommand
    ) -> None:
        """A command was answered, and not with an error."""
        record_outcome(interaction, f"/{command.qualified_name}", _outcome_of(interaction))

    def _check_age(self, interaction: Interaction, press: Press) -> None:
        """Refuse a press on what was shown before a backup was restored.

        Raises:
            StaleGame: It belongs to a past that never was.
        """
        message, moment = interaction.message, self._restored.get(press.game, 0)
        if message is not None and message.created_at.timestamp() * 1000 < moment:
            raise StaleGame(press.game)

    def log_start(self, **facts: int) -> None:
        """Log that we are there."""
        log.info(
            "started",
            version=program_version(),
            commit=program_commit(),
            schema=self.parts.schema,
            **facts,
        )

    # --- what the gateway alone tells ---
    # Where interactions come to the endpoint, servers are asked for now and then, and the watch
    # finds the tables whose channel is gone.

    async def on_ready(self) -> None:
        """On the line, for the first time or again."""
        self.log_start(servers=len(self.guilds))
        await self.parts.servers.compare_guilds({guild.id for guild in self.guilds})

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited to a server."""
        log.info("server joined", guild=guild.id)
        await self.parts.servers.guild_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """There again, after an outage or an invitation."""
        await self.parts.servers.guild_joined(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Removed from one."""
        log.info("server left", guild=guild.id)
        await self.parts.servers.guild_left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table may have lost its place."""
        await self._channel_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """So may one in a thread."""
        await self._channel_deleted(payload.thread_id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """We may be allowed more there than before, and in its threads."""
        self._reopen(after, *getattr(after, "threads", ()))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """We may be allowed more anywhere on that server."""
        self._reopen(*after.guild.channels, *after.guild.threads)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """It may not be locked any more."""
        self.parts.updates.reopen(payload.thread_id)

    def _reopen(self, *places: discord.abc.Snowflake) -> None:
        for place in places:
            self.parts.updates.reopen(place.id)

    async def _channel_deleted(self, channel_id: int) -> None:
        row = await self.parts.services.lookup.open_in(channel_id)
        if row is not None:
            await self.parts.updates.recheck_posts(row.id)

    async def stop_background(self) -> None:
        """Begin nothing by ourselves any more."""
        await self.background.stop()

    async def close(self) -> None:
        """Stop telling; what is untold is told at the next start."""
        # Whoever is stopped gives back what it has claimed, which a database that hangs holds up.
        with suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_SECONDS):
                await asyncio.gather(
                    self.stop_background(), self.parts.driver.stop(), self.parts.updates.stop()
                )
        await super().close()


def _outcome_of(interaction: Interaction) -> Ending:
    """What became of one that went well, as far as it is ours."""
    return "late" if was_late(interaction) else "done"
