"""`/game`: what moderators do with a table."""

from __future__ import annotations

import io

import discord
from discord import app_commands

import maps
from bot.commands.texts import said
from bot.desk import Desk
from bot.permissions import missing_permissions
from bot.service import LobbyError
from bot.tables import Lobby
from bot.ui.kit import Screen, text
from bot.words import Words
from engine.ids import Seat
from engine.record import encode_record

Interaction = discord.Interaction[discord.Client]


class GameCommands(app_commands.Group):
    """Opening, starting, ending and looking after tables."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            name="game",
            description=said("command-game"),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            default_permissions=discord.Permissions(manage_messages=True),
        )
        self.desk = desk

    @app_commands.command(name="new", description=said("command-game-new"))
    @app_commands.describe(edition=said("option-edition"), bots=said("option-bots"))
    @app_commands.choices(
        edition=[
            app_commands.Choice(name=about.title("en"), value=id)
            for id, about in maps.catalogue().items()
        ]
    )
    async def new(
        self,
        interaction: Interaction,
        edition: str,
        bots: app_commands.Range[int, 0, 4] = 0,
    ) -> None:
        """Open a lobby in this channel."""
        desk = self.desk
        locale = await self._locale(interaction)
        lobby = await desk.service.open(
            edition,
            interaction.guild_id or 0,
            interaction.channel_id or 0,
            interaction.user.id,
            locale,
        )
        for _ in range(min(bots, lobby.spec.seats[-1])):
            await desk.service.add_machine(lobby.row.id)
        desk.announcer.poke(lobby.row.id)
        words = await desk.words_for(interaction)
        lacking = missing_permissions(interaction.app_permissions, words)
        lines = [words.say("lobby-opened"), *lacking]
        await desk.answer(interaction, Screen((text("\n".join(lines)),)))

    @app_commands.command(name="start", description=said("command-game-start"))
    async def start(self, interaction: Interaction) -> None:
        """Begin the game in this channel."""
        lobby = await self._here(interaction)
        await self.desk.service.start(lobby.row.id)
        await self._done(interaction, lobby.row.id, "lobby-started")

    @app_commands.command(name="cancel", description=said("command-game-cancel"))
    async def cancel(self, interaction: Interaction) -> None:
        """End the table in this channel without a result."""
        lobby = await self._here(interaction)
        await self.desk.service.cancel(lobby.row.id)
        await self._done(interaction, lobby.row.id, "lobby-cancelled")

    @app_commands.command(name="replace", description=said("command-game-replace"))
    @app_commands.describe(seat=said("option-seat"), by=said("option-by"))
    async def replace(
        self, interaction: Interaction, seat: app_commands.Range[int, 1, 5], by: discord.User
    ) -> None:
        """Hand a seat, sealed, to somebody else."""
        lobby = await self._here(interaction)
        if seat > len(lobby.seats):
            raise LobbyError("no-such-seat", seats=len(lobby.seats))
        await self.desk.service.replace(lobby.row.id, Seat(seat - 1), by.id, by.display_name)
        await self._done(interaction, lobby.row.id, "lobby-replaced")

    @app_commands.command(name="check", description=said("command-game-check"))
    async def check(self, interaction: Interaction) -> None:
        """What the bot may not do here, and what that would break."""
        words = await self.desk.words_for(interaction)
        lacking = missing_permissions(interaction.app_permissions, words)
        row = await self.desk.store.open_game_in(interaction.channel_id or 0)
        if row is not None:
            self.desk.announcer.poke(row.id)
        await self.desk.tell(interaction, "\n".join(lacking) or words.say("check-fine"))

    @app_commands.command(name="settings", description=said("command-game-settings"))
    @app_commands.describe(language=said("option-language"))
    @app_commands.choices(
        language=[
            app_commands.Choice(name="English", value="en"),
            app_commands.Choice(name="Deutsch", value="de"),
        ]
    )
    async def settings(self, interaction: Interaction, language: str) -> None:
        """The language of posts on this server."""
        await self.desk.store.set_locale("guilds", interaction.guild_id or 0, language)
        words = await self.desk.words_for(interaction)
        await self.desk.tell(interaction, words.say("settings-kept"))

    @app_commands.command(name="export", description=said("command-game-export"))
    @app_commands.describe(game=said("option-game"))
    async def export(self, interaction: Interaction, game: str) -> None:
        """A finished game as a file, with its seed."""
        record = await self.desk.service.record(game)
        data = io.BytesIO(encode_record(record))
        await interaction.response.send_message(
            file=discord.File(data, f"{game}.json"), ephemeral=True
        )

    async def _here(self, interaction: Interaction) -> Lobby:
        row = await self.desk.store.open_game_in(interaction.channel_id or 0)
        if row is None:
            raise LobbyError("no-table-here")
        return await self.desk.service.lobby(row.id)

    async def _done(self, interaction: Interaction, game: str, key: str) -> None:
        self.desk.announcer.poke(game)
        words = await self.desk.words_for(interaction)
        await self.desk.tell(interaction, words.say(key))

    async def _locale(self, interaction: Interaction) -> str:
        """The language of posts: as set for this server, else as Discord says."""
        chosen = await self.desk.store.locale_of("guilds", interaction.guild_id or 0)
        preferred = interaction.guild_locale
        return Words.of(chosen or (preferred.value if preferred else None)).language


def add(tree: app_commands.CommandTree[discord.Client], desk: Desk) -> None:
    """`/game` and its subcommands."""
    tree.add_command(GameCommands(desk))
