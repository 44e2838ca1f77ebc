"""The pace of a table: how long each turn may take."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

NO_PACE: Final = "none"
"""The pace of a table that waits for ever."""
DAY_PACE: Final = "day"
"""That of most tables."""
DEFAULT_WAIT: Final = timedelta(hours=48)
"""In place of an allowance where there is none: for what others may do about a long wait."""
NO_TIME: Final = timedelta(0)
REPLACE_ALLOWANCES: Final = 3
"""A moderator may replace an owner without consent who has not moved for this many allowances."""
OFFER_ALLOWANCES: Final = 7
"""A moderator may offer a seat that the caretaker has kept for this many allowances."""
MIN_ABSENCE: Final = timedelta(hours=24)
"""No seat changes owner without consent earlier than this, however fast the table plays."""
UNPACED_ABSENCE: Final = timedelta(days=7)
"""The same time at a table without a pace."""


@dataclass(frozen=True, slots=True)
class Pace:
    """An allowance for each turn, and a bank that is drawn on when it is used up."""

    name: str
    allowance: timedelta = NO_TIME
    """Nothing: turns have no end."""
    bank: timedelta = NO_TIME
    min_after_undo: timedelta = timedelta(minutes=10)
    """So much is left at least to whoever takes a step back."""
    sleeps: bool = True
    """Whether quiet hours and vacations stop the clock."""
    snoozes: bool = True
    """Whether a reminder can be put off."""
    longest_quiet: timedelta = timedelta(minutes=3)
    """How long a player who has just acted is not pinged, at most. The reminder comes later."""

    @property
    def wait(self) -> timedelta:
        """An allowance, or what stands for one where turns have no end."""
        return self.allowance or DEFAULT_WAIT

    @property
    def grace_period(self) -> timedelta:
        """So long nobody is nudged or skipped, and so long a reminder can be put off."""
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
"""All paces by their names."""
