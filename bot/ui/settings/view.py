"""The panels of `/my settings` and `/game settings`: the present values, and selects for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from bot.games.clock.pace import DAY_PACE, PACES
from bot.games.model import Notify, PersonRow, TextLength, Usual
from bot.text.words import Words, all_words
from bot.ui.autocomplete import AUTO
from bot.ui.clock.hours_view import NO_TABLE
from bot.ui.components import Option, Screen, make_panel, select, text_block
from bot.ui.custom_ids import Press

MY_VERB: Final = "my-set"
SERVER_VERB: Final = "server-set"
VACATION: Final = {"yes": True, "no": False}
"""Whether vacations stop the clocks of new tables, by the value of the select."""
MY_SETTINGS: Final[Mapping[str, Sequence[str]]] = {
    "language": (*all_words(), AUTO),
    "notify": get_args(Notify),
    "text": get_args(TextLength),
}
"""The settings of a person, with their possible values."""
SERVER_SETTINGS: Final[Mapping[str, Sequence[str]]] = {
    "language": (*all_words(), AUTO),
    "pace": tuple(PACES),
    "vacation": tuple(VACATION),
}
"""The settings of a server, with their possible values."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What moderators have set for a server."""

    posts: str
    """The language of posts."""
    is_chosen: bool
    """Whether a moderator chose that language. Otherwise it is Discord's."""
    usual: Usual
    open_channels: Sequence[int] = ()
    """The channels in which every member may open a table."""


def my_settings_panel(person: PersonRow, words: Words, *, kept: bool = False) -> Screen:
    """Return a person's settings and selects for them. *kept* says that one was just saved."""
    say = words.say
    language = say("language-named" if person.locale else "language-auto")
    lines = [
        say("settings-language", language=language),
        say("settings-notify", way=say(f"notify-{person.notify}")),
        say("settings-text", length=say(f"text-{person.texts}")),
    ]
    return _panel(MY_VERB, MY_SETTINGS, lines, words, kept=kept)


def server_settings_panel(server: ServerSettings, words: Words, *, kept: bool = False) -> Screen:
    """Return a server's settings and selects for them. *kept* says that one was just saved."""
    say, usual = words.say, server.usual
    posts = Words.of(server.posts).say("language-named")
    shown = posts if server.is_chosen else f"{say('language-auto')} ({posts})"
    pace = say("settings-pace", pace=say(f"pace-{usual.pace or DAY_PACE}"))
    vacation = say("lobby-vacation-no" if usual.vacation is False else "lobby-vacation-yes")
    channels = ", ".join(f"<#{id}>" for id in server.open_channels)
    members = say("settings-open", channels=channels) if channels else say("settings-open-none")
    lines = [say("settings-posts", language=shown), f"{pace} {vacation}", members]
    return _panel(SERVER_VERB, SERVER_SETTINGS, lines, words, kept=kept)


def _panel(
    verb: str,
    settings: Mapping[str, Sequence[str]],
    lines: Iterable[str],
    words: Words,
    *,
    kept: bool,
) -> Screen:
    saved = [words.say("settings-kept")] if kept else []
    selects = [
        select(
            Press(NO_TABLE, 0, verb, name),
            words.say(f"settings-choose-{name}"),
            [Option(_label(name, value, words), value) for value in values],
        )
        for name, values in settings.items()
    ]
    return make_panel(text_block("\n".join([*saved, *lines])), *selects)


def _label(name: str, value: str, words: Words) -> str:
    """Return a value of a setting in words."""
    if name == "vacation":
        return words.say(f"lobby-vacation-{value}")
    if name == "language" and value != AUTO:
        return all_words()[value].say("language-named")
    return words.say(f"{name}-{value}")
