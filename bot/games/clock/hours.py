"""When somebody is awake: a time zone, quiet hours and weekends, and what follows from them.

A moment is quiet if the clock on the wall says so, whatever happens to that clock in between.
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
"""So many minutes a day can be quiet."""
FAR_FUTURE: Final = datetime(9999, 1, 1, tzinfo=UTC)
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
        return (self.quiet_to - self.quiet_from) % MINUTES_PER_DAY

    @property
    def sleeps(self) -> bool:
        """Whether anything is ever quiet."""
        return bool(self.quiet_minutes) or not self.weekends

    def is_quiet(self, moment: datetime) -> bool:
        """Whether a moment is to be left in peace."""
        return self._is_quiet_at(moment.astimezone(zone_of(self.zone)))

    def _is_quiet_at(self, wall: datetime) -> bool:
        minute = wall.hour * 60 + wall.minute
        if not self.weekends and wall.weekday() >= SATURDAY:
            return True
        return (minute - self.quiet_from) % MINUTES_PER_DAY < self.quiet_minutes

    def switches(self, start: datetime) -> Iterator[tuple[datetime, bool]]:
        """The moments from *start* on at which it may begin or end to be quiet, and which it is."""
        zone, moment = zone_of(self.zone), start.astimezone(UTC)
        while moment < FAR_FUTURE:
            wall = moment.astimezone(zone)
            yield moment, self._is_quiet_at(wall)
            moment = self._next_switch(zone, moment, wall)

    def _next_switch(self, zone: ZoneInfo, moment: datetime, wall: datetime) -> datetime:
        """The next moment at which the clock on the wall is set, or shows one of our minutes."""
        midnight = wall.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        shown = wall.replace(tzinfo=None)
        marks = {0, self.quiet_from, self.quiet_to} if self.quiet_minutes else {0}
        ahead = (
            midnight + timedelta(minutes=mark + day)
            for mark in marks
            for day in (0, MINUTES_PER_DAY)
        )
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
def zone_names() -> tuple[str, ...]:
    """The names of all zones, in their order."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def awake_spans(hours: Hours | None, start: datetime, stops: Sequence[Span] = ()) -> Iterator[Span]:
    """All spans from *start* on that are neither quiet nor within *stops*, in their order."""
    ends = sorted((max(begun, start), ended) for begun, ended in stops if ended > start)
    for begun, ended in _waking_spans(hours, start):
        moment = begun
        for stop, resume in ends:
            if stop < ended and resume > moment:
                if stop > moment:
                    yield moment, stop
                moment = resume
        if moment < ended:
            yield moment, ended


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
"""From everywhere around the world: no hour of the day is missing by much."""
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
"""Where most people live whose client speaks a language."""
LEGACY_PREFIXES: Final = ("Etc/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "SystemV/")
"""How names begin that are kept for old programs: they come last."""


def find_zone(text: str) -> str | None:
    """The zone of this name, however it is written, or of this city; None: there is none.

    >>> zone_named("europe/berlin"), zone_named("New York"), zone_named("Nowhere")
    ('Europe/Berlin', 'America/New_York', None)
    """
    typed = _fold_text(text)
    cities = [name for low, name in _zones_by_folded_name().items() if low.endswith(f"/{typed}")]
    return _zones_by_folded_name().get(typed) or (cities[0] if len(cities) == 1 else None)


def similar_zones(text: str, most: int = 25) -> list[str]:
    """The zones whose names fit best to what somebody types: their cities before all else.

    >>> zones_like("berlin", 1), zones_like("new york", 1), zones_like("Berln", 1)
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
    """Zones to choose from for whoever has typed nothing yet; *locale*: that of their client."""
    home = HOME_ZONES.get(locale)
    return [*dict.fromkeys([*([home] if home else []), *COMMON_ZONES])][:most]


@cache
def _zones_by_folded_name() -> dict[str, str]:
    return {name.casefold(): name for name in zone_names()}


def _fold_text(text: str) -> str:
    return text.strip().replace(" ", "_").casefold()


def _rank(low: str, typed: str) -> int:
    """How well a name fits; 0: not at all."""
    if typed not in low:
        return 0
    starts = low.rsplit("/", 1)[-1].startswith(typed)
    rank = 1 if starts else 2 if low.startswith(typed) else 3
    return rank + 3 * low.startswith(tuple(old.casefold() for old in LEGACY_PREFIXES))


def _close_zones(typed: str, names: dict[str, str], most: int) -> Iterator[str]:
    """Names that were perhaps meant."""
    cities = {low.rsplit("/", 1)[-1]: name for low, name in names.items()}
    for low in get_close_matches(typed, cities, most, 0.6):
        yield cities[low]
    for low in get_close_matches(typed, names, most, 0.4):
        yield names[low]
