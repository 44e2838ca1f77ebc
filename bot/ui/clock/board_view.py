"""What the board post says about time: deadlines, pauses and absent players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import discord

from bot.games.clock.model import Pause
from bot.games.clock.pauses import MAX_REASON_LENGTH
from bot.games.clock.status import SeatTime
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import escape_markdown
from bot.ui.timestamps import due_words, format_moment
from engine.ids import Seat


def clock_words(
    snapshot: GameSnapshot, phrases: Phrases, deadlines: Mapping[Seat, SeatTime]
) -> list[str]:
    """Return a line for each fact about time and absent players that concerns everyone.

    The lines change only when a clock's alarm or a person changes something.
    """
    table, say = snapshot.table, phrases.words.say
    lines, pause = [], table.pause
    if pause.since is not None:
        since = say("board-paused", moment=format_moment(pause.since))
        lines.append(f"⏸️ **{since}** {_pause_reason(pause, phrases)}")
    lines += _due_lines(snapshot, phrases, deadlines)
    for row in table.seats:
        away = table.clock(row.seat).away_until
        if away is not None and row.user_id:
            until = discord.utils.format_dt(away, "f")
            lines.append(f"🏖️ {say('board-away', player=phrases.name(row.seat), until=until)}")
    if phrases.helped:
        lines.append(f"🤖 {', '.join(map(phrases.name, sorted(phrases.helped)))}")
    return lines


def _due_lines(
    snapshot: GameSnapshot, phrases: Phrases, deadlines: Mapping[Seat, SeatTime]
) -> Iterator[str]:
    """Yield when the turns are due. Players whose turns end at the same time share a line."""
    groups: dict[str, list[Seat]] = {}
    for seat, time in deadlines.items():
        groups.setdefault(due_words(phrases.words, time), []).append(seat)
    for due, seats in groups.items():
        if len(seats) == len(snapshot.state.waiting):
            yield f"⏳ {due}"
        else:
            yield f"⏳ **{', '.join(map(phrases.name, seats))}**: {due}"


def _pause_reason(pause: Pause, phrases: Phrases) -> str:
    """Return who paused the table, and why."""
    say = phrases.words.say
    if pause.deserted:
        return say("board-paused-deserted")
    if not pause.by:
        return say("board-paused-players")
    if not pause.why:
        return say("board-paused-by", by=escape_markdown(pause.by))
    return say(
        "board-paused-why",
        by=escape_markdown(pause.by),
        why=escape_markdown(pause.why, MAX_REASON_LENGTH),
    )
