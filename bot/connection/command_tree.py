"""The tree of slash commands: their texts in every language, their gate, their errors."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands

import maps
from bot.connection.validation import MALFORMED, fault_in
from bot.metrics import UNKNOWN
from bot.text.words import all_words
from bot.ui.context import (
    Interaction,
    Services,
    context_for,
    note_who_asks,
    record_outcome,
)
from bot.ui.error_replies import answer_error
from bot.ui.registry import COMMANDS
from engine.errors import GameError

KNOWN: Final = "command-tree"
"""The note that holds the hash of the commands Discord knows."""


class Translator(app_commands.Translator):
    """Descriptions of commands in every language we have."""

    def __init__(self) -> None:
        self._words = all_words()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text for *locale*, or None to leave it as it is."""
        key, edition = string.extras.get("key"), string.extras.get("edition")
        words = self._words.get(locale.value)
        if words and edition:
            return maps.catalogue()[edition].title(words.language)
        return words.say(key) if key and words and words.has(key) else None


class Tree(app_commands.CommandTree[discord.Client]):
    """Our commands; whatever goes wrong in one is answered."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._services = services
        for command in COMMANDS:
            self.add_command(command)

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Let only those through that send what we have registered; the others are told."""
        note_who_asks(interaction)
        fault = fault_in(interaction)
        if fault is None:
            await context_for(self._services, interaction)
            return True
        await self.on_error(interaction, fault)
        return False

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError | GameError
    ) -> None:
        """Answer, whatever it was; whoever still types gets no suggestions."""
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
            return
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError) else error
        ending = await answer_error(self._services, interaction, cause or error)
        record_outcome(interaction, f"/{_name_of(interaction)}", ending)

    async def sync_if_changed(self) -> None:
        """Tell Discord of our commands, unless it knows them as they are."""
        commands, application = await self.written(), self.client.application_id or 0
        text = json.dumps(commands, sort_keys=True, default=str)
        digest = hashlib.sha256(f"{application}{text}".encode()).hexdigest()
        if await self._services.notes.get(KNOWN) == digest:
            return
        # As `sync` does, which would write them all once more.
        await self.client.http.bulk_upsert_global_commands(application, commands)
        await self._services.notes.set(KNOWN, digest)

    async def written(self) -> list[dict[str, Any]]:
        """Our commands as Discord takes them, in all languages."""
        translator = Translator()
        await self.set_translator(translator)
        return [
            await command.get_translated_payload(self, translator)
            for command in self.get_commands()
        ]


def _name_of(interaction: Interaction) -> str:
    """The command that was typed, if it is one of ours."""
    try:
        return getattr(interaction.command, "qualified_name", UNKNOWN)
    except MALFORMED:
        return UNKNOWN
