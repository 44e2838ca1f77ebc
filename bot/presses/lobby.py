"""The lobby's buttons."""

from __future__ import annotations

from typing import TypeAlias

import discord

from bot.desk import Desk
from bot.service import LobbyError
from bot.ui.ids import Press
from bot.ui.kit import Screen, text
from bot.ui.router import on

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("join")
async def join(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take a seat; the interaction's number is the player's word for the shuffle."""
    user = interaction.user
    lobby = await desk.service.join(press.game, user.id, user.display_name, str(interaction.id))
    await _lobby_changed(desk, interaction, lobby.row.id, "lobby-joined")


@on("leave")
async def leave(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Give up a seat."""
    await desk.service.leave(press.game, interaction.user.id)
    await _lobby_changed(desk, interaction, press.game, "lobby-left")


@on("add-bot")
async def add_bot(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Fill a seat with a player without a person."""
    await desk.service.add_machine(press.game)
    await _lobby_changed(desk, interaction, press.game, "lobby-bot-added")


@on("drop-bot")
async def drop_bot(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take one away again."""
    await desk.service.remove_machine(press.game)
    await _lobby_changed(desk, interaction, press.game, "lobby-bot-dropped")


@on("start")
async def start(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Begin: the opener, a moderator, or anybody who sits there."""
    lobby = await desk.service.lobby(press.game)
    may = (
        lobby.row.opener_id == interaction.user.id
        or interaction.permissions.manage_messages
        or lobby.seat_of(interaction.user.id)
    )
    if not may:
        raise LobbyError("start-not-allowed")
    await desk.service.start(press.game)
    await _lobby_changed(desk, interaction, press.game, "lobby-started")


async def _lobby_changed(desk: Desk, interaction: Interaction, game: str, key: str) -> None:
    desk.announcer.poke(game)
    words = await desk.words_for(interaction)
    await desk.answer(interaction, Screen((text(words.say(key)),)))


@on("rematch")
async def rematch(desk: Desk, interaction: Interaction, press: Press) -> None:
    """The same edition with the same people, in a new lobby."""
    old = await desk.service.lobby(press.game)
    if not old.seat_of(interaction.user.id):
        raise LobbyError("not-seated")
    lobby = await desk.service.open(
        old.row.edition,
        old.row.guild_id,
        old.row.channel_id,
        interaction.user.id,
        old.row.locale,
    )
    for seat in old.seats:
        if seat.user_id:
            word = f"{interaction.id}-{seat.seat}"
            await desk.service.join(lobby.row.id, seat.user_id, seat.name, word)
        else:
            await desk.service.add_machine(lobby.row.id)
    await _lobby_changed(desk, interaction, lobby.row.id, "lobby-rematch")
