"""The lobby's buttons."""

from __future__ import annotations

from typing import TypeAlias

import discord
import msgspec

from bot.chat.desk import Desk
from bot.chat.router import on, typed
from bot.chat.typed import number
from bot.messages.ids import Press
from bot.messages.kit import Screen, question, text
from bot.play.lobbies import LONGEST_WORD, LobbyError, before_the_game
from bot.play.table import Lobby
from engine.ids import Seat

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("join")
async def join(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take a seat; the interaction's number is the player's word for the shuffle."""
    user = interaction.user
    word = str(interaction.id)
    await desk.service.join(press.game, user.id, user.display_name, word, interaction.id)
    await _filled(desk, interaction, press.game, "lobby-joined")


@on("leave")
async def leave(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Give up a seat."""
    await desk.service.leave(press.game, interaction.user.id, interaction.id)
    await _changed(desk, interaction, press.game, "lobby-left")


@on("add-bot")
async def add_bot(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Fill a seat with a player without a person."""
    _check_host(await desk.service.lobby(press.game), interaction, seated=True)
    await desk.service.add_bot(press.game, interaction.id)
    await _filled(desk, interaction, press.game, "lobby-bot-added")


@on("drop-bot")
async def drop_bot(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take one away again."""
    _check_host(await desk.service.lobby(press.game), interaction, seated=True)
    await desk.service.remove_bot(press.game, interaction.id)
    await _changed(desk, interaction, press.game, "lobby-bot-dropped")


@on("start")
async def start(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Begin: the opener or a moderator."""
    _check_host(await desk.service.lobby(press.game), interaction, seated=False)
    await desk.service.start(press.game, interaction.id)
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


@on("let-go")
async def let_go(desk: Desk, interaction: Interaction, press: Press) -> None:
    """The owner of a seat lets somebody else have it."""
    seat, user = Seat(number(press.arg)), interaction.user.id
    await desk.service.agree_to_hand_over(press.game, seat, user, interaction.id)
    await _changed(desk, interaction, press.game, "handover-let-go")


@on("stay")
async def stay(desk: Desk, interaction: Interaction, press: Press) -> None:
    """The owner of a seat keeps it."""
    seat, user = Seat(number(press.arg)), interaction.user.id
    await desk.service.keep_seat(press.game, seat, user, interaction.id)
    await _changed(desk, interaction, press.game, "handover-kept")


@on("word")
async def ask_word(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Ask for a word to add to the shuffle."""
    words = await desk.words_for(interaction)
    before_the_game(await desk.service.lobby(press.game))
    window = question(
        Press(press.game, 0, "worded"),
        words.say("word-title"),
        words.say("word-label", most=LONGEST_WORD),
        LONGEST_WORD,
    )
    await desk.ask(interaction, window)


@on("worded", window=True)
async def set_word(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A word was typed."""
    user = interaction.user.id
    await desk.service.set_word(press.game, user, typed(interaction), interaction.id)
    await _changed(desk, interaction, press.game, "word-set")


@on("rematch")
async def rematch(desk: Desk, interaction: Interaction, press: Press) -> None:
    """The same edition with the same bots, in a new lobby to which the same people are asked.

    They join by themselves: what they add to the chance comes after the new promise.
    """
    old = await desk.service.lobby(press.game)
    if not old.seat_of(interaction.user.id):
        raise LobbyError("not-seated")
    lobby = await desk.service.open(
        old.row.edition,
        old.row.guild_id,
        old.row.channel_id,
        interaction.user.id,
        old.row.locale,
        msgspec.structs.replace(
            old.options, invited=tuple(seat.user_id for seat in old.seats if seat.user_id)
        ),
        sum(seat.bot is not None for seat in old.seats),
        interaction.id,
    )
    await _changed(desk, interaction, lobby.row.id, "lobby-rematch")
