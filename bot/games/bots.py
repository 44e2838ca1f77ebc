"""Bots that fill seats: their kind, what they are called, and what they add to the chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from bot.games.clock.desertion import is_deserted
from bot.games.model import CARETAKER, Maker, SeatRow
from bot.games.table import GameSnapshot, Table
from engine.actions import Action
from engine.ai.agent import answer_of
from engine.ai.simulate import AGENTS
from engine.ids import Seat

DEFAULT_BOT: Final = "planner"
"""The kind of bot that fills seats."""


def next_bot_name(seats: Sequence[SeatRow]) -> str:
    """What the next bot at a table is called."""
    names = {seat.name for seat in seats}
    return next(name for n in count(1) if (name := f"Bot {n}") not in names)


def make_bot_seat(name: str, spoken: int) -> SeatRow:
    """The seat of a bot, before it has its number."""
    return SeatRow(Seat(0), None, name, DEFAULT_BOT, "", spoken)


def number_seats(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Seats in their order; a bot's word is its seat, so that nobody can choose it."""
    return tuple(
        replace(row, seat=Seat(n), word=f"bot {n + 1}" if row.bot else row.word)
        for n, row in enumerate(seats)
    )


BOT_AGENTS: Final = {**AGENTS, CARETAKER: AGENTS["cautious"]}
"""Who decides for a seat, by the kind of its bot."""


def bot_at(table: Table, seat: Seat) -> str | None:
    """The kind of bot that plays a seat now; None: a person decides there, or nobody."""
    row = table.seats[seat]
    kind = row.bot or (CARETAKER if table.clock(seat).timed_out else None)
    # Bots play on in a pause until a person is next. At a deserted table they would play alone.
    waits = move_maker(table, seat) == "caretaker" or is_deserted(table)
    return None if table.pause.is_on and waits else kind


def move_maker(table: Table, seat: Seat) -> Maker:
    """Who makes the moves of a seat that a bot plays now."""
    return "bot" if table.seats[seat].maker == "bot" else "caretaker"


def decide_for(snapshot: GameSnapshot, seat: Seat) -> Action | None:
    """What the bot of a seat answers; None: a person decides there.

    It knows what its seat may know. A new one does as well as one who sat there long.
    """
    kind = bot_at(snapshot.table, seat)
    if kind is None:
        return None
    agent = BOT_AGENTS[kind](snapshot.table.rules)
    return answer_of(agent, snapshot.view(seat), snapshot.menu(seat))
