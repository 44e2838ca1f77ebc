"""Tables whose channel is gone: moderators end them or hand on seats by naming them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import discord

import maps
from bot.chat.channels import is_gone
from bot.chat.commands.choices import MOST, Choice, matching
from bot.chat.desk import Desk
from bot.play.lobbies import LobbyError
from bot.play.records import GameRow, SeatRow
from bot.play.table import Lobby

Interaction = discord.Interaction[discord.Client]


def seated(seats: Iterable[SeatRow]) -> str:
    """Who sits at a table."""
    return ", ".join(seat.name for seat in seats) or "–"


async def table_meant(desk: Desk, interaction: Interaction, game: str | None) -> Lobby:
    """The open table of this channel; or the one that *game* names, if its channel is gone.

    Raises:
        LobbyError: There is none, or it has a channel of its own.
    """
    if game is None:
        here = await desk.store.games.open_in(interaction.channel_id or 0)
        if here is None:
            raise LobbyError("no-table-here")
        return await desk.service.lobby(here.id)
    row = await desk.store.games.get(game)
    if row is None or row.guild_id != interaction.guild_id:
        raise LobbyError("no-such-table")
    if row.status not in ("lobby", "playing"):
        raise LobbyError("table-closed")
    if row.channel_id != interaction.channel_id and not await is_gone(
        interaction.client, row.channel_id
    ):
        raise LobbyError("table-elsewhere", channel=f"<#{row.channel_id}>")
    return await desk.service.lobby(row.id)


async def lost_choices(desk: Desk, interaction: Interaction, typed: str) -> list[Choice]:
    """The tables of this server whose channel is gone, by their edition and who sits there."""
    rows = await desk.store.games.of_guild(interaction.guild_id or 0)
    client = interaction.client
    unknown = [row for row in rows if client.get_channel(row.channel_id) is None][:MOST]
    gone = await asyncio.gather(*(is_gone(client, row.channel_id) for row in unknown))
    lost = [row for row, is_lost in zip(unknown, gone, strict=True) if is_lost]
    language = (await desk.words_for(interaction)).language
    return matching([(await _label(desk, row, language), row.id) for row in lost], typed)


async def _label(desk: Desk, row: GameRow, language: str) -> str:
    title = maps.load(row.edition).title(language)
    return f"{title} · {seated(await desk.store.games.seats(row.id))}"
