"""Bots that play seats: their kinds, names and words, and their decisions."""

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
"""The kind of bot that fills empty seats."""


def next_bot_name(seats: Sequence[SeatRow]) -> str:
    """Return the name of the next bot at a table."""
    names = {seat.name for seat in seats}
    return next(name for n in count(1) if (name := f"Bot {n}") not in names)


def make_bot_seat(name: str, spoken: int) -> SeatRow:
    """Return the seat of a bot, which does not have its number yet."""
    return SeatRow(Seat(0), None, name, DEFAULT_BOT, "", spoken)


def number_seats(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats numbered in their order.

    A bot's word is derived from its seat number, so that no player can choose it.
    """
    return tuple(
        replace(row, seat=Seat(n), word=f"bot {n + 1}" if row.bot else row.word)
        for n, row in enumerate(seats)
    )


BOT_AGENTS: Final = {**AGENTS, CARETAKER: AGENTS["cautious"]}
"""The agents that decide for a seat, by the kind of bot."""


def bot_at(table: Table, seat: Seat) -> str | None:
    """Return the kind of bot that plays a seat now.

    Return None if a person plays the seat, or if the bot waits because of a pause.
    """
    row = table.seats[seat]
    kind = row.bot or (CARETAKER if table.clock(seat).timed_out else None)
    # During a pause, bots play until it is a person's turn. At a deserted table no person would
    # ever be next, and the bots would finish the game alone.
    waits = move_maker(table, seat) == "caretaker" or is_deserted(table)
    return None if table.pause.is_on and waits else kind


def move_maker(table: Table, seat: Seat) -> Maker:
    """Return whether the bot that plays a seat owns it or is a caretaker."""
    return "bot" if table.seats[seat].maker == "bot" else "caretaker"


def decide_for(snapshot: GameSnapshot, seat: Seat) -> Action | None:
    """Return the action of the bot that plays a seat, or None if no bot plays it now.

    The bot sees only what its seat may see. It remembers nothing, so a new bot decides as well as
    one that has played the seat for a long time.
    """
    kind = bot_at(snapshot.table, seat)
    if kind is None:
        return None
    agent = BOT_AGENTS[kind](snapshot.table.rules)
    return answer_of(agent, snapshot.view(seat), snapshot.menu(seat))
