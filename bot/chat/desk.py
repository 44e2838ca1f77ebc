"""What every handler needs: the games, the words, and a way to answer that never fails loudly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import aiohttp
import discord
from discord import ui

from bot.chat.late import Late, is_panel
from bot.language.speaker import Speaker
from bot.language.speech import Speech
from bot.language.words import Words
from bot.messages.kit import Screen, text
from bot.messages.permissions import missing_permissions
from bot.outbox.announcer import Announcer
from bot.outbox.pauses import about
from bot.pictures.studio import Studio
from bot.play.games import GameService
from bot.play.lobbies import LobbyError
from bot.play.table import Lobby, Outcome
from bot.storage.store import SqliteStore
from engine.errors import NotYourGame, StaleGame

log = logging.getLogger(__name__)

ANSWERED: Final = "answered"
"""What an interaction remembers whose first response came through though the line was cut."""
ACKNOWLEDGED: Final = 40060
LATE: Final = {10008, 10015, 10062, ACKNOWLEDGED, 50027}
"""Too late to answer: the move stands, and the player's next look shows it."""
CUTS: Final = (0.1, 0.4, 1.0)
"""Seconds until an answer whose line was cut is sent again; Discord waits for three in all."""


@dataclass(slots=True)
class Desk:
    """The games, the pictures, the languages, and how people are answered."""

    store: SqliteStore
    service: GameService
    speaker: Speaker
    studio: Studio = field(default_factory=Studio)
    restored: Mapping[str, int] = field(default_factory=dict)
    """When tables were set back by restoring a backup, in milliseconds."""
    late: Late = field(default_factory=Late)
    """The answers whose pictures are still to come."""
    _announcer: Announcer | None = None

    @property
    def announcer(self) -> Announcer:
        """Who tells the tables."""
        if self._announcer is None:
            raise RuntimeError("the desk has no announcer yet")
        return self._announcer

    def employ(self, announcer: Announcer) -> None:
        """Let *announcer* tell the tables from now on."""
        self._announcer = announcer

    def check_age(self, interaction: discord.Interaction, game: str) -> None:
        """Refuse a press on what was shown before a backup was restored.

        Raises:
            StaleGame: It belongs to a past that never was.
        """
        message, moment = interaction.message, self.restored.get(game, 0)
        if message is not None and message.created_at.timestamp() * 1000 < moment:
            raise StaleGame(game)

    async def words_for(self, interaction: discord.Interaction) -> Words:
        """The language of whoever asks."""
        return await self.speaker.words_for(interaction.user.id, interaction.locale.value)

    def speech(self, words: Words, table: Lobby | Outcome) -> Speech:
        """How to speak of this table in that language."""
        return self.speaker.speech(words, table)

    async def table_for(
        self, interaction: discord.Interaction, game: str | None = None, *, ended: bool = False
    ) -> Lobby:
        """The table a command means: that of its option `game`, else that of the channel.

        Elsewhere it is the one that waits for the user, or the only one the user sits at. A channel
        where nobody plays may mean its last game: *ended*.

        Raises:
            LobbyError: There is none, or it is not clear which.
            NotYourGame: It is in another channel, and the user has no seat there.
        """
        named = game or getattr(interaction.namespace, "game", None)
        if named is not None:
            lobby = await self.service.lobby(named)
            if lobby.row.channel_id != interaction.channel_id and not lobby.seat_of(
                interaction.user.id
            ):
                raise NotYourGame(named)
            return lobby
        find = self.store.latest_game_in if ended else self.store.open_game_in
        here = await find(interaction.channel_id or 0)
        if here is not None:
            return await self.service.lobby(here.id)
        waiting = await self.waiting_for(interaction.user.id)
        rows = [] if waiting else await self.store.games_of(interaction.user.id)
        found = waiting or [row.id for row in rows if row.status == "playing"]
        if len(found) == 1:
            return await self.service.lobby(found[0])
        raise LobbyError("several-tables" if found else "no-table-here")

    async def waiting_for(self, user_id: int) -> list[str]:
        """The games that wait for a user, the one that has waited longest first."""
        found = []
        for row in await self.store.games_of(user_id):
            if row.status == "playing":
                outcome = await self.service.look(row.id)
                if outcome.table.seat_of(user_id) in outcome.state.waiting:
                    found.append(row.id)
        return found

    # --- answering ---

    async def answer(
        self, interaction: discord.Interaction, screen: Screen, *, update: bool = False
    ) -> None:
        """Show *screen* to whoever asked, and to nobody else.

        *update* changes the message that was pressed, if it is an ephemeral panel of ours.
        """

        async def again() -> None:
            await interaction.edit_original_response(view=screen.view(), attachments=screen.files())

        try:
            if not _answered(interaction):
                await delivered(interaction, lambda: _first(interaction, screen, update=update))
                if not interaction.extras.get(ANSWERED):
                    return
            await delivered(interaction, again)
        except discord.HTTPException as error:
            if error.code not in LATE:
                raise
            log.info("an answer came too late", extra={"code": error.code})
        except (aiohttp.ClientError, OSError) as error:
            log.warning("an answer was lost", extra={"error": type(error).__name__})

    async def ask(self, interaction: discord.Interaction, window: ui.Modal) -> None:
        """Open a window to type into."""
        await delivered(interaction, lambda: interaction.response.send_modal(window))

    def lacking(self, interaction: discord.Interaction, words: Words) -> list[str]:
        """What we may not do where somebody just did something, a line each."""
        if interaction.guild_id is None:
            return []
        return missing_permissions(interaction.app_permissions, words)

    async def tell(self, interaction: discord.Interaction, sentence: str) -> None:
        """Say one thing to whoever asked."""
        await self.answer(interaction, Screen((text(sentence),)), update=True)

    async def think(self, interaction: discord.Interaction) -> None:
        """Promise an answer, before work that may take a while."""
        panel = is_panel(interaction)
        await delivered(
            interaction,
            lambda: interaction.response.defer(ephemeral=not panel, thinking=not panel),
        )


async def _first(interaction: discord.Interaction, screen: Screen, *, update: bool) -> None:
    """The first response to a press or a command."""
    if update and is_panel(interaction):
        await interaction.response.edit_message(view=screen.view(), attachments=screen.files())
    else:
        await interaction.response.send_message(
            view=screen.view(), files=screen.files(), ephemeral=True
        )


def _answered(interaction: discord.Interaction) -> bool:
    """Whether Discord has a first response of ours."""
    return interaction.response.is_done() or bool(interaction.extras.get(ANSWERED))


async def delivered(
    interaction: discord.Interaction, send: Callable[[], Awaitable[object]]
) -> None:
    """Send an answer, again after a cut; it is noted if Discord had got it before the cut.

    Raises:
        discord.HTTPException: Discord refuses it; also because another delivery of the same
            interaction was answered.
        aiohttp.ClientError, OSError: The line was cut each time.
    """
    cut = False
    for pause in (*CUTS, None):
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
            await asyncio.sleep(about(pause))
        else:
            return
