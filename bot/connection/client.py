"""The Discord client: passes interactions and events from Discord to their handlers."""

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
CheckApplication: TypeAlias = Callable[[int], Coroutine[Any, Any, None]]

MAX_STOP_SECONDS: Final = 5.0
"""Seconds that background tasks, jobs and updates have to end when the bot stops."""


@dataclass(frozen=True, slots=True)
class ClientParts:
    """The objects that a client works with. `bot.app` builds them."""

    services: Services
    job_runner: JobRunner
    updates: UpdateQueue
    guilds: GuildTracker
    leases: LeaseStore
    check_application: CheckApplication
    """Raises BadInput if the database belongs to an application with another id."""
    background_tasks: Mapping[str, Work]
    """Tasks that run until the bot stops, by name."""
    schema: int
    """The version of the database schema, for the log."""


class Whistlestop(discord.AutoShardedClient):
    """The bot. State lives in the store, so that a kill at any moment loses nothing."""

    def __init__(self, build: Callable[[discord.Client], ClientParts], **options: Any) -> None:
        """Build the parts, of which some send through the client and others serve it."""
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
        """Prepare a start: sync changed commands, upload missing emoji, resume unfinished work."""
        async with self.parts.leases.lock("start"):
            await self.parts.check_application(self.application_id or 0)
            await self.tree.sync_if_changed()
            await self._fetch_emoji()
        self._restored = await self.parts.services.queries.restored()
        # Messages state deadlines from now on, and outages move deadlines. So they come first.
        await self.parts.services.games.downtime.check()
        await self.parts.updates.enqueue_pending()
        self.background.start(self.parts.background_tasks)

    async def _fetch_emoji(self) -> None:
        """Load the card emoji, and upload missing ones. Without them, colored squares are used."""
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
            log.warning("could not load the card emoji", error=str(error))

    def receive(self, payload: Mapping[str, Any]) -> None:
        """Handle an interaction from the endpoint in the same way as one from the gateway."""
        # discord.py has no public method for this. tests/connection/test_endpoint.py checks it.
        self._connection.parse_interaction_create(cast("InteractionCreateEvent", payload))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle components and modals. discord.py passes commands to the tree."""
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
            outcome = _success_outcome(interaction)
        except Exception as error:  # every press gets an answer
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
        """Record a command that was answered without an error."""
        record_outcome(interaction, f"/{command.qualified_name}", _success_outcome(interaction))

    def _check_age(self, interaction: Interaction, press: Press) -> None:
        """Refuse a press on a message from before a restored backup.

        Raises:
            StaleGame: The message shows moves that the backup does not have.
        """
        message, moment = interaction.message, self._restored.get(press.game, 0)
        if message is not None and message.created_at.timestamp() * 1000 < moment:
            raise StaleGame(press.game)

    def log_start(self, **facts: int) -> None:
        """Log that the bot has started."""
        log.info(
            "started",
            version=program_version(),
            commit=program_commit(),
            schema=self.parts.schema,
            **facts,
        )

    # --- events that only the gateway sends ---
    # With the endpoint, the bot lists its servers at intervals instead, and `PostRepairer` finds
    # the tables whose channel is gone.

    async def on_ready(self) -> None:
        """Log each start of a session, and compare servers with the stored ones."""
        self.log_start(servers=len(self.guilds))
        await self.parts.guilds.compare_guilds({guild.id for guild in self.guilds})

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("server joined", guild=guild.id)
        await self.parts.guilds.guild_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Continue the tables of a server after an outage or an invitation."""
        await self.parts.guilds.guild_joined(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("server left", guild=guild.id)
        await self.parts.guilds.guild_left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._recheck_table_in(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._recheck_table_in(payload.thread_id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry a channel and its threads, where the bot may have more permissions now."""
        self._reopen(after, *getattr(after, "threads", ()))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry all channels of a server, where the bot may have more permissions now."""
        self._reopen(*after.guild.channels, *after.guild.threads)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry a thread that may have been unlocked."""
        self.parts.updates.reopen(payload.thread_id)

    def _reopen(self, *places: discord.abc.Snowflake) -> None:
        for place in places:
            self.parts.updates.reopen(place.id)

    async def _recheck_table_in(self, channel_id: int) -> None:
        row = await self.parts.services.queries.open_in(channel_id)
        if row is not None:
            await self.parts.updates.recheck_posts(row.id)

    async def stop_background(self) -> None:
        """Stop all background tasks, so that only presses start new work."""
        await self.background.stop()

    async def close(self) -> None:
        """Stop all work and disconnect. The next start sends updates that are still pending."""
        # Stopped tasks release their leases. A database that hangs would delay that forever.
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_STOP_SECONDS):
                await asyncio.gather(
                    self.stop_background(), self.parts.job_runner.stop(), self.parts.updates.stop()
                )
        await super().close()


def _success_outcome(interaction: Interaction) -> Ending:
    """Return the outcome of an interaction that was answered without an error."""
    return "late" if was_late(interaction) else "done"
