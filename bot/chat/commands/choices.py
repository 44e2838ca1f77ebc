"""What commands suggest while somebody types: tables, and things by a part of their names."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Final, TypeAlias

import discord
from discord import app_commands

import maps
from bot.chat.desk import Desk
from bot.language.words import Words
from bot.play.records import GameRow

Interaction = discord.Interaction[discord.Client]
Choice = app_commands.Choice[str]
Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[None, None, list[Choice]]]

MOST: Final = 25
"""Discord shows no more."""


def edition_choices() -> list[Choice]:
    """Every edition there is, by its name."""
    return [
        app_commands.Choice(
            name=app_commands.locale_str(about.title("en"), edition=id), value=str(id)
        )
        for id, about in maps.catalogue().items()
    ]


def matching(options: Iterable[tuple[str, str]], typed: str) -> list[Choice]:
    """The options in which some word begins with what was typed, those at the start first."""
    wanted = typed.casefold().strip()
    found = []
    for name, value in options:
        words = name.casefold().replace("–", " ").split()
        if not wanted or wanted in name.casefold():
            rank = 0 if any(word.startswith(wanted) for word in words) else 1
            found.append((rank, name, value))
    found.sort(key=lambda entry: entry[0])
    return [app_commands.Choice(name=name[:100], value=value) for _, name, value in found[:MOST]]


def game_choices(desk: Desk) -> Suggest:
    """Tables at which the user sits: those that wait first, the longest waiting before all."""

    async def suggest(interaction: Interaction, typed: str) -> list[Choice]:
        words = await desk.words_for(interaction)
        waiting = await desk.waiting_for(interaction.user.id)
        rows = await desk.store.games.of_user(interaction.user.id)
        rows.sort(key=lambda row: row.id not in waiting)
        labels = [("▶ " if r.id in waiting else "") + _label(r, words, interaction) for r in rows]
        return matching(zip(labels, [row.id for row in rows], strict=True), typed)

    return suggest


def finished_choices(desk: Desk) -> Suggest:
    """Games that ended on this server or with this user."""

    async def suggest(interaction: Interaction, typed: str) -> list[Choice]:
        words = await desk.words_for(interaction)
        guild_id = interaction.guild_id or 0
        rows = await desk.store.games.finished(guild_id, interaction.user.id, 100)
        options = [(f"{row.id} · {_label(row, words, interaction)}", row.id) for row in rows]
        return matching(options, typed)

    return suggest


def _label(row: GameRow, words: Words, interaction: Interaction) -> str:
    channel = interaction.client.get_channel(row.channel_id)
    place = f"#{getattr(channel, 'name', row.id)}"
    return f"{maps.load(row.edition).title(words.language)} · {place}"
