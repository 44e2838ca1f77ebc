"""The pace of a table: how long each turn may take."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

NO_PACE: Final = "none"
"""The pace of a table that waits forever."""
DAY_PACE: Final = "day"
"""The pace of most tables."""
DEFAULT_WAIT: Final = timedelta(hours=48)
"""Replaces the allowance at a table without one, to decide what others may do after a long wait."""
NO_TIME: Final = timedelta(0)
REPLACE_ALLOWANCES: Final = 3
"""A moderator may replace an owner without consent who has not moved for this many allowances."""
OFFER_ALLOWANCES: Final = 7
"""A moderator may offer a seat that the caretaker has played for this many allowances."""
MIN_ABSENCE: Final = timedelta(hours=24)
"""No seat changes owner without consent earlier than this, however fast the table plays."""
UNPACED_ABSENCE: Final = timedelta(days=7)
"""At a table without a pace, no seat changes owner without consent earlier than this."""


@dataclass(frozen=True, slots=True)
class Pace:
    """An allowance for each turn, and a bank that is drawn on when the allowance is used up."""

    name: str
    allowance: timedelta = NO_TIME
    """With `NO_TIME` turns have no time limit."""
    bank: timedelta = NO_TIME
    min_after_undo: timedelta = timedelta(minutes=10)
    """The minimum time that a player has left after an undo."""
    sleeps: bool = True
    """Whether quiet hours and vacations stop the clock."""
    snoozes: bool = True
    """Whether a player can snooze a reminder."""
    longest_quiet: timedelta = timedelta(minutes=3)
    """How long at most a player who has just acted is not pinged. The reminder comes later."""

    @property
    def wait(self) -> timedelta:
        """The allowance, or `DEFAULT_WAIT` if turns have no time limit."""
        return self.allowance or DEFAULT_WAIT

    @property
    def grace_period(self) -> timedelta:
        """How long after its start a turn is not nudged or skipped, and how long a snooze lasts."""
        return self.wait / 4

    def absence(self, allowances: int) -> timedelta:
        """Return how long an owner must be away before a seat may go without their consent."""
        if not self.allowance:
            return UNPACED_ABSENCE
        return max(allowances * self.allowance, MIN_ABSENCE)


PACES: Final = {
    pace.name: pace
    for pace in (
        Pace(
            "blitz",
            timedelta(minutes=5),
            timedelta(minutes=10),
            min_after_undo=timedelta(minutes=1),
            sleeps=False,
            snoozes=False,
            longest_quiet=timedelta(seconds=10),
        ),
        Pace(DAY_PACE, timedelta(hours=24), timedelta(hours=48)),
        Pace("relaxed", timedelta(hours=72), timedelta(days=6)),
        Pace(NO_PACE),
    )
}
"""All paces by name."""
