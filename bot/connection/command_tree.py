"""The command tree: registers commands with Discord and checks the options that clients send.

discord.py does not check option values. Discord does, but a client may be modified, or older than
the registered commands.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
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

MALFORMED_ERRORS: Final = (ArithmeticError, AttributeError, KeyError, TypeError, ValueError)
"""Exceptions of discord.py about data that no unmodified client sends."""
MAX_TEXT_LENGTH: Final = 100
"""No suggestion is longer, and no option needs more characters."""


VALUE_TYPES: Final[Mapping[Kind, tuple[tuple[type, ...], str]]] = {
    Kind.boolean: ((bool,), "option-truth"),
    Kind.user: ((discord.User, discord.Member), "option-person"),
    Kind.channel: ((app_commands.AppCommandChannel,), "option-channel"),
}
"""The Python types of an option's values, and the sentence for any other value."""


def find_fault(interaction: Interaction) -> Fault | None:
    """Return the fault in a command's options, or None if they are valid."""
    try:
        command, given = interaction.command, list(interaction.namespace)
    except MALFORMED_ERRORS:
        return NotUnderstood("bad-input")
    if not isinstance(command, app_commands.Command):
        return None  # discord.py reports an unknown command itself
    known = {parameter.display_name: parameter for parameter in command.parameters}
    typing = interaction.type is discord.InteractionType.autocomplete
    for name, value in given:
        if name not in known:
            return app_commands.CommandSignatureMismatch(command)
        fault = (
            _find_typing_fault(known[name], value)
            if typing
            else _find_value_fault(known[name], value)
        )
        if fault is not None:
            return fault
    return None


def _find_typing_fault(option: app_commands.Parameter, value: object) -> Fault | None:
    """Return the fault in an option of an autocomplete request, or None if it is valid.

    While the user types, numbers arrive as texts and values are incomplete.
    """
    if option.type is Kind.string:
        fits = isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH
    else:
        kinds = str | int | float | discord.Object | discord.User | discord.Member
        fits = isinstance(value, kinds | app_commands.AppCommandChannel)
    return None if fits else NotUnderstood("bad-input")


def _find_value_fault(option: app_commands.Parameter, value: object) -> Fault | None:
    name = option.display_name
    if option.choices:
        fits = any(type(value) is type(c.value) and value == c.value for c in option.choices)
        return None if fits else NotUnderstood("option-choice", option=name)
    if option.type is Kind.integer:
        return _find_number_fault(option, value)
    if option.type in VALUE_TYPES:
        expected, code = VALUE_TYPES[option.type]
        return None if isinstance(value, expected) else NotUnderstood(code, option=name)
    fits = isinstance(value, str) and len(value.strip()) > 0 and len(value) <= MAX_TEXT_LENGTH
    return None if fits else NotUnderstood("option-text", option=name, most=MAX_TEXT_LENGTH)


def _find_number_fault(option: app_commands.Parameter, value: object) -> Fault | None:
    least, most = int(option.min_value or 0), int(option.max_value or 0)
    # In Python, True is an int.
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return None
    return NotUnderstood("option-number", option=option.display_name, least=least, most=most)


COMMANDS_NOTE: Final = "command-tree"
"""The note with the hash of the commands that Discord has."""


class CommandTranslator(app_commands.Translator):
    """Translates the descriptions of commands into every language of the bot."""

    def __init__(self) -> None:
        self._words = all_words()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text for *locale*, or None to leave the text unchanged."""
        key, edition = string.extras.get("key"), string.extras.get("edition")
        words = self._words.get(locale.value)
        if words and edition:
            return maps.catalogue()[edition].title(words.language)
        return words.say(key) if key and words and words.has(key) else None


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The commands of the bot. Every failure of a command gets an answer."""

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
        """Return whether the options are valid. Answer with an error message if not."""
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
        """Answer with an error message. An autocomplete request gets no suggestions."""
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
            return
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError) else error
        ending = await answer_error(self._services, interaction, cause or error)
        record_outcome(interaction, f"/{_command_name(interaction)}", ending)

    async def sync_if_changed(self) -> None:
        """Register the commands with Discord, unless they have not changed."""
        commands, application = await self.command_payload(), self.client.application_id or 0
        text = json.dumps(commands, sort_keys=True, default=str)
        digest = hashlib.sha256(f"{application}{text}".encode()).hexdigest()
        if await self._services.notes.get(COMMANDS_NOTE) == digest:
            return
        # `sync` does the same, but would build the payload a second time.
        await self.client.http.bulk_upsert_global_commands(application, commands)
        await self._services.notes.set(COMMANDS_NOTE, digest)

    async def command_payload(self) -> list[dict[str, Any]]:
        """Return the commands in Discord's format, in all languages."""
        translator = CommandTranslator()
        await self.set_translator(translator)
        return [
            await command.get_translated_payload(self, translator)
            for command in self.get_commands()
        ]


def _command_name(interaction: Interaction) -> str:
    """Return the name of the command, or "unknown" if the bot has no such command."""
    try:
        return getattr(interaction.command, "qualified_name", UNKNOWN)
    except MALFORMED_ERRORS:
        return UNKNOWN
