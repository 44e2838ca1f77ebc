"""Every slash command, and every module whose button handlers register themselves on import."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.ui.board import buttons as board_buttons
from bot.ui.board import commands as board_commands
from bot.ui.board import vote_buttons
from bot.ui.clock import buttons as clock_buttons
from bot.ui.clock import moderator_commands, pause_buttons
from bot.ui.lobby import buttons as lobby_buttons
from bot.ui.orders import buttons as order_buttons
from bot.ui.orders import commands as order_commands
from bot.ui.seats import buttons as seat_buttons
from bot.ui.tables import commands as table_commands
from bot.ui.turn import card_buttons, route_buttons, ticket_buttons, world_buttons, world_commands
from bot.ui.turn import commands as turn_commands

BUTTON_MODULES: Final = (
    board_buttons,
    vote_buttons,
    clock_buttons,
    pause_buttons,
    lobby_buttons,
    order_buttons,
    seat_buttons,
    card_buttons,
    route_buttons,
    ticket_buttons,
    world_buttons,
)
"""Importing them registers their handlers with the router."""

COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...]] = (
    moderator_commands.GAME,
    *turn_commands.MOVES,
    *world_commands.MOVES,
    *board_commands.LOOKS,
    table_commands.tables,
    order_commands.ORDERS,
)
