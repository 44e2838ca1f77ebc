"""Answers on their way to Discord: sent again after a cut, quiet when they come too late."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

from bot.backoff import jitter
from bot.log import logger
from bot.ui.components import Screen
from bot.ui.late_pictures import is_panel

log = logger(__name__)

ANSWERED: Final = "answered"
"""What an interaction remembers whose first response came through though the line was cut."""
ACKNOWLEDGED: Final = 40060
GONE: Final = 10008
LATE_CODES: Final = {GONE, 10015, 10062, ACKNOWLEDGED, 50027}
"""Too late to answer: the move stands, and the player's next look shows it."""
TOO_LATE: Final = "too late"
"""What one remembers whose answer was."""
RETRY_DELAYS_SECONDS: Final = (0.1, 0.4, 1.0)
"""Seconds until an answer whose line was cut is sent again; Discord waits for three in all."""


async def send_answer(
    interaction: discord.Interaction, screen: Screen, *, update: bool = False
) -> None:
    """Show *screen* to whoever asked, and to nobody else.

    *update* changes the message that was pressed, if it is an ephemeral panel of ours.
    """

    async def again() -> None:
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
        await send_with_retry(interaction, again)
    except discord.HTTPException as error:
        if error.code not in LATE_CODES:
            raise
        log.info("an answer came too late", code=error.code)
        interaction.extras[TOO_LATE] = True
    except (aiohttp.ClientError, OSError) as error:
        log.warning("an answer was lost", error=type(error).__name__)


def was_late(interaction: discord.Interaction) -> bool:
    """Whether Discord wanted no answer any more when there was one."""
    return bool(interaction.extras.get(TOO_LATE))


async def defer_answer(interaction: discord.Interaction) -> None:
    """Promise an answer, before work that may take a while."""
    panel = is_panel(interaction)
    await send_with_retry(
        interaction,
        lambda: interaction.response.defer(ephemeral=not panel, thinking=not panel),
    )


async def _send_first(interaction: discord.Interaction, screen: Screen, *, update: bool) -> None:
    """The first response to a press or a command."""
    if update and is_panel(interaction):
        try:
            await interaction.response.edit_message(
                view=screen.view(), attachments=screen.attachments()
            )
        except discord.NotFound as error:
            # A hand card may be replaced between the press and its answer, which then is a new one.
            if error.code != GONE or screen.kept:
                raise
        else:
            return
    await interaction.response.send_message(
        view=screen.view(), files=screen.files(), ephemeral=True
    )


def _has_answer(interaction: discord.Interaction) -> bool:
    """Whether Discord has a first response of ours."""
    return interaction.response.is_done() or bool(interaction.extras.get(ANSWERED))


async def send_with_retry(
    interaction: discord.Interaction, send: Callable[[], Awaitable[object]]
) -> None:
    """Send an answer, again after a cut; it is noted if Discord had got it before the cut.

    Raises:
        discord.HTTPException: Discord refuses it; also because another delivery of the same
            interaction was answered.
        aiohttp.ClientError, OSError: The line was cut each time.
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
