"""Errors in words, for whoever caused them: every press and every command is answered."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Final, Literal, TypeAlias

import discord
from discord import app_commands

from bot.games.errors import (
    ChannelTaken,
    DatabaseError,
    DatabaseUnavailable,
    DiskFull,
    LobbyError,
    log_retry,
)
from bot.games.orders.service import BadOrder
from bot.games.table import OldQuestion
from bot.log import logger
from bot.text.words import escape_markdown
from bot.ui.context import Context, Interaction, Services, context_for
from bot.ui.custom_ids import Press
from bot.ui.delivery import LATE_CODES
from bot.ui.orders.actions import mistakes_text
from bot.ui.parsing import NotUnderstood
from bot.ui.turn.replies import show_where_to_act
from engine.errors import (
    CorruptLog,
    GameError,
    IllegalAction,
    NewerLog,
    NotYourGame,
    StaleGame,
    UnknownEdition,
)
from render import UnknownRegion

log = logger(__name__)

KEYS: Final[Mapping[type[Exception], str]] = {
    StaleGame: "error-stale",
    NotYourGame: "error-not-yours",
    ChannelTaken: "error-channel-taken",
    DiskFull: "error-disk",
    UnknownEdition: "error-unknown-edition",
    UnknownRegion: "error-unknown-region",
    app_commands.CommandNotFound: "error-outdated",
    app_commands.CommandSignatureMismatch: "error-outdated",
    app_commands.NoPrivateMessage: "error-server-only",
}
"""The sentences of errors that need no facts; of all others: that it was not understood."""

Ending: TypeAlias = Literal["done", "refused", "failed", "late", "repeated"]
"""What became of a press or a command."""

OURS: Final = (CorruptLog, NewerLog)
"""What goes wrong on our side, though we raise it on purpose."""


async def answer_error(
    services: Services,
    interaction: Interaction,
    error: BaseException,
    press: Press | None = None,
) -> Ending:
    """What we raise on purpose is a sentence; anything else is logged and apologised for.

    How it ended is returned.
    """
    if getattr(error, "code", None) in LATE_CODES:
        log.info("too late to answer", code=error.code)  # type: ignore[attr-defined]
        return "late"
    if isinstance(error, GameError) and await _was_pressed(services, interaction):
        # Delivered again: the first delivery has done it, and answers.
        log.info("a press came again")
        return "repeated"
    context = await context_for(services, interaction, press)
    sentence: str | None = None
    ending: Ending = "failed" if isinstance(error, DiskFull) else "refused"
    if isinstance(error, GameError | app_commands.AppCommandError) and not isinstance(error, OURS):
        try:
            if _is_untimely(context, error):
                await show_where_to_act(context)
                return "refused"
            sentence = await sentence_for(context, error)
        except Exception as failure:
            # Refusals name cards and tickets: what they led to is logged without them.
            failure.__suppress_context__ = True
            error = failure
    if sentence is None:
        ending, sentence = "failed", _apology_for(context, error)
    try:
        await context.reply_text(sentence)
    except discord.HTTPException as failure:
        log.warning("could not answer", status=failure.status, code=failure.code)
    return ending


def _apology_for(context: Context, error: BaseException) -> str:
    """What is said of a fault on our side, which is logged."""
    if isinstance(error, DatabaseUnavailable):
        log_retry(log, "the database cannot be reached", error)
        return context.say("error-away")
    reference = secrets.token_hex(4)
    log.error("unexpected", reference=reference, exc_info=error)
    return context.say("error-unexpected", reference=reference)


async def _was_pressed(services: Services, interaction: Interaction) -> bool:
    """Whether it was carried out before; nobody knows while there is no database."""
    with suppress(DatabaseError):
        return await services.lookup.was_pressed(interaction.id)
    return False


def _is_untimely(context: Context, error: BaseException) -> bool:
    """Whether what somebody wants is a thing to do, but not for them now."""
    if isinstance(error, IllegalAction):
        pressed = context.press is not None and error.code == "not-asked-now"
        return pressed or error.code == "not-your-turn"
    return isinstance(error, OldQuestion)


async def sentence_for(context: Context, error: GameError | app_commands.AppCommandError) -> str:
    """What to tell the user whose wish was refused."""
    if isinstance(error, IllegalAction):
        return (await context.phrases_here()).refusal(error)
    if isinstance(error, LobbyError):
        facts = {name: _format_fact(name, value) for name, value in error.facts.items()}
        return context.say(f"lobby-error-{error.code}", **facts)
    if isinstance(error, BadOrder):
        return await mistakes_text(context, error.mistakes)
    if isinstance(error, NotUnderstood):
        return context.say(f"error-{error.code}", **error.facts)
    if isinstance(error, NotYourGame) and context.named is not None:
        return context.say("error-no-such-game")
    return context.say(KEYS.get(type(error), "error-bad-input"))


def _format_fact(name: str, fact: object) -> str:
    """A fact as it may stand in a message: a name, a moment, users by their mention."""
    if isinstance(fact, datetime):
        return discord.utils.format_dt(fact, "R")
    if isinstance(fact, tuple):
        return ", ".join(f"<@{user_id}>" for user_id in fact)
    return escape_markdown(str(fact)) if name == "player" else str(fact)
