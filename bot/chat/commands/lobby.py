"""`/game`: what moderators do with a table."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from bot.chat.commands.choices import Choice, edition_choices, finished_choices
from bot.chat.commands.lost import lost_choices, table_meant
from bot.chat.commands.texts import said
from bot.chat.desk import Desk
from bot.language.words import Words
from bot.messages.permissions import missing_permissions
from bot.play.lobbies import LobbyError
from bot.play.names import plain
from bot.play.records import Options
from engine.errors import NotYourGame
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

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Tables stand on servers."""
        if interaction.guild_id is None:
            raise app_commands.NoPrivateMessage
        return True

    @app_commands.command(name="new", description=said("command-game-new"))
    @app_commands.describe(
        edition=said("option-edition"),
        seats=said("option-seats"),
        bots=said("option-bots"),
        start=said("option-start"),
    )
    @app_commands.choices(
        edition=edition_choices(),
        start=[
            app_commands.Choice(name=said(f"start-{start}"), value=start)
            for start in ("pressed", "full")
        ],
    )
    async def new(
        self,
        interaction: Interaction,
        edition: str,
        seats: app_commands.Range[int, 2, 5] | None = None,
        bots: app_commands.Range[int, 0, 4] = 0,
        start: str = "pressed",
    ) -> None:
        """Open a lobby in this channel."""
        desk = self.desk
        lobby = await desk.service.open(
            edition,
            interaction.guild_id or 0,
            interaction.channel_id or 0,
            interaction.user.id,
            await self._locale(interaction),
            Options(seats=seats, when_full=start == "full"),
            bots,
            interaction.id,
        )
        await self._done(interaction, lobby.row.id, "lobby-opened")

    @app_commands.command(name="start", description=said("command-game-start"))
    async def start(self, interaction: Interaction) -> None:
        """Begin the game in this channel."""
        lobby = await table_meant(self.desk, interaction, None)
        await self.desk.service.start(lobby.row.id, interaction.id)
        await self._done(interaction, lobby.row.id, "lobby-started")

    @app_commands.command(name="cancel", description=said("command-game-cancel"))
    @app_commands.describe(sure=said("option-sure"), game=said("option-lost"))
    async def cancel(
        self,
        interaction: Interaction,
        sure: bool = False,  # noqa: FBT001, FBT002  # an option
        game: str | None = None,
    ) -> None:
        """End a table without a result; a game that is played only if sure."""
        lobby = await table_meant(self.desk, interaction, game)
        if lobby.row.status == "playing" and not sure:
            raise LobbyError("cancel-unsure")
        await self.desk.service.cancel(lobby.row.id, interaction.id)
        await self._done(interaction, lobby.row.id, "lobby-cancelled")

    @app_commands.command(name="replace", description=said("command-game-replace"))
    @app_commands.describe(seat=said("option-seat"), by=said("option-by"), game=said("option-lost"))
    async def replace(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, 5],
        by: discord.User,
        game: str | None = None,
    ) -> None:
        """Hand a seat, sealed, to somebody else."""
        lobby = await table_meant(self.desk, interaction, game)
        if seat > len(lobby.seats):
            raise LobbyError("no-such-seat", seats=len(lobby.seats))
        if by.bot:
            raise LobbyError("no-person")
        done = await self.desk.service.hand_over(
            lobby.row.id,
            Seat(seat - 1),
            (by.id, by.display_name),
            (interaction.user.id, interaction.user.display_name),
            interaction.id,
        )
        await self._done(
            interaction, lobby.row.id, "lobby-replaced" if done else "lobby-owner-asked"
        )

    @replace.autocomplete("seat")
    async def suggest_seats(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[int]]:
        """The seats of the table that is meant, with who sits there."""
        try:
            lobby = await table_meant(self.desk, interaction, interaction.namespace.game)
        except LobbyError:
            return []
        return [
            app_commands.Choice(name=f"{seat.seat + 1}: {plain(seat.name)}", value=seat.seat + 1)
            for seat in lobby.seats
        ]

    @cancel.autocomplete("game")
    @replace.autocomplete("game")
    async def suggest_lost(self, interaction: Interaction, typed: str) -> list[Choice]:
        """The tables of this server whose channel is gone."""
        return await lost_choices(self.desk, interaction, typed)

    @app_commands.command(name="check", description=said("command-game-check"))
    async def check(self, interaction: Interaction) -> None:
        """What the bot may not do here, and what that would break."""
        words = await self.desk.words_for(interaction)
        lacking = missing_permissions(interaction.app_permissions, words)
        row = await self.desk.store.games.open_in(interaction.channel_id or 0)
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
        await self.desk.store.people.set_guild_locale(interaction.guild_id or 0, language)
        words = await self.desk.words_for(interaction)
        await self.desk.tell(interaction, words.say("settings-kept"))

    @app_commands.command(name="export", description=said("command-game-export"))
    @app_commands.describe(game=said("option-finished"))
    async def export(self, interaction: Interaction, game: str) -> None:
        """A finished game of this server as a file, with its seed."""
        lobby = await self.desk.service.lobby(game)
        if lobby.row.guild_id != interaction.guild_id:
            raise NotYourGame(game)
        record = await self.desk.service.record(game)
        data = io.BytesIO(encode_record(record))
        await interaction.response.send_message(
            file=discord.File(data, f"{game}.json"), ephemeral=True
        )

    @export.autocomplete("game")
    async def suggest_finished(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Games that ended on this server."""
        return await finished_choices(self.desk)(interaction, typed)

    async def _done(self, interaction: Interaction, game: str, key: str) -> None:
        self.desk.announcer.poke(game)
        words = await self.desk.words_for(interaction)
        lines = [words.say(key), *self.desk.lacking(interaction, words)]
        await self.desk.tell(interaction, "\n".join(lines))

    async def _locale(self, interaction: Interaction) -> str:
        """The language of posts: as set for this server, else as Discord says."""
        chosen = await self.desk.store.people.guild_locale(interaction.guild_id or 0)
        preferred = interaction.guild_locale
        said = chosen or (preferred.value if preferred else None)
        return Words.of(said, self.desk.speaker.locale).language


def add(tree: app_commands.CommandTree[discord.Client], desk: Desk) -> None:
    """`/game` and its subcommands."""
    tree.add_command(GameCommands(desk))
