"""Answers to errors. Every press and every command gets an answer."""

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
from bot.ui.board.actions import show_watching
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
"""The sentences for errors that need no facts. Other errors get "error-bad-input"."""

Ending: TypeAlias = Literal["done", "refused", "failed", "late", "repeated"]
"""How a press or a command ended."""

OURS: Final = (CorruptLog, NewerLog)
"""Errors that are the bot's fault although the code raises them on purpose."""


async def answer_error(
    services: Services,
    interaction: Interaction,
    error: BaseException,
    press: Press | None = None,
) -> Ending:
    """Answer an error and return how the press or command ended.

    An error that is raised on purpose gets its own sentence. Any other error is logged, and the
    user gets an apology.
    """
    if getattr(error, "code", None) in LATE_CODES:
        log.info("too late to answer", code=error.code)  # type: ignore[attr-defined]
        return "late"
    if isinstance(error, GameError) and await _was_pressed(services, interaction):
        # Discord delivered this interaction twice. The first delivery did the work and answers.
        log.info("a press was delivered twice")
        return "repeated"
    context = await context_for(services, interaction, press)
    sentence: str | None = None
    ending: Ending = "failed" if isinstance(error, DiskFull) else "refused"
    if isinstance(error, GameError | app_commands.AppCommandError) and not isinstance(error, OURS):
        try:
            if await _lead_on(context, error):
                return "refused"
            sentence = await sentence_for(context, error)
        except Exception as failure:
            # A refusal names cards and tickets, which must not reach the log. So the failure is
            # logged without the refusal that led to it.
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
    """Log a fault of the bot and return what to tell the user."""
    if isinstance(error, DatabaseUnavailable):
        log_retry(log, "the database cannot be reached", error)
        return context.say("error-away")
    reference = secrets.token_hex(4)
    log.error("unexpected error", reference=reference, exc_info=error)
    return context.say("error-unexpected", reference=reference)


async def _was_pressed(services: Services, interaction: Interaction) -> bool:
    """Return whether this interaction has changed a table before.

    Return False if the database cannot be read.
    """
    with suppress(DatabaseError):
        return await services.queries.was_pressed(interaction.id)
    return False


async def _lead_on(context: Context, error: BaseException) -> bool:
    """Show what the user can do instead, and return whether there is such a screen."""
    if _is_untimely(context, error):
        await show_where_to_act(context)
        return True
    return isinstance(error, NotYourGame) and await show_watching(context)


def _is_untimely(context: Context, error: BaseException) -> bool:
    """Return whether the user asked for a valid move at the wrong time."""
    if isinstance(error, IllegalAction):
        pressed = context.press is not None and error.code == "not-asked-now"
        return pressed or error.code == "not-your-turn"
    return isinstance(error, OldQuestion)


async def sentence_for(context: Context, error: GameError | app_commands.AppCommandError) -> str:
    """Return the sentence for a user whose request was refused."""
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
    """Format a fact for a message: an escaped name, a time, or the mentions of users."""
    if isinstance(fact, datetime):
        return discord.utils.format_dt(fact, "R")
    if isinstance(fact, tuple):
        return ", ".join(f"<@{user_id}>" for user_id in fact)
    return escape_markdown(str(fact)) if name == "player" else str(fact)
