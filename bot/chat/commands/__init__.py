"""Slash commands: defer, parse, one call, one answer."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.commands import info, lobby, play, world
from bot.chat.desk import Desk


def add_commands(tree: app_commands.CommandTree[discord.Client], desk: Desk) -> None:
    """All of them."""
    for module in (lobby, play, world, info):
        module.add(tree, desk)
