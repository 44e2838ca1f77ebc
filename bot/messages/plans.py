"""A player's own plan: what the tickets still need, and a letter for each track to build now."""

from __future__ import annotations

from bot.play.table import Outcome
from engine.advice import Advice, advise
from engine.ids import Seat
from render import Plan


def plan_for(outcome: Outcome, seat: Seat) -> Plan:
    """A seat's plan as the game stands; for that seat alone."""
    return plan_of(advise(outcome.table.rules, outcome.state, seat))


def plan_of(advice: Advice) -> Plan:
    """What pictures and panels show of *advice*; the most useful track is A."""
    return Plan(advice.missing, {track: letter(n) for n, track in enumerate(advice.builds)})


def letter(number: int) -> str:
    """A, B ... Z, AA, AB ...

    >>> letter(0), letter(27)
    ('A', 'AB')
    """
    return (letter(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)
