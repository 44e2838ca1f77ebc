"""Notices: texts that all players of a table or one user get once, with their buttons."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import discord

from bot.games.clock.model import pace_named
from bot.games.clock.pauses import MAX_REASON_LENGTH
from bot.games.clock.service import MUTE_HOURS
from bot.games.clock.status import SeatTime
from bot.games.display_names import MAX_NAME_LENGTH
from bot.games.lobby import FULL_NOTICE, Lobby
from bot.games.model import ALSO, Notice, PostRow
from bot.text.words import Words, escape_markdown
from bot.ui.components import (
    GOLD,
    SUCCESS,
    Item,
    Screen,
    button,
    button_rows,
    make_panel,
    text_block,
)
from bot.ui.custom_ids import Press
from bot.ui.timestamps import due_line, format_moment

REMINDERS: Final = ("told-reminder", "told-nudge")
"""The notices that call a player to a turn. They are deleted when the turn is over."""
KEPT: Final = ("told-caretaker-keeps", "told-deserted")
"""The notices that the caretaker plays a seat. They are deleted when its owner is back."""
WEEK_CHOICE: Final = "week"
"""The argument of the button that starts a vacation of one week."""


def public_notice(line: Notice, words: Words) -> Screen:
    """Return a notice for everyone in the channel."""
    return Screen((text_block(_sentences(line, words)),))


def personal_notice(lobby: Lobby, board: PostRow, line: Notice, words: Words) -> Screen:
    """Return a notice for one user, with its table and a link to the board."""
    row = lobby.row
    title = lobby.spec.title(words.language)
    place = f"<#{row.channel_id}>"
    text = _sentences(line, words, edition=title, channel=place)
    if row.parent_id:
        # The name of the table's own thread contains the edition.
        text = text.replace(f"{title}, {place}", place, 1)
    buttons = [*_buttons(lobby, line, words)]
    if not buttons:
        return Screen((text_block(text),))
    due = due_line(words, SeatTime.from_facts(line.facts), now=True)
    lines = [text, due, board.link(row.guild_id) if board.message_id else ""]
    return Screen((text_block("\n".join(filter(None, lines))), *button_rows(buttons)), (), GOLD)


def _buttons(lobby: Lobby, line: Notice, words: Words) -> Iterator[Item]:
    game, pace = lobby.row.id, pace_named(lobby.options.pace)
    if line.key in REMINDERS:
        if pace.snoozes and pace.allowance:
            yield button(words.say("button-snooze"), Press(game, 0, "snooze"), emoji="💤")
        yield button(words.say("button-away"), Press(game, 0, "away"))
    elif line.key in KEPT:
        yield back_button(game, words)
    elif line.key == FULL_NOTICE:
        yield button(words.say("button-start"), Press(game, 0, "start"), SUCCESS)


def back_button(game: str, words: Words) -> Item:
    """Return the button that takes a seat back from the caretaker."""
    return button(words.say("button-im-back"), Press(game, 0, "im-back"), SUCCESS)


def away_panel(game: str, words: Words) -> Screen:
    """Return the question of how long a user is away: no reminders for hours, or a vacation."""
    spans = [*(str(hours) for hours in MUTE_HOURS), WEEK_CHOICE]
    buttons = [
        button(words.say(f"button-away-{span}"), Press(game, 0, "away", span)) for span in spans
    ]
    return make_panel(text_block(words.say("away-how-long")), *button_rows(buttons))


def _sentences(line: Notice, words: Words, **facts: str) -> str:
    """Return the sentence of a notice, and the second one if the notice has two."""
    sentence, also = words.say(line.key, **facts, **_format_facts(line)), line.facts.get(ALSO)
    return f"{sentence} {words.say(also)}" if isinstance(also, str) else sentence


def _format_facts(line: Notice) -> dict[str, str | int]:
    """Format facts for a message. Discord shows a time to each reader in their own zone."""
    formatted = {
        name: escape_markdown(fact, MAX_REASON_LENGTH if name == "why" else MAX_NAME_LENGTH)
        if isinstance(fact, str)
        else fact
        for name, fact in line.facts.items()
        if name != ALSO
    }
    if "starts" in line.facts:
        starts = datetime.fromtimestamp(int(line.facts["starts"]), UTC)
        formatted["starts"] = discord.utils.format_dt(starts, "R")
    if "until" in line.facts:
        formatted["until"] = format_moment(datetime.fromtimestamp(int(line.facts["until"]), UTC))
    return formatted
