"""Awake time over all zones, quiet hours, weekends and stops: counted, and counted back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.clock.hours import (
    MAX_QUIET_MINUTES,
    MINUTES_PER_DAY,
    Hours,
    Span,
    awake_after,
    awake_between,
    zone_names,
)

NOW = datetime.now(UTC).replace(microsecond=0)
TWO_YEARS = timedelta(days=730)


def _changes(zone: str) -> bool:
    """Whether the clocks of a zone are set in the next two years."""
    there = ZoneInfo(zone)
    months = (NOW + timedelta(days=days) for days in range(0, 731, 10))
    return len({moment.astimezone(there).utcoffset() for moment in months}) > 1


CHANGING = [zone for zone in zone_names() if _changes(zone)]
MINUTES = st.integers(0, MINUTES_PER_DAY - 1)


@st.composite
def some_hours(draw: st.DrawFn) -> Hours:
    quiet_from = draw(MINUTES)
    length = draw(st.integers(0, MAX_QUIET_MINUTES))
    zone = draw(st.sampled_from(CHANGING) | st.sampled_from(zone_names()))
    return Hours(zone, quiet_from, (quiet_from + length) % MINUTES_PER_DAY, draw(st.booleans()))


@st.composite
def near_a_change(draw: st.DrawFn, zone: str) -> datetime:
    """A moment of the next two years, most of them close to where the zone's clocks are set."""
    there = ZoneInfo(zone)
    days = [NOW + timedelta(days=n) for n in range(730)]
    offsets = [day.astimezone(there).utcoffset() for day in days]
    changed = [day for day, a, b in zip(days, offsets, offsets[1:], strict=False) if a != b]
    base = draw(st.sampled_from(changed or days))
    return base + timedelta(seconds=draw(st.integers(-4 * 86400, 2 * 86400)))


@st.composite
def situations(draw: st.DrawFn) -> tuple[Hours, datetime, list[Span]]:
    hours = draw(some_hours())
    start = draw(near_a_change(hours.zone))
    stops = []
    for _ in range(draw(st.integers(0, 3))):
        begun = start + timedelta(seconds=draw(st.integers(-86400, 6 * 86400)))
        stops.append((begun, begun + timedelta(seconds=draw(st.integers(1, 4 * 86400)))))
    return hours, start, stops


SPANS = st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=9))


class TestAwakeTime:
    """What the clock counts."""

    @settings(max_examples=250, deadline=None)
    @given(situations(), SPANS)
    def test_a_deadline_has_its_span_before_it_and_is_awake(
        self, situation: tuple[Hours, datetime, list[Span]], span: timedelta
    ) -> None:
        """Allowance and bank, to the microsecond; never in quiet hours, never in a stop."""
        hours, start, stops = situation

        deadline = awake_after(hours, start, span, stops)

        assert awake_between(hours, start, deadline, stops) == span
        assert not hours.is_quiet(deadline)
        assert not any(begun <= deadline < ended for begun, ended in stops)

    @settings(max_examples=150, deadline=None)
    @given(situations(), SPANS, SPANS)
    def test_more_time_is_never_an_earlier_end(
        self, situation: tuple[Hours, datetime, list[Span]], one: timedelta, more: timedelta
    ) -> None:
        hours, start, stops = situation

        first = awake_after(hours, start, one, stops)

        assert awake_after(hours, start, one + more, stops) >= first

    @settings(max_examples=60, deadline=None)
    @given(situations(), st.integers(1, 4 * 24 * 60))
    def test_it_is_what_the_clock_on_the_wall_says(
        self, situation: tuple[Hours, datetime, list[Span]], minutes: int
    ) -> None:
        """Counted minute by minute, by somebody who only looks at the wall."""
        hours, start, stops = situation
        start = start.replace(second=0)
        stops = [(a.replace(second=0), b.replace(second=0)) for a, b in stops]
        there = ZoneInfo(hours.zone)
        awake = 0
        for minute in range(minutes):
            moment = start + timedelta(minutes=minute)
            wall = moment.astimezone(there)
            shown = wall.hour * 60 + wall.minute
            begin, end = hours.quiet_from, hours.quiet_to
            quiet = begin <= shown < end if begin <= end else shown >= begin or shown < end
            weekend = not hours.weekends and wall.isoweekday() > 5
            stopped = any(a <= moment < b for a, b in stops)
            awake += not (quiet or weekend or stopped)

        end = start + timedelta(minutes=minutes)

        assert awake_between(hours, start, end, stops) == timedelta(minutes=awake)

    @pytest.mark.parametrize(
        ("start", "awake"),
        [("2026-03-28T12:00+00:00", 15), ("2026-10-24T12:00+00:00", 15), ("2026-07-04T12:00Z", 15)],
    )
    def test_nights_of_changes_are_shorter_or_longer(self, start: str, awake: int) -> None:
        """A day of Berlin has its waking hours, whether its night had 8 hours, 9 or 10."""
        hours = Hours("Europe/Berlin", 22 * 60, 7 * 60)
        begun = datetime.fromisoformat(start).replace(tzinfo=ZoneInfo("Europe/Berlin"))
        same_time = begun + timedelta(days=1)  # on the wall

        assert awake_between(hours, begun.astimezone(UTC), same_time.astimezone(UTC)) == timedelta(
            hours=awake
        )

    def test_who_has_no_hours_is_always_awake(self) -> None:
        assert awake_after(None, NOW, timedelta(hours=72)) == NOW + timedelta(hours=72)
        assert awake_between(Hours("Asia/Tokyo"), NOW, NOW + TWO_YEARS) == TWO_YEARS
