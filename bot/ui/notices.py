"""Lines: what everybody at a table, or one person alone, is told once, and what can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from bot.games.clock.model import pace_of
from bot.games.clock.pauses import LONGEST_REASON
from bot.games.clock.service import AWAY
from bot.games.clock.status import SeatTime
from bot.games.display_names import LONGEST
from bot.games.lobby import Lobby
from bot.games.model import ALSO, Line, PostRow
from bot.text.words import Words, safe
from bot.ui.components import GO, GOLD, Item, Screen, button, panel, rows, text
from bot.ui.custom_ids import Press
from bot.ui.timestamps import moment, time_words

REMINDERS: Final = ("told-reminder", "told-nudge")
"""The lines that call somebody to a turn; they go when it is over."""
KEPT: Final = ("told-caretaker-keeps", "told-deserted")
"""The lines that say that the caretaker keeps a seat. They go when its owner is back."""
WEEK: Final = "week"
"""How long somebody is away who goes on vacation by a press."""


def public_line(line: Line, words: Words) -> Screen:
    """What everybody is told."""
    return Screen((text(_sentences(line, words)),))


def personal_line(lobby: Lobby, board: PostRow, line: Line, words: Words) -> Screen:
    """What one person is told, with the table it is about and the way there."""
    row = lobby.row
    title = lobby.spec.title(words.language)
    said = _sentences(line, words, edition=title, channel=f"<#{row.channel_id}>")
    buttons = [*_buttons(lobby, line, words)]
    if not buttons:
        return Screen((text(said),))
    lines = [said, _deadline(line, words), board.link(row.guild_id) if board.message_id else ""]
    return Screen((text("\n".join(filter(None, lines))), *rows(buttons)), (), GOLD)


def _buttons(lobby: Lobby, line: Line, words: Words) -> Iterator[Item]:
    game, pace = lobby.row.id, pace_of(lobby.options.pace)
    if line.key in REMINDERS:
        if pace.snoozes and pace.allowance:
            yield button(words.say("button-snooze"), Press(game, 0, "snooze"), emoji="💤")
        yield button(words.say("button-away"), Press(game, 0, "away"))
    elif line.key in KEPT:
        yield back_button(game, words)


def back_button(game: str, words: Words) -> Item:
    """The way back to a seat that the caretaker keeps."""
    return button(words.say("button-im-back"), Press(game, 0, "im-back"), GO)


def away_panel(game: str, words: Words) -> Screen:
    """How long somebody is away: it silences reminders, or is a vacation."""
    spans = [*(str(hours) for hours in AWAY), WEEK]
    buttons = [
        button(words.say(f"button-away-{span}"), Press(game, 0, "away", span)) for span in spans
    ]
    return panel(text(words.say("away-how-long")), *rows(buttons))


def _deadline(line: Line, words: Words) -> str:
    until, bank = line.facts.get("until"), line.facts.get("bank")
    if not isinstance(until, int):
        return ""
    return time_words(words, SeatTime(datetime.fromtimestamp(until, UTC), bool(bank)))


def _sentences(line: Line, words: Words, **facts: str) -> str:
    """Return the sentence of a line, and the second one if the line has two."""
    said, also = words.say(line.key, **facts, **_said(line)), line.facts.get(ALSO)
    return f"{said} {words.say(also)}" if isinstance(also, str) else said


def _said(line: Line) -> dict[str, str | int]:
    """Facts as they may stand in a message; a moment is shown to everybody in their own zone."""
    said = {
        name: safe(fact, LONGEST_REASON if name == "why" else LONGEST)
        if isinstance(fact, str)
        else fact
        for name, fact in line.facts.items()
        if name != ALSO
    }
    if "until" in line.facts:
        said["until"] = moment(datetime.fromtimestamp(int(line.facts["until"]), UTC))
    return said
