"""Looking things up: hand, board, log, scores, one's tables, rules, proofs, help."""

from __future__ import annotations

import asyncio
from datetime import datetime

import discord
from discord import app_commands

import maps
from bot.chat.channels import is_gone
from bot.chat.commands.choices import (
    Choice,
    edition_choices,
    finished_choices,
    game_choices,
    matching,
)
from bot.chat.commands.lost import seated
from bot.chat.commands.texts import said
from bot.chat.desk import Desk
from bot.chat.presses.looks import show_hand, show_map
from bot.language.fairness import proof as fair_proof
from bot.language.names import safe
from bot.language.pages import LONGEST, board_page, log_page, scores_page
from bot.language.rulebook import TOPICS, rules_page
from bot.language.speech import Speech
from bot.language.words import Words, shortened
from bot.messages.kit import Screen, gallery
from bot.messages.posts import board_alt
from bot.pictures.drawing import Sketch
from bot.play.table import Outcome
from bot.storage.records import GameRow
from engine.errors import GameError
from engine.record import verify
from engine.ruleset import Rules
from render import regions

Interaction = discord.Interaction[discord.Client]

TABLES = 20
"""So many of one's tables are listed; a message holds no more."""
FIRST_EDITION = "usa"
"""Whose rules are explained where no table says which."""


class Looks:
    """What can be looked at."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def table(self, interaction: Interaction) -> tuple[Outcome, Speech]:
        """The game that a command means, also one that has just ended, and how to speak of it."""
        lobby = await self.desk.table_for(interaction, ended=True)
        outcome = await self.desk.service.look(lobby.row.id)
        return outcome, self.desk.speech(await self.desk.words_for(interaction), outcome)

    async def hand(self, interaction: Interaction) -> None:
        """One's own hand."""
        lobby = await self.desk.table_for(interaction)
        await show_hand(self.desk, interaction, lobby.row.id)

    async def board(self, interaction: Interaction, view: str, zoom: str | None) -> None:
        """The board as a picture, as one's own map, or in words."""
        outcome, speech = await self.table(interaction)
        if view == "own":
            await show_map(self.desk, interaction, outcome.table.row.id, zoom)
            return
        if view == "text":
            await self.desk.tell(interaction, board_page(outcome, speech))
            return
        await self.desk.think(interaction)
        language, shown = speech.words.language, outcome.view(None)
        sketch = Sketch(speech.spec.id, language, shown, names=tuple(speech.names), zoom=zoom)
        picture = await self.desk.studio.board(sketch, board_alt(shown, speech), asked=True)
        await self.desk.answer(interaction, Screen((gallery(picture),), (picture,)))

    async def suggest_zooms(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Regions and cities of the table's board."""
        try:
            _, speech = await self.table(interaction)
        except GameError:
            return []
        parts = [(name, name) for name in regions(maps.layout(speech.spec.id))]
        cities = sorted((speech.city(city), str(city)) for city in speech.spec.cities)
        return matching([*parts, *cities], typed)

    async def log(self, interaction: Interaction) -> None:
        """What happened lately."""
        outcome, speech = await self.table(interaction)
        events = await self.desk.store.log(outcome.table.row.id)
        await self.desk.tell(interaction, log_page(events, speech))

    async def scores(self, interaction: Interaction) -> None:
        """The points so far, or in the end."""
        outcome, speech = await self.table(interaction)
        await self.desk.tell(interaction, scores_page(outcome, speech))

    async def games(self, interaction: Interaction) -> None:
        """One's tables, those that wait first."""
        await self.desk.think(interaction)  # whether their channels are there may be asked for
        words = await self.desk.words_for(interaction)
        waiting = await self.desk.waiting_for(interaction.user.id)
        rows = await self.desk.store.games_of(interaction.user.id)
        rows.sort(key=lambda row: row.id not in waiting)
        shown, more = rows[:TABLES], len(rows) - TABLES
        gone = await asyncio.gather(*(is_gone(interaction.client, r.channel_id) for r in shown))
        lines = []
        for row, lost in zip(shown, gone, strict=True):
            place = await (self._lost(row, words) if lost else self._link(row))
            lines.append(self._table_line(row, words, place, waits=row.id in waiting))
        lines += [words.say("games-more", count=more)] if more > 0 else []
        page = "\n".join(lines) or words.say("games-none")
        await self.desk.tell(interaction, shortened(page, LONGEST))

    async def _link(self, row: GameRow) -> str:
        """The way to a table's newest post."""
        post = (await self.desk.store.posts(row.id)).get("board")
        if post and post.message_id:
            return post.link(row.guild_id)
        return f"<#{row.channel_id}>"

    async def _lost(self, row: GameRow, words: Words) -> str:
        """A table without a channel: who sits there, and what can be done."""
        names = safe(seated(await self.desk.store.seats(row.id)))
        return f"{names} · {words.say('games-channel-gone')}"

    def _table_line(self, row: GameRow, words: Words, place: str, *, waits: bool) -> str:
        """A table with its place, and since when it stands so."""
        title = maps.load(row.edition).title(words.language)
        since = discord.utils.format_dt(datetime.fromisoformat(row.updated_at), "R")
        key = "games-waits" if waits else f"games-{row.status}"
        mark = "▶️" if waits else "▫️"
        return f"{mark} **{title}** · {place} · {words.say(key, since=since)}"

    async def rules(self, interaction: Interaction, topic: str, edition: str | None) -> None:
        """A page of the rules, of the edition that is played here."""
        words = await self.desk.words_for(interaction)
        if edition is None:
            here = await self.desk.store.latest_game_in(interaction.channel_id or 0)
            edition = here.edition if here else FIRST_EDITION
        await self.desk.tell(interaction, rules_page(words, topic, maps.load(edition)))

    async def verify(self, interaction: Interaction, game: str) -> None:
        """Play a finished game again from its seed, and compare everything."""
        words = await self.desk.words_for(interaction)
        await self.desk.think(interaction)
        lobby = await self.desk.service.lobby(game)
        record = await self.desk.service.record(game)
        rules = Rules.compile(lobby.spec, len(lobby.seats))
        proof = await asyncio.to_thread(verify, record, rules)
        counted = words.say("verify-follows", events=proof.events, shuffles=proof.shuffles)
        await self.desk.tell(interaction, "\n".join([counted, *fair_proof(lobby, words)]))

    async def help(self, interaction: Interaction) -> None:
        """How everything works, and what is special about the edition that is played here."""
        words = await self.desk.words_for(interaction)
        here = await self.desk.store.latest_game_in(interaction.channel_id or 0)
        played = [rules_page(words, "edition", maps.load(here.edition))] if here else []
        await self.desk.tell(interaction, "\n".join([words.say("help"), *played]))


def add(tree: app_commands.CommandTree[discord.Client], desk: Desk) -> None:
    """The commands that only show."""
    looks = Looks(desk)
    _add_table(tree, looks)
    _add_reading(tree, looks)
    tree.add_command(_my(looks, desk))


def _add_table(tree: app_commands.CommandTree[discord.Client], looks: Looks) -> None:
    @tree.command(name="hand", description=said("command-hand"))
    @app_commands.describe(game=said("option-game"))
    async def hand(interaction: Interaction, game: str | None = None) -> None:
        await looks.hand(interaction)

    @tree.command(name="board", description=said("command-board"))
    @app_commands.describe(
        view=said("option-view"), zoom=said("option-zoom"), game=said("option-game")
    )
    @app_commands.choices(
        view=[
            app_commands.Choice(name=said(f"view-{view}"), value=view)
            for view in ("public", "own", "text")
        ]
    )
    async def board(
        interaction: Interaction,
        view: str = "public",
        zoom: str | None = None,
        game: str | None = None,
    ) -> None:
        await looks.board(interaction, view, zoom)

    board.autocomplete("zoom")(looks.suggest_zooms)

    @tree.command(name="log", description=said("command-log"))
    @app_commands.describe(game=said("option-game"))
    async def log(interaction: Interaction, game: str | None = None) -> None:
        await looks.log(interaction)

    @tree.command(name="scores", description=said("command-scores"))
    @app_commands.describe(game=said("option-game"))
    async def scores(interaction: Interaction, game: str | None = None) -> None:
        await looks.scores(interaction)

    for command in (hand, board, log, scores):
        command.autocomplete("game")(game_choices(looks.desk))


def _add_reading(tree: app_commands.CommandTree[discord.Client], looks: Looks) -> None:
    @tree.command(name="rules", description=said("command-rules"))
    @app_commands.describe(topic=said("option-topic"), edition=said("option-edition"))
    @app_commands.choices(
        topic=[app_commands.Choice(name=said(f"topic-{topic}"), value=topic) for topic in TOPICS],
        edition=edition_choices(),
    )
    async def rules(interaction: Interaction, topic: str, edition: str | None = None) -> None:
        await looks.rules(interaction, topic, edition)

    @tree.command(name="verify", description=said("command-verify"))
    @app_commands.describe(game=said("option-finished"))
    async def verify_game(interaction: Interaction, game: str) -> None:
        await looks.verify(interaction, game)

    verify_game.autocomplete("game")(finished_choices(looks.desk))

    @tree.command(name="help", description=said("command-help"))
    async def help_page(interaction: Interaction) -> None:
        await looks.help(interaction)


def _my(looks: Looks, desk: Desk) -> app_commands.Group:
    my = app_commands.Group(name="my", description=said("command-my"))

    @my.command(name="games", description=said("command-my-games"))
    async def games(interaction: Interaction) -> None:
        await looks.games(interaction)

    @my.command(name="settings", description=said("command-my-settings"))
    @app_commands.describe(language=said("option-language"))
    @app_commands.choices(
        language=[
            app_commands.Choice(name="English", value="en"),
            app_commands.Choice(name="Deutsch", value="de"),
            app_commands.Choice(name=said("language-auto"), value="auto"),
        ]
    )
    async def settings(interaction: Interaction, language: str) -> None:
        chosen = None if language == "auto" else language
        await desk.store.set_locale("users", interaction.user.id, chosen)
        words = await desk.words_for(interaction)
        await desk.tell(interaction, words.say("settings-kept"))

    return my
