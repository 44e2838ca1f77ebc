"""People with habits: when they sleep, when they check in, and when they have time for a turn.

Everything a person does follows from a seed, day by day. It is the same in every scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import count
from random import Random
from typing import Final

BEGIN: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""The time at which the games of a community start."""
MORNING: Final = timedelta(hours=7)
"""The local time at which people wake up."""
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Habits:
    """The assumptions about people, which docs/pace.md explains."""

    awake: timedelta = timedelta(hours=16)
    zones: range = range(-8, 10)
    """Time zones, in hours from UTC."""
    check_ins: range = range(1, 7)
    """Check-ins per day, drawn once for each person."""
    plays: float = 0.8
    """The share of check-ins with time for a turn."""
    days_off: float = 0.1
    """The share of days without any check-in."""
    answers: timedelta = timedelta(hours=4)
    """The maximum of awake time until a person follows a notice."""


DEFAULT: Final = Habits()


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a person, from waking up to going to bed."""

    start: datetime
    end: datetime
    is_off: bool
    check_ins: tuple[datetime, ...]
    """The times of check-ins with time for a turn."""


class Person:
    """A simulated player."""

    def __init__(self, seed: str, habits: Habits = DEFAULT) -> None:
        rng = Random(seed)
        self._seed = seed
        self._habits = habits
        self._zone = timedelta(hours=rng.choice(habits.zones))
        self._daily = rng.choice(habits.check_ins)
        self._answers = Random(f"{seed}/answers")
        self._day = lru_cache(maxsize=8)(self._draw_day)

    def check_ins(self) -> Iterator[datetime]:
        """Yield the times of habitual check-ins with time for a turn, in order."""
        for number in count(-1):
            yield from (one for one in self._day(number).check_ins if one > BEGIN)

    def answer(self, notice: datetime) -> datetime | None:
        """Return when the person follows a notice and has time for a turn.

        Return None if the person has no time for this notice.
        """
        left = self._answers.random() * self._habits.answers
        if self._answers.random() >= self._habits.plays:
            return None
        for number in count((notice - BEGIN) // DAY - 1):
            day = self._day(number)
            start = max(notice, day.start)
            if day.is_off or start >= day.end:
                continue
            if start + left < day.end:
                return _whole_second(start + left)
            left -= day.end - start
        raise AssertionError  # Not reachable, because the loop over days never ends.

    def _draw_day(self, number: int) -> Day:
        habits, rng = self._habits, Random(f"{self._seed}/{number}")
        midnight = BEGIN.replace(hour=0) + number * DAY - self._zone
        start = midnight + MORNING
        is_off = rng.random() < habits.days_off
        moments = sorted(
            _whole_second(start + rng.random() * habits.awake) for _ in range(self._daily)
        )
        has_time = [rng.random() < habits.plays for _ in moments]
        played = (one for one, free in zip(moments, has_time, strict=True) if free and not is_off)
        return Day(start, start + habits.awake, is_off, tuple(played))


def _whole_second(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


class VisitSchedule:
    """The next check-in of a person, by habit or because of a notice."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._habitual = person.check_ins()
        self._next = next(self._habitual)
        self._called: datetime | None = None

    @property
    def next(self) -> datetime:
        """The time of the next check-in."""
        return min(self._next, self._called or self._next)

    def notify(self, moment: datetime) -> None:
        """Notify the person at a moment."""
        self._called = self._person.answer(moment)

    def advance(self) -> None:
        """Go on to the check-in after the next one."""
        if self._called == self.next:
            self._called = None
        else:
            self._next = next(self._habitual)
