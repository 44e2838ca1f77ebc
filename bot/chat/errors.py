"""Errors in words, for whoever caused them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import app_commands

from bot.chat.desk import Desk
from bot.chat.router import pressed
from bot.chat.typed import NotUnderstood
from bot.language.speech import Speech
from bot.language.words import Words
from bot.play.lobbies import LobbyError
from bot.play.ports import ChannelTaken, DiskTrouble
from engine.errors import GameError, IllegalAction, NotYourGame, StaleGame, UnknownEdition
from render import UnknownRegion

KEYS: Final[Mapping[type[Exception], str]] = {
    StaleGame: "error-stale",
    NotYourGame: "error-not-yours",
    ChannelTaken: "error-channel-taken",
    DiskTrouble: "error-disk",
    UnknownEdition: "error-unknown-edition",
    UnknownRegion: "error-unknown-region",
    app_commands.CommandNotFound: "error-outdated",
    app_commands.CommandSignatureMismatch: "error-outdated",
    app_commands.NoPrivateMessage: "error-server-only",
}
"""The sentences of errors that need no facts; of all others: that it was not understood."""


async def sentence_for(
    desk: Desk,
    interaction: discord.Interaction[discord.Client],
    error: GameError | app_commands.AppCommandError,
    words: Words,
) -> str:
    """What to tell the user whose wish was refused."""
    if isinstance(error, IllegalAction):
        return (await _speech_here(desk, interaction, words)).refusal(error)
    if isinstance(error, LobbyError):
        facts = {name: str(value) for name, value in error.facts.items()}
        return words.say(f"lobby-error-{error.code}", **facts)
    if isinstance(error, NotUnderstood):
        return words.say(f"error-{error.code}", **error.facts)
    if isinstance(error, NotYourGame) and interaction.namespace.game is not None:
        return words.say("error-no-such-game")
    return words.say(KEYS.get(type(error), "error-bad-input"))


async def _speech_here(
    desk: Desk, interaction: discord.Interaction[discord.Client], words: Words
) -> Speech:
    """How to speak of the table that the error is about."""
    press = pressed(interaction)
    lobby = await desk.table_for(interaction, press.game if press else None)
    return desk.speech(words, lobby)
