"""Lines: what everybody at a table, or one person alone, is told once, and what can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from bot.games.clock.model import pace_named
from bot.games.clock.pauses import MAX_REASON_LENGTH
from bot.games.clock.service import MUTE_HOURS
from bot.games.clock.status import SeatTime
from bot.games.display_names import MAX_NAME_LENGTH
from bot.games.lobby import Lobby
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
from bot.ui.timestamps import deadline_words, format_moment

REMINDERS: Final = ("told-reminder", "told-nudge")
"""The lines that call somebody to a turn; they go when it is over."""
KEPT: Final = ("told-caretaker-keeps", "told-deserted")
"""The lines that say that the caretaker keeps a seat. They go when its owner is back."""
WEEK: Final = "week"
"""How long somebody is away who goes on vacation by a press."""


def public_notice(line: Notice, words: Words) -> Screen:
    """What everybody is told."""
    return Screen((text_block(_sentences(line, words)),))


def personal_notice(lobby: Lobby, board: PostRow, line: Notice, words: Words) -> Screen:
    """What one person is told, with the table it is about and the way there."""
    row = lobby.row
    title = lobby.spec.title(words.language)
    said = _sentences(line, words, edition=title, channel=f"<#{row.channel_id}>")
    buttons = [*_buttons(lobby, line, words)]
    if not buttons:
        return Screen((text_block(said),))
    lines = [said, _deadline(line, words), board.link(row.guild_id) if board.message_id else ""]
    return Screen((text_block("\n".join(filter(None, lines))), *button_rows(buttons)), (), GOLD)


def _buttons(lobby: Lobby, line: Notice, words: Words) -> Iterator[Item]:
    game, pace = lobby.row.id, pace_named(lobby.options.pace)
    if line.key in REMINDERS:
        if pace.snoozes and pace.allowance:
            yield button(words.say("button-snooze"), Press(game, 0, "snooze"), emoji="💤")
        yield button(words.say("button-away"), Press(game, 0, "away"))
    elif line.key in KEPT:
        yield back_button(game, words)


def back_button(game: str, words: Words) -> Item:
    """The way back to a seat that the caretaker keeps."""
    return button(words.say("button-im-back"), Press(game, 0, "im-back"), SUCCESS)


def away_panel(game: str, words: Words) -> Screen:
    """How long somebody is away: it silences reminders, or is a vacation."""
    spans = [*(str(hours) for hours in MUTE_HOURS), WEEK]
    buttons = [
        button(words.say(f"button-away-{span}"), Press(game, 0, "away", span)) for span in spans
    ]
    return make_panel(text_block(words.say("away-how-long")), *button_rows(buttons))


def _deadline(line: Notice, words: Words) -> str:
    until, bank = line.facts.get("until"), line.facts.get("bank")
    if not isinstance(until, int):
        return ""
    return deadline_words(words, SeatTime(datetime.fromtimestamp(until, UTC), bool(bank)))


def _sentences(line: Notice, words: Words, **facts: str) -> str:
    """Return the sentence of a line, and the second one if the line has two."""
    said, also = words.say(line.key, **facts, **_format_facts(line)), line.facts.get(ALSO)
    return f"{said} {words.say(also)}" if isinstance(also, str) else said


def _format_facts(line: Notice) -> dict[str, str | int]:
    """Facts as they may stand in a message; a moment is shown to everybody in their own zone."""
    said = {
        name: escape_markdown(fact, MAX_REASON_LENGTH if name == "why" else MAX_NAME_LENGTH)
        if isinstance(fact, str)
        else fact
        for name, fact in line.facts.items()
        if name != ALSO
    }
    if "until" in line.facts:
        said["until"] = format_moment(datetime.fromtimestamp(int(line.facts["until"]), UTC))
    return said
