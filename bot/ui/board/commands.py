"""Commands that show something: hand, board, log, scores, own tables, rules, proofs, help."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from discord import app_commands

import maps
from bot.games.table import GameSnapshot
from bot.text.pages import board_page, log_page, scores_page
from bot.text.phrases import Phrases
from bot.text.rulebook import TOPICS, fairness_details, rules_page
from bot.text.words import Words
from bot.ui.autocomplete import (
    Choice,
    at_any_table,
    edition_choices,
    language_choices,
    localized,
    match_options,
    suggest_finished,
    suggester,
)
from bot.ui.board.actions import is_watching, show_board, show_hand, show_map
from bot.ui.clock.commands import VACATION, clock
from bot.ui.context import Context, in_context
from bot.ui.settings.actions import change_my_settings
from bot.ui.settings.view import MY_SETTINGS
from bot.ui.tables.actions import show_own_tables
from engine.record import verify
from engine.ruleset import Rules
from render import regions

FIRST_EDITION: Final = "usa"
"""The edition whose rules are explained in a channel without a table."""


async def _load_shown_game(context: Context, game: str | None) -> tuple[GameSnapshot, Phrases]:
    """Load the game that a command is about, also one that has just ended, and its phrases."""
    table = await context.find_table(game, ended=True)
    snapshot = await context.services.games.snapshot(table, context.row)
    return snapshot, context.phrases_for(snapshot)


# --- the table ---


@app_commands.command(name="hand", description=localized("command-hand"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def hand(context: Context, game: str | None = None) -> None:
    """Show the user's own hand."""
    await context.find_table(game)
    await show_hand(context)


@app_commands.command(name="board", description=localized("command-board"))
@app_commands.describe(
    view=localized("option-view"), zoom=localized("option-zoom"), game=localized("option-game")
)
@app_commands.choices(
    view=[
        app_commands.Choice(name=localized(f"view-{view}"), value=view)
        for view in ("public", "own", "text")
    ]
)
@in_context
async def board(
    context: Context,
    view: str = "public",
    zoom: str | None = None,
    game: str | None = None,
) -> None:
    """Show the board as a picture, as the user's own map, or in words."""
    snapshot, phrases = await _load_shown_game(context, game)
    if view == "own" and not await is_watching(context):
        await show_map(context, zoom)
        return
    if view == "text":
        await context.reply_text(board_page(snapshot, phrases))
        return
    await show_board(context, snapshot, zoom)


@board.autocomplete("zoom")
@suggester
async def suggest_zooms(context: Context, typed: str) -> list[Choice]:
    """Suggest the regions and cities of the table's board."""
    _, phrases = await _load_shown_game(context, context.option("game"))
    parts = [(name, name) for name in regions(maps.layout(phrases.spec.id))]
    cities = sorted((phrases.city(city), str(city)) for city in phrases.spec.cities)
    return match_options([*parts, *cities], typed)


@app_commands.command(name="log", description=localized("command-log"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def log(context: Context, game: str | None = None) -> None:
    """Show what happened recently."""
    snapshot, phrases = await _load_shown_game(context, game)
    events = await context.services.queries.log(snapshot.table.row.id)
    await context.reply_text(log_page(events, phrases, snapshot.table.past))


@app_commands.command(name="scores", description=localized("command-scores"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def scores(context: Context, game: str | None = None) -> None:
    """Show the points so far, or the final points."""
    snapshot, phrases = await _load_shown_game(context, game)
    await context.reply_text(scores_page(snapshot, phrases))


# --- rules, proofs and help ---


@app_commands.command(name="rules", description=localized("command-rules"))
@app_commands.describe(topic=localized("option-topic"), edition=localized("option-edition"))
@app_commands.choices(
    topic=[app_commands.Choice(name=localized(f"topic-{topic}"), value=topic) for topic in TOPICS],
    edition=edition_choices(),
)
@in_context
async def rules(context: Context, topic: str, edition: str | None = None) -> None:
    """Show a page of the rules of the edition that is played here."""
    here = await context.services.queries.latest_in(context.channel_id)
    played = edition or (here.edition if here else FIRST_EDITION)
    posts = Words.of(here.locale) if here else context.words
    await context.reply_text(rules_page(context.words, topic, maps.load(played), posts))


@app_commands.command(name="verify", description=localized("command-verify"))
@app_commands.describe(game=localized("option-finished"))
@in_context
async def verify_game(context: Context, game: str) -> None:
    """Replay a finished game from its seed and compare every event."""
    context.named = game
    await context.defer()
    lobby = await context.services.games.lobby.get(game)
    record = await context.services.games.cache.export_record(game)
    compiled = Rules.compile(lobby.spec, len(lobby.seats))
    proof = await asyncio.to_thread(verify, record, compiled)
    counted = context.say("verify-follows", events=proof.events, shuffles=proof.shuffles)
    await context.reply_text("\n".join([counted, *fairness_details(lobby, context.words)]))


verify_game.autocomplete("game")(suggest_finished)


@app_commands.command(name="help", description=localized("command-help"))
@in_context
async def help_page(context: Context) -> None:
    """Explain how to play, and what is special about the edition that is played here."""
    here = await context.services.queries.latest_in(context.channel_id)
    played = [rules_page(context.words, "edition", maps.load(here.edition))] if here else []
    posts = Words.of(here.locale) if here else context.words
    await context.reply_text("\n".join([context.say("help", **posts.labels("hand")), *played]))


# --- the user's own tables and settings ---

MY = app_commands.Group(name="my", description=localized("command-my"))


def _choices(name: str) -> list[Choice]:
    """Return the values of a setting, for an option of the command."""
    return [
        app_commands.Choice(name=localized(f"{name}-{value}"), value=value)
        for value in MY_SETTINGS[name]
    ]


@MY.command(name="games", description=localized("command-my-games"))
@in_context
async def games(context: Context) -> None:
    """List the user's tables, with a button for each. Tables that wait for the user come first."""
    await show_own_tables(context)


@MY.command(name="settings", description=localized("command-my-settings"))
@app_commands.describe(
    language=localized("option-language"),
    notify=localized("option-notify"),
    text=localized("option-text"),
)
@app_commands.choices(
    language=language_choices(),
    notify=_choices("notify"),
    text=_choices("text"),
)
@in_context
async def settings(
    context: Context,
    language: str | None = None,
    notify: str | None = None,
    text: str | None = None,
) -> None:
    """Save the options that the user names, and show all of the user's settings."""
    named = {"language": language, "notify": notify, "text": text}
    chosen = {name: value for name, value in named.items() if value is not None}
    await change_my_settings(context, chosen)


MY.add_command(clock)
MY.add_command(VACATION)

LOOKS: Final[tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...]] = (
    *at_any_table(hand, board, log, scores),
    rules,
    verify_game,
    help_page,
    MY,
)
