"""A table in one line, for lists of tables."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.games.lobby import Lobby
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.ui.timestamps import format_moment


def table_line(
    lobby: Lobby,
    outcome: GameSnapshot | None,
    speech: Phrases,
    reader: int,
    place: str,
    deadline: datetime | None = None,
) -> str:
    """What is played, by how many, who is awaited and since when, until when, and its *place*.

    *reader* is the user who reads it: what waits for them is marked.
    """
    say, seats = speech.words.say, len(lobby.seats)
    waits = outcome is not None and _waits_for(outcome, reader)
    if outcome is None:
        parts = [say("games-seats", taken=seats, of=lobby.size), say("games-lobby")]
    elif waits:
        parts = [say("games-players", count=seats), say("games-waits")]
    else:
        awaits = say("games-awaits", players=_awaited(outcome, speech))
        parts = [say("games-players", count=seats), awaits]
    since = datetime.fromisoformat(lobby.row.updated_at)
    parts.append(discord.utils.format_dt(since, "R"))
    if deadline is not None:
        parts.append(f"⏳ {say('games-until', moment=format_moment(deadline))}")
    if outcome is not None and outcome.table.pause.is_on:
        parts.append(f"⏸️ {say('games-paused')}")
    parts.append(place)
    title = lobby.spec.title(speech.words.language)
    return " · ".join([f"{'▶️' if waits else '▫️'} **{title}**", *parts])


def _waits_for(outcome: GameSnapshot, user_id: int) -> bool:
    seats = outcome.table.seats
    return any(seats[seat].user_id == user_id for seat in outcome.state.waiting)


def _awaited(outcome: GameSnapshot, speech: Phrases) -> str:
    """Whose answer a game waits for: people, where there are any."""
    waiting = [outcome.table.seats[seat] for seat in sorted(outcome.state.waiting)]
    people = [seat for seat in waiting if seat.user_id and not seat.bot]
    return ", ".join(speech.name(seat.seat) for seat in people or waiting)
