"""Looking things up: hand, board, log, scores, one's tables, rules, proofs, help."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

import engine
from bot.commands.texts import said
from bot.desk import Desk
from bot.presses.looks import show_hand, show_map
from bot.speech import Speech, safe
from bot.tables import Outcome
from bot.ui.kit import Screen, gallery, shortened
from engine.record import verify
from engine.ruleset import Rules

Interaction = discord.Interaction[discord.Client]

LOG_LINES = 20
TOPICS = ("turn", "cards", "routes", "tickets", "end", "scoring", "secrets", "fairness")


class Looks:
    """What can be looked at."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def outcome(self, interaction: Interaction) -> Outcome:
        """The game that a command means."""
        lobby = await self.desk.table_for(interaction)
        return await self.desk.service.look(lobby.row.id)

    async def hand(self, interaction: Interaction) -> None:
        """One's own hand."""
        lobby = await self.desk.table_for(interaction)
        await show_hand(self.desk, interaction, lobby.row.id)

    async def board(self, interaction: Interaction, view: str, zoom: str | None) -> None:
        """The board as a picture, as one's own map, or in words."""
        outcome = await self.outcome(interaction)
        if view == "own":
            await show_map(self.desk, interaction, outcome.table.row.id, zoom)
            return
        words = await self.desk.words_for(interaction)
        speech = self.desk.speech(words, outcome)
        if view == "text":
            await self.desk.tell(interaction, self._in_words(outcome, speech))
            return
        await self.desk.think(interaction)
        alt = words.say(
            "alt-board", edition=speech.spec.title(words.language), turn=outcome.state.turns
        )
        picture = await self.desk.studio.board(
            outcome.view(None), speech.spec, speech.names, words.language, alt, None, zoom
        )
        await self.desk.answer(interaction, Screen((gallery(picture),), (picture,)))

    def _in_words(self, outcome: Outcome, speech: Speech) -> str:
        """Who owns which routes."""
        view = outcome.view(None)
        lines = []
        for seat in range(len(speech.names)):
            own = [speech.route(track) for track, owner in view.owners.items() if owner == seat]
            lines.append(f"**{speech.name(seat)}**: {', '.join(own) or '–'}")
        return shortened("\n".join(lines), 3900)

    async def log(self, interaction: Interaction) -> None:
        """What happened lately."""
        outcome = await self.outcome(interaction)
        words = await self.desk.words_for(interaction)
        speech = self.desk.speech(words, outcome)
        events = await self.desk.store.log(outcome.table.row.id)
        lines = [speech.event(engine.redact(event, None)) for event in events]
        told = [line for line in lines if line][-LOG_LINES:]
        await self.desk.tell(interaction, "\n".join(told) or words.say("log-empty"))

    async def scores(self, interaction: Interaction) -> None:
        """The points so far; tickets stay secret until the end."""
        outcome = await self.outcome(interaction)
        words = await self.desk.words_for(interaction)
        view = outcome.view(None)
        names = [safe(row.name) for row in outcome.table.seats]
        ranked = sorted(zip(view.seats, names, strict=True), key=lambda pair: -pair[0].points)
        lines = [f"**{seat.points}** {name}" for seat, name in ranked]
        await self.desk.tell(interaction, "\n".join([*lines, words.say("scores-so-far")]))

    async def games(self, interaction: Interaction) -> None:
        """One's tables, those that wait first."""
        words = await self.desk.words_for(interaction)
        waiting = set(await self.desk.waiting_for(interaction.user.id))
        rows = await self.desk.store.games_of(interaction.user.id)
        rows.sort(key=lambda row: row.id not in waiting)
        lines = [f"{'▶️' if r.id in waiting else '▫️'} <#{r.channel_id}> {r.edition}" for r in rows]
        await self.desk.tell(interaction, "\n".join(lines) or words.say("games-none"))

    async def rules(self, interaction: Interaction, topic: str) -> None:
        """A page of the rules."""
        words = await self.desk.words_for(interaction)
        await self.desk.tell(interaction, words.say(f"rules-{topic}"))

    async def verify(self, interaction: Interaction, game: str) -> None:
        """Play a finished game again from its seed, and compare everything."""
        words = await self.desk.words_for(interaction)
        await self.desk.think(interaction)
        lobby = await self.desk.service.lobby(game)
        record = await self.desk.service.record(game)
        rules = Rules.compile(lobby.spec, len(lobby.seats))
        proof = await asyncio.to_thread(verify, record, rules)
        sentence = words.say(
            "verify-proved", events=proof.events, shuffles=proof.shuffles, seed=record.seed
        )
        await self.desk.tell(interaction, sentence)

    async def help(self, interaction: Interaction) -> None:
        """How everything works."""
        words = await self.desk.words_for(interaction)
        await self.desk.tell(interaction, words.say("help"))


def add(tree: app_commands.CommandTree[discord.Client], desk: Desk) -> None:
    """The commands that only show."""
    looks = Looks(desk)

    @tree.command(name="hand", description=said("command-hand"))
    async def hand(interaction: Interaction) -> None:
        await looks.hand(interaction)

    @tree.command(name="board", description=said("command-board"))
    @app_commands.describe(view=said("option-view"), zoom=said("option-zoom"))
    @app_commands.choices(
        view=[
            app_commands.Choice(name=said(f"view-{view}"), value=view)
            for view in ("public", "own", "text")
        ]
    )
    async def board(
        interaction: Interaction, view: str = "public", zoom: str | None = None
    ) -> None:
        await looks.board(interaction, view, zoom)

    @tree.command(name="log", description=said("command-log"))
    async def log(interaction: Interaction) -> None:
        await looks.log(interaction)

    @tree.command(name="scores", description=said("command-scores"))
    async def scores(interaction: Interaction) -> None:
        await looks.scores(interaction)

    @tree.command(name="rules", description=said("command-rules"))
    @app_commands.describe(topic=said("option-topic"))
    @app_commands.choices(
        topic=[app_commands.Choice(name=said(f"topic-{topic}"), value=topic) for topic in TOPICS]
    )
    async def rules(interaction: Interaction, topic: str) -> None:
        await looks.rules(interaction, topic)

    @tree.command(name="verify", description=said("command-verify"))
    @app_commands.describe(game=said("option-game"))
    async def verify_game(interaction: Interaction, game: str) -> None:
        await looks.verify(interaction, game)

    @tree.command(name="help", description=said("command-help"))
    async def help_page(interaction: Interaction) -> None:
        await looks.help(interaction)

    tree.add_command(_my(looks, desk))


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
