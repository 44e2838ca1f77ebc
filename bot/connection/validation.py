"""The gate before all commands: does a client send what we have registered?

The library passes values on as they come. Discord checks them, but a client may be modified, or
older than our commands.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.ui.parsing import NotUnderstood

Interaction: TypeAlias = "discord.Interaction[discord.Client]"
Fault: TypeAlias = NotUnderstood | app_commands.CommandSignatureMismatch

MALFORMED: Final = (ArithmeticError, AttributeError, KeyError, TypeError, ValueError)
"""What the library raises over data that no client of Discord's sends."""
TEXT: Final = 100
"""Characters; no suggestion is longer, and no option wants more."""


def fault_in(interaction: Interaction) -> Fault | None:
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
