"""Who decides for a seat: a person, or a bot by its kind, also one that plays for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.play.records import CARETAKER, Due, stamp
from bot.play.table import Outcome
from engine.actions import Action
from engine.ai.agent import answer_of
from engine.ai.simulate import AGENTS
from engine.ids import Seat

BOT: Final = "bot"
"""What is due when a bot owes an answer."""
LAPSE: Final = "lapse"
"""What is due when a question about a seat was not answered in time."""
KINDS: Final = {**AGENTS, CARETAKER: AGENTS["cautious"]}
"""Who decides for a seat, by the kind of its bot."""


def owed(outcome: Outcome, now: str) -> Iterator[Due]:
    """What is to be done without a person as a game stands: bots answer, questions lapse."""
    state = outcome.state
    if state.over is None:
        for row in outcome.table.seats:
            if row.bot and row.seat in state.waiting:
                yield Due(row.seat, BOT, now, state.turns)
        for handover in outcome.table.handovers:
            yield Due(handover.seat, LAPSE, stamp(handover.until), 0)


def decide(outcome: Outcome, seat: Seat) -> Action | None:
    """What the bot of a seat answers; None: a person decides there.

    It knows what its seat may know. A new one does as well as one who sat there long.
    """
    kind = outcome.table.seats[seat].bot
    if kind is None:
        return None
    agent = KINDS[kind](outcome.table.rules)
    return answer_of(agent, outcome.view(seat), outcome.menu(seat))
