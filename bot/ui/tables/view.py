"""A table in one line, for lists of tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import discord

from bot.games.clock.status import NO_CLOCK, SeatTime
from bot.games.lobby import Lobby
from bot.games.model import SeatRow
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import Words
from bot.ui.timestamps import due_line


def table_line(
    lobby: Lobby,
    snapshot: GameSnapshot | None,
    phrases: Phrases,
    reader: int,
    place: str,
    time: SeatTime = NO_CLOCK,
) -> str:
    """Return the edition, the number of players, whose turn it is, the deadline and the *place*.

    *reader* is the user who reads the line. A table that waits for the reader is marked. *time* is
    the time of the reader's turn, or of the turn that is due first.
    """
    say, seats = phrases.words.say, len(lobby.seats)
    waits = snapshot is not None and _waits_for(snapshot, reader)
    if snapshot is None:
        parts = [say("games-seats", taken=seats, of=lobby.size), say("games-lobby")]
    elif waits:
        parts = [say("games-players", count=seats), say("games-waits")]
    else:
        awaits = say("games-awaits", players=_waiting_names(snapshot, phrases))
        parts = [say("games-players", count=seats), awaits]
    since = datetime.fromisoformat(lobby.row.updated_at)
    parts.append(discord.utils.format_dt(since, "R"))
    if due := due_line(phrases.words, time, now=True):
        parts.append(due)
    if snapshot is not None and snapshot.table.pause.is_on:
        parts.append(f"⏸️ {say('games-paused')}")
    parts.append(place)
    title = lobby.spec.title(phrases.words.language)
    return " · ".join([f"{'▶️' if waits else '▫️'} **{title}**", *parts])


def ended_line(lobby: Lobby, words: Words, place: str) -> str:
    """Return the edition of a game that has ended, when it ended, its players and the *place*.

    The line does not say who won, because its readers may not have seen the reveal yet.
    """
    ended = discord.utils.format_dt(datetime.fromisoformat(lobby.row.updated_at), "R")
    title = lobby.spec.title(words.language)
    parts = [f"🏁 **{title}**", words.say("games-players", count=len(lobby.seats))]
    return " · ".join([*parts, words.say("games-ended", when=ended), place])


def seated_names(seats: Iterable[SeatRow]) -> str:
    """Return the names of the players at a table."""
    return ", ".join(seat.name for seat in seats) or "–"


def _waits_for(snapshot: GameSnapshot, user_id: int) -> bool:
    seats = snapshot.table.seats
    return any(seats[seat].user_id == user_id for seat in snapshot.state.waiting)


def _waiting_names(snapshot: GameSnapshot, phrases: Phrases) -> str:
    """Return the names of the players whose answer the game needs.

    Name bots only if the game does not wait for any person.
    """
    waiting = [snapshot.table.seats[seat] for seat in sorted(snapshot.state.waiting)]
    people = [seat for seat in waiting if seat.user_id and not seat.bot]
    return ", ".join(phrases.name(seat.seat) for seat in people or waiting)
