"""Bots that fill seats: their kind, what they are called, and what they add to the chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from bot.games.model import SeatRow
from engine.ids import Seat

BOT: Final = "planner"
"""The kind of bot that fills seats."""


def next_bot(seats: Sequence[SeatRow]) -> str:
    """What the next bot at a table is called."""
    names = {seat.name for seat in seats}
    return next(name for n in count(1) if (name := f"Bot {n}") not in names)


def new_bot(name: str, spoken: int) -> SeatRow:
    """The seat of a bot, before it has its number."""
    return SeatRow(Seat(0), None, name, BOT, "", spoken)


def numbered(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Seats in their order; a bot's word is its seat, so that nobody can choose it."""
    return tuple(
        replace(row, seat=Seat(n), word=f"bot {n + 1}" if row.bot else row.word)
        for n, row in enumerate(seats)
    )
