"""What the board post says about time: deadlines, pauses and absent players."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import discord

from bot.games.clock.model import Pause
from bot.games.clock.pauses import MAX_REASON_LENGTH
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import escape_markdown
from bot.ui.timestamps import format_moment
from engine.ids import Seat


def clock_words(
    snapshot: GameSnapshot, phrases: Phrases, deadlines: Mapping[Seat, datetime]
) -> list[str]:
    """Return a line for each fact about time that concerns all players.

    The lines do not depend on the current time.
    """
    table, say = snapshot.table, phrases.words.say
    lines, pause = [], table.pause
    if pause.since is not None:
        since = say("board-paused", moment=format_moment(pause.since))
        lines.append(f"⏸️ **{since}** {_pause_reason(pause, phrases)}")
    several = len(snapshot.state.waiting) > 1
    for seat, when in deadlines.items():
        until = say("board-until", moment=format_moment(when))
        lines.append(f"⏳ **{phrases.name(seat)}**: {until}" if several else f"⏳ {until}")
    for row in table.seats:
        away = table.clock(row.seat).away_until
        if away is not None and row.user_id:
            until = discord.utils.format_dt(away, "f")
            lines.append(f"🏖️ {say('board-away', player=phrases.name(row.seat), until=until)}")
    return lines


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
