"""The lobby's buttons."""

from __future__ import annotations

from typing import TypeAlias

import discord

from bot.desk import Desk
from bot.lobbies import LobbyError
from bot.tables import Lobby
from bot.ui.ids import Press
from bot.ui.kit import Screen, text
from bot.ui.router import on

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("join")
async def join(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take a seat; the interaction's number is the player's word for the shuffle."""
    user = interaction.user
    await desk.service.join(press.game, user.id, user.display_name, str(interaction.id))
    await _filled(desk, interaction, press.game, "lobby-joined")


@on("leave")
async def leave(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Give up a seat."""
    await desk.service.leave(press.game, interaction.user.id)
    await _changed(desk, interaction, press.game, "lobby-left")


@on("add-bot")
async def add_bot(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Fill a seat with a player without a person."""
    _check_host(await desk.service.lobby(press.game), interaction, seated=True)
    await desk.service.add_machine(press.game)
    await _filled(desk, interaction, press.game, "lobby-bot-added")


@on("drop-bot")
async def drop_bot(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take one away again."""
    _check_host(await desk.service.lobby(press.game), interaction, seated=True)
    await desk.service.remove_machine(press.game)
    await _changed(desk, interaction, press.game, "lobby-bot-dropped")


@on("start")
async def start(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Begin: the opener or a moderator."""
    _check_host(await desk.service.lobby(press.game), interaction, seated=False)
    await desk.service.start(press.game)
    await _changed(desk, interaction, press.game, "lobby-started")


def _check_host(lobby: Lobby, interaction: Interaction, *, seated: bool) -> None:
    """Only the opener and moderators, or also whoever is *seated*."""
    user = interaction.user.id
    host = lobby.row.opener_id == user or interaction.permissions.manage_messages
    if not host and not (seated and lobby.seat_of(user)):
        raise LobbyError("bots-not-allowed" if seated else "start-not-allowed")


async def _filled(desk: Desk, interaction: Interaction, game: str, key: str) -> None:
    """A seat was taken: perhaps it was the last one."""
    started = await desk.service.start_if_full(game)
    await _changed(desk, interaction, game, "lobby-started" if started else key)


async def _changed(desk: Desk, interaction: Interaction, game: str, key: str) -> None:
    # The language first: what comes by direct message is in it too.
    words = await desk.words_for(interaction)
    desk.announcer.poke(game)
    lines = [words.say(key), *desk.lacking(interaction, words)]
    await desk.answer(interaction, Screen((text("\n".join(lines)),)))


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
        old.options,
    )
    for seat in old.seats:
        if seat.user_id:
            word = f"{interaction.id}-{seat.seat}"
            await desk.service.join(lobby.row.id, seat.user_id, seat.name, word)
        else:
            await desk.service.add_machine(lobby.row.id)
    await _changed(desk, interaction, lobby.row.id, "lobby-rematch")
