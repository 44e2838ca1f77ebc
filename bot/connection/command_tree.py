"""The gate before all commands: does a client send what we have registered?

The library passes values on as they come. Discord checks them, but a client may be modified, or
older than our commands.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import Any, Final, TypeAlias

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands

import maps
from bot.metrics import UNKNOWN
from bot.text.words import all_words
from bot.ui.context import Interaction, Services, context_for, log_asker, record_outcome
from bot.ui.error_replies import answer_error
from bot.ui.parsing import NotUnderstood
from bot.ui.registry import COMMANDS
from engine.errors import GameError

Fault: TypeAlias = NotUnderstood | app_commands.CommandSignatureMismatch

MALFORMED: Final = (ArithmeticError, AttributeError, KeyError, TypeError, ValueError)
"""What the library raises over data that no client of Discord's sends."""
TEXT: Final = 100
"""Characters; no suggestion is longer, and no option wants more."""


def find_fault(interaction: Interaction) -> Fault | None:
    """What is wrong with a command's options, if anything."""
    try:
        command, given = interaction.command, list(interaction.namespace)
    except MALFORMED:
        return NotUnderstood("bad-input")
    if not isinstance(command, app_commands.Command):
        return None  # the library says itself that there is none
    known = {parameter.display_name: parameter for parameter in command.parameters}
    typing = interaction.type is discord.InteractionType.autocomplete
    for name, value in given:
        if name not in known:
            return app_commands.CommandSignatureMismatch(command)
        fault = _while_typing(known[name], value) if typing else _in_value(known[name], value)
        if fault is not None:
            return fault
    return None


def _while_typing(option: app_commands.Parameter, value: object) -> Fault | None:
    """While somebody types, numbers come as texts and nothing is complete."""
    if option.type is Kind.string:
        fits = isinstance(value, str) and len(value) <= TEXT
    else:
        fits = isinstance(value, str | int | float | discord.Object | discord.User | discord.Member)
    return None if fits else NotUnderstood("bad-input")


def _in_value(option: app_commands.Parameter, value: object) -> Fault | None:
    name = option.display_name
    if option.choices:
        fits = any(type(value) is type(c.value) and value == c.value for c in option.choices)
        return None if fits else NotUnderstood("option-choice", option=name)
    if option.type is Kind.integer:
        return _in_number(option, value)
    if option.type is Kind.boolean:
        return None if isinstance(value, bool) else NotUnderstood("option-truth", option=name)
    if option.type is Kind.user:
        person = isinstance(value, discord.User | discord.Member)
        return None if person else NotUnderstood("option-person", option=name)
    fits = isinstance(value, str) and len(value.strip()) > 0 and len(value) <= TEXT
    return None if fits else NotUnderstood("option-text", option=name, most=TEXT)


def _in_number(option: app_commands.Parameter, value: object) -> Fault | None:
    least, most = int(option.min_value or 0), int(option.max_value or 0)
    # True is an int to Python.
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return None
    return NotUnderstood("option-number", option=option.display_name, least=least, most=most)


KNOWN: Final = "command-tree"
"""The note that holds the hash of the commands Discord knows."""


class CommandTranslator(app_commands.Translator):
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


class CommandTree(app_commands.CommandTree[discord.Client]):
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
        log_asker(interaction)
        fault = find_fault(interaction)
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
        commands, application = await self.command_payload(), self.client.application_id or 0
        text = json.dumps(commands, sort_keys=True, default=str)
        digest = hashlib.sha256(f"{application}{text}".encode()).hexdigest()
        if await self._services.notes.get(KNOWN) == digest:
            return
        # As `sync` does, which would write them all once more.
        await self.client.http.bulk_upsert_global_commands(application, commands)
        await self._services.notes.set(KNOWN, digest)

    async def command_payload(self) -> list[dict[str, Any]]:
        """Our commands as Discord takes them, in all languages."""
        translator = CommandTranslator()
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
