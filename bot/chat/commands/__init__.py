"""Slash commands: parse, one call, one answer."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.chat.commands import clocks, info, orders, play, tables, world

COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...]] = (
    clocks.GAME,
    *play.MOVES,
    *world.MOVES,
    *info.LOOKS,
    tables.tables,
    orders.ORDERS,
)
"""All of them."""
