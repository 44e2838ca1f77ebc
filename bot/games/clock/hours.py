"""The hours of a person: time zone, quiet hours and weekends, and the awake time between moments.

Local time alone decides whether a moment is quiet, also around a change to or from summer time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

import msgspec

MINUTES_PER_DAY: Final = 24 * 60
MAX_QUIET_MINUTES: Final = 10 * 60
"""The maximum number of quiet minutes per day."""
FAR_FUTURE: Final = datetime(9999, 1, 1, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)
SATURDAY: Final = 5

Span: TypeAlias = tuple[datetime, datetime]
"""A period from its first moment until just before the second one."""


class Hours(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's time zone, and when their clock stops and they get no reminders."""

    zone: str = "UTC"
    quiet_from: int = 0
    """A minute of the day. If it is the same as `quiet_to`, no hour is quiet."""
    quiet_to: int = 0
    weekends: bool = True
    """Whether Saturdays and Sundays count as time to play."""

    @property
    def quiet_minutes(self) -> int:
        """The number of quiet minutes per day."""
        return (self.quiet_to - self.quiet_from) % MINUTES_PER_DAY

    @property
    def sleeps(self) -> bool:
        """Whether any time is quiet."""
        return bool(self.quiet_minutes) or not self.weekends

    def is_quiet(self, moment: datetime) -> bool:
        """Return whether a moment is quiet."""
        return self._is_quiet_at(moment.astimezone(zone_of(self.zone)))

    def _is_quiet_at(self, wall: datetime) -> bool:
        minute = wall.hour * 60 + wall.minute
        if not self.weekends and wall.weekday() >= SATURDAY:
            return True
        return (minute - self.quiet_from) % MINUTES_PER_DAY < self.quiet_minutes

    def switches(self, start: datetime) -> Iterator[tuple[datetime, bool]]:
        """Yield the moments from *start* on at which quiet time may start or end.

        Each comes with whether it is quiet from that moment on.
        """
        zone, moment = zone_of(self.zone), start.astimezone(UTC)
        while moment < FAR_FUTURE:
            wall = moment.astimezone(zone)
            yield moment, self._is_quiet_at(wall)
            moment = self._next_switch(zone, moment, wall)

    def _next_switch(self, zone: ZoneInfo, moment: datetime, wall: datetime) -> datetime:
        """Return the next moment at which quiet time may start or end.

        That is when local time reaches midnight or an end of the quiet hours, or when the offset
        of the time zone changes.
        """
        midnight = wall.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        shown = wall.replace(tzinfo=None)
        marks = {0, self.quiet_from, self.quiet_to} if self.quiet_minutes else {0}
        upcoming = (
            midnight + timedelta(minutes=mark + day)
            for mark in marks
            for day in (0, MINUTES_PER_DAY)
        )
        later = moment + (min(one for one in upcoming if one > shown) - shown)
        offset = wall.utcoffset()
        if later.astimezone(zone).utcoffset() == offset:
            return later
        # The offset of the zone changes before that. Find out when, to the second.
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
    return ZoneInfo(name)


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones in alphabetical order."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def awake_spans(hours: Hours | None, start: datetime, stops: Sequence[Span] = ()) -> Iterator[Span]:
    """Yield all spans from *start* on that are neither quiet nor within *stops*, in order."""
    ends = sorted((max(begin, start), until) for begin, until in stops if until > start)
    for begin, until in _waking_spans(hours, start):
        moment = begin
        for stop, resume in ends:
            if stop < until and resume > moment:
                if stop > moment:
                    yield moment, stop
                moment = resume
        if moment < until:
            yield moment, until


def _waking_spans(hours: Hours | None, start: datetime) -> Iterator[Span]:
    if hours is None or not hours.sleeps:
        yield start, FAR_FUTURE
        return
    awake: datetime | None = None
    for moment, quiet in hours.switches(start):
        if quiet and awake is not None:
            yield awake, moment
            awake = None
        elif not quiet and awake is None:
            awake = moment


def awake_between(
    hours: Hours | None, start: datetime, end: datetime, stops: Sequence[Span] = ()
) -> timedelta:
    """Return how much of the time between two moments a person was awake."""
    total = timedelta(0)
    for begin, until in awake_spans(hours, start, stops):
        if begin >= end:
            break
        total += min(until, end) - begin
    return total


def awake_after(
    hours: Hours | None, start: datetime, span: timedelta, stops: Sequence[Span] = ()
) -> datetime:
    """Return the first awake moment at which a person has been awake for *span* since *start*."""
    left = max(span, timedelta(0))
    for begin, until in awake_spans(hours, start, stops):
        if left < until - begin:
            return begin + left
        left -= until - begin
    return FAR_FUTURE


COMMON_ZONES: Final = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Africa/Cairo",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "UTC",
)
"""Zones from around the world, so that everyone finds one that is close to their local time."""
HOME_ZONES: Final = {
    "de": "Europe/Berlin",
    "en-US": "America/New_York",
    "fr": "Europe/Paris",
    "es-ES": "Europe/Madrid",
    "it": "Europe/Rome",
    "nl": "Europe/Amsterdam",
    "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo",
    "ja": "Asia/Tokyo",
}
"""The zone of most people whose Discord client has a language, by locale."""
LEGACY_PREFIXES: Final = ("Etc/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "SystemV/")
"""Prefixes of zone names that exist only for old programs. These names come last."""


def find_zone(text: str) -> str | None:
    """Return the zone with this name or this city in any spelling, or None if there is none.

    >>> find_zone("europe/berlin"), find_zone("New York"), find_zone("Nowhere")
    ('Europe/Berlin', 'America/New_York', None)
    """
    typed = _fold_text(text)
    cities = [name for low, name in _zones_by_folded_name().items() if low.endswith(f"/{typed}")]
    return _zones_by_folded_name().get(typed) or (cities[0] if len(cities) == 1 else None)


def similar_zones(text: str, most: int = 25) -> list[str]:
    """Return the zones whose names match a typed text best. Matching cities come first.

    >>> similar_zones("berlin", 1), similar_zones("new york", 1), similar_zones("Berln", 1)
    (['Europe/Berlin'], ['America/New_York'], ['Europe/Berlin'])
    """
    typed = _fold_text(text)
    names = _zones_by_folded_name()
    fits = [
        (rank, name not in COMMON_ZONES, name)
        for low, name in names.items()
        if (rank := _rank(low, typed))
    ]
    found = [name for *_, name in sorted(fits)] or [
        *dict.fromkeys(_close_zones(typed, names, most))
    ]
    return found[:most] or ["UTC"]


def common_zones(locale: str, most: int = 25) -> list[str]:
    """Return zones to choose from before the user types. *locale* is that of their client."""
    home = HOME_ZONES.get(locale)
    return [*dict.fromkeys([*([home] if home else []), *COMMON_ZONES])][:most]


@cache
def _zones_by_folded_name() -> dict[str, str]:
    return {name.casefold(): name for name in zone_names()}


def _fold_text(text: str) -> str:
    return text.strip().replace(" ", "_").casefold()


def _rank(low: str, typed: str) -> int:
    """Return how well a name matches, with 1 as the best rank, or 0 if it does not match."""
    if typed not in low:
        return 0
    starts = low.rsplit("/", 1)[-1].startswith(typed)
    rank = 1 if starts else 2 if low.startswith(typed) else 3
    return rank + 3 * low.startswith(tuple(old.casefold() for old in LEGACY_PREFIXES))


def _close_zones(typed: str, names: dict[str, str], most: int) -> Iterator[str]:
    """Yield names that are similar to the typed text, similar cities first."""
    cities = {low.rsplit("/", 1)[-1]: name for low, name in names.items()}
    for low in get_close_matches(typed, cities, most, 0.6):
        yield cities[low]
    for low in get_close_matches(typed, names, most, 0.4):
        yield names[low]
