"""The Discord client: sets everything up, and turns every error into an answer."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

import maps
import render
from bot.chat import (
    presses,  # noqa: F401  # handlers register themselves
    router,
)
from bot.chat.commands import add_commands
from bot.chat.commands.gate import fault_in
from bot.chat.desk import LATE, Desk
from bot.chat.errors import sentence_for
from bot.language.words import all_words
from bot.ops.housekeeping import Housekeeper
from bot.outbox.announcer import Announcer
from bot.outbox.servers import Servers
from bot.outbox.watch import Watch
from bot.storage.schema import newest
from engine.errors import CorruptLog, GameError, NewerLog

log = logging.getLogger(__name__)

TREE = "command-tree"
"""The note that holds the hash of the commands Discord knows."""


class Translator(app_commands.Translator):
    """Descriptions of commands in every language we have."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text for *locale*, or None to leave it as it is."""
        key, edition = string.extras.get("key"), string.extras.get("edition")
        words = all_words().get(locale.value)
        if words and edition:
            return maps.catalogue()[edition].title(words.language)
        return words.say(key) if key and words and words.has(key) else None


class Tree(app_commands.CommandTree[discord.Client]):
    """Our commands; whatever goes wrong in one is answered."""

    desk: Desk

    async def interaction_check(self, interaction: discord.Interaction[discord.Client]) -> bool:
        """Let only those through that send what we have registered; the others are told."""
        fault = fault_in(interaction)
        if fault is None:
            name = getattr(interaction.command, "qualified_name", "")
            if interaction.type is not discord.InteractionType.autocomplete:
                log.debug("command", extra={"command": name, **_facts(interaction)})
            return True
        await self.on_error(interaction, fault)
        return False

    async def on_error(
        self,
        interaction: discord.Interaction[discord.Client],
        error: app_commands.AppCommandError | GameError,
    ) -> None:
        """Answer, whatever it was; whoever still types gets no suggestions."""
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
            return
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError) else error
        await answer_error(self.desk, interaction, cause or error)


OURS = (CorruptLog, NewerLog)
"""What goes wrong on our side, though we raise it on purpose."""


async def answer_error(
    desk: Desk, interaction: discord.Interaction[discord.Client], error: BaseException
) -> None:
    """What we raise on purpose is a sentence; anything else is logged and apologised for."""
    if getattr(error, "code", None) in LATE:
        log.info("too late to answer", extra={"code": error.code})  # type: ignore[attr-defined]
        return
    if isinstance(error, GameError) and await desk.store.pressed(interaction.id):
        # Delivered again: the first delivery has done it, and answers.
        log.info("a press came again", extra=_facts(interaction))
        return
    words = await desk.words_for(interaction)
    sentence = None
    if isinstance(error, GameError | app_commands.AppCommandError) and not isinstance(error, OURS):
        try:
            sentence = await sentence_for(desk, interaction, error, words)
        except Exception as failure:
            # Refusals name cards and tickets: what they led to is logged without them.
            failure.__suppress_context__ = True
            error = failure
    if sentence is None:
        reference = secrets.token_hex(4)
        log.error("unexpected, reference %s", reference, exc_info=error)
        sentence = words.say("error-unexpected", reference=reference)
    try:
        await desk.tell(interaction, sentence)
    except discord.HTTPException as failure:
        log.warning("could not answer: %s, code %s", failure.status, failure.code)


def _facts(interaction: discord.Interaction[discord.Client], game: str = "") -> dict[str, object]:
    """What a log line says of whoever asks: numbers only."""
    facts: dict[str, object] = {
        "interaction": interaction.id,
        "user": interaction.user.id,
        "guild": interaction.guild_id,
    }
    return facts | {"game": game} if game else facts


class Whistlestop(discord.AutoShardedClient):
    """The bot. State lives in the store; what is here can be lost at any moment."""

    def __init__(self, desk: Desk, backups: Path | None = None, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            **options,
        )
        self.desk = desk
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.tree.desk = desk
        desk.employ(Announcer(self, desk))
        self._watch = Watch(desk.announcer, desk.store)
        self._servers = Servers(desk.store, desk.service, desk.announcer)
        self._housekeeper = Housekeeper(desk, backups)
        self._chores: list[asyncio.Task[None]] = []
        add_commands(self.tree, desk)

    async def setup_hook(self) -> None:
        """Once per start: commands if they changed, emoji if they are missing, unfinished work."""
        await self.tree.set_translator(Translator())
        await self._sync_if_changed()
        await self._fetch_emoji()
        self.desk.restored = await self.desk.store.restored_games()
        await self.desk.announcer.catch_up()
        self._chores = [
            asyncio.create_task(self._housekeeper.work(), name="housekeeping"),
            asyncio.create_task(self._watch.work(), name="watch"),
        ]

    async def _sync_if_changed(self) -> None:
        payload = [
            await command.get_translated_payload(self.tree, Translator())
            for command in self.tree.get_commands()
        ]
        text = json.dumps(payload, sort_keys=True, default=str)
        digest = hashlib.sha256(f"{self.application_id}{text}".encode()).hexdigest()
        if await self.desk.store.note(TREE) == digest:
            return
        await self.tree.sync()
        await self.desk.store.set_note(TREE, digest)

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
            self.desk.emoji = {name: str(known[name]) for name in wanted & known.keys()}
        except discord.HTTPException as error:
            log.warning("no card emoji: %s", error)

    async def on_interaction(self, interaction: discord.Interaction[discord.Client]) -> None:
        """All components and modals; commands go to the tree by themselves."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        found = router.find(interaction)
        try:
            await self.desk.late.make_way(interaction)
            if found is None:
                words = await self.desk.words_for(interaction)
                await self.desk.tell(interaction, words.say("error-unknown-button"))
                return
            handler, press = found
            log.debug("press", extra={"verb": press.verb, **_facts(interaction, press.game)})
            self.desk.check_age(interaction, press.game)
            await handler(self.desk, interaction, press)
        except Exception as error:  # every press is answered
            await answer_error(self.desk, interaction, error)

    async def on_ready(self) -> None:
        """On the line, for the first time or again."""
        facts = {"version": version("whistlestop"), "schema": newest(), "servers": len(self.guilds)}
        log.info("started", extra=facts)
        await self._servers.compare({guild.id for guild in self.guilds})

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited to a server."""
        log.info("server joined", extra={"guild": guild.id})
        await self._servers.joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """There again, after an outage or an invitation."""
        await self._servers.joined(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Removed from one."""
        log.info("server left", extra={"guild": guild.id})
        await self._servers.left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table may have lost its place."""
        await self._lost(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """So may one in a thread."""
        await self._lost(payload.thread_id)

    async def _lost(self, channel_id: int) -> None:
        row = await self.desk.store.open_game_in(channel_id)
        if row is not None:
            self.desk.announcer.poke(row.id)

    async def close(self) -> None:
        """Stop telling; what is untold is told at the next start."""
        for chore in self._chores:
            chore.cancel()
        await self.desk.announcer.stop()
        await super().close()
