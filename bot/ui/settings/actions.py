"""What a user can do about settings, by select or command: one function for each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from bot.games.errors import LobbyError
from bot.games.model import Notify, TextLength, Usual
from bot.text.words import Words
from bot.ui.autocomplete import AUTO
from bot.ui.context import Context
from bot.ui.settings.view import (
    MY_SETTINGS,
    SERVER_SETTINGS,
    VACATION,
    ServerSettings,
    my_settings_panel,
    server_settings_panel,
)
from engine.errors import BadInput

MAX_OPEN_CHANNELS: Final = 25
"""The maximum number of channels where members may open tables."""


async def change_my_settings(context: Context, chosen: Mapping[str, str]) -> None:
    """Save the settings that the user named, and show all of the user's settings.

    Raises:
        BadInput: There is no such setting or value.
    """
    _check_values(chosen, MY_SETTINGS)
    people, user = context.services.people, context.user.id
    if "language" in chosen:
        await people.set_locale(user, None if chosen["language"] == AUTO else chosen["language"])
    if "notify" in chosen:
        await people.set_notify(user, cast("Notify", chosen["notify"]))
    if "text" in chosen:
        await people.set_texts(user, cast("TextLength", chosen["text"]))
    # The language may be another one now.
    person, client = await people.get(user), context.interaction.locale.value
    words = context.services.translator.words_for(person, client)
    screen = my_settings_panel(person, words, kept=bool(chosen))
    await context.reply(screen, update=not context.on_card)


async def change_server_settings(
    context: Context, chosen: Mapping[str, str], *, kept: bool = False
) -> None:
    """Save the settings that a moderator named, and show all settings of this server.

    *kept* says that another setting was just saved.

    Raises:
        BadInput: There is no such setting or value.
    """
    _check_values(chosen, SERVER_SETTINGS)
    people, guild = context.services.people, context.guild_id
    if "language" in chosen:
        locale = None if chosen["language"] == AUTO else chosen["language"]
        await people.set_guild_locale(guild, locale)
    old = await people.usual(guild)
    usual = Usual(
        chosen.get("pace", old.pace),
        VACATION[chosen["vacation"]] if "vacation" in chosen else old.vacation,
    )
    if usual != old:
        await people.set_usual(guild, usual)
    is_chosen = await people.guild_locale(guild) is not None
    posts, channels = await language_of_posts(context), await open_channels(context)
    server = ServerSettings(posts, is_chosen, usual, channels)
    screen = server_settings_panel(server, context.words, kept=kept or bool(chosen))
    await context.reply(screen, update=True)


async def open_channels(context: Context) -> tuple[int, ...]:
    """Return the channels of this server where members may open tables, without deleted ones."""
    chosen = await context.services.people.open_channels(context.guild_id)
    gone = await context.services.channels.gone(context.interaction.client, chosen)
    return tuple(id for id in chosen if id not in gone)


async def toggle_open_channel(context: Context, channel_id: int) -> None:
    """Let members open tables in a channel, or no longer.

    Raises:
        LobbyError: Too many channels are chosen already.
    """
    old = await open_channels(context)
    new = tuple(id for id in old if id != channel_id)
    if new == old:
        if len(old) >= MAX_OPEN_CHANNELS:
            raise LobbyError("too-many-open-channels", most=MAX_OPEN_CHANNELS)
        new = (*old, channel_id)
    await context.services.people.set_open_channels(context.guild_id, new)


def check_moderator(context: Context) -> None:
    """Raise LobbyError unless the user may manage messages on this server.

    Discord checks this for commands, but not for selects.
    """
    if not context.guild_id or not context.interaction.permissions.manage_messages:
        raise LobbyError("settings-not-allowed")


async def language_of_posts(context: Context) -> str:
    """Return the language of posts: the server's own setting, or Discord's."""
    chosen = await context.services.people.guild_locale(context.guild_id)
    preferred = context.interaction.guild_locale
    locale = chosen or (preferred.value if preferred else None)
    return Words.of(locale, context.services.translator.locale).language


def _check_values(chosen: Mapping[str, str], settings: Mapping[str, Sequence[str]]) -> None:
    for name, value in chosen.items():
        if value not in settings.get(name, ()):
            raise BadInput("no such setting")
