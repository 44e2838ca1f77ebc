"""Sending answers to Discord, with retries after a lost connection.

An answer that comes too late is only logged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

from bot.background import jitter
from bot.discord_codes import NO_MESSAGE
from bot.log import logger
from bot.ui.components import Screen
from bot.ui.late_pictures import is_panel

log = logger(__name__)

ANSWERED: Final = "answered"
"""The key in an interaction's extras that says that Discord got the first response.

It is set if the connection was lost after Discord had received the response.
"""
ACKNOWLEDGED: Final = 40060
LATE_CODES: Final = {NO_MESSAGE, 10015, 10062, ACKNOWLEDGED, 50027}
"""Codes that mean it is too late to answer. The move stays, and the next screen shows it."""
TOO_LATE: Final = "too late"
"""The key in an interaction's extras that says that its answer came too late."""
RETRY_DELAYS_SECONDS: Final = (0.1, 0.4, 1.0)
"""Delays before an answer is sent again after a lost connection. Discord waits 3 seconds in all."""


async def send_answer(
    interaction: discord.Interaction, screen: Screen, *, update: bool = False
) -> None:
    """Show *screen* to the user who pressed or typed, and to no other user.

    With *update*, edit the message that was pressed, if it is an ephemeral panel of the bot.
    """

    async def edit_answer() -> None:
        await interaction.edit_original_response(
            view=screen.view(), attachments=screen.attachments()
        )

    try:
        if not _has_answer(interaction):
            await send_with_retry(
                interaction, lambda: _send_first(interaction, screen, update=update)
            )
            if not interaction.extras.get(ANSWERED):
                return
        await send_with_retry(interaction, edit_answer)
    except discord.HTTPException as error:
        if error.code not in LATE_CODES:
            raise
        log.info("an answer came too late", code=error.code)
        interaction.extras[TOO_LATE] = True
    except (aiohttp.ClientError, OSError) as error:
        log.warning("an answer was lost", error=type(error).__name__)


def was_late(interaction: discord.Interaction) -> bool:
    """Return whether the answer came too late for Discord."""
    return bool(interaction.extras.get(TOO_LATE))


async def defer_answer(interaction: discord.Interaction) -> None:
    """Tell Discord that the answer will follow, before work that may take a while."""
    panel = is_panel(interaction)
    await send_with_retry(
        interaction,
        lambda: interaction.response.defer(ephemeral=not panel, thinking=not panel),
    )


async def _send_first(interaction: discord.Interaction, screen: Screen, *, update: bool) -> None:
    """Send the first response to a press or a command."""
    if update and is_panel(interaction):
        try:
            await interaction.response.edit_message(
                view=screen.view(), attachments=screen.attachments()
            )
        except discord.NotFound as error:
            # A hand card may be replaced between the press and its answer. The answer then becomes
            # a new message.
            if error.code != NO_MESSAGE or screen.kept:
                raise
        else:
            return
    await interaction.response.send_message(
        view=screen.view(), files=screen.files(), ephemeral=True
    )


def _has_answer(interaction: discord.Interaction) -> bool:
    """Return whether Discord has a first response of the bot."""
    return interaction.response.is_done() or bool(interaction.extras.get(ANSWERED))


async def send_with_retry(
    interaction: discord.Interaction, send: Callable[[], Awaitable[object]]
) -> None:
    """Send an answer, again if the connection was lost.

    If Discord had received the answer before the connection was lost, set `ANSWERED`.

    Raises:
        discord.HTTPException: Discord refuses the answer, for example because another delivery of
            the same interaction was answered.
        aiohttp.ClientError, OSError: The connection was lost on each attempt.
    """
    cut = False
    for pause in (*RETRY_DELAYS_SECONDS, None):
        try:
            await send()
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED or not cut:
                raise
            interaction.extras[ANSWERED] = True
            return
        except (aiohttp.ClientError, OSError):
            if pause is None:
                raise
            cut = True
            await asyncio.sleep(jitter(pause))
        else:
            return
