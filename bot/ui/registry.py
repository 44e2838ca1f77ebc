"""Every slash command, and every module whose button handlers register themselves on import."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.ui.board import buttons as board_buttons
from bot.ui.board import commands as board_commands
from bot.ui.clock import buttons as clock_buttons
from bot.ui.clock import commands as clock_commands
from bot.ui.lobby import buttons as lobby_buttons
from bot.ui.lobby import commands as lobby_commands
from bot.ui.orders import handlers as order_handlers
from bot.ui.seats import buttons as seat_buttons
from bot.ui.settings import buttons as setting_buttons
from bot.ui.tables import buttons as table_buttons
from bot.ui.tables import commands as table_commands
from bot.ui.turn import buttons as turn_buttons
from bot.ui.turn import commands as turn_commands

BUTTON_MODULES: Final = (
    board_buttons,
    clock_buttons,
    lobby_buttons,
    order_handlers,
    seat_buttons,
    setting_buttons,
    table_buttons,
    turn_buttons,
)
"""Importing these modules registers their handlers with the router."""

COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...]] = (
    clock_commands.GAME,
    *turn_commands.MOVES,
    *turn_commands.WORLD_MOVES,
    *board_commands.LOOKS,
    table_commands.tables,
    lobby_commands.open_here,
    order_handlers.plan,
)
