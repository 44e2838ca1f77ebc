"""When somebody is awake: a time zone, quiet hours and weekends, and what follows from them.

A moment is quiet if the clock on the wall says so, whatever happens to that clock in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

import msgspec

DAY: Final = 24 * 60
MOST_QUIET: Final = 10 * 60
"""So many minutes a day can be quiet."""
FAR: Final = datetime(9999, 1, 1, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)
SATURDAY: Final = 5

Span: TypeAlias = tuple[datetime, datetime]
"""From a moment until just before another one."""


class Hours(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where somebody lives, and when they want to be left in peace."""

    zone: str = "UTC"
    quiet_from: int = 0
    """A minute of the day; the same as the end: no hour is quiet."""
    quiet_to: int = 0
    weekends: bool = True
    """Whether Saturdays and Sundays count."""

    @property
    def quiet_minutes(self) -> int:
        """How much of a day is quiet."""
        return (self.quiet_to - self.quiet_from) % DAY

    @property
    def sleeps(self) -> bool:
        """Whether anything is ever quiet."""
        return bool(self.quiet_minutes) or not self.weekends

    def is_quiet(self, moment: datetime) -> bool:
        """Whether a moment is to be left in peace."""
        return self._says(moment.astimezone(zone_of(self.zone)))

    def _says(self, wall: datetime) -> bool:
        minute = wall.hour * 60 + wall.minute
        if not self.weekends and wall.weekday() >= SATURDAY:
            return True
        return (minute - self.quiet_from) % DAY < self.quiet_minutes

    def stretches(self, start: datetime) -> Iterator[tuple[datetime, bool]]:
        """The moments from *start* on at which it may begin or end to be quiet, and which it is."""
        zone, moment = zone_of(self.zone), start.astimezone(UTC)
        while moment < FAR:
            wall = moment.astimezone(zone)
            yield moment, self._says(wall)
            moment = self._turning(zone, moment, wall)

    def _turning(self, zone: ZoneInfo, moment: datetime, wall: datetime) -> datetime:
        """The next moment at which the clock on the wall is set, or shows one of our minutes."""
        midnight = wall.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        shown = wall.replace(tzinfo=None)
        marks = {0, self.quiet_from, self.quiet_to} if self.quiet_minutes else {0}
        ahead = (midnight + timedelta(minutes=mark + day) for mark in marks for day in (0, DAY))
        later = moment + (min(one for one in ahead if one > shown) - shown)
        offset = wall.utcoffset()
        if later.astimezone(zone).utcoffset() == offset:
            return later
        # The clock is set before that: when, to the second.
        early = moment.replace(microsecond=0)
        while later - early > SECOND:
            middle = early + ((later - early) // 2 // SECOND or 1) * SECOND
            if middle.astimezone(zone).utcoffset() == offset:
                early = middle
            else:
                later = middle
        return later.replace(microsecond=0)


@cache
def zone_of(name: str) -> ZoneInfo:
    """A zone by its name."""
    return ZoneInfo(name)


@cache
def zones() -> tuple[str, ...]:
    """The names of all zones, in their order."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def awake_spans(hours: Hours | None, start: datetime, stops: Sequence[Span] = ()) -> Iterator[Span]:
    """All spans from *start* on that are neither quiet nor within *stops*, in their order."""
    ends = sorted((max(begun, start), ended) for begun, ended in stops if ended > start)
    for begun, ended in _unquiet(hours, start):
        moment = begun
        for stop, resume in ends:
            if stop < ended and resume > moment:
                if stop > moment:
                    yield moment, stop
                moment = resume
        if moment < ended:
            yield moment, ended


def _unquiet(hours: Hours | None, start: datetime) -> Iterator[Span]:
    if hours is None or not hours.sleeps:
        yield start, FAR
        return
    awake: datetime | None = None
    for moment, quiet in hours.stretches(start):
        if quiet and awake is not None:
            yield awake, moment
            awake = None
        elif not quiet and awake is None:
            awake = moment


def awake_between(
    hours: Hours | None, start: datetime, end: datetime, stops: Sequence[Span] = ()
) -> timedelta:
    """How much of the time between two moments somebody was awake."""
    total = timedelta(0)
    for begun, ended in awake_spans(hours, start, stops):
        if begun >= end:
            break
        total += min(ended, end) - begun
    return total


def awake_after(
    hours: Hours | None, start: datetime, span: timedelta, stops: Sequence[Span] = ()
) -> datetime:
    """The first moment awake at which somebody has been awake for *span* since *start*."""
    left = max(span, timedelta(0))
    for begun, ended in awake_spans(hours, start, stops):
        if left < ended - begun:
            return begun + left
        left -= ended - begun
    return FAR
