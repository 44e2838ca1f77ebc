"""The steps in which a reveal shows a score sheet: losses first, the biggest gains last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.board import MapSpec
from engine.ids import Seat, TicketId
from engine.rules import KNOWN_LINES
from engine.scoring import ScoreLine, ScoreSheet

MOST: Final = 40
"""About 40 steps show tickets, at most. If there are more tickets, several turn over at once."""


@dataclass(frozen=True, slots=True)
class Step:
    """Lines of the sheet that are shown together: tickets of one seat, or one bonus."""

    lines: tuple[ScoreLine, ...]
    tickets: bool
    done: bool = True
    """Whether these tickets were fulfilled."""

    @property
    def rule(self) -> str:
        """The rule that gives these points."""
        return self.lines[0].rule

    def gains(self) -> dict[Seat, int]:
        """Return the points that each seat of this step gains or loses."""
        gains: dict[Seat, int] = {}
        for line in self.lines:
            gains[line.seat] = gains.get(line.seat, 0) + line.points
        return dict(sorted(gains.items()))


def told(spec: MapSpec, sheet: ScoreSheet) -> tuple[Step, ...]:
    """Return the steps of a reveal: failed tickets, fulfilled tickets, then each bonus."""
    tickets = [line for line in sheet.lines if is_ticket(spec, line)]
    failed = [line for line in tickets if not _is_done(sheet, line)]
    done = [line for line in tickets if _is_done(sheet, line)]
    at_once = -(-len(tickets) // MOST)
    return (
        *_ticket_steps(failed, at_once, done=False),
        *_ticket_steps(done, at_once, done=True),
        *_bonuses(spec, sheet),
    )


def is_ticket(spec: MapSpec, line: ScoreLine) -> bool:
    """Return whether a line is for a ticket."""
    return TicketId(line.detail) in spec.tickets


def opening(sheet: ScoreSheet, seat: Seat) -> int:
    """Return the points that a seat has before the first step."""
    return sum(
        line.points for line in sheet.lines if line.seat == seat and line.rule in KNOWN_LINES
    )


def _is_done(sheet: ScoreSheet, line: ScoreLine) -> bool:
    return TicketId(line.detail) in sheet.fulfilled[line.seat]


def _ticket_steps(lines: Sequence[ScoreLine], at_once: int, *, done: bool) -> Iterator[Step]:
    """Yield steps for tickets, from the smallest to the biggest.

    If there are many tickets, a step shows up to *at_once* tickets of one seat.
    """
    if at_once <= 1:
        for line in sorted(lines, key=lambda line: (abs(line.points), line.seat, line.detail)):
            yield Step((line,), tickets=True, done=done)
        return
    ordered = sorted(lines, key=lambda line: (line.seat, abs(line.points), line.detail))
    for _, group in groupby(ordered, key=lambda line: line.seat):
        held = list(group)
        for start in range(0, len(held), at_once):
            yield Step(tuple(held[start : start + at_once]), tickets=True, done=done)


def _bonuses(spec: MapSpec, sheet: ScoreSheet) -> Iterator[Step]:
    others = [
        line for line in sheet.lines if line.rule not in KNOWN_LINES and not is_ticket(spec, line)
    ]
    for rule in dict.fromkeys(line.rule for line in others):
        scored = tuple(line for line in others if line.rule == rule and line.points)
        if scored:
            yield Step(scored, tickets=False)
