"""Suggestions of commands while a user types: tables, and things by a part of their name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, Final, TypeAlias, TypeVar

from discord import app_commands

import maps
from bot.games.clock.pace import PACES
from bot.games.model import GameRow
from bot.log import logger
from bot.text.words import Words, all_words
from bot.ui.context import CONTEXT, Context, Interaction
from engine.errors import GameError

log = logger(__name__)

Choice = app_commands.Choice[str]
Command: TypeAlias = app_commands.Command[Any, ..., None]
C = TypeVar("C", bound="app_commands.Choice[Any]")
Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[C]]]

MAX_CHOICES: Final = 25
"""Discord shows no more."""
AUTO: Final = "auto"
"""In place of a language: the language that the user's Discord client has."""


def suggester(find: Callable[[Context, str], Awaitable[list[C]]]) -> Suggest[C]:
    """Turn a function of the context into an autocomplete callback.

    If the function fails, the user gets no suggestions.
    """

    @wraps(find)
    async def suggest(interaction: Interaction, typed: str) -> list[C]:
        try:
            return await find(interaction.extras[CONTEXT], typed)
        except GameError as error:
            log.debug("could not make suggestions", error=type(error).__name__)
        except Exception:  # An autocomplete answer cannot carry an error message.
            log.exception("could not make suggestions")
        return []

    return suggest


def edition_choices() -> list[Choice]:
    """Return every edition by its title."""
    return [
        app_commands.Choice(
            name=app_commands.locale_str(about.title("en"), edition=id), value=str(id)
        )
        for id, about in maps.catalogue().items()
    ]


def language_choices() -> list[Choice]:
    """Return every language by its own name, and the choice to follow Discord."""
    named = [(words.say("language-named"), name) for name, words in all_words().items()]
    return [
        *(app_commands.Choice(name=label, value=name) for label, name in named),
        app_commands.Choice(name=localized("language-auto"), value=AUTO),
    ]


def pace_choices() -> list[Choice]:
    """Return every pace with what it means."""
    return [app_commands.Choice(name=localized(f"pace-{name}"), value=name) for name in PACES]


def match_options(
    options: Iterable[tuple[str, str]], typed: str, label: Callable[[str], str] | None = None
) -> list[Choice]:
    """Return the options that contain what was typed.

    Options in which a word begins with it come first. *label* returns a longer name for a value.
    """
    wanted = typed.casefold().strip()
    found = []
    for name, value in options:
        words = name.casefold().replace("–", " ").split()
        if not wanted or wanted in name.casefold():
            rank = 0 if any(word.startswith(wanted) for word in words) else 1
            found.append((rank, name, value))
    found.sort(key=lambda entry: entry[0])
    return [
        app_commands.Choice(name=(label(value) if label else name)[:100], value=value)
        for _, name, value in found[:MAX_CHOICES]
    ]


@suggester
async def suggest_tables(context: Context, typed: str) -> list[Choice]:
    """Suggest the tables at which the user has a seat.

    Tables that wait for the user come first, beginning with the one that has waited longest.
    """
    lookup, user = context.services.queries, context.user.id
    waiting = await lookup.waiting_for(user)
    rows = sorted(await lookup.tables_of(user), key=lambda row: row.id not in waiting)
    channels = context.services.channels
    await channels.gone(context.interaction.client, [row.channel_id for row in rows])
    labels = [("▶ " if row.id in waiting else "") + _label(row, context) for row in rows]
    return match_options(zip(labels, [row.id for row in rows], strict=True), typed)


def at_any_table(*commands: Command) -> tuple[Command, ...]:
    """Let these commands name their table, and suggest the user's tables for it."""
    for command in commands:
        command.autocomplete("game")(suggest_tables)
    return commands


@suggester
async def suggest_finished(context: Context, typed: str) -> list[Choice]:
    """Suggest games that ended on this server, or in which this user played."""
    rows = await context.services.queries.finished(context.guild_id, context.user.id, 100)
    return match_options([(f"{row.id} · {_label(row, context)}", row.id) for row in rows], typed)


def _label(row: GameRow, context: Context) -> str:
    name = context.services.channels.name(context.interaction.client, row.channel_id)
    return f"{maps.load(row.edition).title(context.words.language)} · #{name or row.id}"


def localized(key: str) -> app_commands.locale_str:
    """Return a description that is registered in English and translated by its key."""
    return app_commands.locale_str(Words.of("en").say(key), key=key)
