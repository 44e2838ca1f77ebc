"""People with habits: when they sleep, when they look in, and when they have time for a turn.

All that a person does follows from a seed, day by day: the same in every scenario.
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
"""When the games of a community begin."""
MORNING: Final = timedelta(hours=7)
"""When people wake up where they live."""
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Habits:
    """What is taken for granted about people; docs/pace.md says it to readers."""

    awake: timedelta = timedelta(hours=16)
    zones: range = range(-8, 10)
    """Where they live, in hours from UTC."""
    check_ins: range = range(1, 7)
    """How often they look in on a day: drawn once for each person."""
    plays: float = 0.8
    """In which part of their check-ins they have time for a turn."""
    days_off: float = 0.1
    """On which part of their days they do not look in at all."""
    answers: timedelta = timedelta(hours=4)
    """So much awake time passes at most until they follow a notice."""


DEFAULT: Final = Habits()


@dataclass(frozen=True, slots=True)
class Day:
    """One day of a person, from waking up to going to bed."""

    start: datetime
    end: datetime
    is_off: bool
    check_ins: tuple[datetime, ...]
    """When they look in and have time for a turn."""


class Person:
    """Somebody at a table."""

    def __init__(self, seed: str, habits: Habits = DEFAULT) -> None:
        rng = Random(seed)
        self._seed = seed
        self._habits = habits
        self._zone = timedelta(hours=rng.choice(habits.zones))
        self._daily = rng.choice(habits.check_ins)
        self._answers = Random(f"{seed}/answers")
        self._day = lru_cache(maxsize=8)(self._drawn)

    def check_ins(self) -> Iterator[datetime]:
        """All moments at which they look in by themselves with time for a turn, in their order."""
        for number in count(-1):
            yield from (one for one in self._day(number).check_ins if one > BEGIN)

    def answer(self, notice: datetime) -> datetime | None:
        """When they follow a notice with time for a turn; None: they have none this time."""
        left = self._answers.random() * self._habits.answers
        if self._answers.random() >= self._habits.plays:
            return None
        for number in count((notice - BEGIN) // DAY - 1):
            day = self._day(number)
            start = max(notice, day.start)
            if day.is_off or start >= day.end:
                continue
            if start + left < day.end:
                return _whole(start + left)
            left -= day.end - start
        raise AssertionError  # days do not end

    def _drawn(self, number: int) -> Day:
        habits, rng = self._habits, Random(f"{self._seed}/{number}")
        midnight = BEGIN.replace(hour=0) + number * DAY - self._zone
        start = midnight + MORNING
        is_off = rng.random() < habits.days_off
        moments = sorted(_whole(start + rng.random() * habits.awake) for _ in range(self._daily))
        has_time = [rng.random() < habits.plays for _ in moments]
        played = (one for one, free in zip(moments, has_time, strict=True) if free and not is_off)
        return Day(start, start + habits.awake, is_off, tuple(played))


def _whole(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


class Diary:
    """When somebody looks in next: by themselves, or because they were called."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._habitual = person.check_ins()
        self._next = next(self._habitual)
        self._called: datetime | None = None

    @property
    def next(self) -> datetime:
        """When they come."""
        return min(self._next, self._called or self._next)

    def notice(self, moment: datetime) -> None:
        """They are called."""
        self._called = self._person.answer(moment)

    def turn_page(self) -> None:
        """They have come."""
        if self._called == self.next:
            self._called = None
        else:
            self._next = next(self._habitual)
