"""Errors in words, for whoever caused them."""

from __future__ import annotations

import discord

from bot.desk import Desk
from bot.lobbies import LobbyError
from bot.speech import Speech
from bot.store import ChannelTaken
from bot.typed import NotUnderstood
from bot.ui.router import pressed
from bot.words import Words
from engine.errors import BadInput, GameError, IllegalAction, NotYourGame, StaleGame, UnknownEdition
from render import UnknownRegion


async def sentence_for(
    desk: Desk,
    interaction: discord.Interaction[discord.Client],
    error: GameError,
    words: Words,
) -> str:
    """What to tell the user whose wish was refused."""
    if isinstance(error, IllegalAction):
        speech = await _speech_here(desk, interaction, words)
        if speech is not None:
            return speech.refusal(error)
    if isinstance(error, LobbyError):
        facts = {name: str(value) for name, value in error.facts.items()}
        return words.say(f"lobby-error-{error.code}", **facts)
    if isinstance(error, NotUnderstood):
        return words.say(f"error-{error.code}", **error.facts)
    keys: dict[type[GameError], str] = {
        StaleGame: "error-stale",
        NotYourGame: "error-not-yours",
        ChannelTaken: "error-channel-taken",
        UnknownEdition: "error-unknown-edition",
        UnknownRegion: "error-unknown-region",
        BadInput: "error-bad-input",
    }
    return words.say(keys.get(type(error), "error-bad-input"))


async def _speech_here(
    desk: Desk, interaction: discord.Interaction[discord.Client], words: Words
) -> Speech | None:
    """How to speak of the table that the error is about."""
    press = pressed(interaction)
    lobby = await desk.table_for(interaction, press.game if press else None)
    return desk.speech(words, lobby)
